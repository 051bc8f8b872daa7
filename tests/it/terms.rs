//! Promise: a constraint over expressions holds where each of them has a value, and the constraint holds for these values.
//!
//! The expressions are random, some of them without a value somewhere (`x / y`); the oracle evaluates them, and decides the constraint,
//! by a few lines of its own.

use proptest::prelude::*;
use residua::constraints::{
    At, Condition, Connect, Expr, all_different, all_equal, count, how_many, in_set, increasing, inverse,
    knapsack, lex_less, max_of, maximum, nvalue, of_expressions, sliding_sum, table,
};
use residua::constraints::{Constraint, eq, not};
use residua::engine::Consistency;
use residua::model::{IntVar, Model, ModelError};
use residua::testing::check_constraint;

use crate::catalogue::cases;
use crate::oracle;

const VALUES: [i32; 4] = [-1, 0, 1, 2];

/// An expression of three variables, as it is built and as it is evaluated by hand.
#[derive(Clone, Debug)]
enum Tree {
    Number(i32),
    View(usize, i32, i32),
    Sum(Box<[Tree; 2]>),
    Product(Box<[Tree; 2]>),
    Quotient(Box<[Tree; 2]>),
    Remainder(Box<[Tree; 2]>),
    Greatest(Box<[Tree; 2]>),
    Entry(Box<Tree>),
    Holds(Box<Tree>, i32),
}

impl Tree {
    fn build(&self, vars: &[IntVar]) -> Expr {
        match self {
            Tree::Number(number) => Expr::from(*number),
            Tree::View(var, scale, offset) => Expr::from(vars[*var] * *scale + *offset),
            Tree::Sum(of) => of[0].build(vars) + of[1].build(vars),
            Tree::Product(of) => of[0].build(vars) * of[1].build(vars),
            Tree::Quotient(of) => of[0].build(vars) / of[1].build(vars),
            Tree::Remainder(of) => of[0].build(vars) % of[1].build(vars),
            Tree::Greatest(of) => max_of(of.iter().map(|of| of.build(vars))),
            Tree::Entry(of) => [2, 0, 1].at(of.build(vars)),
            Tree::Holds(of, than) => how_many([of.build(vars).le(*than)]),
        }
    }

    fn value(&self, values: &[i32]) -> Option<i32> {
        let both = |of: &[Tree; 2]| Some((of[0].value(values)?, of[1].value(values)?));
        match self {
            Tree::Number(number) => Some(*number),
            Tree::View(var, scale, offset) => Some(values[*var] * scale + offset),
            Tree::Sum(of) => both(of).map(|(one, other)| one + other),
            Tree::Product(of) => both(of).map(|(one, other)| one * other),
            Tree::Quotient(of) => both(of).and_then(|(one, other)| one.checked_div(other)),
            Tree::Remainder(of) => both(of).and_then(|(one, other)| one.checked_rem(other)),
            Tree::Greatest(of) => both(of).map(|(one, other)| one.max(other)),
            Tree::Entry(of) => [2, 0, 1].get(usize::try_from(of.value(values)?).ok()?).copied(),
            // A condition is false where what is compared has no value.
            Tree::Holds(of, than) => Some(of.value(values).is_some_and(|value| value <= *than).into()),
        }
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        1 => (-2..=3i32).prop_map(Tree::Number),
        4 => (0..3usize, prop_oneof![Just(-1), Just(1), Just(2)], -1..=2i32)
            .prop_map(|(var, scale, offset)| Tree::View(var, scale, offset)),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        let two = || [inner.clone(), inner.clone()].prop_map(Box::new);
        prop_oneof![
            two().prop_map(Tree::Sum),
            two().prop_map(Tree::Product),
            two().prop_map(Tree::Quotient),
            two().prop_map(Tree::Remainder),
            two().prop_map(Tree::Greatest),
            inner.clone().prop_map(|of| Tree::Entry(Box::new(of))),
            (inner.clone(), -1..=2i32).prop_map(|(of, than)| Tree::Holds(Box::new(of), than)),
        ]
    })
}

