//! Native extensional constraints of MiniZinc's standard library: tables, automata and matrices.

use std::sync::Arc;

use residua::constraints::{At, Automaton, Constraint, Expr, Listed, Rows, Table, all_of, eq, mdd, regular};
use residua::domain::Domain;

use crate::arguments::Arguments;
use crate::entity::{Bool, Entity};
use crate::error::FlatZincError;
use crate::natives::Meaning;
use crate::syntax::Value;
use crate::translate::Translation;

/// A diagram of more arcs than these is refused: a label may be all integers.
const MOST_ARCS: u64 = 1 << 24;

impl<'a> Translation<'a> {
    /// `None` if there is none with that name.
    pub(super) fn of_tables(&mut self, name: &str, given: Arguments<'_, 'a>) -> Option<Meaning> {
        let (count, meaning): (usize, fn(&mut Self, Arguments<'_, 'a>) -> Meaning) = match name {
            "table_int" | "table_bool" => (2, Self::tuples),
            "regular" | "regular_nfa" | "regular_set" | "regular_nfa_set" => (6, Self::automaton),
            "mdd" => (7, Self::diagram),
            "int_element2d" | "bool_element2d" => (6, Self::matrix_entry),
            _ => return None,
        };
        Some(given.count(count, self).and_then(|()| meaning(self, given)))
    }

    fn tuples(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let is_int = given.name.ends_with("int");
        let views = if is_int { self.views(given, 0)? } else { self.truths(given, 0)? };
        let width = views.len();
        if width == 0 {
            // A table without columns has the empty row, or none: MiniZinc never writes one with a row.
            return Ok(Bool::Known(true).holds());
        }
        // An array with a name may be the table of thousands of constraints.
        let key = match given.values[1] {
            Value::Name(array) => Some((given.name, array, width)),
            _ => None,
        };
        let known = key.and_then(|key| self.rows.get(&key).cloned());
        let rows = match known {
            Some(rows) => rows,
            None => Arc::new(self.rows_of(given, width, is_int)?),
        };
        if let Some(key) = key {
            let _ = self.rows.entry(key).or_insert_with(|| Arc::clone(&rows));
        }
        Ok(Table { views, rows, listed: Listed::Allowed }.into_shared())
    }

    /// The rows that the second argument lists, one after another.
    fn rows_of(&self, given: Arguments<'_, 'a>, width: usize, is_int: bool) -> Result<Rows, FlatZincError> {
        let cells = if let Entity::Numbers(numbers) = given.entity(1, self)?
            && is_int
        {
            numbers
        } else if is_int {
            self.numbers32(given, 1)?.into()
        } else {
            let cell = |bool: &Bool| match bool {
                Bool::Known(known) => Ok(i32::from(*known)),
                Bool::Atom(_) => Err(self.error(given.at, "a table has cells that are known")),
            };
            given.bools(1, self)?.iter().map(cell).collect::<Result<_, _>>()?
        };
        if cells.len() % width != 0 {
            return Err(self.error(given.at, format!("{} cells are not rows of {width}", cells.len())));
        }
        Ok(Rows::new(width, cells.chunks(width)))
    }

    /// `regular(xs, Q, S, d, q0, F)`: states from 1 to Q, symbols from 1 to S, transitions row by row, 0 where there is none.
    /// `regular_nfa` has sets of states for them, and where the name ends in `_set`, S is the range of the symbols.
    fn automaton(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let views = self.views(given, 0)?;
        let (states, start) = (given.number(1, self)?, given.number(4, self)?);
        let (first, symbols) = if given.name.ends_with("_set") {
            let set = given.set(2, self)?;
            (set.min().unwrap_or(1), set.size() as i64)
        } else {
            (1, given.number(2, self)?)
        };
        // A set may have far more values than there are states.
        let known = Domain::from(1..=states.clamp(0, i32::MAX.into()) as i32);
        // Which pair of a state and a symbol leads where.
        let mut moves = Vec::new();
        let pairs = if given.name.contains("nfa") {
            let sets = given.sets(3, self)?;
            let each = sets.iter().enumerate();
            for (at, set) in each {
                moves.extend(set.intersect(&known).iter().map(|to| (at, i64::from(to))));
            }
            sets.len()
        } else {
            moves.extend(given.numbers(3, self)?.into_iter().enumerate());
            moves.len()
        };
        let size = usize::try_from(states.saturating_mul(symbols)).ok();
        if size != Some(pairs) || symbols < 1 || !(1..=states).contains(&start) {
            let message = format!(
                "an automaton of {states} states and {symbols} symbols starts in one of them and has a transition for each pair"
            );
            return Err(self.error(given.at, message));
        }
        let mut transitions = Vec::new();
        for (at, to) in moves {
            if (1..=states).contains(&to) {
                let (from, symbol) = (at / symbols as usize, at % symbols as usize);
                transitions.push((from, first.saturating_add(symbol as i32), to as usize - 1));
            }
        }
        let ends: Vec<usize> =
            given.set(5, self)?.intersect(&known).iter().map(|state| state as usize - 1).collect();
        let automaton = Automaton::new(states as usize, start as usize - 1, transitions, ends);
        Ok(regular(views, automaton).into_shared())
    }

