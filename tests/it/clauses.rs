//! Promise: clauses are watched by two literals, wherever a search goes back and forth: nothing is missed, and a long one is not
//! passed through at each change.

use proptest::prelude::*;
use residua::constraints::{clause, in_set};
use residua::engine::Consistency;
use residua::model::{IntAtom, IntVar, Model, Options, Solver};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::store::Relation;
use residua::testing::check_constraint;
use std::collections::BTreeSet;

use crate::catalogue::{cases, times_depth};
use crate::oracle;
use residua::search::Random;

/// Random clauses over `vars` variables of `values` values.
fn formula(random: &mut Random, vars: usize, values: usize, clauses: usize) -> (Model, Vec<IntVar>) {
    let mut model = Model::new();
    let xs = model.int_vars("x", vars, 0..=values as i32 - 1);
    for _ in 0..clauses {
        let literals: Vec<IntAtom> = (0..=random.below(4)).map(|_| atom(random, &xs, values)).collect();
        model.post(clause(literals)).expect("the values are small");
    }
    (model, xs)
}

fn atom(random: &mut Random, xs: &[IntVar], values: usize) -> IntAtom {
    let relations = [Relation::Eq, Relation::Ne, Relation::Le, Relation::Ge];
    IntAtom::new(xs[random.below(xs.len())], relations[random.below(4)], random.below(values) as i32)
}

fn expected(model: &Model) -> BTreeSet<Vec<i32>> {
    let checks = |values: &Vec<i32>| model.check(&residua::model::Solution::new(values.clone())).is_ok();
    oracle::assignments(&oracle::values(model.domains())).into_iter().filter(checks).collect()
}

#[test]
fn searches_find_all_solutions() {
    let mut random = Random::new(3);
    let (mut with, mut without) = (0, 0);
    for round in 0..times_depth(1500) {
        let (vars, values) = [(8, 2), (5, 3), (4, 4)][round % 3];
        let clauses = 3 + random.below(18);
        let (model, xs) = formula(&mut random, vars, values, clauses);
        let expected = expected(&model);
        for order in [VariableOrder::Input, VariableOrder::FirstFail, VariableOrder::DomWdeg] {
            for record in [false, true] {
                let options = Options::default().record(record).check_claims(round % 10 == 0);
                let search =
                    model.search().options(options).branch(&xs, order, ValueOrder::Random(round as u64));
                let found: Vec<Vec<i32>> = search.solutions().map(|s| s.values().to_vec()).collect();
                assert_eq!(found.len(), expected.len(), "{model}");
                assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected, "{model}");
            }
        }
        if expected.is_empty() { without += 1 } else { with += 1 }
    }
    assert!(with > 100 && without > 100, "{with} {without}");
}

/// Levels are opened before what is due has run, and closed before or after: what is left is what a new solver finds.
#[test]
fn nothing_is_missed_however_levels_are_opened() {
    let mut random = Random::new(5);
    for _ in 0..times_depth(3000) {
        let (model, xs) = formula(&mut random, 6, 3, 12);
        let mut solver = Solver::new(&model, Options::default());
        // By level: what was assumed there; whether that failed.
        let mut assumed: Vec<Vec<IntAtom>> = vec![Vec::new()];
        let mut is_dead = false;
        for _ in 0..20 {
            match random.below(5) {
                0 if !is_dead => {
                    solver.push();
                    assumed.push(Vec::new());
                }
                1 if assumed.len() > 1 => {
                    solver.pop();
                    assumed.truncate(assumed.len() - 1);
                    is_dead = false;
                }
                2 if !is_dead => is_dead = solver.propagate().is_err(),
                _ if !is_dead => {
                    let atom = atom(&mut random, &xs, 3);
                    is_dead = solver.assume(atom).is_err();
                    assumed.last_mut().expect("the root is never closed").push(atom);
                }
                _ => {}
            }
            if is_dead && assumed.len() == 1 {
                break;
            }
            let mut anew = Solver::new(&model, Options::default());
            let atoms = assumed.iter().flatten();
            let lives = atoms.clone().all(|&atom| anew.assume(atom).is_ok()) && anew.propagate().is_ok();
            if is_dead {
                assert!(!lives, "{model} {assumed:?}");
            } else if random.below(3) == 0 {
                is_dead = solver.propagate().is_err();
                assert_eq!(is_dead, !lives, "{model} {assumed:?}");
                assert!(is_dead || solver.domains() == anew.domains(), "{model} {assumed:?}");
            }
        }
    }
}

