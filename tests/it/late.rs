//! Promise: what a propagator finds late, below a decision that has nothing to do with it, is learned as what it depends on: older
//! decisions, or none.

use residua::constraints::{Consistency, Constraint, Simplified, any_of, clause, eq, iff, subcircuit};
use residua::domain::Domain;
use residua::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use residua::model::{IntVar, IntView, Model};
use residua::store::{Atom, Domains, Events, Failure, Past, Store, VarId, View};
use residua::testing::check_learning;
use std::fmt;
use std::sync::Arc;

/// Where the first view is 1, the last one is 1 or 2. That is found once the one between them is fixed.
#[derive(Clone, Debug, PartialEq)]
struct Late<V>([View<V>; 3]);

impl Constraint for Late<IntVar> {
    fn name(&self) -> &'static str {
        "late"
    }

    fn scope(&self) -> Vec<IntView> {
        self.0.to_vec()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let [guard, _, x] = self.0.map(value);
        guard != 1 || (1..=2).contains(&x)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        to.add(Late(self.0.map(|view| to.view(view))));
        Ok(())
    }

    fn simplify(&self, _: &dyn Domains<IntVar>) -> Simplified {
        Simplified::Unchanged
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(Late(self.0.map(to)))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, _: &dyn Fn(IntView) -> String) -> fmt::Result {
        f.write_str("late")
    }
}

impl Propagator for Late<VarId> {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.0, Events::FIXED);
    }

    fn cost(&self) -> Cost {
        Cost::Unit
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let [guard, between, x] = self.0;
        if guard.value(store) == Some(1) && between.value(store).is_some() {
            // Both ends at once, as one change.
            let _ = store.intersect(x.var, &Domain::from(1..=2), store.because(0))?;
        }
        Ok(Outcome::Fixpoint)
    }

    fn explain(&self, _: ExplainRequest, _: u32, _: &Past<'_>, out: &mut Vec<Atom>) {
        out.extend(self.0[0].equals(1));
    }
}

#[test]
fn from_an_older_decision() {
    let mut model = Model::new();
    let [guard, between] = ["guard", "between"].map(|name| model.named_var(name, 0..=1));
    let x = model.named_var("x", 0..=3);
    let p = model.named_var("p", 0..=1);
    let _ = model.post(Late([guard, between, x].map(IntVar::view))).expect("its own variables");
    // With x at 1 or 2 there is no p; that takes both its ends.
    for value in [0, 1] {
        let _ = model.post(clause([x.is(0), x.is(3), p.is(value)])).expect("its own variables");
    }
    for seed in 0..360 {
        check_learning(&model, seed).expect("it keeps its promises");
    }
}

/// A disjunction finds only below a decision what follows from the constraints alone.
#[test]
fn from_nothing() {
    let mut model = Model::new();
    let x = model.int_var(-2..=1);
    let y = model.int_var([1, 4]);
    let _ = model.int_var([-1, 0, 1, 500]);
    let is_negative = iff(eq(x + 1, 0), y.div_floor(x).le(y + y));
    let either = [is_negative.into_shared(), subcircuit([x, y]).into_shared()];
    let _ = model.post(any_of(either).constructive(Consistency::Value)).expect("its own variables");
    for seed in 0..360 {
        check_learning(&model, seed).expect("it keeps its promises");
    }
}
