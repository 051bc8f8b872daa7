//! Promise: a search by several threads has the solutions, the optimum and the proofs of one by a single thread, wherever it is stopped.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use residua::constraints::{Expr, all_different, sum};
use residua::model::{IntAtom, IntVar, Model, Solver};
use residua::search::brancher::{Brancher, ValueOrder, VariableOrder};
use residua::search::{Learning, Limit, Limits, Optimum, Search, Status};
use residua_sudoku::Geometry;

use crate::catalogue::{cases, mixed};
use crate::oracle;

fn learning() -> impl Strategy<Value = Learning> {
    prop::sample::select(vec![Learning::Auto, Learning::On, Learning::Off])
}

/// A search by that number of threads, of which none is long alone.
fn together(model: &Model, threads: usize, learning: Learning) -> Search<'_> {
    model.search().threads(threads).alone_for(0).learn(learning)
}

fn values(solutions: impl IntoIterator<Item = residua::model::Solution>) -> Vec<Vec<i32>> {
    solutions.into_iter().map(|solution| solution.values().to_vec()).collect()
}

/// Queens on a board of that size, each in a row of its own.
fn queens(size: i32) -> (Model, Vec<IntVar>) {
    let mut model = Model::new();
    let xs = model.int_vars("x", size as usize, 0..size);
    for sign in [-1, 0, 1] {
        model.post(all_different(xs.iter().zip(0..).map(|(&x, row)| x + sign * row))).expect("it fits");
    }
    (model, xs)
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn each_solution_comes_once(instance in mixed(), learning in learning(), in_order in any::<bool>()) {
        let (model, expected) = (instance.model(), oracle::solutions(&instance));
        for threads in [1, 2, 8] {
            let search = || together(&model, threads, learning);
            let search = || if in_order { search().in_order() } else { search() };
            let mut solutions = search().solutions();
            let found = values(solutions.by_ref());
            prop_assert_eq!(solutions.status(), Some(Status::Exhausted));
            prop_assert_eq!(found.len(), expected.len());
            prop_assert_eq!(&found.into_iter().collect::<BTreeSet<_>>(), &expected);
            prop_assert_eq!(search().solutions().count(), expected.len());
        }
    }

    #[test]
    fn order_depends_on_the_search_only(instance in mixed()) {
        let model = instance.model();
        let by = |threads| values(together(&model, threads, Learning::Off).in_order().solutions());
        prop_assert_eq!(by(2), by(5));
    }

    #[test]
    fn projections(instance in mixed(), bits in any::<u32>()) {
        let (model, all) = (instance.model(), oracle::solutions(&instance));
        let vars: Vec<IntVar> = model.vars().filter(|var| bits >> (var.index() % 32) & 1 == 1).collect();
        let of = |solution: &[i32]| vars.iter().map(|var| solution[var.index()]).collect::<Vec<i32>>();
        let expected: BTreeSet<Vec<i32>> = all.iter().map(|solution| of(solution)).collect();
        for threads in [2, 8] {
            let found = values(together(&model, threads, Learning::Auto).project(&vars).solutions());
            prop_assert!(found.iter().all(|solution| all.contains(solution)));
            prop_assert_eq!(found.len(), expected.len());
            prop_assert_eq!(found.iter().map(|solution| of(solution)).collect::<BTreeSet<_>>(), expected.clone());
        }
    }

    /// Stopped after some solutions, copied, and continued: neither loses a solution, and none comes twice.
    #[test]
    fn a_copy_continues(instance in mixed(), learning in learning(), steps in 0..5u64, nodes in 1..9u64) {
        let (model, expected) = (instance.model(), oracle::solutions(&instance));
        let limits = || Limits::none().nodes(nodes).solutions(steps);
        let mut solutions = together(&model, 3, learning).limits(limits()).solutions();
        let mut found = values(solutions.by_ref());
        let mut copy = solutions.clone();
        for mut rest in [solutions, copy.clone()] {
            rest.resume(Limits::none());
            let all: Vec<_> = found.iter().cloned().chain(values(rest.by_ref())).collect();
            prop_assert_eq!(rest.status(), Some(Status::Exhausted));
            prop_assert_eq!(all.len(), expected.len());
            prop_assert_eq!(&all.into_iter().collect::<BTreeSet<_>>(), &expected);
        }
        while copy.status() != Some(Status::Exhausted) {
            copy.resume(Limits::none().nodes(nodes + 1));
            found.extend(values(copy.by_ref()));
        }
        prop_assert_eq!(found.len(), expected.len());
        prop_assert_eq!(&found.into_iter().collect::<BTreeSet<_>>(), &expected);
    }

    #[test]
    fn the_optimum_is_that_of_brute_force(instance in mixed(), learning in learning(), factors in prop::collection::vec(-2..=3i32, 4)) {
        let (model, all) = (instance.model(), oracle::solutions(&instance));
        let terms = model.vars().zip(factors.iter().cycle()).map(|(var, &factor)| factor * var);
        let objective = sum(terms);
        let value = |solution: &Vec<i32>| -> i64 {
            solution.iter().zip(factors.iter().cycle()).map(|(&value, &factor)| i64::from(value) * i64::from(factor)).sum()
        };
        let expected = all.iter().map(value).min();
        for threads in [2, 8] {
            let mut better = together(&model, threads, learning).minimize(objective.clone()).expect("it is small");
            let found: Vec<i64> = better.by_ref().map(|(value, _)| value).collect();
            prop_assert!(found.is_sorted_by(|before, after| before > after));
            prop_assert_eq!(found.last().copied(), expected);
            let optimum = expected.map_or(Optimum::Infeasible, Optimum::Optimal);
            prop_assert_eq!(better.optimum(), optimum);
        }
    }

    /// The parts of a split have each solution once, and those of a projection each of its assignments once.
    #[test]
    fn parts_partition_the_solutions(instance in mixed(), bits in any::<u32>(), parts in 0..40usize) {
        let (model, all) = (instance.model(), oracle::solutions(&instance));
        let vars: Vec<IntVar> = model.vars().filter(|var| bits >> (var.index() % 32) & 1 == 1).collect();
        let of = |atoms: &[IntAtom]| -> Vec<Vec<i32>> {
            let is_in = |solution: &&Vec<i32>| atoms.iter().all(|atom| atom.allows(solution[atom.var().index()]));
            all.iter().filter(is_in).cloned().collect()
        };
        let split = model.search().split(parts).expect("nothing is limited");
        prop_assert!(split.len() <= parts.max(1));
        let found: Vec<_> = split.iter().flat_map(|part| of(part)).collect();
        prop_assert_eq!(found.len(), all.len());
        prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), all.clone());
        let projected = |solution: &Vec<i32>| vars.iter().map(|var| solution[var.index()]).collect::<Vec<i32>>();
        let split = model.search().project(&vars).split(parts).expect("nothing is limited");
        let found: Vec<BTreeSet<_>> = split.iter().map(|part| of(part).iter().map(projected).collect()).collect();
        let expected: BTreeSet<_> = all.iter().map(projected).collect();
        prop_assert_eq!(found.iter().map(BTreeSet::len).sum::<usize>(), expected.len());
        prop_assert_eq!(found.into_iter().flatten().collect::<BTreeSet<_>>(), expected);
    }
}

