//! The propagator of `x ≠ y`.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain: a value loses its support only when the other side is fixed |
//! | Cost | O(1) a run |
//! | Wakes on | either side fixed |
//! | Explains | by one atom, the other side's value |
//! | Source | Schulte & Stuckey, *Efficient Constraint Propagation Engines*, TOPLAS 31(1), 2008 |

use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Events, Failure, Past, Store, View};

#[derive(Clone, Debug)]
pub(super) struct Disequality {
    sides: [View; 2],
}

impl Disequality {
    /// `x ≠ y`, of two variables.
    pub(super) fn new(x: View, y: View) -> Self {
        Disequality { sides: [x, y] }
    }
}

impl Propagator for Disequality {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.sides, Events::FIXED);
    }

    fn cost(&self) -> Cost {
        Cost::Unit
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let [x, y] = self.sides;
        let why = store.because(0);
        if let Some(value) = x.value(store) {
            y.remove(store, value, why)?;
        } else if let Some(value) = y.value(store) {
            x.remove(store, value, why)?;
        } else {
            return Ok(Outcome::Fixpoint);
        }
        Ok(Outcome::Entailed)
    }

    fn explain(&self, request: ExplainRequest, _: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let [x, y] = self.sides;
        // The request is about one side; the other was fixed.
        let other = match request {
            ExplainRequest::Atom(atom) if atom.var() == x.var => y,
            ExplainRequest::Emptied(var) if var == x.var => y,
            _ => x,
        };
        out.extend(other.value(past).and_then(|value| other.equals(value)));
    }
}
