//! Promise: a run that is given up in the middle has done nothing wrong, and the search goes on from there as if it had not been.
//!
//! Runs end at every point at which they can, in turn: an interrupt triggers the next time that a run looks at it, then the time after that.

use proptest::prelude::*;
use residua::constraints::*;
use residua::domain::Domain;
use residua::engine::{Consistency, Fixpoint, Interrupt, InterruptCause};
use residua::model::{IntVar, Model, Options, Solver};
use std::collections::BTreeSet;

use crate::catalogue::{Forms, Instance, cases, consistency, mixed, single};
use crate::oracle;

/// Propagates with an interrupt that rings later and later until the fixpoint is reached; how often it rang. `None` at a dead end.
fn settle(solver: &mut Solver) -> Option<u64> {
    for looks in 0.. {
        match solver.propagate_within(&Interrupt::after_looks(looks)) {
            Ok(Fixpoint::Reached) => return Some(looks),
            Ok(Fixpoint::Interrupted(ring)) => assert_eq!(ring, InterruptCause::Flag),
            Err(_) => return None,
        }
    }
    None
}

/// All solutions below a node.
fn search(solver: &mut Solver, vars: &[IntVar], found: &mut BTreeSet<Vec<i32>>) {
    if settle(solver).is_none() {
        return;
    }
    let Some(&open) = vars.iter().find(|&&var| solver.value(var).is_none()) else {
        let values = vars.iter().filter_map(|&var| solver.value(var)).collect();
        assert!(found.insert(values), "a solution was found twice");
        return;
    };
    let least = solver.min(open);
    for decision in [open.is(least), open.is_not(least)] {
        solver.push();
        if solver.assume(decision).is_ok() {
            search(solver, vars, found);
        }
        solver.pop();
    }
}

fn check(instance: &Instance, options: Options) {
    let model = instance.model();
    let vars: Vec<IntVar> = model.vars().collect();
    let mut found = BTreeSet::new();
    // The solver itself checks what each run has removed, and why, and panics if that is wrong.
    let mut solver = Solver::new(&model, options.check_claims(true));
    search(&mut solver, &vars, &mut found);
    assert_eq!(found, oracle::solutions(instance));
}

proptest! {
    #![proptest_config(cases(6_000))]

    #[test]
    fn of_one_constraint(instance in single(Forms::All), consistency in consistency(), record: bool) {
        check(&instance, Options::default().consistency(consistency).record(record).merge_equal(false));
    }

    #[test]
    fn of_many(instance in mixed(), consistency in consistency(), record: bool) {
        check(&instance, Options::default().consistency(consistency).record(record).merge_equal(false));
    }
}

/// A model over `count` variables of these values.
fn model<C: Constraint + 'static>(
    count: usize,
    values: impl Into<Domain>,
    constraint: impl FnOnce(&[IntVar]) -> C,
) -> Model {
    let mut model = Model::new();
    let values = values.into();
    let vars: Vec<IntVar> = (0..count).map(|_| model.int_var(values.clone())).collect();
    let _ = model.post(constraint(&vars)).expect("it can be posted");
    model
}