/// A constraint of three expressions, and what it says.
type Case = (fn(Vec<Expr>) -> Condition, fn(&[i32]) -> bool);

const CASES: [Case; 12] = [
    (all_different, |v| v[0] != v[1] && v[1] != v[2] && v[0] != v[2]),
    (all_equal, |v| v[0] == v[1] && v[1] == v[2]),
    (increasing, |v| v[0] <= v[1] && v[1] <= v[2]),
    (
        |e| table(e, [[0, 1, 2], [1, 1, 0], [2, -1, 1]]),
        |v| [[0, 1, 2], [1, 1, 0], [2, -1, 1]].contains(&[v[0], v[1], v[2]]),
    ),
    (|e| count(e, 1, 2), |v| v.iter().filter(|&&value| value == 1).count() == 2),
    (|e| nvalue(e, 2), |v| (v[0] == v[1]) as u8 + (v[1] == v[2]) as u8 + (v[0] == v[2]) as u8 == 1),
    (|e| sliding_sum(e, 2, 0..=2), |v| v.windows(2).all(|two| (0..=2).contains(&(two[0] + two[1])))),
    (|e| in_set(&e[0], [-1, 2]), |v| v[0] == -1 || v[0] == 2),
    (|e| lex_less(&e[..2], &e[1..]), |v| (v[0], v[1]) < (v[1], v[2])),
    (
        |e| inverse(&e[..2], [&e[2], &(e[2].clone() + 1)]),
        |v| {
            let (f, g) = ([v[0], v[1]], [v[2], v[2] + 1]);
            let is = |one: [i32; 2], other: [i32; 2]| {
                (0..2)
                    .all(|at| one[at] == 0 && other[0] == at as i32 || one[at] == 1 && other[1] == at as i32)
            };
            is(f, g) && is(g, f)
        },
    ),
    // Constraints of expressions in conditions, and inside of each other.
    (|e| all_different(&e[..2]) | all_equal(&e[1..]), |v| v[0] != v[1] || v[1] == v[2]),
    (
        |e| {
            of_expressions([e[0].clone() + e[1].clone(), e[2].clone()], |at| {
                all_different([at[0] + at[1], Expr::from(at[0])])
            })
        },
        |v| v[2] != 0,
    ),
];

/// The case without a value for an expression: also the terms of one side of `|` need none, where the other side holds.
fn expected(case: usize, trees: &[Tree], values: &[i32]) -> bool {
    let found: Vec<Option<i32>> = trees.iter().map(|tree| tree.value(values)).collect();
    if case == 10 {
        let differ = matches!(found[..2], [Some(one), Some(other)] if one != other);
        return differ || matches!(found[1..], [Some(one), Some(other)] if one == other);
    }
    let needed = if case == 7 { &found[..1] } else { &found[..] };
    needed.iter().all(Option::is_some)
        && CASES[case].1(&found.iter().map(|value| value.unwrap_or(0)).collect::<Vec<i32>>())
}

