//! Promise: what several threads find out is what one finds out, whenever they are started.

use proptest::prelude::*;
use residua::constraints::{Constraint, Simplified, all_different, lt, sum};
use residua::domain::Domain;
use residua::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use residua::inspect::{Count, Inspection, Natural, Verdict};
use residua::model::{IntVar, IntView, Model, Solution};
use residua::search::{Limit, Limits};
use residua::store::{Atom, Domains, Events, Failure, Past, Store, VarId, View};
use residua::testing::{counter_by_threads, inspect_by_threads, inspect_impatiently};
use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use crate::catalogue::{cases, mixed};
use crate::counts::{latin, queens};
use crate::oracle;

fn left(inspection: &Inspection) -> Option<Vec<Domain>> {
    inspection.residual.as_ref().map(|residual| residual.model.domains().to_vec())
}

/// Whether the verdict is that of these solutions.
fn is_true(verdict: &Verdict, solutions: &BTreeSet<Vec<i32>>) -> bool {
    let holds = |solution: &Solution| solutions.contains(solution.values());
    match (verdict, solutions.len()) {
        (Verdict::Infeasible(_), 0) => true,
        (Verdict::Unique(one), 1) => holds(one),
        (Verdict::Multiple(one, other), 2..) => one != other && holds(one) && holds(other),
        _ => false,
    }
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn exact_domains(
        instance in mixed(),
        threads in prop::sample::select(vec![1usize, 2, 8]),
        start in 0..8u64,
        dead_ends in prop::sample::select(vec![0u64, 2, 500]),
    ) {
        let (model, solutions) = (instance.model(), oracle::solutions(&instance));
        let alone = inspect_impatiently(&model, dead_ends, &Limits::none());
        let found = inspect_by_threads(&model, threads, start, dead_ends, &Limits::none());
        prop_assert_eq!(left(&found), left(&alone));
        prop_assert!(found.open.iter().all(Domain::is_empty), "nothing is left open");
        prop_assert_eq!(&found.components, &alone.components);
        let aliases = |inspection: &Inspection| inspection.residual.as_ref().map(|residual| residual.aliases.clone());
        prop_assert_eq!(aliases(&found), aliases(&alone));
        prop_assert!(is_true(&found.verdict, &solutions), "{:?} of {:?}", found.verdict, solutions);
    }

    /// A limit leaves values open, and makes no false statement.
    #[test]
    fn limits(instance in mixed(), threads in 1..4usize, start in 0..3u64, nodes in 0..12u64, dead_ends in 0..3u64) {
        let (model, solutions) = (instance.model(), oracle::solutions(&instance));
        let found = inspect_by_threads(&model, threads, start, dead_ends, &Limits::none().nodes(nodes));
        prop_assert!(found.stopped.is_none_or(|limit| limit == Limit::Nodes));
        prop_assert!(found.stopped.is_some() || is_true(&found.verdict, &solutions));
        for var in model.vars() {
            for value in model.domain(var) {
                if let Some(is_possible) = found.is_possible(var, value) {
                    let is_in_one = solutions.iter().any(|solution| solution[var.index()] == value);
                    prop_assert_eq!(is_possible, is_in_one, "{:?} {}", var, value);
                }
            }
        }
    }
}

