//! Promise: cost grows with size only as it must: many variables, deep search, long chains, wide domains.
//!
//! The cost in memory is measured in `tests/allocation`.

use residua::constraints::{all_different, eq, exact_sum, le, lt, ne};
use residua::engine::Consistency;
use residua::inspect::Count;
use residua::model::{IntVar, Model, Options, Solver};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{Limit, Limits};
use std::time::Duration;

#[test]
fn a_million_variables() {
    let mut model = Model::new();
    let vars = model.int_vars("x", 1_000_000, 0..=9);
    let solution = model.solve().expect("nothing excludes one");
    assert_eq!((solution[vars[0]], solution[vars[999_999]]), (0, 0));
    assert_eq!(model.name(vars[999_999]), "x[999999]");
}

#[test]
fn a_hundred_thousand_decisions_deep() {
    for order in [VariableOrder::Input, VariableOrder::FirstFail, VariableOrder::DomWdeg] {
        let mut model = Model::new();
        let vars = model.int_vars("x", 100_000, 0..=1);
        let mut solutions = model.search().branch(&vars, order, ValueOrder::Ascending).solutions();
        assert_eq!(solutions.by_ref().take(3).count(), 3, "{order:?}");
        assert_eq!(solutions.statistics().depth, 100_000);
    }
}

/// `x[i + 1] = x[i] + step`, posted from the front or from the back.
fn chain(length: usize, step: i32, backward: bool) -> (Model, Vec<IntVar>) {
    let mut model = Model::new();
    let vars = model.int_vars("x", length, -1_000_000_000..=1_000_000_000);
    let mut links: Vec<usize> = (1..length).collect();
    if backward {
        links.reverse();
    }
    for i in links {
        let _ = model.post(eq(vars[i], vars[i - 1] + step)).expect("the values are small");
    }
    (model, vars)
}

#[test]
fn chains_of_equalities() {
    for backward in [false, true] {
        for (length, step) in [(50_000, 0), (50_000, 1), (1500, 1_000_000), (3000, 1_000_000)] {
            let (mut model, vars) = chain(length, step, backward);
            let first = if step == 1_000_000 { -1_000_000_000 } else { 0 };
            let _ = model.post(eq(vars[0], first)).expect("the values are small");
            let mut solver = Solver::new(&model, Options::default());
            let last = i64::from(first) + (length as i64 - 1) * i64::from(step);
            let alive = solver.propagate().is_ok();
            assert_eq!(alive, last <= 1_000_000_000, "{length} steps of {step}, backward: {backward}");
            if alive {
                assert_eq!(solver.value(vars[length - 1]).map(i64::from), Some(last));
            }
        }
    }
}

#[test]
fn wide_domains_are_not_walked() {
    const WIDE: i32 = 1_000_000_000;
    for consistency in Consistency::ALL {
        let mut model = Model::new();
        let xs = model.int_vars("x", 4, 0..=WIDE);
        for posted in [
            model.post(all_different(xs.clone())),
            model.post(all_different([xs[0] + 5, xs[1] * -1, xs[2].view()])),
            model.post(ne(xs[0] * 2, xs[1])),
            model.post(lt(xs[0], xs[1])),
            model.post(le(xs[1] * 2, xs[2])),
            model.post(eq(xs[3], xs[0] * 2 + 1)),
            model.post(exact_sum([xs[0], xs[1], xs[2]], WIDE)),
        ] {
            assert!(posted.is_ok());
        }
        let solution = model.search().consistency(consistency).solutions().next().expect("it has solutions");
        assert!(model.check(&solution).is_ok());
        let residual = model.residual(consistency).expect("it has solutions");
        assert_eq!(residual.model.vars().len(), 4);
    }
}

#[test]
fn no_value_can_be_both_even_and_odd() {
    let mut model = Model::new();
    let (x, y) = (model.int_var(0..=1_000_000_000), model.int_var(0..=1_000_000_000));
    let _ = model.post(eq(x * 2, y * 2 + 1)).expect("the values are small");
    assert!(model.solve().is_none());
}

/// More variables than are scanned: the tournament of the branchers makes the same choices as scanning.
#[test]
fn wide_models_are_searched_alike() {
    let search = |fixed: usize, order| {
        let mut model = Model::new();
        let fixed = model.int_vars("f", fixed, 7);
        let open = model.int_vars("x", 6, 1..=7);
        for posted in [
            model.post(all_different(open.clone())),
            model.post(lt(open[5], open[1])),
            model.post(ne(open[4] * 2, open[2])),
            model.post(exact_sum([open[0], open[3]], 8)),
        ] {
            let _ = posted.expect("the values are small");
        }
        let vars: Vec<IntVar> = fixed.into_iter().chain(open).collect();
        let mut found = model.search().branch(&vars, order, ValueOrder::Descending).solutions();
        (found.by_ref().count(), found.statistics().nodes)
    };
    for order in [VariableOrder::Input, VariableOrder::FirstFail, VariableOrder::DomWdeg] {
        let (count, nodes) = search(0, order);
        assert!(count > 100, "{count}");
        assert_eq!(search(300, order), (count, nodes), "{order:?}");
    }
}

