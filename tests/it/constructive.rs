//! Promise: of a disjunction that is propagated constructively, each value left is in a solution, where its parts promise that.

use proptest::prelude::*;
use residua::constraints::{
    Condition, Constraint, Simplified, all_different, all_of, any_of, exact_sum, in_set, le, ne, table, times,
};
use residua::engine::{Consistency, Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use residua::model::{IntVar, IntView, Model, ModelError, Options, Solver};
use residua::store::{Atom, Domains, Events, Failure, Past, Store, VarId, View};
use residua::testing::check_constraint;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use crate::catalogue::{Forms, cases, consistency, domain};
use crate::oracle;

/// A part by its form, the variables that it is about, and a number; none of them occurs in it twice.
type Part = (u8, usize, usize, i32);

fn part(xs: &[IntVar], (form, first, by, number): Part) -> Arc<dyn Constraint> {
    let at = |k: usize| xs[(first + k * by) % 4];
    let [x, y] = [at(0), at(1)];
    let third = xs[(0..4).find(|&k| xs[k] != x && xs[k] != y).expect("there are four")];
    match form {
        0 => le(x + number, y).into_shared(),
        1 => all_different([x + number, y.view(), third.view()]).into_shared(),
        2 => table([x, y], [[number, 0], [number + 1, 2], [4, number]]).into_shared(),
        3 => exact_sum([x * 2, y.view(), -third], number).at(Consistency::Domain).into_shared(),
        4 => in_set(x, [number, number + 2]).into_shared(),
        _ => ne(x, y + number).into_shared(),
    }
}

fn parts() -> impl Strategy<Value = Vec<Part>> {
    prop::collection::vec((0..6u8, 0..4usize, prop_oneof![Just(1), Just(3)], -2..=4i32), 2..=3)
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn each_value_left_is_in_a_solution(
        domains in prop::collection::vec(domain(Forms::All), 4),
        parts in parts(),
        asked in consistency(),
        removed in prop::collection::vec((0..4usize, 0..6usize), 0..=5),
    ) {
        let mut model = Model::new();
        let xs: Vec<IntVar> = domains.iter().map(|values| model.int_var(values.clone())).collect();
        let any = any_of(parts.iter().map(|&of| part(&xs, of)));
        let _ = model.post(any.constructive(Consistency::Domain)).expect("small");
        let all: Vec<Vec<i32>> = oracle::assignments(&domains)
            .into_iter()
            .filter(|a| model.check(&residua::model::Solution::new(a.clone())).is_ok())
            .collect();
        let mut solver = Solver::new(&model, Options::default().consistency(asked));
        let mut steps = removed.into_iter();
        loop {
            let before = solver.domains();
            let possible: Vec<&Vec<i32>> =
                all.iter().filter(|a| a.iter().zip(&before).all(|(&v, domain)| domain.contains(v))).collect();
            if solver.propagate().is_err() {
                prop_assert!(possible.is_empty(), "{:?} are solutions", possible);
                break;
            }
            for (at, domain) in solver.domains().iter().enumerate() {
                let supported: BTreeSet<i32> = possible.iter().map(|a| a[at]).collect();
                prop_assert_eq!(domain.iter().collect::<BTreeSet<i32>>(), supported, "of variable {}", at);
            }
            let Some((var, value)) = steps.next() else { break };
            let value = domains[var][value % domains[var].len()];
            solver.push();
            if solver.assume(xs[var].is_not(value)).is_err() {
                break;
            }
        }
    }
}

fn left(
    condition: impl FnOnce(&[IntVar]) -> Condition,
    values: std::ops::RangeInclusive<i32>,
) -> Vec<String> {
    let mut model = Model::new();
    let xs = model.int_vars("x", 3, values);
    let _ = model.post(condition(&xs)).expect("small");
    let residual = model.residual(Consistency::Domain).expect("there are solutions");
    residual.model.domains().iter().map(ToString::to_string).collect()
}

/// What a clause over the parts does not see, and at which strength; formulas have their auxiliary variables to themselves.
#[test]
fn stronger_than_a_clause() {
    let apart = |xs: &[IntVar]| (xs[0] + 3).le(xs[1]) | (xs[1] + 3).le(xs[0]);
    assert_eq!(left(apart, 0..=4), ["0..4", "0..4", "0..4"]);
    assert_eq!(left(|xs| apart(xs).constructive(Consistency::Value), 0..=4), ["0 1 3 4", "0 1 3 4", "0..4"]);
    let formulas = |xs: &[IntVar]| {
        let [x, y, z] = [xs[0], xs[1], xs[2]];
        any_of([(x * y + z).eq(20), (x * y).eq(z + 11)])
    };
    assert_eq!(left(formulas, 0..=4), ["0..4", "0..4", "0..4"]);
    assert_eq!(left(|xs| formulas(xs).constructive(Consistency::Domain), 0..=4), ["3 4", "3 4", "1 4"]);
}

/// All alternatives fail, or all but one; and none at all.
#[test]
fn few_alternatives() -> Result<(), ModelError> {
    let mut model = Model::new();
    let xs = model.int_vars("x", 4, 1..=3);
    let parts = [all_different(&xs).into_shared(), exact_sum(&xs, 13).into_shared()];
    let id = model.post(any_of(parts.clone()).constructive(Consistency::Domain))?;
    assert!(model.residual(Consistency::Domain).is_none());
    assert_eq!(
        model.show(&**model.constraint(id)).to_string(),
        "all_different(x[0], x[1], x[2], x[3]) ∨ x[0] + x[1] + x[2] + x[3] = 13"
    );
    let mut model = Model::new();
    let xs = model.int_vars("x", 4, 1..=3);
    let both = [all_different(&xs).into_shared(), exact_sum(&xs, 5).into_shared()];
    model.post(any_of(both).constructive(Consistency::Domain))?;
    assert_eq!(model.solutions().count(), 4);
    model.post(any_of::<Condition>([]).constructive(Consistency::Domain))?;
    assert_eq!(model.solutions().count(), 0);
    Ok(())
}

/// All that a constraint owes, with explanations of what no alternative allows.
#[test]
fn what_is_owed() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 4, 0..=4);
    let apart = (xs[0] + 3).le(xs[1]) | (xs[1] + 3).le(xs[0]);
    check_constraint(&model, apart.constructive(Consistency::Domain)).expect("apart");
    let cages = [exact_sum(&xs[..3], 3).distinct(), exact_sum(&xs[1..], 9).distinct()];
    check_constraint(&model, any_of(cages).constructive(Consistency::Domain)).expect("cages");
    let product =
        any_of([times(xs[0], xs[1], xs[2]).into_shared(), (xs[0] * xs[1] + xs[3]).eq(7).into_shared()]);
    check_constraint(&model, product.constructive(Consistency::Bounds)).expect("products");
}

