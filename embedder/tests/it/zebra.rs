//! Who owns the zebra? Five houses, each with a colour, a nation, a pet, a drink and a brand of cigarettes.
//!
//! The Norwegian drinks water and the Japanese owns the zebra (*Life International*, 17 December 1962, and its issue of
//! 25 March 1963). "Next to" is a constraint of the program's own.

use std::fmt;
use std::sync::Arc;

use residua::constraints::{
    Comparator, Constraint, Linear, Simplified, Statement, all_different, eq, in_set,
};
use residua::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use residua::model::{IntVar, IntView, Model};
use residua::store::{Atom, Domains, Events, Failure, Past, Store, VarId, View};
use residua::testing::{Mistake, check_constraint};

/// `|x - y| = 1`, over a model's variables or over an engine's.
#[derive(Clone, Debug, PartialEq)]
struct NextTo<V = IntVar>(View<V>, View<V>);

impl NextTo<VarId> {
    /// Takes from `x` what has no neighbour in `y`.
    fn prune(store: &mut Store, x: View, y: View, payload: u32) -> Result<(), Failure> {
        let why = store.because(payload);
        for value in &x.domain(store) {
            if !y.contains(store, value - 1) && !y.contains(store, value + 1) {
                let _ = x.remove(store, value, why)?;
            }
        }
        Ok(())
    }
}

impl Constraint for NextTo {
    fn name(&self) -> &'static str {
        "next_to"
    }

    fn scope(&self) -> Vec<IntView> {
        vec![self.0, self.1]
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        value(self.0).abs_diff(value(self.1)) == 1
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        to.add(NextTo(to.view(self.0), to.view(self.1)));
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let beside = |value: i32, other: IntView| {
            let sides = [value - 1, value + 1];
            Simplified::Into(vec![in_set(other, sides).into_shared()])
        };
        match (self.0.value(domains), self.1.value(domains)) {
            (Some(x), Some(y)) if x.abs_diff(y) == 1 => Simplified::Entailed,
            (Some(_), Some(_)) => Simplified::Violated,
            (Some(x), None) => beside(x, self.1),
            (None, Some(y)) => beside(y, self.0),
            (None, None) => Simplified::Unchanged,
        }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(NextTo(to(self.0), to(self.1)))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write!(f, "{} is next to {}", name(self.0), name(self.1))
    }

    fn statement(&self) -> Option<Statement> {
        let after = |x: IntView, y: IntView| Linear::between(x, Comparator::Eq, y, 1).map(Statement::Linear);
        Some(Statement::Any(vec![after(self.0, self.1)?, after(self.1, self.0)?]))
    }
}

impl Propagator for NextTo<VarId> {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&[self.0, self.1], Events::CHANGED);
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        Self::prune(store, self.0, self.1, 0)?;
        Self::prune(store, self.1, self.0, 1)?;
        Ok(Outcome::Again)
    }

    /// A value went because both of its neighbours had gone from the other side.
    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let (own, other) = if payload == 0 { (self.0, self.1) } else { (self.1, self.0) };
        for value in request.removed(past) {
            let value = own.apply(value) as i32;
            out.extend([value - 1, value + 1].into_iter().filter_map(|side| other.differs(side)));
        }
    }
}

#[test]
fn next_to_keeps_its_promises() -> Result<(), Mistake> {
    let mut model = Model::new();
    let [x, y] = [0, 1].map(|_| model.int_var([-2, -1, 1, 3, 4]));
    check_constraint(&model, NextTo(x.into(), y.into()))?;
    check_constraint(&model, NextTo(x * 2 - 1, -y))?;
    check_constraint(&model, NextTo(x.into(), x + 1))?;
    check_constraint(&model, NextTo(x.into(), x.into()))
}

#[test]
fn the_japanese_owns_it() -> Result<(), Box<dyn std::error::Error>> {
    let mut model = Model::new();
    let mut group = |names: [&str; 5]| -> Result<[IntVar; 5], residua::model::ModelError> {
        let houses = names.map(|name| model.named_var(name, 1..=5));
        model.post(all_different(houses))?;
        Ok(houses)
    };
    let [red, green, ivory, yellow, blue] = group(["red", "green", "ivory", "yellow", "blue"])?;
    let [english, spanish, ukrainian, norwegian, japanese] =
        group(["English", "Spanish", "Ukrainian", "Norwegian", "Japanese"])?;
    let [dog, snails, fox, horse, zebra] = group(["dog", "snails", "fox", "horse", "zebra"])?;
    let [coffee, tea, milk, juice, water] = group(["coffee", "tea", "milk", "juice", "water"])?;
    let [gold, kools, chesterfields, lucky, parliaments] =
        group(["Old Gold", "Kools", "Chesterfields", "Lucky Strike", "Parliaments"])?;
    let same = [
        (english, red),
        (spanish, dog),
        (coffee, green),
        (ukrainian, tea),
        (gold, snails),
        (kools, yellow),
        (lucky, juice),
        (japanese, parliaments),
    ];
    for (one, other) in same {
        model.post(eq(one, other))?;
    }
    model.post(eq(green, ivory + 1))?;
    model.post(eq(milk, 3))?;
    model.post(eq(norwegian, 1))?;
    for (one, other) in [(chesterfields, fox), (kools, horse), (norwegian, blue)] {
        model.post(NextTo(one.into(), other.into()))?;
    }

    let mut solutions = model.solutions();
    let only = solutions.next().ok_or("there is a solution")?;
    assert_eq!((only[water], only[zebra]), (only[norwegian], only[japanese]));
    let colours = [yellow, blue, red, ivory, green].map(|colour| only[colour]);
    assert_eq!(colours, [1, 2, 3, 4, 5]);
    assert_eq!(solutions.next(), None);
    Ok(())
}
