//! The propagator of `guard → x ≠ y`, a half-reified disequality: where the guard is true the views differ, and where they are equal, the
//! guard is false.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain, once the guard is true; the guard is false once the views are fixed and equal |
//! | Cost | O(1) a run |
//! | Wakes on | either side fixed, and the guard |
//! | Explains | by the values of the sides |
//! | Source | Feydy, Somogyi & Stuckey, *Half Reification and Flattening*, CP 2011 |

use crate::constraints::disequality::Disequality;
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions, events_of};
use crate::store::{Atom, Failure, Past, Store, View};

/// A difference under a guard.
#[derive(Clone, Debug)]
pub(super) struct Differ {
    guard: Atom,
    sides: [View; 2],
    disequality: Disequality,
}

/// Besides the payload of the difference: the guard is false, since the sides are equal.
const EQUAL: u32 = 1;

impl Differ {
    pub(super) fn new(guard: Atom, x: View, y: View) -> Differ {
        Differ { guard, sides: [x, y], disequality: Disequality::new(x, y) }
    }
}

impl Propagator for Differ {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on(self.guard.var(), events_of(self.guard) | events_of(!self.guard));
        self.disequality.subscribe(events);
    }

    fn cost(&self) -> Cost {
        Cost::Unit
    }

    fn propagate(&mut self, store: &mut Store, cost: Cost) -> Result<Outcome, Failure> {
        match store.truth(self.guard) {
            Some(true) => return self.disequality.propagate(store, cost),
            Some(false) => return Ok(Outcome::Entailed),
            None => {}
        }
        let [x, y] = self.sides.map(|side| side.value(store));
        if x.is_none() || y.is_none() {
            return Ok(Outcome::Fixpoint);
        }
        if x == y {
            store.apply(!self.guard, store.because(EQUAL))?;
        }
        Ok(Outcome::Entailed)
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        if payload == EQUAL {
            let value = |side: View| side.value(past).and_then(|value| side.equals(value));
            out.extend(self.sides.into_iter().filter_map(value));
            return;
        }
        self.disequality.explain(request, payload, past, out);
        out.push(self.guard);
    }
}
