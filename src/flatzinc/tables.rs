//! Tables, automata and matrices of MiniZinc's standard library.

use crate::constraints::{At, Automaton, Constraint, Expr, all_of, eq, regular, table};
use crate::domain::Domain;
use crate::flatzinc::arguments::Arguments;
use crate::flatzinc::entity::Bool;
use crate::flatzinc::natives::Meaning;
use crate::flatzinc::translate::Translation;

impl<'a> Translation<'a> {
    /// `None` if there is none with that name.
    pub(super) fn of_tables(&mut self, name: &str, given: Arguments<'_, 'a>) -> Option<Meaning> {
        let (count, meaning): (usize, fn(&mut Self, Arguments<'_, 'a>) -> Meaning) = match name {
            "table_int" | "table_bool" => (2, Self::tuples),
            "regular" => (6, Self::automaton),
            "int_element2d" => (6, Self::matrix_entry),
            _ => return None,
        };
        Some(given.count(count, self).and_then(|()| meaning(self, given)))
    }

    fn tuples(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let (views, cells) = if given.name.ends_with("int") {
            (self.views(given, 0)?, self.numbers32(given, 1)?)
        } else {
            let cell = |bool: &Bool| match bool {
                Bool::Known(known) => Ok(i32::from(*known)),
                Bool::Atom(_) => Err(self.error(given.at, "a table has cells that are known")),
            };
            let cells = given.bools(1, self)?.iter().map(cell).collect::<Result<Vec<i32>, _>>()?;
            (self.truths(given, 0)?, cells)
        };
        let width = views.len();
        if width == 0 {
            // A table without columns has the empty row, or none: MiniZinc never writes one with a row.
            return Ok(Bool::Known(true).holds());
        }
        if cells.len() % width != 0 {
            let message = format!("{} cells are not rows of {width}", cells.len());
            return Err(self.error(given.at, message));
        }
        Ok(table(views, cells.chunks(width)).into_shared())
    }

    /// `regular(xs, Q, S, d, q0, F)`: states from 1 to Q, symbols from 1 to S, transitions row by row, 0 where there is none.
    fn automaton(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let views = self.views(given, 0)?;
        let [states, symbols, start] = [1, 2, 4].map(|at| given.number(at, self));
        let (states, symbols, start) = (states?, symbols?, start?);
        let (moves, accepting) = (given.numbers(3, self)?, given.set(5, self)?);
        let size = usize::try_from(states.saturating_mul(symbols)).ok();
        if size != Some(moves.len()) || symbols < 1 || !(1..=states).contains(&start) {
            let message = format!(
                "an automaton of {states} states and {symbols} symbols starts in one of them and has a transition for each pair"
            );
            return Err(self.error(given.at, message));
        }
        let mut transitions = Vec::new();
        for (at, &to) in moves.iter().enumerate() {
            if (1..=states).contains(&to) {
                let (from, symbol) = (at / symbols as usize, at % symbols as usize);
                transitions.push((from, symbol as i32 + 1, to as usize - 1));
            }
        }
        // A set may have far more values than there are states.
        let known = Domain::from(1..=i32::try_from(states).unwrap_or(i32::MAX));
        let ends: Vec<usize> = accepting.intersect(&known).iter().map(|state| state as usize - 1).collect();
        let automaton = Automaton::new(states as usize, start as usize - 1, transitions, ends);
        Ok(regular(views, automaton).into_shared())
    }

    /// `element2d(row, column, rows, columns, matrix, y)`
    fn matrix_entry(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let (row, column) = (Expr::from(given.int(0, self)?), Expr::from(given.int(1, self)?));
        let (rows, columns) = (given.set(2, self)?, given.set(3, self)?);
        let (entries, result) = (given.ints(4, self)?, given.int(5, self)?);
        let (Some(first_row), Some(first_column)) = (rows.min(), columns.min()) else {
            return Ok(Bool::Known(false).holds());
        };
        if rows.size().checked_mul(columns.size()) != Some(entries.len() as u64) {
            return Err(self.error(given.at, "the matrix has not as many elements as its index sets say"));
        }
        let width = columns.size() as i32;
        let entries: Vec<Expr> = entries.iter().map(|&entry| entry.into()).collect();
        let place = (row.clone() - first_row) * width + (column.clone() - first_column);
        let within = |index: Expr, set: &Domain| {
            let (low, high) = (set.min().unwrap_or(0), set.max().unwrap_or(-1));
            all_of([index.ge(low), index.le(high)])
        };
        let parts = [within(row, &rows), within(column, &columns), eq(entries.at(place), result)];
        Ok(all_of(parts).into_shared())
    }
}
