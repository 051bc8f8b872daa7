//! Promise: at every node, what is left has the promised support, and a dead end is one.

use proptest::prelude::*;
use residua::constraints::eq;
use residua::domain::Domain;
use residua::model::{Model, Options, Solver};
use std::collections::BTreeSet;

use crate::catalogue::{Compare, Forms, Instance, Promise, Row, Sign, Term, cases, consistency, single};
use crate::oracle;
use crate::walk::{bunches, walk};

fn image(term: Term, domains: &[Domain]) -> Vec<i64> {
    let domain = &domains[term.var % domains.len()];
    domain.iter().map(|v| i64::from(term.scale) * i64::from(v) + i64::from(term.offset)).collect()
}

/// Each value of the scope is in one of the solutions left.
fn check_domain(instance: &Instance, left: &[Vec<i32>], domains: &[Domain]) {
    for var in instance.rows[0].scope(domains.len()) {
        let supported: BTreeSet<i32> = left.iter().map(|a| a[var]).collect();
        let kept: BTreeSet<i32> = domains[var].iter().collect();
        assert_eq!(kept, supported, "of variable {var}");
    }
}

/// Each end of each view is in a solution over the hulls, which are enumerated.
fn check_bounds(row: &Row, domains: &[Domain]) {
    let hull = |term: Term| {
        let image = image(term, domains);
        let (low, high) = (image.iter().min().expect("not empty"), image.iter().max().expect("not empty"));
        (*low as i32..=*high as i32).collect::<Vec<i32>>()
    };
    let hulls: Vec<Vec<i32>> = row.terms().into_iter().map(hull).collect();
    let satisfies = |a: &Vec<i32>| row.holds(&a.iter().map(|&v| i64::from(v)).collect::<Vec<i64>>());
    let supports: Vec<Vec<i32>> = oracle::assignments(&hulls).into_iter().filter(satisfies).collect();
    for (at, hull) in hulls.iter().enumerate() {
        for end in [hull[0], hull[hull.len() - 1]] {
            assert!(supports.iter().any(|a| a[at] == end), "view {at} keeps {end} of {hulls:?}");
        }
    }
}

fn check_value(row: &Row, domains: &[Domain]) {
    let images: Vec<Vec<i64>> = row.terms().into_iter().map(|t| image(t, domains)).collect();
    for (i, fixed) in images.iter().enumerate().filter(|(_, image)| image.len() == 1) {
        for (j, other) in images.iter().enumerate().filter(|(j, _)| *j != i) {
            assert!(!other.contains(&fixed[0]), "view {j} keeps the value of view {i}");
        }
    }
}

pub(crate) fn check_walk(instance: &Instance, options: Options, steps: &[crate::walk::Step]) {
    let model = instance.model();
    let vars: Vec<_> = model.vars().collect();
    let all = oracle::solutions(instance);
    let row = &instance.rows[0];
    let promise = row.promise(options.consistency, row.repeats(vars.len()));
    let small = instance.domains.iter().flatten().all(|&v| v < 500);
    walk(&mut Solver::new(&model, options), &vars, steps, |before, alive, solver| {
        let possible = oracle::within(&all, before);
        if !alive {
            assert!(possible.is_empty(), "a dead end with solutions {possible:?}");
            return;
        }
        let domains = solver.domains();
        let left = oracle::within(&all, &domains);
        assert_eq!(left, possible, "propagation loses or wins nothing");
        assert!(domains.iter().zip(before).all(|(now, then)| now.is_subset(then)));
        if domains.iter().all(Domain::is_fixed) {
            assert_eq!(left.len(), 1, "a full assignment that survives is a solution");
        }
        match promise {
            Promise::Domain => check_domain(instance, &left, &domains),
            Promise::Bounds if small => check_bounds(row, &domains),
            Promise::Value => check_value(row, &domains),
            Promise::Bounds | Promise::Checking => {}
        }
    });
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn every_node_is_consistent(instance in single(Forms::All), consistency in consistency(), merge: bool, steps in bunches()) {
        let options = Options::default().consistency(consistency).merge_equal(merge);
        check_walk(&instance, options, &steps);
    }

    #[test]
    fn every_node_is_consistent_on_small_domains(instance in single(Forms::Small), consistency in consistency(), steps in bunches()) {
        check_walk(&instance, Options::default().consistency(consistency), &steps);
    }

    /// Of two variables whose values lie close together or far apart, which both lose some before it runs.
    #[test]
    fn equalities_are_consistent(instance in equality(), merge: bool, steps in bunches()) {
        check_walk(&instance, Options::default().merge_equal(merge), &steps);
    }
}

/// `c·(m·x + r) + d = c·y + d`, where some values have none of the other side.
fn equality() -> impl Strategy<Value = Instance> {
    let factors = prop::sample::select(vec![-10, -2, -1, 1, 2, 3, 10]);
    let strides = prop::sample::select(vec![1, 1, 7, 150, 1500]);
    let (lost, more) = (any::<u16>(), prop::collection::vec(-60..=60i32, 0..4));
    let views = (factors, prop::sample::select(vec![-1, 1, 2]), -3..=3i32);
    (4..10i32, strides, views, lost, more).prop_map(|(count, stride, (m, c, r), lost, more)| {
        let x: Vec<i32> = (0..count).map(|at| at * stride).collect();
        // Most have one.
        let is_there = |at: &i32| lost >> at & lost >> (at + 3) & 1 == 0;
        let images = (0..count).filter(is_there).map(|at| m * at * stride + r);
        let y: BTreeSet<i32> = images.chain(more.into_iter().map(|at| at * stride)).collect();
        let sides = (Term { var: 0, scale: c * m, offset: c * r + 1 }, Term { var: 1, scale: c, offset: 1 });
        let row = Compare(Sign::Eq, sides.0, sides.1).into();
        Instance { domains: vec![x, y.into_iter().collect()], rows: vec![row] }
    })
}

/// Sides of as many values, too many to walk, become few, and again as many: then they are walked.
#[test]
fn equalities_are_consistent_once_they_are_small() {
    let mut model = Model::new();
    let x = model.named_var("x", 0..=99_999);
    let apart = (0..=99_998).filter(|at| ![999, 5000].contains(at)).map(|at| 10 * at + 1);
    let y = model.named_var("y", apart.chain([0, 10_000, 999_990]).collect::<Domain>());
    let _ = model.post(eq(x * 10, y)).expect("its own variables");
    let mut solver = Solver::new(&model, Options::default());
    assert!(solver.propagate().is_ok());
    assert_eq!([x, y].map(|var| solver.domain(var).size()), [100_000; 2]);
    solver.push();
    let _ = solver.assume(x.at_most(1000)).expect("it is possible");
    assert!(solver.propagate().is_ok());
    assert_eq!(solver.domain(x), [0, 1000].into_iter().collect());
    assert_eq!(solver.domain(y), [0, 10_000].into_iter().collect());
}
