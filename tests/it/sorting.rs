//! Promise: a list and its values in order, by the bounds that other systems find, and in wide domains.

use residua::constraints::{Connect, all_different, not, sort};
use residua::engine::Consistency;
use residua::model::{IntVar, Model, ModelError, Options, Solver};
use residua::testing::check_constraint;

fn left(model: &Model, vars: &[IntVar]) -> Vec<String> {
    let left = model.residual(Consistency::Bounds).expect("there are solutions").model;
    vars.iter().map(|&x| left.domain(x).to_string()).collect()
}

/// Five views, as in the paper, and the bounds that are left, by enumeration.
#[test]
fn bounds_of_five() -> Result<(), ModelError> {
    let mut model = Model::new();
    let xs = [1..=16, 5..=10, 7..=9, 12..=15, 1..=13].map(|values| model.int_var(values));
    let ys = [2..=3, 6..=7, 8..=11, 13..=16, 14..=18].map(|values| model.int_var(values));
    model.post(sort(xs, ys))?;
    assert_eq!(left(&model, &xs), ["2..16", "6..10", "7..9", "13..15", "2..13"]);
    assert_eq!(left(&model, &ys), ["2 3", "6 7", "8..10", "13..15", "14..16"]);
    Ok(())
}

/// Of free places each list has one order.
#[test]
fn every_list_has_one_order() -> Result<(), ModelError> {
    for (n, expected) in [(0, 1), (1, 4), (2, 16), (3, 64), (4, 256)] {
        let mut model = Model::new();
        let xs = model.int_vars("x", n, -1..=2);
        let ys = model.int_vars("y", n, -3..=9);
        model.post(sort(&xs, &ys))?;
        assert_eq!(model.solutions().count(), expected, "{n}");
        if n > 0 {
            model.post(all_different(&ys))?;
            let falling: usize = (0..n).map(|k| 4 - k).product();
            assert_eq!(model.solutions().count(), falling, "{n}");
        }
    }
    Ok(())
}

/// A list that is its own order is increasing, and one that is not, is not.
#[test]
fn a_list_that_is_in_order() -> Result<(), ModelError> {
    let mut model = Model::new();
    let xs = model.int_vars("x", 3, 1..=3);
    model.post(sort(&xs, &xs))?;
    assert_eq!(model.solutions().count(), 10);
    let mut model = Model::new();
    let xs = model.int_vars("x", 3, 1..=3);
    model.post(not(sort(&xs, &xs)))?;
    assert_eq!(model.solutions().count(), 17);
    let mut model = Model::new();
    let xs = model.int_vars("x", 3, 1..=3);
    let b = model.named_var("b", 0..=1);
    model.post(sort(&xs, [xs[2], xs[1], xs[0]]).reified_by(b.is(1)))?;
    assert_eq!(model.solutions().count(), 27);
    assert_eq!(model.solutions().filter(|found| found[b] == 1).count(), 10);
    Ok(())
}

/// Views of one variable do not chase each other, and what is claimed is true.
#[test]
fn views_of_one_variable_in_wide_domains() -> Result<(), ModelError> {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=1_000_000_000));
    model.post(sort([x + 1, y.view()], [x.view(), y + 1]))?;
    model.post(sort([x * 2, y + 3], [y.view(), x + 7]))?;
    let mut solver = Solver::new(&model, Options::default().check_claims(true));
    let _ = solver.propagate();
    // Where each occurs once, bounds move at once.
    let mut model = Model::new();
    let xs = model.int_vars("x", 3, 0..=1_000_000_000);
    let ys = [5..=1_000_000_000, 0..=9, 7..=999].map(|values| model.int_var(values));
    model.post(sort(&xs, ys))?;
    assert_eq!(left(&model, &ys), ["5..9", "5..9", "7..999"]);
    assert_eq!(left(&model, &xs), ["5..999"; 3]);
    Ok(())
}

/// What is left of it says its values once, and prints in the caller's words.
#[test]
fn what_is_left() -> Result<(), ModelError> {
    let mut model = Model::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| model.named_var(name, 1..=4));
    let ys = ["p", "q", "r"].map(|name| model.named_var(name, 1..=4));
    model.post(sort([a, b, c], ys))?;
    model.post(c.eq(1))?;
    let left = model.residual(Consistency::Domain).expect("there are solutions").model;
    let posted: Vec<String> =
        left.constraints().map(|(_, constraint)| left.show(&**constraint).to_string()).collect();
    assert_eq!(posted, ["sort([a, b], [q, r])"]);
    model.post(b.ge(4))?;
    let left = model.residual(Consistency::Domain).expect("there are solutions");
    assert!(left.model.to_string().contains("q = a"), "{}", left.model);
    Ok(())
}

/// All that a constraint owes, over cases that the random ones are too small for.
#[test]
fn what_is_owed() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 4, 0..=2);
    let ys = model.int_vars("y", 4, 0..=2);
    check_constraint(&model, sort(&xs, &ys)).expect("four of each");
    check_constraint(&model, sort(&xs[..3], [ys[0] + 1, ys[1] * 2, -ys[2]])).expect("views");
}

/// An explanation names no more views than it takes, with numbers as weak as what is asked about allows.
#[test]
fn an_explanation_names_few() -> Result<(), ModelError> {
    let mut model = Model::new();
    let xs = model.int_vars("x", 6, 0..=9);
    let ys = model.int_vars("y", 6, 0..=9);
    model.post(sort(&xs, &ys))?;
    let mut solver = Solver::new(&model, Options::default().record(true));
    for atom in [xs[0].at_most(4), xs[3].at_most(3), xs[5].at_most(8), ys[2].at_least(6), ys[4].at_least(8)] {
        let _ = solver.assume(atom).expect("it is open");
    }
    solver.propagate().expect("there are solutions");
    // Two views less than 6 take both places there are.
    for low in [6, 5] {
        let mut premises = solver.explain(xs[2].at_least(low)).expect("it was not always so").premises;
        premises.sort_unstable();
        let mut expected = vec![xs[0].at_most(5), xs[3].at_most(5), ys[2].at_least(6)];
        expected.sort_unstable();
        assert_eq!(premises, expected);
    }
    // The second least is one of these two, or less.
    let premises = solver.explain(ys[1].at_most(4)).expect("it was not always so").premises;
    assert_eq!(premises.len(), 2, "{premises:?}");
    Ok(())
}
