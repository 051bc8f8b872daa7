//! Boards of puzzles and of models: which constraints are scopes, which are pairs, which facts, and which something else.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use residua::constraints::{LinearRelation, Statement};
use residua::model::{IntView, Model};

use crate::steps::board::Board;
use crate::steps::other::Other;
use crate::steps::rules::{Rules, Source};
use crate::{Geometry, Puzzle};

/// The most values of a board.
pub const MOST_VALUES: usize = 64;

/// Why there is no board of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardError {
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Values,
    Cells,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Values => write!(f, "steps need cells of at most {MOST_VALUES} values altogether"),
            Kind::Cells => f.write_str("steps need at least one cell"),
        }
    }
}

impl Error for BoardError {}

impl Rules {
    /// The rules of a plain Sudoku.
    ///
    /// # Errors
    /// If there are more than [`MOST_VALUES`] values.
    fn of_geometry(geometry: Geometry) -> Result<Arc<Rules>, BoardError> {
        if geometry.size() > MOST_VALUES {
            return Err(BoardError { kind: Kind::Values });
        }
        let names = (0..geometry.cells()).map(|cell| geometry.name(cell)).collect();
        let all = u64::MAX >> (64 - geometry.size());
        let scopes = geometry.houses().map(|(house, cells)| (house.to_string(), cells)).collect();
        let domains = vec![all; geometry.cells()];
        Ok(Arc::new(Rules::new(
            names,
            geometry.symbols().collect(),
            domains,
            scopes,
            &[],
            Vec::new(),
            Source::Geometry(geometry),
        )))
    }
}

impl Board {
    /// The board of a puzzle, its givens placed.
    ///
    /// # Errors
    /// If there are more than [`MOST_VALUES`] values.
    pub fn of_puzzle(puzzle: &Puzzle) -> Result<Board, BoardError> {
        let mut board = Board::of_rules(Rules::of_geometry(puzzle.geometry())?);
        for (cell, values) in puzzle.restricted() {
            let allowed = values.iter().fold(0_u64, |set, value| set | 1 << (value - 1));
            board.restrict(cell, allowed);
        }
        for (cell, &value) in puzzle.givens().iter().enumerate().filter(|given| *given.1 != 0) {
            board.give(cell, (value - 1) as usize);
        }
        Ok(board)
    }

