//! Promise: whatever is built of conditions and expressions can be cloned, compared, printed, checked and dropped, and is solved or
//! refused, however long or deep it is; long chains are wide, not deep.

use residua::constraints::{
    Condition, Connect, Constraint, Expr, MOST_NESTED, eq, if_then_else, max_of, min_of, ne, not,
};
use residua::engine::Consistency;
use residua::model::{IntVar, Model};

const LONG: usize = 100_000;

/// Puts one more level around an expression.
type Deeper = fn(IntVar, Expr) -> Expr;

/// Connects one more level with a condition.
type Longer = fn(IntVar, Condition) -> Condition;

const EXPRESSIONS: [Deeper; 5] = [
    |_, deep| (deep - 2).abs(),
    |x, deep| if_then_else(x.is(1), deep, x),
    |x, deep| if_then_else(x.is(0), x + 3, deep),
    |x, deep| max_of([min_of([deep, (x + 1).into()]), x.into()]),
    |x, deep| deep * x,
];

const CONDITIONS: [Longer; 4] = [
    |x, deep| deep.iff(x.is(1)),
    |x, deep| deep ^ x.is(0),
    |x, deep| (deep | x.is(0)) & x.is(1),
    |x, deep| if_then_else(deep, x, 0).eq(1),
];

fn deep_expression(x: IntVar, levels: usize, deeper: Deeper) -> Condition {
    (0..levels).fold(Expr::from(x), |deep, _| deeper(x, deep)).eq(1)
}

fn deep_condition(x: IntVar, levels: usize, longer: Longer) -> Condition {
    (0..levels).fold(eq(x, 1), |deep, _| longer(x, deep))
}

/// All that can be done with a condition that is not posted.
fn handle(model: &Model, condition: &Condition) {
    let copy = condition.clone();
    assert_eq!(*condition, copy);
    let _ = (model.show(condition).to_string(), format!("{copy:?}"), not(copy));
}

#[test]
fn what_is_too_deep_is_refused() {
    let mut model = Model::new();
    let x = model.named_var("x", 0..=1);
    let expressions = EXPRESSIONS.iter().map(|&deeper| deep_expression(x, LONG, deeper));
    let conditions = CONDITIONS.iter().map(|&longer| deep_condition(x, LONG, longer));
    for condition in expressions.chain(conditions) {
        handle(&model, &condition);
        for condition in [condition.clone(), not(condition.clone()), condition.or(x.is(1))] {
            let error = model.post(condition).expect_err("it is too deep").to_string();
            assert!(error.ends_with("nest no deeper than 256 levels"), "{error}");
        }
    }
    let objective = (0..LONG).fold(Expr::from(x), |deep, _| (deep - 2).abs());
    for objective in [objective.clone() + x, objective * 2] {
        let error = model.minimize(objective).expect_err("it is too deep").to_string();
        assert!(error.ends_with("nest no deeper than 256 levels"), "{error}");
    }
    assert_eq!(model.constraints().count(), 0);
}

/// To the depth that is allowed, each level is taken, and the answers are right; just beyond it, it is refused.
#[test]
fn what_is_as_deep_as_it_may_be_is_solved() {
    let most = MOST_NESTED as usize - 1;
    let build = |x: IntVar, at: usize, levels: usize| match EXPRESSIONS.get(at) {
        Some(&deeper) => deep_expression(x, levels, deeper),
        None => deep_condition(x, levels, CONDITIONS[at - EXPRESSIONS.len()]),
    };
    for at in 0..EXPRESSIONS.len() + CONDITIONS.len() {
        let mut model = Model::new();
        let x = model.named_var("x", 0..=1);
        let levels = (0..=most).rev().find(|&levels| {
            let mut model = model.clone();
            model.post(build(x, at, levels)).is_ok()
        });
        let levels = levels.expect("no level is not deep");
        assert!(levels > most / 3, "a level is at most three: {levels} of form {at}");
        let condition = build(x, at, levels);
        handle(&model, &condition);
        let expected: Vec<i32> =
            (0..=1).filter(|&value| condition.check(&|view| view.apply(value))).collect();
        model.post(condition).expect("as before");
        let _ = model.to_string();
        let found: Vec<i32> = model.solutions().map(|found| found[x]).collect();
        assert_eq!(found, expected, "form {at}");
        let left = model.residual(Consistency::Domain);
        assert_eq!(left.is_some(), !expected.is_empty(), "form {at}");
        assert!(model.post(build(x, at, most + 1)).is_err(), "form {at}");
    }
}

#[test]
fn long_chains_are_not_deep() {
    let mut model = Model::new();
    let xs = model.int_vars("x", LONG, 0..=1);
    let first = eq(xs[0], 1);
    let any = xs[1..].iter().fold(first.clone(), |any, x| any.or(x.is(1)));
    let all = xs[1..].iter().fold(first, |all, x| all.and(x.is(1)));
    let not_all = xs[1..].iter().fold(ne(xs[0], 1), |any, &x| any | ne(x, 1));
    let greatest = xs[1..].iter().fold(Expr::from(xs[0]), |most, &x| max_of([most, x.into()]));
    let least = xs[1..].iter().fold(Expr::from(xs[0]), |least, &x| min_of([x.into(), least]));
    let total = xs[1..].iter().fold(Expr::from(xs[0]), |total, x| total + x);
    let squares = xs[1..].iter().fold(Expr::from(xs[0]), |total, x| total + x.abs());
    assert_eq!(not(all.clone()), not_all);
    for condition in [any, all, not_all, greatest.eq(1), least.eq(0), total.le(5), squares.ge(2)] {
        handle(&model, &condition);
        model.post(condition).expect("it is wide");
    }
    assert_eq!(model.constraints().count(), 7);
}

/// The greatest of nothing has no value, also among others.
#[test]
fn the_greatest_of_none_stays_one() {
    let mut model = Model::new();
    let x = model.named_var("x", 0..=3);
    let shown = |expression: Expr| model.show(&expression.le(2)).to_string();
    assert_eq!(shown(max_of([max_of([x + 1, x * 2]), x.into()])), "max(x + 1, 2·x, x) ≤ 2");
    assert_eq!(shown(max_of([min_of([x + 1, x * 2]), x.into()])), "max(min(x + 1, 2·x), x) ≤ 2");
    assert_eq!(shown(max_of([max_of([x + 1, x * 2]) + 1, x.into()])), "max(max(x + 1, 2·x) + 1, x) ≤ 2");
    model.post(max_of([max_of([] as [Expr; 0]), x.into()]).ge(0)).expect("small");
    assert_eq!(model.solutions().count(), 0);
}
