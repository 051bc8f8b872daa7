//! Promise: inverses, partners, and values that are different or equal have the solutions that other solvers lost.

use residua::constraints::{
    all_different_except, all_equal, inverse, inverse_partial, not, same_values, sliding_among, sliding_sum,
    symmetric_all_different,
};
use residua::domain::Domain;
use residua::engine::Consistency;
use residua::model::{IntVar, IntView, Model, ModelError};
use residua::testing::check_constraint;

fn number(x: IntVar, value: i32) -> IntView {
    x * 0 + value
}

/// choco-solver#1037
#[test]
fn equal_numbers_are_not_different() -> Result<(), ModelError> {
    let mut model = Model::new();
    let x = model.named_var("x", 0..=1);
    model.post(not(all_equal([number(x, 2), number(x, 2)])))?;
    assert_eq!(model.solutions().count(), 0);
    Ok(())
}

/// cosoco#80: a variable given twice; and what is not equal, both ways.
#[test]
fn all_equal_of_a_variable_twice() -> Result<(), ModelError> {
    let mut model = Model::new();
    let xs = model.int_vars("x", 3, 0..=2);
    model.post(all_equal([xs[0], xs[0], xs[1]]))?;
    assert_eq!(model.solutions().count(), 9);
    let mut model = Model::new();
    let xs = model.int_vars("x", 3, 0..=2);
    model.post(not(all_equal(&xs)))?;
    assert_eq!(model.solutions().count(), 24);
    // Of one or none, true.
    model.post(all_equal([xs[0]]))?;
    model.post(all_equal::<IntVar>([]))?;
    assert_eq!(model.solutions().count(), 24);
    Ok(())
}

/// Equal variables are aliases of the first one.
#[test]
fn equal_values_are_aliases() -> Result<(), ModelError> {
    let mut model = Model::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| model.named_var(name, 0..=9));
    model.post(all_equal([a.view(), b + 1, c.view()]))?;
    let left = model.residual(Consistency::Value).expect("there are solutions");
    assert_eq!(left.model.to_string(), "a in 1..9\nb in 0..8\nc in 1..9\nb = a - 1\nc = a\n");
    Ok(())
}

/// CPMpy#608: one variable is different from nothing.
#[test]
fn all_different_except_of_one_variable() -> Result<(), ModelError> {
    let mut model = Model::new();
    let x = model.named_var("x", 1..=9);
    model.post(all_different_except([x], 0..=0))?;
    assert_eq!(model.solutions().count(), 9);
    Ok(())
}

/// cosoco#78: of a matrix, and of expressions.
#[test]
fn all_different_except_of_rows_and_columns() -> Result<(), ModelError> {
    let mut model = Model::new();
    let xs = model.int_vars("x", 9, 0..=2);
    let mut expected = 0;
    for code in 0..3i32.pow(9) {
        let at = |row: u32, column: u32| code / 3i32.pow(3 * row + column) % 3;
        let apart = |a: i32, b: i32| a == 0 || a != b;
        let is_met = (0..3)
            .all(|k| (0..3).all(|i| (0..i).all(|j| apart(at(k, i), at(k, j)) && apart(at(i, k), at(j, k)))));
        expected += usize::from(is_met);
    }
    for k in 0..3 {
        model.post(all_different_except(&xs[3 * k..3 * k + 3], [0]))?;
        model.post(all_different_except((0..3).map(|i| xs[3 * i + k]), [0]))?;
    }
    assert_eq!(model.solutions().count(), expected);

    let mut model = Model::new();
    let xs = model.int_vars("x", 3, 0..=3);
    model.post(all_different_except([xs[0] + 1, xs[1].view(), xs[2].view()], [1]))?;
    let apart = |a: i32, b: i32| a == 1 || a != b;
    let is_met = |code: &i32| {
        let (a, b, c) = (code / 16 + 1, code / 4 % 4, code % 4);
        apart(a, b) && apart(a, c) && apart(b, c)
    };
    assert_eq!(model.solutions().count(), (0..64).filter(is_met).count());
    Ok(())
}

/// glasgow#988: domains ten million wide, and wider.
#[test]
fn all_different_except_in_wide_domains() -> Result<(), ModelError> {
    let mut model = Model::new();
    let xs = model.int_vars("x", 6, 0..=1_000_000_000);
    model.post(all_different_except(&xs, 0..=500_000))?;
    let few = [model.named_var("a", [7, 1_000_000]), model.named_var("b", [999_999, 1_000_000])];
    let tight = model.named_var("c", [999_999, 1_000_000]);
    model.post(all_different_except([few[0], few[1], tight, xs[0]], [7, 8]))?;
    let left = model.residual(Consistency::Domain).expect("there are solutions").model;
    assert_eq!(left.domain(few[0]).to_string(), "7");
    assert_eq!(left.domain(xs[0]).to_string(), "0..999998 1000001..1000000000");
    Ok(())
}

/// Gecode#171: constants and a variable that stands in both lists, here counted from 1.
#[test]
fn an_inverse_of_shared_variables() -> Result<(), ModelError> {
    let mut model = Model::new();
    let domains: [&[i32]; 7] = [&[1, 2, 3], &[3, 4], &[1, 2, 3], &[1, 2], &[3, 4, 5], &[2, 4, 5, 6], &[1, 2]];
    let [c, d, e, f, g, j, k] = domains.map(|values| model.int_var(Domain::from(values)));
    let first = [j.view(), c.view(), e.view(), number(c, 5), d.view(), number(c, 2)];
    let second = [c.view(), number(c, 6), k.view(), g.view(), number(c, 4), f.view()];
    model.post(inverse(first.map(|x| x - 1), second.map(|x| x - 1)))?;
    let found: Vec<Vec<i32>> = model.solutions().map(|found| found.values().to_vec()).collect();
    assert_eq!(found.len(), 1, "{found:?}");
    Ok(())
}