    /// `mdd(xs, N, level, E, from, label, to)`: nodes from 1 to N, of which 1 is the root, on levels from 1 on, and 0 for the end; edges,
    /// each from a level to the next one, with sets of values.
    fn diagram(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let views = self.views(given, 0)?;
        let [levels, from, to] = [2, 4, 6].map(|at| given.numbers(at, self));
        let (levels, from, to, labels) = (levels?, from?, to?, given.sets(5, self)?);
        if (from.len(), to.len()) != (labels.len(), labels.len()) {
            return Err(self.error(given.at, "each edge has a start, a label and an end"));
        }
        let end = views.len() as i64 + 1;
        let place = |node: i64| usize::try_from(node).ok()?.checked_sub(1);
        let level = |node: i64| levels.get(place(node)?).copied();
        let (mut layers, mut arcs) = (vec![Vec::new(); views.len()], 0);
        for ((&from, &to), label) in from.iter().zip(&to).zip(labels.iter()) {
            let next = if to == 0 { Some(end) } else { level(to) };
            let layer = level(from).and_then(|level| usize::try_from(level - 1).ok());
            let (Some(layer), true) = (layer, next == level(from).map(|level| level + 1)) else {
                let message =
                    format!("an edge leads from node {from} to {to}, which is not on the next level");
                return Err(self.error(given.at, message));
            };
            let Some(view) = views.get(layer) else { continue };
            let values = view.domain(self.model.domains()).intersect(label);
            arcs += values.size();
            if arcs > MOST_ARCS {
                return Err(self.error(given.at, format!("the diagram has more than {MOST_ARCS} arcs")));
            }
            let [from, to] = [from, to].map(|node| place(node).unwrap_or(0));
            layers[layer].extend(values.iter().map(|value| (from, value, to)));
        }
        Ok(mdd(views, layers).into_shared())
    }

    /// `element2d(row, column, rows, columns, matrix, y)`
    fn matrix_entry(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let (row, column) = (Expr::from(given.int(0, self)?), Expr::from(given.int(1, self)?));
        let (rows, columns) = (given.set(2, self)?, given.set(3, self)?);
        let (entries, result) = if given.name == "residua_bool_element2d" {
            let result = given.bool(5, self)?;
            (self.truths(given, 4)?.into_iter().map(Expr::from).collect(), self.truth(result, given.at)?)
        } else {
            let entries = given.ints(4, self)?;
            (entries.iter().map(|&entry| entry.into()).collect::<Vec<Expr>>(), given.int(5, self)?)
        };
        let (Some(first_row), Some(first_column)) = (rows.min(), columns.min()) else {
            return Ok(Bool::Known(false).holds());
        };
        if rows.size().checked_mul(columns.size()) != Some(entries.len() as u64) {
            return Err(self.error(given.at, "the matrix has not as many elements as its index sets say"));
        }
        let width = columns.size() as i32;
        let place = (row.clone() - first_row) * width + (column.clone() - first_column);
        let within = |index: Expr, set: &Domain| {
            let (low, high) = (set.min().unwrap_or(0), set.max().unwrap_or(-1));
            all_of([index.ge(low), index.le(high)])
        };
        let parts = [within(row, &rows), within(column, &columns), eq(entries.at(place), result)];
        Ok(all_of(parts).into_shared())
    }
}