/// Enough for workers to hand in parts of their subproblems.
#[test]
fn larger_trees() {
    let (model, _) = queens(9);
    for threads in [2, 3, 8] {
        let found = values(together(&model, threads, Learning::Auto).solutions());
        assert_eq!(found.len(), 352);
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>().len(), 352);
    }
    let alone = values(model.search().solutions());
    assert_eq!(values(together(&model, 4, Learning::Off).in_order().solutions()), alone);
}

/// By the dense engine, which returns some before others join in.
#[test]
fn grids() {
    let model = Geometry::new(2, 2).expect("a size").model();
    assert_eq!(model.search().threads(2).solutions().count(), 288);
    let large = Geometry::new(2, 3).expect("a size").model();
    let first = large.vars().zip(1..=6).map(|(cell, digit)| cell.is(digit));
    let mut model = large.clone();
    first.for_each(|given| model.post(given).map(|_| ()).expect("it is new"));
    let mut seen = BTreeSet::new();
    for solution in model.search().threads(2).solutions() {
        assert!(seen.insert(solution.values().to_vec()), "each comes once");
    }
    assert_eq!(seen.len(), 28_200_960 / 720);
    assert_eq!(model.search().threads(3).solutions().count(), 28_200_960 / 720);
}

#[test]
fn limits_hold_for_all_threads() {
    let (model, _) = queens(16);
    let by = |limits: Limits| model.search().threads(2).alone_for(1000).limits(limits);
    let mut solutions = by(Limits::none().solutions(1000)).solutions();
    assert_eq!(solutions.by_ref().count(), 1000);
    let mut solutions = by(Limits::none().nodes(100_000)).solutions();
    while solutions.advance() {}
    assert_eq!(solutions.status(), Some(Status::Stopped(Limit::Nodes)));
    assert!(solutions.statistics().nodes >= 100_000);
    let mut solutions = by(Limits::none().time(Duration::from_millis(100))).solutions();
    while solutions.advance() {}
    assert_eq!(solutions.status(), Some(Status::Stopped(Limit::Time)));
    let stop = Arc::new(AtomicBool::new(false));
    let mut solutions = by(Limits::none().stop(stop.clone())).solutions();
    let raised = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        stop.store(true, Ordering::Relaxed);
    });
    while solutions.advance() {}
    assert_eq!(solutions.status(), Some(Status::Stopped(Limit::Stop)));
    raised.join().expect("it has ended");
}

