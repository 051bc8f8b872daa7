//! Promise: a time limit and the flag stop any work, in the middle of a step too, and are reported as such.
//!
//! The steps here would take minutes: bounds that are raised alternately by one over hundreds of millions of values.

use residua::constraints::lt;
use residua::engine::{Consistency, Fixpoint, Interrupt, InterruptCause};
use residua::inspect::{Count, Strength, Verdict};
use residua::model::{Model, Options, Solver};
use residua::search::{EngineChoice, Limit, Limits, Status};
use residua_sudoku::{Geometry, Puzzle, PuzzleSolver};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// `2x < 3y < 2x`, whose infeasibility the graph of the inequalities does not show.
fn slow() -> Model {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=600_000_000));
    let _ = model.post(lt(x * 2, y * 3)).expect("the model's own variables");
    let _ = model.post(lt(y * 3, x * 2)).expect("the model's own variables");
    model
}

/// A flag that is up, and a short time limit.
fn limits() -> [(Limit, Limits); 2] {
    let raised = Limits::none().stop(Arc::new(AtomicBool::new(true)));
    let short = Limits::none().time(Duration::from_millis(20));
    [(Limit::Stop, raised), (Limit::Time, short)]
}

#[test]
fn of_searches() {
    for (limit, limits) in limits() {
        let mut solutions = slow().search().engine(EngineChoice::General).limits(limits).solutions();
        assert!(!solutions.advance());
        assert_eq!(solutions.status(), Some(Status::Stopped(limit)));
    }
}

#[test]
fn of_counts() {
    for (limit, limits) in limits() {
        let model = slow();
        assert!(matches!(model.count(&limits), Count::AtLeast(_, by) if by == limit));
    }
}

/// What is known so far is reported: bounds that were tightened before it stopped.
#[test]
fn of_inspections() {
    for strength in
        [Strength::Value, Strength::Domain, Strength::Singles, Strength::Singleton, Strength::Exact]
    {
        for (limit, limits) in limits() {
            let inspection = slow().inspect().strength(strength).limits(&limits).run();
            assert!(matches!(inspection.verdict, Verdict::Unknown { limit: by, .. } if by == limit));
            assert_eq!(inspection.stopped, Some(limit));
            assert!(inspection.residual.is_some());
        }
    }
}

#[test]
fn of_explanations_and_relations() {
    for (limit, limits) in limits() {
        let model = slow();
        let x = model.vars().next().expect("two variables");
        assert_eq!(model.why(x.is_not(5), &limits).err(), Some(limit));
        assert_eq!(model.why_none(&limits).err(), Some(limit));
        assert_eq!(model.conflict(|_| true, &limits).err(), Some(limit));
        assert_eq!(model.equal_pairs(&limits).err(), Some(limit));
        assert_eq!(model.different_pairs(&limits).err(), Some(limit));
    }
}

/// An explanation of many lines, each of which is compared with others: it is found, but not made minimal; or not found.
#[test]
fn of_long_explanations() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=20_000));
    let _ = model.post(lt(x, y)).expect("the model's own variables");
    let _ = model.post(lt(y, x)).expect("the model's own variables");
    let limits = Limits::none().time(Duration::from_millis(50));
    let stopped = match model.why_none(&limits) {
        Err(limit) => Some(limit),
        Ok(explanation) => explanation.expect("there is no solution").stopped,
    };
    assert_eq!(stopped, Some(Limit::Time));
}

/// A fixpoint is interrupted between two of its steps, and the next propagation continues from there.
#[test]
fn an_interrupted_fixpoint_goes_on() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=30_000));
    let _ = model.post(lt(x * 2, y * 3)).expect("the model's own variables");
    let _ = model.post(lt(y * 3, x * 2)).expect("the model's own variables");
    let mut whole = Solver::new(&model, Options::default());
    assert!(whole.propagate().is_err());
    let raised = Interrupt::new(None, Some(Arc::new(AtomicBool::new(true))));
    let mut solver = Solver::new(&model, Options::default());
    let mut interruptions = 0;
    while let Ok(fixpoint) = solver.propagate_within(&raised) {
        assert_eq!(fixpoint, Fixpoint::Interrupted(InterruptCause::Flag));
        interruptions += 1;
    }
    assert!(interruptions > 5, "{interruptions}");
    assert_eq!(solver.engine().propagations(), whole.engine().propagations());
}

/// A limit in the place of an answer is passed on as an error, and says which it was.
/// A grid of 64 × 64 cells, of which every fifth is open: hundreds of values are to be removed from each cell.
fn wide_puzzle() -> Puzzle {
    let geometry = Geometry::new(8, 8).expect("a geometry");
    let mut puzzle = Puzzle::blank(geometry);
    for cell in (0..geometry.cells()).filter(|cell| cell % 5 != 0) {
        let (row, column) = (cell / 64, cell % 64);
        let value = (row % 8 * 8 + row / 8 + column) % 64 + 1;
        puzzle = puzzle.with_given(cell, value as i32).expect("a symbol");
    }
    puzzle
}

#[test]
fn loading_a_puzzle_stops_and_a_search_goes_on() {
    let puzzle = wide_puzzle();
    let flag = Arc::new(AtomicBool::new(true));
    let limits = Limits::none().stop(Arc::clone(&flag));
    let mut whole = PuzzleSolver::new(puzzle.geometry(), Consistency::Domain, Limits::none());
    assert!(whole.load(&puzzle).is_ok());
    let mut solver = PuzzleSolver::new(puzzle.geometry(), Consistency::Domain, limits);
    assert!(solver.load(&puzzle).is_ok());
    let (part, all) = (solver.statistics().propagations, whole.statistics().propagations);
    assert!(part * 2 < all, "{part} runs of {all}");
    assert!(whole.domains().iter().zip(solver.domains()).all(|(least, now)| least.is_subset(&now)));
    let mut grid = Vec::new();
    assert!(!solver.next_solution(&mut grid));
    assert_eq!(solver.status(), Some(Status::Stopped(Limit::Stop)));
    flag.store(false, Ordering::Relaxed);
    assert!(solver.load(&puzzle).is_ok() && solver.next_solution(&mut grid));
    let mut same = Vec::new();
    assert!(whole.next_solution(&mut same) && grid == same);
}

#[test]
fn what_an_interrupted_fixpoint_leaves_is_told_in_a_few_rules() {
    let (puzzle, raised) = (wide_puzzle(), Limits::none().stop(Arc::new(AtomicBool::new(true))));
    let model = puzzle.model();
    let inspection = model.inspect().strength(Strength::Domain).limits(&raised).run();
    assert_eq!(inspection.stopped, Some(Limit::Stop));
    let residual = inspection.residual.expect("nothing is refuted");
    // Not one for each value that a cell has lost to another, which are some fifty a cell.
    let open = puzzle.givens().iter().filter(|&&value| value == 0).count();
    assert!(residual.constraints().count() < open, "{} rules", residual.constraints().count());
    let exact = model.inspect().strength(Strength::Domain).run().residual.expect("a solution");
    for cell in model.vars() {
        assert!(exact.domain(cell).is_subset(residual.domain(cell)));
    }
}

#[test]
fn a_limit_is_an_error() {
    fn ask() -> Result<bool, Box<dyn std::error::Error>> {
        let model = Geometry::new(3, 3)?.model();
        Ok(model.why_none(&Limits::none().nodes(1))?.is_none())
    }
    let error = ask().expect_err("one node is too few");
    assert_eq!(error.downcast_ref::<Limit>(), Some(&Limit::Nodes));
    assert_eq!(error.to_string(), "nodes");
}