fn solutions(model: &Model) -> Vec<Vec<i32>> {
    let own = |found: residua::model::Solution| found.values()[..3].to_vec();
    let mut found: Vec<Vec<i32>> = model.solutions().map(own).collect();
    found.sort_unstable();
    found
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn are_evaluated(case in 0..CASES.len(), trees in [tree(), tree(), tree()]) {
        let mut model = Model::new();
        let vars = model.int_vars("x", 3, VALUES);
        let constraint = || CASES[case].0(trees.iter().map(|tree| tree.build(&vars)).collect());
        let mut holding = oracle::assignments(&vec![VALUES.to_vec(); 3]);
        let mut failing = holding.clone();
        holding.retain(|values| expected(case, &trees, values));
        failing.retain(|values| !expected(case, &trees, values));

        let mut posted = model.clone();
        posted.post(constraint()).expect("the values are small");
        prop_assert_eq!(solutions(&posted), &holding[..], "posted: {}", posted);
        prop_assert_eq!(solutions(&posted.decomposed()), &holding[..], "decomposed: {}", posted);
        for consistency in Consistency::ALL {
            let left = posted.residual(consistency).map_or_else(Vec::new, |left| solutions(&left.model));
            prop_assert_eq!(left, &holding[..], "what is left at {:?}: {}", consistency, posted);
        }

        let mut negated = model.clone();
        negated.post(not(constraint())).expect("the values are small");
        prop_assert_eq!(solutions(&negated), &failing[..], "negated: {}", negated);

        let mut reified = model.clone();
        let is_true = reified.bool_var("b");
        reified.post(constraint().reified_by(is_true.is(1))).expect("the values are small");
        for found in reified.solutions() {
            let values = &found.values()[..3];
            prop_assert_eq!(found[is_true] == 1, expected(case, &trees, values), "{:?} of {}", values, reified);
        }
        prop_assert_eq!(reified.solutions().count(), 64);
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn keep_the_contract(case in 0..CASES.len(), trees in [tree(), tree(), tree()]) {
        let mut model = Model::new();
        let vars = model.int_vars("x", 3, [0, 1, 2]);
        let constraint = CASES[case].0(trees.iter().map(|tree| tree.build(&vars)).collect());
        prop_assert_eq!(check_constraint(&model, constraint), Ok(()));
    }
}

/// Terms that are variables leave the constraint as it is, and its type.
#[test]
fn that_are_variables_are_taken_as_they_are() {
    let mut model = Model::new();
    let vars = model.int_vars("x", 3, VALUES);
    let plain = all_different(&vars).at(Consistency::Bounds);
    assert_eq!(
        all_different(vars.iter().map(Expr::from)),
        Condition::new(all_different(&vars).into_shared())
    );
    assert_ne!(plain, all_different(&vars));
    let twice = || all_different([vars[0] + vars[1], Expr::from(vars[2])]);
    assert_eq!(twice(), twice());
}

/// What can leave 32 bits, and what is another model's, is refused, and named as it is written.
#[test]
fn that_do_not_fit_are_refused() {
    let mut model = Model::new();
    let x = model.named_var("x", 0..=100_000);
    let error = model.post(all_different([x * x, Expr::from(x)])).expect_err("10 digits");
    assert_eq!(
        error.to_string(),
        "all_different(times(x, x), x): times(x, x) can be 0 or 10000000000, which does not fit into 32 bits"
    );
    let other = Model::new().named_var("y", 0..=1);
    let error = model.post(maximum([x + other, Expr::from(x)], x)).expect_err("another model");
    assert!(error.to_string().contains("foreign0"), "{error}");
    // The factor of a view of an expression.
    let error =
        model.post(of_expressions([x + x], |at| in_set(at[0] * 30_000, 0..=5))).expect_err("6 billions");
    assert_eq!(
        error.to_string(),
        "30000·(x + x) in 0..5: 30000·(x + x) can be 0 or 6000000000, which does not fit into 32 bits"
    );
}

/// An expression that counts for nothing, as a weight of 0 makes it, or one in no place at all, has to have a value.
#[test]
fn that_count_for_nothing_need_a_value() -> Result<(), ModelError> {
    let mut model = Model::new();
    let [x, y] = [1..=2, 0..=1].map(|values| model.int_var(values));
    let [w, p] = ["w", "p"].map(|name| model.named_var(name, 0..=9));
    let weights = [0, 1];
    let zero = || of_expressions([x / y, Expr::from(x)], |at| in_set(at[0] * weights[0] + weights[1], [1]));
    let packed = || knapsack([0, 1], [0, 1], [x / y, Expr::from(x)], w, p);
    let unused = || of_expressions([x / y, Expr::from(x) + 1], |at| not(eq(at[1], 9)).into_shared());
    for (constraint, holding) in [(zero(), 200), (packed(), 2), (unused(), 200)] {
        let [mut plain, mut negated] = [model.clone(), model.clone()];
        plain.post(constraint.clone())?;
        negated.post(not(constraint))?;
        assert!(plain.solutions().all(|found| found[y] == 1), "{plain}");
        assert_eq!([plain.solutions().count(), negated.solutions().count()], [holding, 400 - holding]);
    }
    Ok(())
}