/// A consumer that is slow does not let the others fill the memory, and what is dropped ends.
#[test]
fn solutions_wait_for_their_consumer() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 40, 0..=1);
    let mut solutions = model.search().threads(2).alone_for(0).solutions();
    for _ in 0..1000 {
        assert!(solutions.advance() && solutions.value(xs[0]).is_some());
    }
    std::thread::sleep(Duration::from_millis(300));
    let found = solutions.statistics();
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(solutions.statistics(), found, "they wait");
    let start = Instant::now();
    drop(solutions);
    assert!(start.elapsed() < Duration::from_secs(5));
}

/// A brancher with a bug.
#[derive(Clone, Debug)]
struct Broken(Vec<IntVar>);

impl Brancher for Broken {
    fn choose(&mut self, solver: &Solver) -> Option<IntAtom> {
        let open: Vec<_> = self.0.iter().filter(|&&var| solver.value(var).is_none()).collect();
        assert!(open.len() > 3, "three are left");
        open.first().map(|var| var.is(solver.min(**var)))
    }
}

#[test]
fn a_panic_of_a_worker_is_one_of_the_caller() {
    let (model, xs) = queens(12);
    let mut solutions = model.search().threads(2).alone_for(0).brancher(Broken(xs)).solutions();
    let found = catch_unwind(AssertUnwindSafe(|| solutions.advance()));
    let message = found.expect_err("it panics");
    assert_eq!(message.downcast_ref::<&str>(), Some(&"three are left"));
}

/// The bound is shared, and the order of variables is the caller's.
#[test]
fn rulers() {
    let mut model = Model::new();
    let marks = model.int_vars("m", 7, 0..=49);
    model.post(marks[0].is(0)).expect("it is new");
    marks.windows(2).for_each(|pair| model.post(pair[0].view().lt(pair[1])).map(|_| ()).expect("it fits"));
    let gaps: Vec<Expr> =
        (0..7).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| marks[i] - marks[j]).collect();
    model.post(all_different(gaps)).expect("it fits");
    for learning in [Learning::Auto, Learning::On, Learning::Off] {
        let search = model.search().threads(2).alone_for(1000).learn(learning);
        let mut better = search
            .branch(&marks, VariableOrder::Input, ValueOrder::Ascending)
            .minimize(marks[6])
            .expect("it fits");
        assert_eq!(better.by_ref().last().map(|(length, _)| length), Some(25));
        assert_eq!(better.optimum(), Optimum::Optimal(25));
    }
}