/// A chain of `<` takes two sweeps, in any order of posting, not as many as it has links.
#[test]
fn chains_of_inequalities() {
    const LENGTH: usize = 20_000;
    let forward: Vec<usize> = (1..LENGTH).collect();
    let backward: Vec<usize> = (1..LENGTH).rev().collect();
    // 7919 is prime to the length less one.
    let scattered: Vec<usize> = (0..LENGTH - 1).map(|i| i * 7919 % (LENGTH - 1) + 1).collect();
    for order in [forward, backward, scattered] {
        let mut model = Model::new();
        let vars = model.int_vars("x", LENGTH, 1..=LENGTH as i32);
        for i in order {
            let _ = model.post(lt(vars[i - 1], vars[i])).expect("the model's own variables");
        }
        let mut solver = Solver::new(&model, Options::default());
        solver.propagate().expect("there is one solution");
        assert_eq!(solver.value(vars[LENGTH / 2]), Some(LENGTH as i32 / 2 + 1));
        assert!(solver.engine().propagations() <= 3 * LENGTH as u64, "{}", solver.engine().propagations());
    }
}

/// The bounds would be raised alternately by one for minutes.
#[test]
fn cycles_of_inequalities() {
    let solutions = |gaps: [i32; 3]| {
        let mut model = Model::new();
        let vars = model.int_vars("x", 3, -500_000_000..=500_000_000);
        for (i, gap) in gaps.into_iter().enumerate() {
            let _ = model.post(le(vars[i] + gap, vars[(i + 1) % 3])).expect("the model's own variables");
        }
        let mut solver = Solver::new(&model, Options::default());
        solver.propagate().map(|()| solver.engine().propagations())
    };
    for impossible in [[1, 0, 0], [1, 1, 1], [5, -2, -2], [-1000, 2000, -999]] {
        assert!(solutions(impossible).is_err(), "{impossible:?}");
    }
    for possible in [[0, 0, 0], [5, -2, -3], [-1000, 2000, -1001], [-1, -1, -1]] {
        assert!(solutions(possible).is_ok_and(|runs| runs < 100), "{possible:?}");
    }
}

/// Domains as wide as possible: an answer, or a limit of memory, and no gigabytes.
#[test]
fn memory_does_not_follow_the_width() {
    let mut model = Model::new();
    let vars = model.int_vars("x", 5, -2_000_000_000..=2_000_000_000);
    let _ = model.post(all_different(vars)).expect("the model's own variables");
    let limits = Limits::none().nodes(1000);
    assert!(matches!(model.count(&limits), Count::AtLeast(_, Limit::Nodes)));
    assert_eq!(model.implications(&limits).err(), Some(Limit::Memory));
    let marginals = model.marginals(&limits);
    assert!(matches!(marginals.total(), Count::AtLeast(_, Limit::Memory)));
    assert!(model.vars().all(|var| marginals.of(var).is_empty()));
}

/// A number of ten thousands of digits, which is quickly found; the same for each value of each variable would take
/// gigabytes.
#[test]
fn memory_does_not_follow_the_digits() {
    let mut model = Model::new();
    let _ = model.int_vars("x", 30_000, 0..10);
    let digits = |count: &Count| count.number().to_string().len();
    let count = model.count(&Limits::none());
    assert!(count.is_exact() && digits(&count) == 30_001);
    let marginals = model.marginals(&Limits::none());
    assert!(matches!(marginals.total(), Count::AtLeast(_, Limit::Memory)));
    assert_eq!(digits(marginals.total()), 30_001);
    assert!(model.vars().all(|var| marginals.of(var).is_empty()));
}

/// There are as many pairs as half the square of the variables.
#[test]
fn memory_does_not_follow_the_pairs() {
    let mut model = Model::new();
    let _ = model.int_vars("x", 12_000, 0..2);
    assert_eq!(model.different_pairs(&Limits::none()).err(), Some(Limit::Memory));
}

/// After a limit nearly every value of a variable may still imply every value of the others.
#[test]
fn memory_does_not_follow_what_a_limit_leaves_open() {
    let mut model = Model::new();
    let vars = model.int_vars("x", 300, 0..300);
    let _ = model.post(all_different(vars).at(Consistency::Value)).expect("the model's own variables");
    let limits = Limits::none().time(Duration::from_millis(500));
    let stopped = model.implications(&limits).err();
    assert!(matches!(stopped, Some(Limit::Time | Limit::Memory)), "{stopped:?}");
}

/// A component of thousands of variables that are connected two by two.
#[test]
fn long_chains_are_counted_until_a_limit_comes() {
    let mut model = Model::new();
    let vars = model.int_vars("x", 20_000, 0..3);
    for pair in vars.windows(2) {
        let _ = model.post(ne(pair[0], pair[1])).expect("the model's own variables");
    }
    let limits = Limits::none().nodes(5);
    assert!(matches!(model.count(&limits), Count::AtLeast(_, Limit::Nodes)));
    assert!(matches!(model.marginals(&limits).total(), Count::AtLeast(_, Limit::Nodes)));
}
