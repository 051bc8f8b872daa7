//! Promise: a comparison of expressions is a constraint that says exactly that, whatever the factors, or is refused.

use proptest::prelude::*;
use residua::constraints::{
    At, Condition, Constraint, Expr, any_of, eq, exact_sum, ge, gt, le, lt, max_of, min_of, ne, not, sum,
};
use residua::engine::Consistency;
use residua::model::{IntVar, IntView, Model, ModelError};
use residua_encode::minizinc::minizinc;

use crate::catalogue::{cases, far_formulas};
use crate::oracle;

/// `scale · x + offset`, of the variable of that number.
type Term = (usize, i32, i32);

fn term() -> impl Strategy<Value = Term> {
    (0..3usize, -2..=3i32, -2..=2i32)
}

fn view(vars: &[IntVar], (var, scale, offset): Term) -> IntView {
    vars[var] * scale + offset
}

fn value(assignment: &[i32], (var, scale, offset): Term) -> i32 {
    assignment[var] * scale + offset
}

/// What a comparison is, and what it says.
type Comparison = (fn(Expr, Expr) -> Condition, fn(i32, i32) -> bool);

const COMPARISONS: [Comparison; 6] = [
    (eq, |a, b| a == b),
    (ne, |a, b| a != b),
    (lt, |a, b| a < b),
    (le, |a, b| a <= b),
    (gt, |a, b| a > b),
    (ge, |a, b| a >= b),
];

const VALUES: [i32; 4] = [-1, 0, 1, 3];

fn solutions(model: &Model) -> Vec<Vec<i32>> {
    let mut found: Vec<Vec<i32>> = model.solutions().map(|solution| solution.values().to_vec()).collect();
    found.sort_unstable();
    found
}

/// What the constraints that `post` makes of three variables accept.
fn accepted(post: impl FnOnce(&mut Model, &[IntVar]) -> Result<(), ModelError>) -> Vec<Vec<i32>> {
    let mut model = Model::new();
    let vars = model.int_vars("x", 3, VALUES);
    post(&mut model, &vars).expect("the numbers are small");
    solutions(&model)
}

fn expected(holds: impl Fn(&[i32]) -> bool) -> Vec<Vec<i32>> {
    let mut all = oracle::assignments(&vec![VALUES.to_vec(); 3]);
    all.retain(|assignment| holds(assignment));
    all
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn of_two_terms(one in term(), other in term(), minus: bool, number in -6..=9i32) {
        let sign = if minus { -1 } else { 1 };
        let sum = |vars: &[IntVar]| -> Expr {
            if minus { view(vars, one) - view(vars, other) } else { view(vars, one) + view(vars, other) }
        };
        let by_hand = |assignment: &[i32]| value(assignment, one) + sign * value(assignment, other);
        for (at, (compare, holds)) in COMPARISONS.into_iter().enumerate() {
            let found = accepted(|model, vars| model.post(compare(sum(vars), number.into())).map(drop));
            let by_hand = expected(|assignment| holds(by_hand(assignment), number));
            prop_assert_eq!(found, by_hand, "comparison {}", at);
        }
    }

    #[test]
    fn of_any_number(
        left in prop::collection::vec(term(), 0..=4),
        right in prop::collection::vec(term(), 0..=3),
        factor in -2..=2i32,
        number in -6..=9i32,
    ) {
        let by_hand = |terms: &[Term], a: &[i32]| terms.iter().map(|&term| value(a, term)).sum::<i32>();
        for (at, (compare, holds)) in COMPARISONS.into_iter().enumerate() {
            let found = accepted(|model, vars| {
                let added = |terms: &[Term]| sum(terms.iter().map(|&term| view(vars, term)));
                model.post(compare(added(&left) * factor, added(&right) + number)).map(drop)
            });
            let by_hand = expected(|a| holds(by_hand(&left, a) * factor, by_hand(&right, a) + number));
            prop_assert_eq!(found, by_hand, "comparison {}", at);
        }
    }

    /// A view with factor 0 is a constant, for every constraint (`catalogue` has them too).
    #[test]
    fn constants(offset in -2..=4i32, other in term()) {
        let found = accepted(|model, vars| {
            model.post(ne(vars[0] * 0 + offset, view(vars, other)))?;
            model.post(le(vars[1] * 0, vars[2] * 0 + offset)).map(drop)
        });
        prop_assert_eq!(found, expected(|a| offset != value(a, other) && 0 <= offset));
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    /// What may leave 32 bits is refused with a sentence, or has the right solutions; alone and as a part of a condition.
    #[test]
    fn of_far_numbers(instance in far_formulas(), form in 0..3) {
        let mut model = Model::new();
        let vars: Vec<IntVar> = (0..)
            .zip(&instance.domains)
            .map(|(at, domain)| model.named_var(&format!("x{at}"), &domain[..]))
            .collect();
        let first = instance.domains[0][0];
        let formula = instance.rows[0].over(&vars);
        let holds = |found: &[i32]| match form {
            0 => instance.holds(found),
            1 => instance.holds(found) || found[0] == first,
            _ => !instance.holds(found),
        };
        let posted = match form {
            0 => model.post(formula),
            1 => model.post(any_of([formula, eq(vars[0], first).into_shared()])),
            _ => model.post(not(formula)),
        };
        if let Err(error) = posted {
            let said = ["32 bits", "constraints take values", "the total", "beyond ±2⁶¹"];
            prop_assert!(said.iter().any(|said| error.to_string().contains(said)), "{}", error);
            return Ok(());
        }
        let mut expected = oracle::assignments(&instance.domains);
        expected.retain(|found| holds(found));
        prop_assert_eq!(solutions(&model), expected.clone());
        let left = model.residual(Consistency::Domain).map_or_else(Vec::new, |residual| solutions(&residual.model));
        prop_assert_eq!(left, expected);
        // Written for others or refused.
        let _ = minizinc(&model);
    }
}

/// Of no expressions there is no greatest; what is compared with it does not hold, and the rest of the model is as it was.
#[test]
fn the_greatest_of_none() -> Result<(), ModelError> {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=3));
    let none: [Expr; 0] = [];
    model.post(any_of([max_of(none.clone()).ge(3), eq(x, 1)]))?;
    model.post(not(min_of(none.clone()).eq(y)))?;
    assert_eq!(model.solutions().count(), 4);
    model.post(min_of(none).ne(y + x))?;
    assert_eq!(model.solutions().count(), 0);
    Ok(())
}