/// choco-solver#1090: values below 0, and beyond the list, are no places; also in a condition.
#[test]
fn values_that_are_no_places() -> Result<(), ModelError> {
    let mut model = Model::new();
    let f = model.int_vars("f", 2, -5..=5);
    let g = model.int_vars("g", 2, -5..=5);
    let b = model.named_var("b", 0..=1);
    model.post(residua::constraints::iff(inverse(&f, &g), b.is(1)))?;
    model.post(residua::constraints::eq(b, 1))?;
    assert_eq!(model.solutions().count(), 2);
    Ok(())
}

/// The numbers of partial matchings between two and three, and of involutions.
#[test]
fn well_known_numbers() -> Result<(), ModelError> {
    let mut model = Model::new();
    let f = model.int_vars("f", 2, -1..=2);
    let g = model.int_vars("g", 3, -1..=1);
    model.post(inverse_partial(&f, &g))?;
    assert_eq!(model.solutions().count(), 1 + 6 + 6);
    for (n, involutions) in [(0, 1), (1, 1), (2, 2), (3, 4), (4, 10), (5, 26), (6, 76)] {
        let mut model = Model::new();
        let xs = model.int_vars("x", n, 0..=n as i32 - 1 + i32::from(n == 0));
        model.post(symmetric_all_different(&xs))?;
        assert_eq!(model.solutions().count(), involutions);
    }
    Ok(())
}

/// That a machine must have a task takes the place away from those who could have done without one.
#[test]
fn partners_that_are_needed() -> Result<(), ModelError> {
    let mut model = Model::new();
    let tasks = model.int_vars("task", 2, -1..=1);
    let machines = model.int_vars("machine", 2, 0..=1);
    model.post(inverse_partial(&tasks, &machines))?;
    let left = model.residual(Consistency::Value).expect("there are solutions").model;
    assert_eq!(left.domain(tasks[0]).to_string(), "0 1");
    Ok(())
}

/// All that a constraint owes, over cases that the random ones are too small for.
#[test]
fn what_is_owed() {
    let mut model = Model::new();
    let f = model.int_vars("f", 3, -1..=3);
    let g = model.int_vars("g", 2, -1..=3);
    check_constraint(&model, inverse_partial(&f, &g)).expect("partial");
    check_constraint(&model, inverse(&f[..2], &g)).expect("whole");
    check_constraint(&model, symmetric_all_different(&f)).expect("symmetric");
    let mut model = Model::new();
    let xs = model.int_vars("x", 5, 0..=4);
    check_constraint(&model, all_different_except(&xs, [0, 3])).expect("except");
    check_constraint(&model, all_equal(&xs)).expect("equal");
    check_constraint(&model, sliding_sum(&xs, 3, 4..=5)).expect("sums");
    check_constraint(&model, sliding_among(&xs, [0, 3], 3, 1..=2)).expect("numbers");
    let mut model = Model::new();
    let xs = model.int_vars("x", 6, 0..=3);
    check_constraint(&model, same_values(&xs[..3], &xs[3..])).expect("same");
}

/// The pairs of lists of `n` digits with the same values, by the multinomials of each.
#[test]
fn lists_with_the_same_values() -> Result<(), ModelError> {
    for (n, expected) in [(0, 1), (1, 3), (2, 3 + 3 * 4), (3, 3 + 6 * 9 + 36)] {
        let mut model = Model::new();
        let xs = model.int_vars("x", n, 1..=3);
        let ys = model.int_vars("y", n, 1..=3);
        model.post(same_values(&xs, &ys))?;
        assert_eq!(model.solutions().count(), expected, "{n}");
    }
    // A view that both lists have says nothing; wide domains are narrowed by their bounds.
    let mut model = Model::new();
    let [a, b, c] = [("a", 0..=1_000_000_000), ("b", 7..=2_000_000_000), ("c", 0..=9)]
        .map(|(name, values)| model.named_var(name, values));
    model.post(same_values([a, c], [c, b]))?;
    let left = model.residual(Consistency::Domain).expect("there are solutions");
    assert_eq!(left.model.domain(a).min(), Some(7));
    Ok(())
}

/// Sums of windows that follow from all windows together; by brute force.
#[test]
fn windows_of_a_list() -> Result<(), ModelError> {
    let mut model = Model::new();
    let xs = model.int_vars("x", 6, 0..=3);
    model.post(sliding_sum(&xs, 3, 4..=5))?;
    model.post(sliding_among(&xs, [0, 3], 2, 1..=1))?;
    let is_met = |code: &i32| {
        let at: Vec<i32> = (0..6).map(|i| code >> (2 * i) & 3).collect();
        let ends = |v: &i32| *v == 0 || *v == 3;
        at.windows(3).all(|w| (4..=5).contains(&w.iter().sum::<i32>()))
            && at.windows(2).all(|w| w.iter().filter(|v| ends(v)).count() == 1)
    };
    assert_eq!(model.solutions().count(), (0..1 << 12).filter(is_met).count());
    // More than there are, and none.
    let mut model = Model::new();
    let xs = model.int_vars("x", 2, 0..=3);
    model.post(sliding_sum(&xs, 3, 4..=5))?;
    assert_eq!(model.solutions().count(), 16);
    assert!(model.post(sliding_among(&xs, [1], 0, 0..=0)).is_err());
    Ok(())
}