fn number(count: usize) -> Natural {
    Natural::from(count as u64)
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn counts(
        instance in mixed(),
        threads in prop::sample::select(vec![1usize, 2, 3, 8]),
        start in 0..4u64,
        bits in any::<u32>(),
    ) {
        let (model, solutions) = (instance.model(), oracle::solutions(&instance));
        let mut counter = counter_by_threads(&model, None, threads, start, &Limits::none());
        // The first time it enumerates, where it can.
        for _ in 0..2 {
            prop_assert_eq!(counter.count(), Count::Exact(number(solutions.len())));
        }
        let marginals = counter.marginals(&model);
        prop_assert_eq!(marginals.total(), &Count::Exact(number(solutions.len())));
        for var in model.vars() {
            for (value, count) in marginals.of(var) {
                let with = solutions.iter().filter(|solution| solution[var.index()] == *value).count();
                prop_assert_eq!(count, &Count::Exact(number(with)));
                prop_assert_eq!(counter.count_under(&[var.is(*value)]), Count::Exact(number(with)));
            }
        }
        let over: Vec<IntVar> = model.vars().filter(|var| bits >> (var.index() % 32) & 1 == 1).collect();
        let projected: BTreeSet<Vec<i32>> =
            solutions.iter().map(|solution| over.iter().map(|var| solution[var.index()]).collect()).collect();
        let mut counter = counter_by_threads(&model, Some(&over), threads, start, &Limits::none());
        prop_assert_eq!(counter.count(), Count::Exact(number(projected.len())));
    }

    /// A count at a limit is a lower bound, and a cap is reached exactly.
    #[test]
    fn limits_of_counts(instance in mixed(), threads in 1..4usize, start in 0..3u64, nodes in 0..30u64, most in 1..6u64) {
        let (model, solutions) = (instance.model(), oracle::solutions(&instance));
        let all = number(solutions.len());
        let count = counter_by_threads(&model, None, threads, start, &Limits::none().nodes(nodes)).count();
        prop_assert!(count.number() <= &all && (!count.is_exact() || count.number() == &all));
        prop_assert!(count.stopped().is_none_or(|limit| limit == Limit::Nodes));
        let capped = counter_by_threads(&model, None, threads, start, &Limits::none().solutions(most)).count();
        let most = Natural::from(most);
        let expected = if all >= most { Count::AtLeast(most, Limit::Solutions) } else { Count::Exact(all) };
        prop_assert_eq!(capped, expected);
        let limits = Limits::none().nodes(nodes);
        let marginals = counter_by_threads(&model, None, threads, start, &limits).marginals(&model);
        for var in model.vars() {
            for (value, count) in marginals.of(var) {
                let with = number(solutions.iter().filter(|solution| solution[var.index()] == *value).count());
                prop_assert!(count.number() <= &with && (!count.is_exact() || count.number() == &with));
            }
        }
    }
}

/// Larger models, where all threads take part.
#[test]
fn known_counts() {
    for threads in [2, 3, 8] {
        let count = |model: &Model| counter_by_threads(model, None, threads, 10, &Limits::none()).count();
        assert_eq!(count(&queens(9)), Count::Exact(Natural::from(352u32)));
        assert_eq!(count(&latin(5)), Count::Exact(Natural::from(161_280u32)));
        let model = queens(8);
        let marginals = counter_by_threads(&model, None, threads, 10, &Limits::none()).marginals(&model);
        let numbers = marginals.of(model.vars().next().expect("eight")).to_vec();
        let known = [4, 8, 16, 18, 18, 16, 8, 4].map(|count| Count::Exact(number(count)));
        assert_eq!(numbers.into_iter().map(|(_, count)| count).collect::<Vec<_>>(), known);
    }
}

/// Twelve odd numbers have an even sum, which no search shows within hours. Beside them, a Latin square.
fn hopeless() -> Model {
    let mut model = latin(4);
    let odd = model.int_vars("odd", 12, (1..=99).step_by(2));
    let _ = model.post(all_different(odd.clone())).expect("its own variables");
    let _ = model.post(sum(odd.iter().map(|&x| 1 * x)).eq(601)).expect("its own variables");
    model
}

#[test]
fn a_flag_stops_all() {
    let model = hopeless();
    for (threads, start) in [(2, 0), (2, 100), (8, 0)] {
        let stop = Arc::new(AtomicBool::new(false));
        let raise = Arc::clone(&stop);
        let raised = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            raise.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let found = inspect_by_threads(&model, threads, start, 0, &Limits::none().stop(stop));
        let ended = Instant::now();
        let late = ended.duration_since(raised.join().expect("it only sleeps"));
        assert_eq!(found.stopped, Some(Limit::Stop));
        // It takes 10 ms on a machine that does nothing else.
        assert!(late < Duration::from_millis(500), "{late:?} after the flag");
    }
}