/// Every mixture of operands is an expression, and of what it should be.
#[test]
fn mixtures() -> Result<(), ModelError> {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=9));
    let xs = [x, y, z];
    model.post(eq(x, y))?;
    model.post(eq(xs[0], &xs[1] + 1))?;
    model.post(eq(x + y, 3))?;
    model.post(eq(x - y, z))?;
    model.post(eq(z, x + 2 * y))?;
    model.post(eq(x + y + z, 7))?;
    model.post(eq(x - (y - z), 1 - z))?;
    model.post(eq(2 * (x + y) - 3, x + (y + z) + 1))?;
    model.post(eq(-(x + y), -5))?;
    model.post(eq(10 - x, y))?;
    model.post(eq(xs.iter().sum::<Expr>(), 12i64))?;
    model.post(eq(x, xs.len()))?;
    model.post(eq(x * 0 + 2, y))?;
    let posted: Vec<String> =
        model.constraints().map(|(_, constraint)| model.show(&**constraint).to_string()).collect();
    assert_eq!(
        posted,
        [
            "x = y",
            "x = y + 1",
            "x + y = 3",
            "x = y + z",
            "z = x + 2·y",
            "x + y + z = 7",
            "x + z + z = y + 1",
            "2·x + 2·y = x + y + z + 4",
            "x + y = 5",
            "x + y = 10",
            "x + y + z = 12",
            "x = 3",
            "2 = y",
        ]
    );
    Ok(())
}

/// Nothing wraps: what does not fit is refused, or holds as it should.
#[test]
fn far_numbers() {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=9));
    let far = i32::MAX;
    let refuse = |result: Result<_, ModelError>, said: &str| {
        let error: ModelError = result.map(|_: residua::model::ConstraintId| ()).expect_err(said);
        assert!(error.to_string().contains(said), "{error}");
    };
    refuse(model.post(eq((x + y + z) * far * far, 1)), "32 bits");
    refuse(model.post(le(x - (y + far), far)), "32 bits");
    refuse(model.post(eq(x + y + z, Expr::from(i64::MAX))), "the total");
    refuse(model.post((x + y + z).le(Expr::from(i64::MIN) * far * far)), "the total");
    refuse(model.post(exact_sum([x, y], u64::MAX)), "the total");
    refuse(model.post(exact_sum([x, y], -i128::from(u64::MAX))), "the total");
    assert_eq!(model.constraints().len(), 0);
    for (constraint, count) in [
        (le(x, u64::MAX), 1000),
        (gt(x, i64::MIN), 1000),
        (ne(x + 1, i64::MAX), 1000),
        (eq(x, usize::MAX), 0),
        (ge(x - 5, i64::MAX), 0),
    ] {
        let mut model = model.clone();
        model.post(constraint.clone()).expect("the number is on the right");
        assert_eq!(model.solutions().count(), count, "{constraint:?}");
    }
}

/// Where an index may be out of range, a comparison and its opposite are both false there, whatever the factor of the index.
#[test]
fn the_opposite_of_what_has_no_value() -> Result<(), ModelError> {
    let mut model = Model::new();
    let x = model.named_var("x", [0, 500]);
    model.post(not([7].at(2 * x).ne(x)))?;
    assert_eq!(model.solutions().map(|found| found[x]).collect::<Vec<_>>(), [500]);
    Ok(())
}
