//! Promise: each solution of an optimisation is better than the one before, and the last one is the best there is, or the bound says
//! how far it can be from that.

use proptest::prelude::*;
use residua::constraints::{Expr, if_then_else, max_of, min_of, sum};
use residua::model::{IntVar, Model, ModelError};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{Learning, Limit, Limits, Optimum, Restarts, Status};

use crate::catalogue::{cases, mixed};
use crate::oracle;

fn objective(vars: &[IntVar], factors: &[i64]) -> Expr {
    sum(factors.iter().zip(vars)) + 3
}

fn value(assignment: &[i32], factors: &[i64]) -> i64 {
    assignment.iter().zip(factors).map(|(&value, &factor)| i64::from(value) * factor).sum::<i64>() + 3
}

/// Factors of which a sum fits into 32 bits, and others: with a common divisor, and without.
fn factors() -> impl Strategy<Value = Vec<i64>> {
    let small = || prop::collection::vec(-2..=3_i64, 4);
    let scaled = |scale: i64| small().prop_map(move |all| all.iter().map(|factor| factor * scale).collect());
    let far = || {
        prop::collection::vec(-2..=3_i64, 4).prop_map(|all| all.iter().map(|factor| factor << 31).collect())
    };
    let apart = prop::sample::select(vec![1_i64 << 30, 1_000_000_007, 1 << 33, 1 << 36]);
    let mixed = (small(), small(), apart).prop_map(|(one, other, apart)| {
        one.iter().zip(&other).map(|(one, other)| one * apart + other).collect()
    });
    prop_oneof![small(), scaled(1 << 29), scaled(6_000_000_000), far(), mixed]
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn is_that_of_brute_force(instance in mixed(), factors in factors(), nodes in 0..30u64) {
        let model = instance.model();
        let vars: Vec<IntVar> = model.vars().collect();
        let values: Vec<i64> = oracle::solutions(&instance).iter().map(|a| value(a, &factors)).collect();
        for is_maximum in [false, true] {
            // By default the values go in the direction of the objective.
            let search = match nodes % 3 {
                0 => model.search(),
                _ => model.search().branch(&vars, VariableOrder::DomWdeg, ValueOrder::Descending),
            };
            let learning = if nodes % 2 == 0 { Learning::On } else { Learning::Auto };
            let search = search.limits(Limits::none().nodes(nodes)).learn(learning);
            let objective = objective(&vars, &factors);
            let mut better =
                if is_maximum { search.maximize(objective) } else { search.minimize(objective) }.expect("small");
            let is_better = |a: i64, b: i64| if is_maximum { a > b } else { a < b };
            let mut best = None;
            loop {
                for (reached, solution) in better.by_ref() {
                    prop_assert_eq!(model.check(&solution), Ok(()));
                    prop_assert_eq!(reached, value(solution.values(), &factors));
                    prop_assert!(best.is_none_or(|best| is_better(reached, best)));
                    best = Some(reached);
                }
                if better.status() == Some(Status::Exhausted) {
                    break;
                }
                prop_assert_eq!(better.status(), Some(Status::Stopped(Limit::Nodes)));
                let Optimum::Open { best: known, bound } = better.optimum() else { panic!("it is not exhausted") };
                prop_assert_eq!(known, best);
                prop_assert!(values.iter().all(|&value| !is_better(value, bound)));
                better.resume(Limits::none().nodes(nodes + 1));
            }
            let optimum = if is_maximum { values.iter().max() } else { values.iter().min() };
            prop_assert_eq!(best, optimum.copied());
            prop_assert_eq!(better.optimum(), optimum.map_or(Optimum::Infeasible, |&best| Optimum::Optimal(best)));
        }
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    /// Two searches in different orders, a few nodes each in turn, that tell each other how good their solutions are: what the first
    /// of them proves that comes to an end is what brute force says.
    #[test]
    fn two_searches_help_each_other(instance in mixed(), factors in factors(), nodes in 1..12u64) {
        let model = instance.model();
        let vars: Vec<IntVar> = model.vars().collect();
        let values: Vec<i64> = oracle::solutions(&instance).iter().map(|a| value(a, &factors)).collect();
        for is_maximum in [false, true] {
            let start = |order| {
                let search = model.search().branch(&vars, VariableOrder::Input, order);
                let search = search.restarts(Restarts::Luby(3)).limits(Limits::none().nodes(nodes));
                let objective = objective(&vars, &factors);
                if is_maximum { search.maximize(objective) } else { search.minimize(objective) }.expect("small")
            };
            let mut searches = [start(ValueOrder::Ascending), start(ValueOrder::Descending)];
            let mut best = None;
            let proved = 'all: loop {
                for search in &mut searches {
                    if let Some(best) = best {
                        search.set_incumbent(best);
                    }
                    for (reached, solution) in search.by_ref() {
                        prop_assert_eq!(model.check(&solution), Ok(()));
                        prop_assert_eq!(reached, value(solution.values(), &factors));
                        let is_better = |best: i64| if is_maximum { reached > best } else { reached < best };
                        prop_assert!(best.is_none_or(is_better));
                        best = Some(reached);
                    }
                    if search.status() == Some(Status::Exhausted) {
                        break 'all search.optimum();
                    }
                    search.resume(Limits::none().nodes(nodes));
                }
            };
            let optimum = if is_maximum { values.iter().max() } else { values.iter().min() };
            prop_assert_eq!(proved, optimum.map_or(Optimum::Infeasible, |&best| Optimum::Optimal(best)));
        }
    }
}

