//! Entailment detection by the simplifier of a constraint: decides its guard, or fails where it must not hold.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | the guard is decided where the simplifier finds the constraint violated, or entailed, and once all variables are fixed |
//! | Cost | one simplification a run |
//! | Wakes on | any change of the scope, and of the guard |
//! | Explains | by a minimal set of atoms |

use std::sync::Arc;

use crate::constraints::Constraint;
use crate::constraints::logic::engine_domains::EngineDomains;
use crate::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use crate::store::{Atom, Events, Failure, Past, Store};

/// Makes a guard false where a constraint cannot hold and, if it `decides`, true where it holds.
#[derive(Clone, Debug)]
pub(super) struct Watcher {
    guard: Atom,
    decides: bool,
    seen: EngineDomains,
}

impl Watcher {
    pub(super) fn new(
        constraint: Arc<dyn Constraint>,
        guard: Atom,
        decides: bool,
        to: &Poster<'_>,
    ) -> Watcher {
        Watcher { guard, decides, seen: EngineDomains::new(constraint, to) }
    }
}

impl Propagator for Watcher {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on(self.guard.var(), Events::CHANGED);
        self.seen.vars().for_each(|var| events.on(var, Events::CHANGED));
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        if self.guard.holds(store) || (!self.guard).holds(store) {
            return Ok(Outcome::Entailed);
        }
        let Some(truth) = self.seen.truth(store) else { return Ok(Outcome::Fixpoint) };
        if self.decides || !truth {
            let why = store.because(u32::from(truth));
            store.apply(if truth { self.guard } else { !self.guard }, why)?;
        }
        Ok(Outcome::Entailed)
    }

    fn explain(&self, _: ExplainRequest, truth: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        self.seen.explain(truth == 1, past, out);
    }
}

/// Fails where a constraint holds.
#[derive(Clone, Debug)]
pub(super) struct Refuser {
    seen: EngineDomains,
}

impl Refuser {
    pub(super) fn new(constraint: Arc<dyn Constraint>, to: &Poster<'_>) -> Refuser {
        Refuser { seen: EngineDomains::new(constraint, to) }
    }
}

impl Propagator for Refuser {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        self.seen.vars().for_each(|var| events.on(var, Events::CHANGED));
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        match self.seen.truth(store) {
            None => Ok(Outcome::Fixpoint),
            Some(false) => Ok(Outcome::Entailed),
            Some(true) => {
                let why = store.because(0);
                Err(store.contradiction(why))
            }
        }
    }

    fn explain(&self, _: ExplainRequest, _: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        self.seen.explain(true, past, out);
    }
}
