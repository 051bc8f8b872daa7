//! Promise: a search that comes to learn finds what it would have found without, and can be used on.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use residua::constraints::{Constraint, Simplified, clause, ne};
use residua::engine::{Consistency, Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use residua::model::{IntVar, IntView, Model, Solution};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{Learning, Limit, Limits, Optimum, Search, Status};
use residua::store::{Atom, Domains, Events, Failure, Past, Store, VarId, View};
use residua_sudoku::{Geometry, Puzzle, PuzzleSolver};

/// Five pigeons, seen pair by pair, and six variables that have nothing to do with them. Where `open` is 0 there are four holes, and the
/// six are free, so that a depth-first search comes to the same dead ends a million times. Where it is 1 there are five holes, all but the
/// first three pigeons have theirs, and the six are 0.
struct Pigeons {
    model: Model,
    open: IntVar,
    idle: Vec<IntVar>,
    xs: Vec<IntVar>,
}

fn pigeons() -> Pigeons {
    pigeons_by(|x, y| ne(x, y).into_shared())
}

/// The same, where `differ` makes the constraint that two differ.
fn pigeons_by(differ: impl Fn(IntVar, IntVar) -> Arc<dyn Constraint>) -> Pigeons {
    let mut model = Model::new();
    let open = model.named_var("open", 0..=1);
    let idle = model.int_vars("idle", 6, 0..10);
    for &var in &idle {
        let _ = model.post(clause([open.is(0), var.is(0)])).expect("its own variables");
    }
    let xs = model.int_vars("x", 5, 0..5);
    for (at, &x) in xs.iter().enumerate() {
        let _ = model.post(clause([open.is(1), x.is_not(4)])).expect("its own variables");
        if at > 2 {
            let _ = model.post(clause([open.is(0), x.is(at as i32)])).expect("its own variables");
        }
        for &y in &xs[..at] {
            let _ = model.post(differ(x, y)).expect("its own variables");
        }
    }
    Pigeons { model, open, idle, xs }
}

impl Pigeons {
    /// In the order of the variables, the closed part first, pair by pair.
    fn search(&self) -> Search<'_> {
        let order = [&[self.open], &self.idle[..], &self.xs].concat();
        let search = self.model.search().consistency(Consistency::Value);
        search.branch(&order, VariableOrder::Input, ValueOrder::Ascending)
    }
}

#[test]
fn all_solutions_are_found_once() {
    let pigeons = pigeons();
    let of = |learning: Learning| {
        let mut solutions = pigeons.search().learn(learning).solutions();
        let of_xs = |solution: &Solution| pigeons.xs.iter().map(|&x| solution[x]).collect::<Vec<i32>>();
        let mut found: Vec<Vec<i32>> = solutions.by_ref().map(|solution| of_xs(&solution)).collect();
        found.sort();
        assert_eq!(solutions.status(), Some(Status::Exhausted), "{learning:?}");
        (found, solutions.statistics())
    };
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let expected: Vec<Vec<i32>> = orders.iter().map(|order| [&order[..], &[3, 4]].concat()).collect();
    let (on, learning) = of(Learning::On);
    assert_eq!(on, expected);
    assert!(learning.nogoods > 0 && learning.failures < 500, "{learning}");
    let (auto, both) = of(Learning::Auto);
    assert_eq!(auto, expected);
    // Both had a turn, and the first one did not come to the end of the million.
    assert!(both.nogoods > 0 && (1_000..1_000_000).contains(&both.failures), "{both}");
}

/// Where the end is in sight, the other search gets no turn, though there are more dead ends than in the first one.
#[test]
fn a_search_that_ends_soon_learns_nothing() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 9, 0..8);
    let pairs = xs.iter().enumerate().flat_map(|(at, &x)| xs[..at].iter().map(move |&y| (x, y)));
    for (x, y) in pairs {
        let _ = model.post(ne(x, y)).expect("its own variables");
    }
    let search = model.search().consistency(Consistency::Value).branch(
        &xs,
        VariableOrder::Input,
        ValueOrder::Ascending,
    );
    let mut solutions = search.solutions();
    assert_eq!(solutions.next(), None);
    let statistics = solutions.statistics();
    assert!(statistics.nogoods == 0 && statistics.failures > 30_000, "{statistics}");
}

