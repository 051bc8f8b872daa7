//! Conflict of an infeasible puzzle: the same one for every command.
//!
//! Many puzzles without a solution have several clashes. The first that `residua conflict` finds is named everywhere: by
//! the headline of `solve` (but for its lines) and `inspect`, the conflict and the marks of a picture. Where two equal clues stand in one
//! house, that is the first such pair, the plainest of all; else a set of clues of which none can be left out.

use std::sync::Arc;

use residua::constraints::Constraint;
use residua::engine::Consistency;
use residua::inspect::ConflictSet;
use residua::model::{ConstraintId, Model};
use residua::search::Limits;
use residua_sudoku::{Geometry, Puzzle, PuzzleSolver, Refutation};

/// After this many nodes a question whether some clues have a solution is left open: to name the clash takes little beside
/// the answer. In grids of this many cells it would take long.
pub(crate) const NODES: u64 = 500;
const LARGE: usize = 2500;

/// A clash that is named where it was not asked for.
#[derive(Debug)]
pub(crate) struct Clash {
    /// The clues, in the model of the puzzle.
    clues: Vec<ConstraintId>,
    /// The house of two equal clues.
    house: Option<ConstraintId>,
}

impl Clash {
    /// The first clash of a puzzle without a solution; `None` where it takes more work to find it.
    pub(crate) fn first(model: &Model, puzzle: &Puzzle, limits: &Limits) -> Option<Clash> {
        if let Some([house, first, second]) = first_pair(model, puzzle) {
            return Some(Clash { clues: vec![first, second], house: Some(house) });
        }
        if puzzle.geometry().cells() >= LARGE {
            return None;
        }
        let limits = limits.clone().nodes(NODES);
        let clues = model.conflict(is_clue(puzzle.geometry()), &limits).ok()??;
        Some(Clash { clues, house: None })
    }

    /// Why these clues clash, as far as propagation finds it; else why all clues do.
    pub(crate) fn refutation(&self, model: &Model, puzzle: &Puzzle) -> Option<Refutation> {
        refutation(puzzle, &cells(model, puzzle, &self.clues))
    }

    /// The clash with the rules by which these clues clash, of which none can be left out either.
    pub(crate) fn with_rules(&self, model: &Model, puzzle: &Puzzle, limits: &Limits) -> Option<ConflictSet> {
        let rules = match self.house {
            Some(house) => vec![house],
            None => rules(model, is_clue(puzzle.geometry()), &self.clues, limits)?,
        };
        Some(ConflictSet { members: [rules.as_slice(), &self.clues].concat(), is_minimal: true })
    }
}

/// The rules of a puzzle stand before its clues.
pub(crate) fn is_clue(geometry: Geometry) -> impl Fn(ConstraintId) -> bool {
    let rules = geometry.houses().count();
    move |id| id.index() >= rules
}

/// The rules by which these clues clash, of which none can be left out: the constraints of the model that are no clues.
pub(crate) fn rules(
    model: &Model,
    is_clue: impl Fn(ConstraintId) -> bool,
    clues: &[ConstraintId],
    limits: &Limits,
) -> Option<Vec<ConstraintId>> {
    let mut part = model.without_constraints();
    let kept = model.constraints().filter(|(id, _)| !is_clue(*id) || clues.contains(id));
    for (_, constraint) in kept {
        part.post(Arc::clone(constraint)).expect("invariant: it was posted before");
    }
    let limits = limits.clone().nodes(NODES);
    let needed = part.conflict(|id| !is_clue(id), &limits).ok()??;
    // The rules were posted in the same order.
    let is_needed = |id: &ConstraintId| needed.iter().any(|other| other.index() == id.index());
    Some(model.constraints().map(|(id, _)| id).filter(is_needed).collect())
}

/// The house and the two clues of [`Puzzle::first_clash`], in the model of the puzzle; `None` if there is no such pair.
pub(crate) fn first_pair(model: &Model, puzzle: &Puzzle) -> Option<[ConstraintId; 3]> {
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
    let is_clue = is_clue(puzzle.geometry());
    let clues = ids.iter().filter(|&&id| is_clue(id));
    let mut cells: Vec<usize> =
        clues.flat_map(|&id| model.constraint(id).scope()).map(|view| view.var.index()).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Why what stands in these cells has no solution, or else why all that stands in the puzzle has none, as far as
/// propagation finds it.
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
    let mut solver = PuzzleSolver::new(puzzle.geometry(), Consistency::Domain, Limits::default());
    solver.load(&part).and_then(|()| solver.load(puzzle)).err()
}
