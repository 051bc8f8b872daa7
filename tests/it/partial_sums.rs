//! Promise: a sum of which domain consistency is asked for leaves what is in a solution, holes included.

use residua::constraints::{Connect, exact_sum, in_set, sum};
use residua::engine::Consistency;
use residua::model::{IntVar, Model, ModelError};
use residua::testing::check_constraint;

fn left(model: &Model, vars: &[IntVar]) -> Vec<String> {
    let left = model.residual(Consistency::Domain).expect("there are solutions").model;
    vars.iter().map(|&x| left.domain(x).to_string()).collect()
}

/// or-tools#4392: what an affine function of a domain with holes is, both ways.
#[test]
fn holes_go_through_factors() -> Result<(), ModelError> {
    let mut model = Model::new();
    let x = model.named_var("x", [0, 1, 5, 6]);
    let y = model.named_var("y", -50..=50);
    let z = model.named_var("z", [0, 100]);
    model.post(exact_sum([x * 7 - 3, -y, z.view()], 0).at(Consistency::Domain))?;
    assert_eq!(left(&model, &[x, y, z]), ["0 1 5 6", "-3 4 32 39", "0"]);
    model.post(in_set(y, [-3, 5, 39]))?;
    assert_eq!(left(&model, &[x]), ["0 6"]);
    Ok(())
}

/// Bounds leave what is in no solution; that was all before.
#[test]
fn bounds_and_domain() -> Result<(), ModelError> {
    let sums = |consistency| {
        let mut model = Model::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=9));
        model.post(exact_sum([x * 2, y * 4, -z], 1).at(consistency))?;
        Ok::<_, ModelError>(left(&model, &[x, y, z]))
    };
    assert_eq!(sums(Consistency::Bounds)?, ["0..5", "0..2", "0..9"]);
    assert_eq!(sums(Consistency::Domain)?, ["0..5", "0..2", "1 3 5 7 9"]);
    Ok(())
}

/// Without a solution, found without a search; with terms of one variable that cancel each other, and with none.
#[test]
fn no_partial_sum() -> Result<(), ModelError> {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=9));
    model.post(exact_sum([x * 6, y * 10, z * -15], 1).at(Consistency::Domain))?;
    assert_eq!(left(&model, &[z]), ["1 3 5 7"]);
    model.post(in_set(z, [1, 5]))?;
    model.post(in_set(x, [0, 3, 5]))?;
    assert!(model.residual(Consistency::Domain).is_none());

    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=3));
    model.post(exact_sum([x * 2, y * 3, x * -2], 6).at(Consistency::Domain))?;
    model.post(exact_sum([x * 0 + 2, x * 0 - 2], 0).at(Consistency::Domain))?;
    assert_eq!(left(&model, &[x, y]), ["0..3", "2"]);
    Ok(())
}

/// In a condition it is as strong; where there are too many sums it is what it is without.
#[test]
fn conditions_and_wide_domains() -> Result<(), ModelError> {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=9));
    let b = model.named_var("b", 0..=1);
    model.post(exact_sum([x * 2, y * 2, -b], 1).at(Consistency::Domain).reified_by(x.is(4)))?;
    assert_eq!(model.solutions().count(), 178);
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=1_000_000_000));
    model.post(exact_sum([x, y, z], 100).at(Consistency::Domain))?;
    assert_eq!(left(&model, &[x, y]), ["0..100", "0..100"]);
    assert!(model.post(sum([x, y]).le(7)).is_ok());
    Ok(())
}

/// All that a constraint owes, over cases that the random ones are too small for.
#[test]
fn what_is_owed() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 4, 0..=6);
    let sum = exact_sum([xs[0] * 2, xs[1] * 3, -xs[2], xs[3] * 4 + 1], 9);
    check_constraint(&model, sum.at(Consistency::Domain)).expect("four");
}