/// A search that starts over keeps what it has refuted at the root: where each branch of it is a dead end of its own, the end is as much
/// in sight as without restarts.
#[test]
fn branches_of_the_root_that_are_refuted_count() {
    let mut model = Model::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| model.named_var(name, -16384..16384));
    for (left, right, total) in [(a * b, c, 2020), (b * c, a, 2021)] {
        let _ = model.post((left + right).eq(total)).expect("its own variables");
    }
    let count = |learning| {
        let mut solutions = model.search().learn(learning).solutions();
        (solutions.by_ref().count(), solutions.statistics().nodes, solutions.statistics().nogoods)
    };
    let (found, nodes, nogoods) = count(Learning::Auto);
    assert_eq!((found, nogoods), (2, 0));
    assert_eq!(nodes, count(Learning::Off).1);
}

/// Two variables differ; how it comes to know that, it never says.
#[derive(Clone, Debug, PartialEq)]
struct Silent<V>(View<V>, View<V>);

impl Constraint for Silent<IntVar> {
    fn name(&self) -> &'static str {
        "silent"
    }

    fn scope(&self) -> Vec<IntView> {
        vec![self.0, self.1]
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        value(self.0) != value(self.1)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let propagator = Silent(to.view(self.0), to.view(self.1));
        to.add(propagator);
        Ok(())
    }

    fn simplify(&self, _: &dyn Domains<IntVar>) -> Simplified {
        Simplified::Unchanged
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(Silent(to(self.0), to(self.1)))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write!(f, "{} and {} differ", name(self.0), name(self.1))
    }
}

impl Propagator for Silent<VarId> {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&[self.0, self.1], Events::FIXED);
    }

    fn cost(&self) -> Cost {
        Cost::Unit
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let why = store.because(0);
        for (x, y) in [(self.0, self.1), (self.1, self.0)] {
            if let Some(value) = x.value(store) {
                let _ = y.remove(store, value, why)?;
            }
        }
        Ok(Outcome::Again)
    }

    fn explain(&self, _: ExplainRequest, _: u32, _: &Past<'_>, _: &mut Vec<Atom>) {}
}

/// What others say of their propagators is believed only if that is asked for. (Believed, these would leave no solution.)
#[test]
fn explanations_of_others_are_not_relied_upon() {
    let of = |pigeons: &Pigeons| {
        let mut solutions = pigeons.search().limits(Limits::none().failures(100_000)).solutions();
        let found = solutions.by_ref().count();
        (found, solutions.statistics().nogoods > 0)
    };
    assert_eq!(of(&pigeons()), (6, true));
    let silent = pigeons_by(|x, y| Arc::new(Silent(x.into(), y.into())));
    assert_eq!(of(&silent), (0, false));
    assert!(silent.search().learn(Learning::On).solutions().count() < 6);
}

/// A limit counts for both searches together, and may come before or after the second one takes over.
#[test]
fn limits_count_for_both() {
    let pigeons = pigeons();
    let mut solutions = pigeons.search().solutions();
    assert!(solutions.next().is_some());
    let all = solutions.statistics().failures;
    for failures in [1, all / 2, all - 10, all - 1] {
        let limits = Limits::none().failures(failures);
        let mut solutions = pigeons.search().limits(limits).solutions();
        assert_eq!(solutions.next(), None);
        assert_eq!(solutions.status(), Some(Status::Stopped(Limit::Failures)), "{failures}");
        assert_eq!(solutions.statistics().failures, failures);
        solutions.resume(Limits::none());
        assert_eq!(solutions.by_ref().count(), 6, "{failures}");
    }
}