#[test]
fn a_flag_stops_a_count() {
    let stop = Arc::new(AtomicBool::new(false));
    let raise = Arc::clone(&stop);
    let raised = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        raise.store(true, Ordering::Relaxed);
        Instant::now()
    });
    let count = counter_by_threads(&queens(25), None, 2, 0, &Limits::none().stop(stop)).count();
    let ended = Instant::now();
    let late = ended.duration_since(raised.join().expect("it only sleeps"));
    assert_eq!(count.stopped(), Some(Limit::Stop));
    assert!(late < Duration::from_millis(500), "{late:?} after the flag");
}

#[test]
fn time_stops_all() {
    // A flag that nothing raises is no reason.
    for stop in [None, Some(Arc::<AtomicBool>::default())] {
        let start = Instant::now();
        let limits = || {
            let time = Limits::from(Duration::from_millis(100));
            stop.iter().fold(time, |time, stop| time.stop(Arc::clone(stop)))
        };
        let found = inspect_by_threads(&hopeless(), 2, 0, 0, &limits());
        assert_eq!(found.stopped, Some(Limit::Time));
        for threads in [2, 8] {
            let count = counter_by_threads(&queens(25), None, threads, 0, &limits()).count();
            assert_eq!(count.stopped(), Some(Limit::Time), "{threads}");
        }
        assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
    }
}

/// It panics in each thread but the one that made it.
#[derive(Clone, Debug, PartialEq)]
struct Touchy<V> {
    view: View<V>,
    home: ThreadId,
}

impl Constraint for Touchy<IntVar> {
    fn name(&self) -> &'static str {
        "touchy"
    }

    fn scope(&self) -> Vec<IntView> {
        vec![self.view]
    }

    fn check(&self, _: &dyn Fn(IntView) -> i64) -> bool {
        true
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        to.add(Touchy { view: to.view(self.view), home: self.home });
        Ok(())
    }

    fn simplify(&self, _: &dyn Domains<IntVar>) -> Simplified {
        Simplified::Unchanged
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(Touchy { view: to(self.view), home: self.home })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, _: &dyn Fn(IntView) -> String) -> fmt::Result {
        f.write_str("touchy")
    }
}

impl Propagator for Touchy<VarId> {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&[self.view], Events::CHANGED);
    }

    fn cost(&self) -> Cost {
        Cost::Unit
    }

    fn propagate(&mut self, _: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        assert!(std::thread::current().id() == self.home, "touched by a stranger");
        Ok(Outcome::Fixpoint)
    }

    fn explain(&self, _: ExplainRequest, _: u32, _: &Past<'_>, _: &mut Vec<Atom>) {}
}

#[test]
fn a_panic_is_the_callers() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 4, 1..=6);
    let _ = model.post(all_different(xs.clone())).expect("its own variables");
    let _ = model.post(lt(xs[0], xs[1])).expect("its own variables");
    let touchy = Touchy { view: IntView::from(xs[2]), home: std::thread::current().id() };
    let _ = model.post(touchy).expect("its own variables");
    for threads in [2, 8] {
        let ask = || inspect_by_threads(&model, threads, 0, 500, &Limits::none());
        let panic = catch_unwind(AssertUnwindSafe(ask)).expect_err("a constraint panics");
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"touched by a stranger"));
        let count = || counter_by_threads(&model, None, threads, 0, &Limits::none()).count();
        let panic = catch_unwind(AssertUnwindSafe(count)).expect_err("a constraint panics");
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"touched by a stranger"));
    }
    let alone = inspect_by_threads(&model, 1, 0, 500, &Limits::none());
    assert!(matches!(alone.verdict, Verdict::Multiple(..)));
}