/// Why a value is gone is told by what is gone of others, no more than it takes.
#[test]
fn explanations() -> Result<(), ModelError> {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=9));
    model.post(((x + 3).le(y) | (y + 3).le(x)).constructive(Consistency::Bounds))?;
    let mut solver = Solver::new(&model, Options::default().record(true));
    for atom in [y.at_least(4), y.at_most(6), z.at_most(3)] {
        let _ = solver.assume(atom).expect("it is open");
    }
    solver.propagate().expect("there are solutions");
    assert_eq!(solver.domain(x).to_string(), "0..3 7..9");
    let mut premises = solver.explain(x.is_not(4)).expect("it was not always so").premises;
    premises.sort_unstable();
    let mut expected = [y.at_most(6), y.at_least(2)];
    expected.sort_unstable();
    assert_eq!(premises, expected);
    Ok(())
}

/// `x ≤ 4`, which its simplifier sees as soon as x is bounded, and its propagator only once x is fixed.
#[derive(Clone, Debug, PartialEq)]
struct Low<V>(View<V>);

impl Constraint for Low<IntVar> {
    fn name(&self) -> &'static str {
        "low"
    }

    fn scope(&self) -> Vec<IntView> {
        vec![self.0]
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        value(self.0) <= 4
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        to.add(Low(to.view(self.0)));
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        match (self.0.min(domains), self.0.max(domains)) {
            (5.., _) => Simplified::Violated,
            (_, ..=4) => Simplified::Entailed,
            _ => Simplified::Unchanged,
        }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(Low(to(self.0)))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write!(f, "low({})", name(self.0))
    }
}

impl Propagator for Low<VarId> {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on(self.0.var, Events::FIXED);
    }

    fn cost(&self) -> Cost {
        Cost::Unit
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        match self.0.value(store) {
            Some(5..) => Err(store.contradiction(store.because(0))),
            _ => Ok(Outcome::Fixpoint),
        }
    }

    fn explain(&self, _: ExplainRequest, _: u32, _: &Past<'_>, out: &mut Vec<Atom>) {
        out.extend(self.0.at_least(5));
    }
}

/// What is known of an alternative by its simplifier only is a premise too.
#[test]
fn an_alternative_that_is_known_to_be_false() -> Result<(), ModelError> {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=9));
    let parts = [Low(x.view()).into_shared(), y.at_most(3).into_shared(), y.at_most(5).into_shared()];
    model.post(any_of(parts).constructive(Consistency::Bounds))?;
    let mut solver = Solver::new(&model, Options::default().record(true));
    let _ = solver.assume(x.at_least(6)).expect("it is open");
    solver.propagate().expect("there are solutions");
    assert_eq!(solver.domain(y).to_string(), "0..5");
    assert_eq!(solver.explain(y.at_most(5)).expect("it was not always so").premises, [x.at_least(5)]);
    Ok(())
}

/// Bounds that creep through an alternative do not keep the others waiting.
#[test]
fn an_alternative_that_creeps() -> Result<(), ModelError> {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=1_000_000_000));
    let circle = all_of([x.lt(y), y.lt(x)]).into_shared();
    model.post(any_of([circle, z.is(7).into_shared()]).constructive(Consistency::Domain))?;
    let mut solver = Solver::new(&model, Options::default());
    solver.propagate().expect("there are solutions");
    assert!(solver.domain(z).contains(8));
    solver.assume(x.at_most(9)).expect("it is open");
    solver.propagate().expect("there are solutions");
    assert_eq!(solver.domain(z).to_string(), "7");
    Ok(())
}