/// A clause is examined a few times on the way down a branch, however many literals become false one by one.
#[test]
fn long_clauses_are_not_passed_through_at_each_change() {
    const LENGTH: usize = 50_000;
    let mut model = Model::new();
    let xs = model.int_vars("x", LENGTH, 0..=1);
    for _ in 0..4 {
        model.post(clause(xs.iter().map(|x| x.is(1)))).expect("the values are small");
    }
    let mut solver = Solver::new(&model, Options::default());
    solver.propagate().expect("there are solutions");
    let before = solver.engine().propagations();
    for &x in &xs[1..] {
        solver.push();
        solver.assume(x.is(0)).and_then(|_| solver.propagate()).expect("the first is left");
    }
    assert_eq!(solver.value(xs[0]), Some(1));
    assert!(solver.engine().propagations() - before <= 8, "{}", solver.engine().propagations());
    solver.pop_to(1);
    assert_eq!((solver.value(xs[0]), solver.value(xs[2])), (None, None));
}

#[test]
fn failures_weigh_on_all_variables_of_a_clause() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 6, 0..=1);
    model.post(clause(xs.iter().map(|x| x.is(1)))).expect("small");
    let found = model.search().branch(&xs, VariableOrder::DomWdeg, ValueOrder::Ascending).solutions();
    assert_eq!(found.count(), 63);
}

#[test]
fn strange_clauses() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 1..=5));
    let ends = [i32::MIN, i32::MIN + 1, -1, 0, 1, 3, 5, 6, i32::MAX - 1, i32::MAX];
    for end in ends {
        for other in ends {
            for literals in [
                vec![x.is(end), y.is_not(other)],
                vec![x.at_most(end), y.at_least(other)],
                vec![x.at_least(end), x.at_most(other)],
                vec![x.is_not(end), x.is_not(other), y.is(2)],
                vec![x.is(end), x.is(end), x.is(other)],
            ] {
                let said = clause(literals.clone());
                check_constraint(&model, said).unwrap_or_else(|mistake| panic!("{literals:?}: {mistake}"));
            }
        }
    }
    let mut none = model.clone();
    none.post(clause([])).expect("that it cannot hold is no error");
    assert_eq!((none.solve(), none.to_string().lines().last()), (None, Some("false")));
    let mut always = model.clone();
    always.post(clause([x.is_not(2), x.is_not(3)])).expect("small");
    assert_eq!(always.residual(Consistency::Value).map(|left| left.model.constraints().len()), Some(0));
}

/// What is left of a clause says what its domains leave, in its shortest form.
#[test]
fn what_is_left() {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 1..=5));
    let named = |model: &mut Model, literals: &[IntAtom]| {
        model.post(clause(literals.iter().copied())).expect("small");
    };
    named(&mut model, &[x.is(1), y.is(2), x.is(1), z.is(4)]);
    named(&mut model, &[x.at_most(2), x.is(1), y.at_least(4), x.is(4)]);
    named(&mut model, &[x.is_not(3), y.is(5)]);
    named(&mut model, &[x.is(2), x.at_least(3), y.is(1), x.is(1)]);
    model.post(in_set(z, 1..=3)).expect("small");
    let residual = model.residual(Consistency::Domain).expect("there are solutions");
    let left: Vec<String> = residual.constraints().collect();
    assert_eq!(left, ["x = 1 ∨ y = 2", "x ≤ 2 ∨ y ≥ 4 ∨ x = 4", "x ≠ 3 ∨ y = 5"]);
}

proptest! {
    #![proptest_config(cases(300))]

    /// A variable that is another one plus a number is that one in the engine.
    #[test]
    fn of_merged_variables(shift in -3..=3i32, picks in prop::collection::vec((0..3usize, -4..=8i32, 0..4u8), 1..=5)) {
        let mut model = Model::new();
        let x = model.named_var("x", 0..=3);
        let vars = [x, model.named_var("y", -4..=8), model.named_var("z", 1..=2)];
        model.post(residua::constraints::eq(vars[1], x + shift)).expect("small");
        let literals = picks.iter().map(|&(var, value, relation)| {
            let var = vars[var];
            [var.is(value), var.is_not(value), var.at_most(value), var.at_least(value)][usize::from(relation)]
        });
        model.post(clause(literals)).expect("small");
        let found: BTreeSet<Vec<i32>> = model.solutions().map(|s| s.values().to_vec()).collect();
        prop_assert_eq!(&found, &expected(&model), "{}", &model);
        if let Some(residual) = model.residual(Consistency::Domain) {
            prop_assert_eq!(&found, &expected(&residual.model), "{}", &model);
        }
    }
}