/// What can be packed into a knapsack of 15 (Kellerer, Pferschy & Pisinger have the like): by hand.
#[test]
fn a_knapsack() {
    let mut model = Model::new();
    let taken = model.int_vars("taken", 5, 0..=1);
    let weighed = |by: [i32; 5]| sum(taken.iter().zip(by).map(|(&var, factor)| factor * var));
    let _ = model.post(weighed([12, 2, 1, 1, 4]).le(15)).expect("small");
    let mut better = model.maximize(weighed([4, 2, 1, 2, 10])).expect("small");
    let last = better.by_ref().last().map(|(value, solution)| (value, solution.values().to_vec()));
    assert_eq!(last, Some((15, vec![0, 1, 1, 1, 1])));
    assert_eq!(better.optimum(), Optimum::Optimal(15));
}

#[test]
fn what_cannot_be_an_objective() {
    let (mut model, mut other) = (Model::new(), Model::new());
    let (x, y) = (model.named_var("x", 0..=2_000_000_000), other.named_var("y", 0..=1));
    let refused = |objective: Expr| model.minimize(objective).expect_err("refused").to_string();
    assert_eq!(refused(x + y), "the objective: foreign0 is a variable of another model");
    let beyond = "the objective: it can be 0 or 8589934588000000000, which does not fit into 58 bits";
    assert_eq!(refused(Expr::from(x) * 2 * i32::MAX), beyond);
    let product =
        "the objective: times(x, x) can be 0 or 4000000000000000000, which does not fit into 32 bits";
    assert_eq!(refused(x * x + x), product);
    let by_greatest = model.search().branch(&[x], VariableOrder::Input, ValueOrder::Descending);
    let greatest = by_greatest.maximize(x + x).expect("of 64 bits").next();
    assert_eq!(greatest.map(|(value, _)| value), Some(4_000_000_000));
    // Without variables, and of a model without solutions.
    let mut constant = model.minimize(7).expect("it is a number");
    assert_eq!(constant.next().map(|(value, _)| value), Some(7));
    assert_eq!((constant.next(), constant.optimum()), (None, Optimum::Optimal(7)));
    model.named_var("nothing", []);
    let mut none = model.maximize(x).expect("a variable");
    assert_eq!((none.next(), none.optimum()), (None, Optimum::Infeasible));
}

/// Beyond 32 bits also of functions, as long as these are within; of many that are as good, none is looked for twice.
#[test]
fn an_objective_beyond_32_bits() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=30_000));
    let _ = model.post((x + y).eq(30_000)).expect("small");
    for learning in [Learning::Off, Learning::On] {
        let mut better = model.search().learn(learning).maximize(x * y * 1_000_000 + 7).expect("it fits");
        assert_eq!(better.by_ref().last().map(|(value, _)| value), Some(225_000_000_000_007));
        assert_eq!(better.optimum(), Optimum::Optimal(225_000_000_000_007));
    }
    let mut model = Model::new();
    let xs = model.int_vars("x", 16, 0..=1);
    for learning in [Learning::Off, Learning::On] {
        let costs = (1_i64 << 33) + 1;
        let objective = sum(xs.iter().map(|x| (costs, x))) - 5 * sum(&xs[..8]);
        let mut better =
            model.search().learn(learning).minimize(-(objective + (1_i64 << 33))).expect("it fits");
        assert_eq!(better.by_ref().last().map(|(value, _)| value), Some(-17 * (1 << 33) - 16 + 40));
        assert!(better.statistics().nodes < 1_000, "{}", better.statistics());
    }
}

/// An objective whose opposite is the greatest number of 32 bits, which no view may be.
#[test]
fn at_the_end_of_32_bits() -> Result<(), ModelError> {
    let mut model = Model::new();
    let [x, y] = [3, -1].map(|value| model.int_var(value));
    for (objective, expected) in [(-x + i32::MAX * y + 3, -i32::MAX), (x - i32::MAX * y - 3, i32::MAX)] {
        let mut better = model.minimize(objective)?;
        assert_eq!(better.by_ref().last().map(|(value, _)| value), Some(i64::from(expected)));
        assert_eq!(better.optimum(), Optimum::Optimal(i64::from(expected)));
    }
    Ok(())
}

/// Where nothing but the objective matters, the first solution is the best, whatever the direction of its parts.
#[test]
fn the_direction_of_the_objective_is_followed() {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=1_000_000));
    let objectives: [(Expr, i64); 4] = [
        (x + y, 2_000_000),
        (x - 2 * y, 1_000_000),
        (max_of([x, y]) + min_of([z.view(), 5 * x]), 2_000_000),
        (if_then_else(z.lt(5), x, y) - z, 1_000_000),
    ];
    for (objective, best) in objectives {
        for learning in [Learning::Auto, Learning::On, Learning::Off] {
            let greatest = model.search().learn(learning).maximize(objective.clone()).expect("small");
            assert!(greatest.map(|(value, _)| value).take(100).last() == Some(best), "{objective:?}");
            let least = model.search().learn(learning).minimize(-objective.clone()).expect("small");
            assert!(least.map(|(value, _)| value).take(100).last() == Some(-best), "{objective:?}");
        }
    }
}
