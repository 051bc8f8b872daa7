//! Promise: what is learned from a dead end is as short as it can be told, and the search goes back as far as that says something.
//!
//! Small models in which each step of an analysis can be followed by hand.

use residua::constraints::{clause, le};
use residua::model::{IntAtom, IntVar, Model};
use residua::testing::{LearnedNogood, learned_nogoods};

/// Variables from 0 to 1, and others.
fn bits<const N: usize>(model: &mut Model, names: [&str; N]) -> [IntVar; N] {
    names.map(|name| model.named_var(name, 0..=1))
}

/// These atoms are not all true.
fn never<const N: usize>(model: &mut Model, atoms: [IntAtom; N]) {
    let _ = model.post(clause(atoms.map(|atom| !atom))).expect("its own variables");
}

/// Where the first is true, so is the second.
fn then(model: &mut Model, premise: IntAtom, conclusion: IntAtom) {
    never(model, [premise, !conclusion]);
}

/// The newest nogood, with its first atom first and the others in the order of their names, and the level.
fn learned(model: &Model, decisions: &[IntAtom]) -> (Vec<String>, usize) {
    let LearnedNogood { nogood, level } =
        learned_nogoods(model, decisions).pop().expect("there is a dead end");
    let mut atoms: Vec<String> = nogood.iter().map(|&atom| model.name_atom(atom)).collect();
    atoms[1..].sort();
    (atoms, level)
}

/// A decision makes `point` true, and that by two ways a dead end: the point is learned, and not the decision.
#[test]
fn stops_at_the_first_point() {
    let mut model = Model::new();
    let [old, idle, decided, point, a, b] = bits(&mut model, ["old", "idle", "decided", "point", "a", "b"]);
    then(&mut model, decided.is(1), point.is(1));
    then(&mut model, point.is(1), a.is(1));
    never(&mut model, [point.is(1), old.is(1), b.is(0)]);
    never(&mut model, [a.is(1), b.is(1)]);
    let decisions = [old.is(1), idle.is(1), decided.is(1)];
    // Over the decision between them, of which nothing depends.
    assert_eq!(learned(&model, &decisions), (vec!["point = 1".to_owned(), "old = 1".to_owned()], 1));
    assert_eq!(learned(&model, &[idle.is(0), old.is(1), decided.is(1)]).1, 2);
}

/// Of two bounds of a variable the stronger one explains both: met later than the weaker one, and earlier.
#[test]
fn a_bound_takes_the_place_of_a_weaker_one() {
    let mut model = Model::new();
    let [old, e] = bits(&mut model, ["old", "e"]);
    let [x, z] = ["x", "z"].map(|name| model.named_var(name, 0..=9));
    let w = model.named_var("w", 0..=1);
    then(&mut model, x.at_least(3), e.is(1));
    then(&mut model, e.is(1), x.at_least(5));
    then(&mut model, x.at_least(5), w.is(1));
    never(&mut model, [x.at_least(5), old.is(1), z.at_least(3)]);
    let _ = model.post(le(x + 10 * w, z + 10)).expect("its own variables");
    // Once `w = 1`, the sum contradicts `z ≤ 2` by `x ≥ 3`, and `z ≤ 2` is by `x ≥ 5`.
    let decisions = [old.is(1), x.at_least(3)];
    assert_eq!(learned(&model, &decisions), (vec!["x ≥ 5".to_owned(), "old = 1".to_owned()], 1));

    let mut model = Model::new();
    let [u, e] = bits(&mut model, ["u", "e"]);
    let [x, z] = ["x", "z"].map(|name| model.named_var(name, 0..=9));
    let w = model.named_var("w", 0..=1);
    then(&mut model, x.at_least(3), e.is(1));
    then(&mut model, e.is(1), x.at_least(5));
    then(&mut model, x.at_least(5), u.is(1));
    then(&mut model, u.is(1), w.is(1));
    never(&mut model, [x.at_least(3), u.is(1), z.at_least(5)]);
    let _ = model.post(le(x + 10 * w, z + 10)).expect("its own variables");
    // Once `w = 1`, the sum contradicts `z ≤ 4` by `x ≥ 5`, and `z ≤ 4` is by `x ≥ 3` as well.
    assert_eq!(learned(&model, &[x.at_least(3)]), (vec!["x ≥ 5".to_owned()], 0));
}

