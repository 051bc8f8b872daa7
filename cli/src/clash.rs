//! What clashes in a puzzle without a solution: one clash, whatever tells of it.
//!
//! Many puzzles without a solution have several clashes. Where two equal clues stand in one house, the first such pair
//! is told everywhere: by the headline, the conflict and the marks of a picture. It is the plainest of all.

use std::sync::Arc;

use residua::constraints::Constraint;
use residua::engine::Consistency;
use residua::model::{ConstraintId, Model};
use residua::search::Limits;
use residua::sudoku::{Puzzle, PuzzleSolver, Refutation};

/// The house and the two clues of [`Puzzle::first_clash`], in the model of the puzzle; `None` if there is no such pair.
pub(crate) fn first_clash(model: &Model, puzzle: &Puzzle) -> Option<[ConstraintId; 3]> {
    let clash = puzzle.first_clash()?;
    let mut houses = puzzle.geometry().houses().zip(model.constraints());
    let (_, (house, _)) = houses.find(|((house, _), _)| *house == clash.house)?;
    let clue = |cell| {
        let states = |constraint: &Arc<dyn Constraint>| says(model, &**constraint, cell, clash.value);
        model.constraints().find(|(_, constraint)| states(constraint)).map(|(id, _)| id)
    };
    Some([house, clue(clash.first)?, clue(clash.second)?])
}

/// Whether a constraint says that the cell has that value, and nothing else.
fn says(model: &Model, constraint: &dyn Constraint, cell: usize, value: i32) -> bool {
    let [view] = constraint.scope()[..] else { return false };
    let only = |other: i32| constraint.check(&|_| i64::from(other)) == (other == value);
    view.var.index() == cell && model.domain(view.var).iter().all(only)
}

/// The cells that the clues among these constraints are about, ascending.
pub(crate) fn cells(model: &Model, puzzle: &Puzzle, ids: &[ConstraintId]) -> Vec<usize> {
    let rules = puzzle.geometry().houses().count();
    let clues = ids.iter().filter(|id| id.index() >= rules);
    let mut cells: Vec<usize> =
        clues.flat_map(|&id| model.constraint(id).scope()).map(|view| view.var.index()).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Why what stands in these cells has no solution, as far as propagation finds it.
pub(crate) fn refutation(puzzle: &Puzzle, cells: &[usize]) -> Option<Refutation> {
    let mut part = Puzzle::blank(puzzle.geometry());
    for &cell in cells {
        if let Some(values) = puzzle.candidates(cell) {
            part = part.with_candidates(cell, values).expect("invariant: they are those of a puzzle");
        }
        if let Some(value) = puzzle.given(cell) {
            part = part.with_given(cell, value).expect("invariant: it is that of a puzzle");
        }
    }
    PuzzleSolver::new(puzzle.geometry(), Consistency::Domain, Limits::default()).load(&part).err()
}
