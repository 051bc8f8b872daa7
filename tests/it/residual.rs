//! Promise: the residual of a model has exactly its solutions (the round-trip law), and no redundant constraint.

use proptest::prelude::*;
use residua::constraints::{
    Constraint, Expr, Linear, Statement, all_different, all_different_except, eq, exact_sum, ge, gt, in_set,
    le, lt, ne, of_expressions, sum,
};
use residua::engine::Consistency;
use residua::inspect::{Alias, Residual};
use residua::model::{Model, Solution};
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::catalogue::{cases, consistency, mixed};
use crate::oracle;
use crate::samples::reference;

/// Fixed variables of an expression that may be undefined are folded, too.
#[test]
fn partial_functions_are_folded() {
    let mut model = Model::new();
    let (x, y, z) = (model.int_var([1]), model.int_var([-1, 2]), model.int_var([2, 500]));
    let quotient = (-2 * x) / (Expr::from(z) / y);
    model.post(of_expressions([quotient], |views| in_set(views[0], [0, 1]))).expect("the numbers are small");
    let residual = model.residual(Consistency::Value).expect("it has solutions");
    check_nothing_idle(&residual);
    let expected = [[1, -1, 2], [1, -1, 500], [1, 2, 500]].map(|values| values.to_vec());
    let left: Vec<Vec<i32>> = solutions(&residual.model).into_iter().collect();
    let all: Vec<Vec<i32>> = solutions(&model).into_iter().collect();
    assert_eq!(left, all);
    assert!(left.iter().all(|values| expected.contains(values)), "{left:?}");
}

/// A view that can have only excepted values is different from nothing.
#[test]
fn excepted_values_are_no_reason_to_differ() {
    let mut model = Model::new();
    let xs = [model.int_var([0]), model.int_var([0, 1]), model.int_var([0]), model.int_var([0, 1])];
    model.post(all_different_except(xs, [0, 1])).expect("the numbers are small");
    let residual = model.residual(Consistency::Value).expect("it has solutions");
    assert_eq!(residual.model.constraints().count(), 0, "{}", residual.model);
}

/// Every assignment of the residual domains that the checkers of the residual allow.
fn solutions(model: &Model) -> BTreeSet<Vec<i32>> {
    let all = oracle::assignments(&oracle::values(model.domains()));
    all.into_iter().filter(|a| model.check(&Solution::new(a.clone())).is_ok()).collect()
}

/// No constraint involves a fixed variable, and each excludes something.
fn check_nothing_idle(residual: &Residual) {
    let model = &residual.model;
    let domains = oracle::values(model.domains());
    for (_, constraint) in model.constraints() {
        // That a condition of several constraints is always met is not always found, nor what fixed variables leave of its parts.
        if ["any_of", "all_of", "iff", "not"].contains(&constraint.name()) {
            continue;
        }
        for view in constraint.scope() {
            assert!(
                domains[view.var.index()].len() > 1,
                "{} involves a fixed variable",
                model.show(&**constraint)
            );
        }
        let excludes = oracle::assignments(&domains).iter().any(|a| !oracle::checks(&**constraint, a));
        assert!(excludes, "{} is entailed", model.show(&**constraint));
    }
}

proptest! {
    #![proptest_config(cases(6000))]

    #[test]
    fn round_trip(instance in mixed(), consistency in consistency()) {
        let model = instance.model();
        let expected = oracle::solutions(&instance);
        let Some(residual) = model.residual(consistency) else {
            prop_assert!(expected.is_empty(), "solutions are lost");
            return Ok(());
        };
        prop_assert_eq!(&solutions(&residual.model), &expected);
        let searched: BTreeSet<Vec<i32>> =
            residual.model.search().consistency(consistency).solutions().map(|s| s.values().to_vec()).collect();
        prop_assert_eq!(searched, expected);
        check_nothing_idle(&residual);
        check_nothing_repeated(&residual);
    }

    #[test]
    fn of_a_residual_is_itself(instance in mixed(), consistency in consistency()) {
        let Some(first) = instance.model().residual(consistency) else { return Ok(()) };
        let Some(second) = first.model.residual(consistency) else { return Ok(()) };
        if instance.rows.iter().any(|row| row.works_on_bounds(consistency)) {
            // The values of fixed variables are holes in the domains of others: stated by the domains of the second
            // residual.
            let pairs = first.model.domains().iter().zip(second.model.domains());
            prop_assert!(pairs.clone().all(|(first, second)| second.is_subset(first)));
            return Ok(());
        }
        prop_assert_eq!(first.model.to_string(), second.model.to_string());
        prop_assert_eq!(first.aliases, second.aliases);
    }
}