/// Of what one change made true, one atom follows from what is in the nogood, and another, which says more, does not.
#[test]
fn leaves_out_what_the_rest_implies() {
    let mut model = Model::new();
    let [a, x] = ["a", "x"].map(|name| model.named_var(name, 0..=9));
    let [y, z, u, v] = bits(&mut model, ["y", "z", "u", "v"]);
    let _ = model.post(le(a, x)).expect("its own variables");
    then(&mut model, x.at_least(3), y.is(1));
    then(&mut model, x.at_least(5), z.is(1));
    never(&mut model, [a.at_least(3), y.is(1), z.is(1), u.is(1), v.is(1)]);
    never(&mut model, [u.is(1), v.is(0)]);
    let (nogood, level) = learned(&model, &[a.at_least(5), u.is(1)]);
    assert_eq!((nogood, level), (["u = 1", "a ≥ 3", "z = 1"].map(str::to_owned).to_vec(), 1));
    // And where `z` comes first.
    let mut model = Model::new();
    let [a, x] = ["a", "x"].map(|name| model.named_var(name, 0..=9));
    let [y, z, u, v] = bits(&mut model, ["y", "z", "u", "v"]);
    let _ = model.post(le(a, x)).expect("its own variables");
    then(&mut model, x.at_least(3), y.is(1));
    then(&mut model, x.at_least(5), z.is(1));
    never(&mut model, [z.is(1), y.is(1), a.at_least(3), u.is(1), v.is(1)]);
    never(&mut model, [u.is(1), v.is(0)]);
    let (nogood, _) = learned(&model, &[a.at_least(5), u.is(1)]);
    assert_eq!(nogood, ["u = 1", "a ≥ 3", "z = 1"]);
}

/// What was found out for one nogood does not count for the next.
#[test]
fn each_nogood_is_shortened_by_itself() {
    let mut model = Model::new();
    let [a, x] = ["a", "x"].map(|name| model.named_var(name, 0..=9));
    let [y, u, v, s, t] = bits(&mut model, ["y", "u", "v", "s", "t"]);
    let _ = model.post(le(a, x)).expect("its own variables");
    then(&mut model, x.at_least(3), y.is(1));
    never(&mut model, [a.at_least(3), y.is(1), u.is(1), v.is(1)]);
    never(&mut model, [u.is(1), v.is(0)]);
    never(&mut model, [y.is(1), s.is(1), t.is(1)]);
    never(&mut model, [s.is(1), t.is(0)]);
    // In the first `y = 1` is by `x ≥ 3`, and that by `a ≥ 3`; the second has nothing of `a`.
    let first = (["u = 1", "a ≥ 3"].map(str::to_owned).to_vec(), 1);
    assert_eq!(learned(&model, &[a.at_least(5), u.is(1)]), first);
    let second = (["s = 1", "y = 1"].map(str::to_owned).to_vec(), 1);
    assert_eq!(learned(&model, &[a.at_least(5), u.is(1), s.is(1)]), second);
}

/// Two bounds that meet are a value, and a hole that a bound implies is no part of what is learned.
#[test]
fn puts_together_what_is_said_of_a_variable() {
    let mut model = Model::new();
    let x = model.named_var("x", 0..=9);
    let [u, v] = bits(&mut model, ["u", "v"]);
    never(&mut model, [x.at_least(4), x.is_not(2), u.is(1), v.is(1)]);
    never(&mut model, [x.at_most(4), u.is(1), v.is(0)]);
    let decisions = [x.at_least(4), x.at_most(4), u.is(1)];
    assert_eq!(learned(&model, &decisions), (vec!["u = 1".to_owned(), "x = 4".to_owned()], 2));
}

/// What has no dead end teaches nothing, nor does what has no solution.
#[test]
fn there_is_not_always_a_lesson() {
    let mut model = Model::new();
    let [x, y] = bits(&mut model, ["x", "y"]);
    never(&mut model, [x.is(1), y.is(1)]);
    assert_eq!(learned_nogoods(&model, &[x.is(1)]), []);
    assert_eq!(learned_nogoods(&model, &[x.is(1), y.is(1)]), [], "it cannot be decided so");
    assert_eq!(learned_nogoods(&model, &[]), []);
    never(&mut model, [y.is(1)]);
    never(&mut model, [y.is(0)]);
    assert_eq!(learned_nogoods(&model, &[x.is(1)]), []);
}