/// What was required of solutions is required still: none is worse than one before.
#[test]
fn optima_are_those_without_learning() {
    let pigeons = pigeons();
    let cost = || 5 * pigeons.open - pigeons.xs[0] - 2 * pigeons.xs[1];
    let of = |learning: Learning| {
        let mut better = pigeons.search().learn(learning).minimize(cost()).expect("small");
        let costs: Vec<i64> = better.by_ref().map(|(cost, _)| cost).collect();
        assert!(costs.is_sorted_by(|a, b| a > b), "{costs:?}");
        (better.optimum(), better.statistics().nogoods)
    };
    let best = Optimum::Optimal(0);
    for learning in [Learning::On, Learning::Auto] {
        let (optimum, nogoods) = of(learning);
        assert!(optimum == best && nogoods > 0, "{learning:?}: {optimum:?}");
    }

    // A bound that another search has found, before this one has found anything.
    let mut better = pigeons.search().minimize(cost()).expect("small");
    better.set_incumbent(1);
    assert_eq!(better.by_ref().map(|(cost, _)| cost).collect::<Vec<i64>>(), [0]);
    let mut better = pigeons.search().minimize(cost()).expect("small");
    better.set_incumbent(0);
    assert_eq!((better.next().map(|(cost, _)| cost), better.optimum()), (None, best));
}

/// A solver of puzzles that learned on one is as new for the next.
#[test]
fn puzzles_come_one_after_another() {
    let geometry = Geometry::new(2, 2).expect("a box of 4");
    let puzzles: Vec<Puzzle> =
        ["................", "1.....3..1.....2", "11..............", "1...............", "....2......4...."]
            .map(|text| text.parse().expect("a puzzle"))
            .into();
    let mut off = PuzzleSolver::new(geometry, Consistency::Domain, Limits::none()).learn(Learning::Off);
    let mut on = PuzzleSolver::new(geometry, Consistency::Domain, Limits::none()).learn(Learning::On);
    for puzzle in puzzles.iter().chain(&puzzles) {
        assert!(!on.begin(puzzle), "the dense engine does not learn");
        let mut found = [&mut off, &mut on].map(|solver| {
            let mut grids = Vec::new();
            if solver.load(puzzle).is_ok() {
                let mut grid = Vec::new();
                while solver.next_solution(&mut grid) {
                    grids.push(grid.clone());
                }
                assert_eq!(solver.status(), Some(Status::Exhausted));
                assert_eq!(solver.statistics().solutions, grids.len() as u64);
            }
            grids.sort();
            grids
        });
        let by_learning = std::mem::take(&mut found[1]);
        assert_eq!(by_learning, found[0]);
    }
    assert!(on.load(&puzzles[0]).is_ok());
    assert_eq!(std::iter::from_fn(|| on.advance().then_some(())).count(), 288);
}

/// Facts that contradict each other have no solution, and are no reason to panic.
#[test]
fn contradictory_facts_have_no_solution() {
    let mut givens = vec![0; 16];
    givens[0] = 1;
    let geometry = Geometry::new(2, 2).expect("a box of 4");
    let marked = Puzzle::new(geometry, givens).and_then(|puzzle| puzzle.with_candidates(0, &[2, 3]));
    let puzzle = marked.expect("a given need not be among the marks");
    let blank: Puzzle = "................".parse().expect("a puzzle");
    for learning in [Learning::Off, Learning::Auto, Learning::On] {
        let solver = PuzzleSolver::new(geometry, Consistency::Domain, Limits::none());
        let mut solver = solver.learn(learning);
        for _ in 0..2 {
            assert!(solver.load(&puzzle).is_err());
            solver.limit_time(Duration::from_secs(600));
            assert!(!solver.advance(), "{learning:?}");
            assert_eq!(solver.status(), Some(Status::Exhausted));
            assert!(solver.load(&blank).is_ok());
            assert_eq!(std::iter::from_fn(|| solver.advance().then_some(())).count(), 288, "{learning:?}");
        }
    }
}

/// A limit that comes after the puzzle leaves it as it is.
#[test]
fn a_limit_of_time_forgets_no_given() {
    let puzzle: Puzzle = "1...............".parse().expect("a puzzle");
    for learning in [Learning::Off, Learning::Auto, Learning::On] {
        let solver = PuzzleSolver::new(puzzle.geometry(), Consistency::Domain, Limits::none());
        let mut solver = solver.learn(learning);
        assert!(solver.load(&puzzle).is_ok());
        solver.limit_time(Duration::from_secs(600));
        assert_eq!(std::iter::from_fn(|| solver.advance().then_some(())).count(), 72, "{learning:?}");
    }
}
