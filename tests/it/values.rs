//! Promise: what is read off a solution is what its expressions and conditions come to, and atoms count as 1 or 0 in sums.

use proptest::prelude::*;
use residua::constraints::{Connect, Expr, eq, sum};
use residua::model::{IntVar, Model};

use crate::catalogue::cases;

/// A term of a sum: what it is of, its weight, and the numbers of two variables and a value.
type Term = (u8, i64, usize, usize, i32);

/// Of atoms, conditions, variables and quotients.
fn expression(&(kind, weight, i, j, v): &Term, xs: &[IntVar]) -> Expr {
    let (x, y) = (xs[i], xs[j]);
    match kind {
        0 => (weight, x.is(v)).into(),
        1 => (weight, x.at_least(v) & y.at_most(1)).into(),
        2 => (weight, x.lt(y)).into(),
        3 => (weight, x.is_not(v) * y).into(),
        4 => (weight, x).into(),
        5 => (weight, x / y).into(),
        _ => (weight, y + x.is(v) - y.ne(v)).into(),
    }
}

/// The same as Rust has it; none where a divisor is 0.
fn number(&(kind, weight, i, j, v): &Term, xs: &[i32]) -> Option<i64> {
    let (x, y) = (xs[i], xs[j]);
    let of = match kind {
        0 => i32::from(x == v),
        1 => i32::from(x >= v && y <= 1),
        2 => i32::from(x < y),
        3 => i32::from(x != v) * y,
        4 => x,
        5 => x.checked_div(y)?,
        _ => y + i32::from(x == v) - i32::from(y != v),
    };
    Some(weight * i64::from(of))
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn of_sums(
        terms in prop::collection::vec((0..7u8, -3..4i64, 0..3usize, 0..3usize, 0..3i32), 0..5),
        spans in [1..3i32, 1..3, 1..3],
    ) {
        let mut model = Model::new();
        let xs: Vec<IntVar> = spans.iter().map(|&last| model.int_var(0..=last)).collect();
        let n = model.named_var("n", -99..=99);
        let whole = sum(terms.iter().map(|term| expression(term, &xs)));
        prop_assert!(model.post(eq(&whole, n)).is_ok());
        let mut found: Vec<Vec<i32>> = Vec::new();
        for solution in model.solutions() {
            prop_assert_eq!(solution.value(&whole), i64::from(solution[n]));
            prop_assert!(solution.holds(whole.eq(n)) && !solution.holds(whole.ne(n)) && !solution.holds(n.is(77)));
            found.push(solution.values_of(&xs).into_iter().chain([solution.value(n)]).collect());
        }
        found.sort_unstable();
        let mut expected = Vec::new();
        let free = model.without_constraints();
        for solution in free.search().project(&xs).solutions() {
            let values = solution.values_of(&xs);
            let total: Option<i64> = terms.iter().map(|term| number(term, &values)).sum();
            prop_assert_eq!(solution.evaluate(&whole), total);
            expected.extend(total.map(|total| values.into_iter().chain([total as i32]).collect::<Vec<i32>>()));
        }
        expected.sort_unstable();
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn names_of_a_solution() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 2, 1..=1);
    let again = model.named_var("x[0]", 2..=2);
    let _ = model.int_var(-3);
    let _ = model.post(xs[0].is(1).implies(again.is(2))).expect("its own variables");
    let solution = model.solve().expect("one value is left for each");
    assert_eq!(solution.to_string(), "x[0] = 1, x[1] = 1, x[0]#2 = 2, x3 = -3");
    assert_eq!(residua::model::Solution::new([4, 5]).to_string(), "x0 = 4, x1 = 5");
}