/// Edges `x ≤ y + c` between four variables.
fn edges() -> impl Strategy<Value = Vec<(usize, usize, i32)>> {
    prop::collection::vec((0..4usize, 0..4usize, -1..=2i32), 2..=9)
}

proptest! {
    #![proptest_config(cases(2000))]

    /// By shortest paths, as an oracle: variables on a cycle of length 0 are aliases.
    #[test]
    fn cycles_of_order_are_aliases(edges in edges(), shift in 0..4usize, consistency in consistency()) {
        let mut model = Model::new();
        let xs = model.int_vars("x", 4, 0..=40);
        let mut way = [[1000; 4]; 4];
        for (i, row) in way.iter_mut().enumerate() {
            row[i] = 0;
        }
        for &(x, y, gap) in &edges {
            way[x][y] = way[x][y].min(gap);
            // One relation in different forms.
            let _ = match (x + y + shift) % 4 {
                0 => model.post(le(xs[x], xs[y] + gap)),
                1 => model.post(ge(xs[y] + gap, xs[x])),
                2 => model.post(lt(xs[x] * 2, xs[y] * 2 + 2 * gap + 1)),
                _ => model.post(gt(-xs[x] + gap + 1, -xs[y])),
            }.expect("the values are small");
        }
        for (k, i, j) in (0..64).map(|n| (n / 16, n / 4 % 4, n % 4)) {
            way[i][j] = way[i][j].min(way[i][k] + way[k][j]);
        }
        let Some(residual) = model.residual(consistency) else {
            prop_assert!((0..4).any(|i| way[i][i] < 0), "the domains are wide");
            return Ok(());
        };
        let stand_in = |i: usize| residual.aliases.iter().find(|alias| alias.var == xs[i]).map_or(xs[i].view(), |a| a.is);
        for (i, j) in (0..16).map(|n| (n / 4, n % 4)) {
            let (a, b) = (stand_in(i), stand_in(j));
            let is_equal = way[i][j] + way[j][i] == 0;
            prop_assert_eq!(a.var == b.var, is_equal, "{} and {} in {}", i, j, &residual.model);
            prop_assert!(!is_equal || a.offset() - b.offset() == way[i][j]);
        }
        check_nothing_repeated(&residual);
    }
}

/// No constraint follows from another one alone.
fn check_nothing_repeated(residual: &Residual) {
    let shown: Vec<String> = residual.constraints().collect();
    let linear = |(_, constraint): (_, &Arc<dyn Constraint>)| match constraint.statement() {
        Some(Statement::Linear(linear)) => Some(linear),
        _ => None,
    };
    let all: Vec<Linear> = residual.model.constraints().filter_map(linear).collect();
    for (i, one) in all.iter().enumerate() {
        assert!(all.iter().enumerate().all(|(j, other)| i == j || !other.implies(one)), "{shown:?}");
    }
}

/// A sum of which two terms are open may state that they are equal.
#[test]
fn sums_of_two_are_aliases() {
    let mut model = Model::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| model.named_var(name, 1..=4));
    model.post(exact_sum([a + 0, c * 3, -b], 5)).expect("small");
    model.post(eq(c, 2)).expect("small");
    let residual = model.residual(Consistency::Value).expect("there are solutions");
    assert_eq!(residual.model.to_string(), "a in 1..3\nb in 2..4\nc in 2\nb = a + 1\n");
}