    /// The board of a model: its variables are the cells. Constraints that state that cells differ become scopes, under the names that
    /// the model gives them, and pairs; those about one cell are facts; all others take part through their own propagation.
    ///
    /// Names like `r1c4` tell the shape of a scope, which is why a hidden single in a box costs less than one in a row.
    ///
    /// ```
    /// use residua::prelude::*;
    /// use residua_sudoku::steps::Board;
    ///
    /// let mut model = Model::new();
    /// let cells = model.int_vars("x", 3, 1..=3);
    /// model.post_named("ring", all_different(cells.clone()))?;
    /// model.post(eq(cells[0], 2))?;
    /// model.post_named("order", lt(cells[1], cells[2]))?;
    /// let board = Board::of_model(&model)?;
    /// assert_eq!(board.rules().scopes()[0].name, "ring");
    /// assert_eq!(board.rules().others().collect::<Vec<_>>(), ["order"]);
    /// assert!(board.is_placed(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it has no variable, or its variables have more than [`MOST_VALUES`] values altogether.
    pub fn of_model(model: &Model) -> Result<Board, BoardError> {
        let domains = model.domains();
        if domains.is_empty() {
            return Err(BoardError { kind: Kind::Cells });
        }
        let mut values: Vec<i32> = Vec::new();
        for domain in domains {
            if domain.size() > MOST_VALUES as u64 {
                return Err(BoardError { kind: Kind::Values });
            }
            values.extend(domain.iter());
            values.sort_unstable();
            values.dedup();
            if values.len() > MOST_VALUES {
                return Err(BoardError { kind: Kind::Values });
            }
        }
        let number: BTreeMap<i32, usize> =
            values.iter().enumerate().map(|(at, &value)| (value, at)).collect();
        let mut sets: Vec<u64> = domains
            .iter()
            .map(|domain| domain.iter().fold(0_u64, |set, value| set | 1 << number[&value]))
            .collect();
        let (mut scopes, mut pairs, mut others, mut facts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut given = Vec::new();
        for (id, constraint) in model.constraints() {
            let views = constraint.scope();
            let Some(first) = views.first() else { continue };
            if views.iter().all(|view| view.var == first.var) {
                let cell = first.var.index();
                let holds = |value: i32| constraint.check(&|view: IntView| view.apply(value));
                let set =
                    (0..values.len()).filter(|&at| holds(values[at])).fold(0_u64, |set, at| set | 1 << at);
                // A rule that leaves one value is told before it is relied on; what is given or restricted is seen.
                if (sets[cell] & set).is_power_of_two() && constraint.as_atom().is_none() {
                    others.push(id);
                    continue;
                }
                facts.push((cell, set));
                given.push(cell);
                continue;
            }
            match constraint.statement() {
                Some(Statement::AllDifferent(views)) if are_alike(&views) => {
                    let cells: Vec<usize> = views.iter().map(|view| view.var.index()).collect();
                    match cells[..] {
                        [one, other] => pairs.push((one, other)),
                        _ => scopes.push((model.constraint_name(id), cells)),
                    }
                }
                Some(Statement::Linear(linear))
                    if linear.relation() == LinearRelation::Different
                        && linear.constant() == 0
                        && matches!(linear.terms(), [(a, _), (b, _)] if *a == -*b) =>
                {
                    pairs.push((linear.terms()[0].1.index(), linear.terms()[1].1.index()));
                }
                _ => others.push(id),
            }
        }
        scopes.retain(|(_, cells): &(String, Vec<usize>)| has_no_twice(cells) && cells.len() <= MOST_VALUES);
        let names = model.distinct_names();
        // A fact about a cell narrows it on the board, but does not make houses of scopes.
        let others =
            others.iter().map(|&id| Arc::new(Other::new(model, id, &scopes, &pairs, &values))).collect();
        let rules = Rules::new(
            names,
            values,
            sets.clone(),
            scopes,
            &pairs,
            others,
            Source::Model(Box::new(model.clone())),
        );
        let mut board = Board::of_rules(Arc::new(rules));
        for (cell, set) in facts {
            sets[cell] &= set;
            board.restrict(cell, set);
        }
        for cell in given {
            if sets[cell].is_power_of_two() && !board.is_placed(cell) {
                board.give(cell, sets[cell].trailing_zeros() as usize);
            }
        }
        Ok(board)
    }

    /// The board with these values written into cells, as givens are; what does not fit is left out.
    #[must_use]
    pub fn with_givens(&self, givens: impl IntoIterator<Item = (usize, i32)>) -> Board {
        let mut board = self.clone();
        for (cell, value) in givens {
            if let (Ok(value), true) = (board.rules.values.binary_search(&value), cell < board.left.len()) {
                board.give(cell, value);
            }
        }
        board
    }

    /// Keeps these values of a cell.
    pub(super) fn restrict(&mut self, cell: usize, allowed: u64) {
        for value in crate::steps::bits::ones(self.left(cell) & !allowed) {
            self.remove(cell, value);
        }
    }

    /// Writes a given in; one that clashes with others leaves its cell without a value.
    fn give(&mut self, cell: usize, value: usize) {
        self.restrict(cell, 1 << value);
        self.place(cell, value);
    }
}

/// Whether the views differ exactly where their variables do.
fn are_alike(views: &[IntView]) -> bool {
    views.iter().all(|view| {
        view.scale() != 0 && view.scale() == views[0].scale() && view.offset() == views[0].offset()
    })
}

fn has_no_twice(cells: &[usize]) -> bool {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}
