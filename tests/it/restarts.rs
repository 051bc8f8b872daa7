//! Promise: a search that starts over returns each solution once, and ends, whatever its policy.

use proptest::prelude::*;
use residua::constraints::{Expr, all_different, sum};
use residua::model::{IntAtom, IntVar, Model, Options, Solver};
use residua::search::brancher::{Ordered, ValueOrder, VariableOrder};
use residua::search::{Dfs, EngineChoice, Learning, Limits, Optimum, Restarts, Status};
use std::collections::BTreeSet;

use crate::catalogue::{cases, mixed};
use crate::oracle;

fn policy() -> impl Strategy<Value = Restarts> {
    let scale = 0..=3_u64;
    prop_oneof![
        scale.clone().prop_map(Restarts::Constant),
        scale.clone().prop_map(Restarts::Linear),
        scale.clone().prop_map(Restarts::Luby),
        (prop::sample::select(vec![f64::NAN, -2.0, 1.0, 1.1, 2.0, 1e300]), scale)
            .prop_map(|(base, scale)| Restarts::Geometric { base, scale }),
    ]
}

fn orders() -> impl Strategy<Value = (VariableOrder, ValueOrder)> {
    let variables = vec![VariableOrder::Input, VariableOrder::DomWdeg, VariableOrder::Impact];
    let values = vec![ValueOrder::Ascending, ValueOrder::Random(3), ValueOrder::RandomBisect(5)];
    (prop::sample::select(variables), prop::sample::select(values))
}

/// The solutions of a subproblem.
fn under(model: &Model, atoms: &[IntAtom]) -> Vec<Vec<i32>> {
    let mut solver = Solver::new(model, Options::default());
    if atoms.iter().any(|&atom| solver.assume(atom).is_err()) {
        return Vec::new();
    }
    let vars: Vec<IntVar> = model.vars().collect();
    let order = Ordered::new(&vars, VariableOrder::Input, ValueOrder::Ascending);
    let mut dfs = Dfs::new(vec![Box::new(order)], Limits::none());
    let mut found = Vec::new();
    while let Some(solution) = dfs.next_solution(&mut solver) {
        found.push(solution.values().to_vec());
    }
    found
}

proptest! {
    #![proptest_config(cases(3000))]

    /// In pieces of some nodes, too; what is left at the end of each piece is what was not returned.
    #[test]
    fn each_solution_comes_once(instance in mixed(), policy in policy(), order in orders(), step in 1..9u64) {
        let model = instance.model();
        let vars: Vec<IntVar> = model.vars().collect();
        let expected = oracle::solutions(&instance);
        let limits = || Limits::none().nodes(step);
        let mut solver = Solver::new(&model, Options::default());
        let order = Ordered::new(&vars, order.0, order.1);
        let mut dfs = Dfs::new(vec![Box::new(order)], limits()).restarting(policy);
        let mut found = Vec::new();
        loop {
            while let Some(solution) = dfs.next_solution(&mut solver) {
                found.push(solution.values().to_vec());
            }
            if dfs.status() == Some(Status::Exhausted) {
                break;
            }
            let mut all: Vec<Vec<i32>> = dfs.rest().iter().flat_map(|atoms| under(&model, atoms)).collect();
            all.extend(found.iter().cloned());
            prop_assert_eq!(all.len(), expected.len());
            prop_assert_eq!(&all.into_iter().collect::<BTreeSet<_>>(), &expected);
            dfs.resume(limits());
        }
        prop_assert_eq!(found.len(), expected.len());
        prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
        prop_assert_eq!(solver.level(), 0);
    }

    /// Each solution is better than the one before, and the last one is the best.
    #[test]
    fn the_optimum_is_that_of_brute_force(instance in mixed(), policy in policy(), order in orders(), factors in prop::collection::vec(-2..=3i32, 4)) {
        let model = instance.model();
        let vars: Vec<IntVar> = model.vars().collect();
        let value = |assignment: &Vec<i32>| assignment.iter().zip(&factors).map(|(&v, &f)| i64::from(v) * i64::from(f)).sum::<i64>();
        let least = oracle::solutions(&instance).iter().map(value).min();
        let objective: Expr = sum(vars.iter().zip(&factors).map(|(&var, &factor)| factor * var));
        let search = model.search().branch(&vars, order.0, order.1).restarts(policy);
        let mut better = search.minimize(objective).expect("small");
        let costs: Vec<i64> = better.by_ref().map(|(cost, _)| cost).collect();
        prop_assert!(costs.is_sorted_by(|a, b| a > b), "{:?}", costs);
        prop_assert_eq!(costs.last().copied(), least);
        prop_assert_eq!(better.optimum(), least.map_or(Optimum::Infeasible, Optimum::Optimal));
    }
}

/// Seven pigeons in six holes, seen pair by pair.
fn pigeons() -> (Model, Vec<IntVar>) {
    let mut model = Model::new();
    let xs = model.int_vars("x", 7, 0..6);
    for (at, x) in xs.iter().enumerate() {
        for y in &xs[..at] {
            let _ = model.post(all_different([x, y])).expect("the model's own variables");
        }
    }
    (model, xs)
}

/// No run of a few failures is long enough to refute them, and yet each policy comes to an end.
#[test]
fn every_policy_ends() {
    let (model, xs) = pigeons();
    let plain = Options::default().record(true);
    for policy in [
        Restarts::Constant(20),
        Restarts::Linear(5),
        Restarts::Luby(2),
        Restarts::Geometric { base: 1.2, scale: 3 },
        Restarts::Geometric { base: 0.5, scale: 20 },
    ] {
        let search = model.search().options(plain).engine(EngineChoice::General);
        let search = search.branch(&xs, VariableOrder::Input, ValueOrder::Random(11)).restarts(policy);
        let search = search.learn(Learning::Off);
        let mut solutions = search.solutions();
        assert_eq!(solutions.next(), None);
        assert_eq!(solutions.status(), Some(Status::Exhausted), "{policy:?}");
        let statistics = solutions.statistics();
        assert!(statistics.restarts > 5, "{policy:?}: {statistics}");
        assert!(statistics.to_string().ends_with(" restarts"), "{statistics}");
    }
}

/// After a solution the search does not start over.
#[test]
fn not_after_a_solution() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 5, 0..5);
    let _ = model.post(all_different(&xs)).expect("the model's own variables");
    let search = model.search().branch(&xs, VariableOrder::Input, ValueOrder::Ascending);
    let mut solutions = search.restarts(Restarts::Constant(1)).solutions();
    assert_eq!(solutions.by_ref().count(), 120);
    assert_eq!(solutions.statistics().restarts, 0);
}