/// Variables that become equal share their values, and the consequences are found.
#[test]
fn aliases_propagate() {
    let mut model = Model::new();
    let [a, b] = ["a", "b"].map(|name| model.named_var(name, 1..=9));
    let [a, b] = [(a, [1, 2, 4, 6]), (b, [1, 3, 4, 6])].map(|(var, values)| {
        model.post(in_set(var, values)).expect("small");
        var
    });
    model.post(le(a, b)).expect("small");
    model.post(ge(a, b)).expect("small");
    let residual = model.residual(Consistency::Domain).expect("there are solutions");
    assert_eq!(residual.model.to_string(), "a in 1 4 6\nb in 1 4 6\nb = a\n");
}

/// The reference vector: 6x6, boxes of 2 rows by 3 columns, ten clues, 18 solutions.
fn candidates(residual: &Residual) -> u64 {
    residual.model.domains().iter().map(residua::domain::Domain::size).sum()
}

#[test]
fn reference_candidates() {
    let model = reference().model();
    let at = |consistency| model.residual(consistency).expect("it has solutions");
    let (value, domain) = (at(Consistency::Value), at(Consistency::Domain));
    assert_eq!((candidates(&value), value.definite().count()), (93, 10));
    assert_eq!((candidates(&domain), domain.definite().count()), (83, 12));
    assert_eq!(model.solutions().count(), 18);
}

#[test]
fn reference_constraints() {
    let residual = reference().model().residual(Consistency::Domain).expect("it has solutions");
    let mut sizes: Vec<usize> = residual.model.constraints().map(|(_, c)| c.scope().len()).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    assert_eq!(sizes, [6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 2]);
    assert_eq!(sizes.iter().sum::<usize>(), 70);
    let shown: Vec<String> = residual.constraints().collect();
    let pairs: BTreeSet<&str> = shown.iter().map(String::as_str).filter(|text| text.contains('≠')).collect();
    assert_eq!(pairs, BTreeSet::from(["r3c5 ≠ r4c4", "r5c1 ≠ r5c2"]));
    let whole = ["r3c1, r3c2, r3c5", "r5c5, r5c6, r6c6", "r6c2, r6c3, r6c6"];
    for scope in whole {
        assert!(shown.contains(&format!("all_different({scope})")), "{scope} among {shown:#?}");
    }
    assert_eq!(residual.model.solutions().count(), 18);
}

/// Two terms of one variable reach less far together than each by itself.
#[test]
fn a_sum_that_always_holds_is_gone() {
    let mut model = Model::new();
    let [x, y, z] = [[-2, -1], [-1, 2], [0, 1]].map(|values| model.int_var(values));
    let terms = || sum([z.view(), x * 3, y * -2, y.view()]);
    let _ = model.post(terms().le(1)).expect("the values are small");
    let _ = model.post(terms().ne(2)).expect("the values are small");
    let residual = model.residual(Consistency::Value).expect("there are solutions");
    assert_eq!(residual.constraints().next(), None);
}

/// What is left has its shortest form, and what is equal in whatever form as an alias.
#[test]
fn in_normal_form() {
    let mut model = Model::new();
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| model.named_var(name, 0..=9));
    let mut post = |name: &str, constraint: Arc<dyn Constraint>| {
        model.post_named(name, constraint).expect("the values are small");
    };
    post("apart", Arc::new(ne(a + 2, c + 2)));
    post("double", Arc::new(le(a * 2 - 1, c * 2 + 3)));
    post("turned", Arc::new(lt(-a, -d)));
    post("shifted", Arc::new(all_different([a + 3, c + 3, d + 3])));
    post("sum", Arc::new(exact_sum([a + 1, c - 2, d + 4], 12)));
    post("alias", Arc::new(exact_sum([a.into(), -b], 1)));
    let residual = model.residual(Consistency::Value).expect("there are solutions");
    assert_eq!(residual.aliases, [Alias { var: b, is: a - 1 }]);
    let left: Vec<(String, String)> = residual
        .model
        .constraints()
        .map(|(id, c)| (residual.model.constraint_name(id), residual.model.show(&**c).to_string()))
        .collect();
    let left: Vec<(&str, &str)> = left.iter().map(|(name, text)| (&**name, &**text)).collect();
    assert_eq!(
        left,
        [
            ("c0", "b = a - 1"),
            ("double", "a ≤ c + 2"),
            ("turned", "a > d"),
            ("shifted", "all_different(a, c, d)"),
            ("sum", "a + c + d = 9"),
        ]
    );
}