/// One model for each propagator that may take more than a few sweeps over its scope.
fn long_runs() -> Vec<(&'static str, Model)> {
    let places = |n: i32| Domain::from(0..=n - 1);
    // Of the first views, the values are known.
    let partly_known = |n: i32| {
        let mut model = Model::new();
        let known = (0..n / 2).map(Domain::from);
        let all: Vec<Domain> = known.chain((n / 2..n).map(|_| places(n))).collect();
        let vars: Vec<IntVar> = all.into_iter().map(|domain| model.int_var(domain)).collect();
        (model, vars)
    };
    let over = |constraint: &dyn Fn(&[IntVar]) -> Condition| {
        let (mut model, vars) = partly_known(70);
        let _ = model.post(constraint(&vars)).expect("it can be posted");
        model
    };
    let of = |constraint: std::sync::Arc<dyn Constraint>| Condition::new(constraint);
    let at = |consistency| over(&move |xs| of(all_different(xs).at(consistency).into_shared()));
    let tens: Domain = (0..=600).step_by(10).collect();
    let mut creeping = Model::new();
    let [x, y, either] =
        [tens.clone(), tens.clone(), Domain::from(0..=1)].map(|values| creeping.int_var(values));
    let _ = creeping.post(eq(x - y + either, 5)).expect("it can be posted");
    let mut constructive = model(40, 0..=9, |xs| {
        let sums = |from| of(sliding_sum(xs, 5, from..=from + 2).into_shared());
        any_of([sums(7), sums(8)]).constructive(Consistency::Domain)
    });
    // Each part is at its fixpoint over the domains that there were.
    let first = constructive.vars().next().expect("there are some");
    let _ = constructive.post(le(first, 3)).expect("it can be posted");
    vec![
        ("all_different by value", at(Consistency::Value)),
        ("all_different by domain", at(Consistency::Domain)),
        ("all_different_except", over(&|xs| of(all_different_except(xs, [1]).into_shared()))),
        ("inverse", over(&|xs| of(inverse(xs, xs).into_shared()))),
        ("inverse_partial", over(&|xs| of(inverse_partial(&xs[30..], &xs[40..60]).into_shared()))),
        ("symmetric_all_different", over(&|xs| of(symmetric_all_different(&xs[20..]).into_shared()))),
        ("global_cardinality", model(40, 0..=9, |xs| global_cardinality(xs, 0..=9, vec![4..=4; 10]))),
        ("nvalue", model(40, 0..=9, |xs| nvalue(xs, 3))),
        ("same_values", model(40, 0..=9, |xs| same_values(&xs[..20], &xs[20..]))),
        ("same_values of long lists", model(2100, 0..=9, |xs| same_values(&xs[..1050], &xs[1050..]))),
        ("sliding_sum", model(40, 0..=9, |xs| sliding_sum(xs, 5, 7..=9))),
        ("sliding_among", model(40, 0..=9, |xs| sliding_among(xs, [1, 2], 5, 1..=2))),
        ("sort", model(40, 0..=9, |xs| sort(&xs[..20], &xs[20..]))),
        ("value_precede_chain", model(40, 0..=9, |xs| value_precede_chain(0..=9, xs))),
        ("circuit", over(&|xs| of(circuit(&xs[35..]).into_shared()))),
        ("subcircuit", over(&|xs| of(subcircuit(&xs[35..]).into_shared()))),
        ("cumulative", model(40, 0..=60, |xs| cumulative(xs, vec![3; 40], vec![2; 40], 5))),
        ("disjunctive", model(40, 0..=130, |xs| disjunctive(xs, vec![3; 40]))),
        ("diffn", model(40, 0..=30, |xs| diffn(&xs[..20], &xs[20..], vec![3; 20], vec![3; 20]))),
        ("bin_packing", model(43, 0..=40, |xs| bin_packing(&xs[3..], vec![2; 40], &xs[..3]))),
        ("maximum", model(41, 0..=60, |xs| maximum(&xs[1..], xs[0]))),
        ("constructive", constructive),
        // Bounds move from value to value, as the sides never leave the same remainder.
        ("a sum that creeps", creeping),
        ("an equality that creeps", model(2, tens, |xs| eq(xs[0] * 3, xs[1] * 5 + 1))),
    ]
}

/// Not only between runs: a single run ends early, and again and again later. What is left in the end is what is left by runs that
/// are not given up.
#[test]
fn long_runs_can_be_given_up() {
    for (name, model) in long_runs() {
        let mut whole = Solver::new(&model, Options::default());
        let reached = whole.propagate().is_ok();
        let mut solver = Solver::new(&model, Options::default());
        let rang = solver.propagate_within(&Interrupt::after_looks(0));
        assert!(matches!(rang, Ok(Fixpoint::Interrupted(InterruptCause::Flag))), "{name}: {rang:?}");
        assert_eq!(settle(&mut solver).is_some(), reached, "{name}");
        if reached {
            assert_eq!(solver.domains(), whole.domains(), "{name}");
        }
    }
}
