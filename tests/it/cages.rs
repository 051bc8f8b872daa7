//! Promise: sums of different values leave what is part of a solution, and nothing else; also those that other solvers got wrong.

use residua::constraints::{Constraint, eq, exact_sum};
use residua::engine::Consistency;
use residua::model::{IntVar, Model, ModelError};
use residua::testing::check_constraint;

/// The domain of each of `count` different digits that add up to `total`.
fn digits(count: usize, total: i64) -> Option<String> {
    let mut model = Model::new();
    let xs = model.int_vars("x", count, 1..=9);
    let _ = model.post(exact_sum(&xs, total).distinct()).expect("the values are small");
    model.residual(Consistency::Value).map(|left| left.model.domain(xs[0]).to_string())
}

/// SWI-Prolog leaves 1..4 of three digits that add up to 6. The tables that people solve killer Sudoku with.
#[test]
fn the_digits_of_a_cage() {
    for (count, total, left) in [
        (3, 6, Some("1..3")),
        (3, 7, Some("1 2 4")),
        (2, 4, Some("1 3")),
        (2, 10, Some("1..4 6..9")),
        (4, 11, Some("1..3 5")),
        (4, 30, Some("6..9")),
        (8, 38, Some("1..6 8 9")),
        (9, 45, Some("1..9")),
        (9, 44, None),
        (10, 55, None),
    ] {
        assert_eq!(digits(count, total).as_deref(), left, "{count} digits with the sum {total}");
    }
}

/// By brute force, at every number of digits.
#[test]
fn every_cage() {
    for count in 1..=9u32 {
        for total in 0..=46 {
            let sets = (0..1 << 9).filter(|set: &u32| {
                let sum: u32 = (1..=9).filter(|v| set >> (v - 1) & 1 != 0).sum();
                set.count_ones() == count && sum == total
            });
            let union = sets.fold(0, |union, set| union | set);
            let digit = |v: &i32| union >> (v - 1) & 1 != 0;
            let expected: residua::domain::Domain = (1..=9).filter(digit).collect();
            let expected = (!expected.is_empty()).then(|| expected.to_string());
            assert_eq!(digits(count as usize, total.into()), expected, "{count} digits with the sum {total}");
        }
    }
}

/// python-constraint#33: sums below 0.
#[test]
fn negative_values() -> Result<(), ModelError> {
    let mut model = Model::new();
    let xs = model.int_vars("x", 3, -3..=1);
    model.post(exact_sum(&xs, -4).distinct())?;
    // -3, -2, 1 and -3, -1, 0.
    assert_eq!(model.solutions().count(), 12);
    Ok(())
}

/// Many values at first, few in the end; and far ones.
#[test]
fn values_far_apart() -> Result<(), ModelError> {
    let mut model = Model::new();
    let xs = model.int_vars("x", 3, [1, 2, 1000, 1_000_000]);
    model.post(exact_sum(&xs, 1_001_002).distinct())?;
    let left = model.residual(Consistency::Value).expect("there are solutions").model;
    assert_eq!(left.domain(xs[0]).to_string(), "2 1000 1000000");

    let mut model = Model::new();
    let xs = model.int_vars("x", 4, 0..=1_000_000_000);
    model.post(exact_sum(&xs, 7).distinct())?;
    let left = model.residual(Consistency::Bounds).expect("there are solutions").model;
    assert_eq!(left.domain(xs[0]).to_string(), "0..2 4", "the sum leaves eight values first");
    assert_eq!(model.solutions().count(), 24);
    Ok(())
}

/// All that a constraint owes, over cases that the random ones are too small for.
#[test]
fn what_is_owed() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 4, 1..=9);
    check_constraint(&model, exact_sum(&xs, 14).distinct()).expect("a sum of four");
    let mut model = Model::new();
    let ys = model.int_vars("y", 3, -10..=11);
    check_constraint(&model, exact_sum([ys[0].view(), ys[1] * 2, 3 - ys[2]], 14).distinct())
        .expect("many values");
}

/// A cage of a view twice has no solution; of two views of one variable it may have one.
#[test]
fn one_variable() -> Result<(), ModelError> {
    let mut model = Model::new();
    let x: IntVar = model.named_var("x", -5..=5);
    model.post(exact_sum([x.view(), -x, x + 1], 3).distinct())?;
    assert_eq!(model.solutions().map(|s| s[x]).collect::<Vec<_>>(), [2]);
    model.post(exact_sum([x, x], 4).distinct())?;
    assert_eq!(model.solutions().count(), 0);
    assert!(model.post(exact_sum([x, x], u64::MAX).distinct()).is_err());
    let shown = exact_sum([x.view(), x + 1], 4).distinct();
    assert_eq!(Constraint::into_shared(shown).display().to_string(), "distinct_sum(x0, x0 + 1) = 4");
    Ok(())
}

/// What is added to all views alike is left out of what is left, and of its total.
#[test]
fn views_that_are_shifted_alike() -> Result<(), ModelError> {
    let mut model = Model::new();
    let xs = model.int_vars("x", 3, 0..=5);
    model.post(exact_sum(xs.iter().map(|x| x + 1), 9).distinct())?;
    model.post(eq(xs[0], 1))?;
    let left = model.residual(Consistency::Domain).expect("there are solutions");
    assert_eq!(left.constraints().collect::<Vec<String>>(), ["distinct_sum(x[1], x[2]) = 5"]);
    assert_eq!((left.model.solutions().count(), model.solutions().count()), (4, 4));
    Ok(())
}
