//! The propagator of `guard → Σ ≤ c`, or `= c`: a half-reified sum, and the truth of its guard.
//!
//! Where the sum cannot hold, the guard is false; if it `decides`, the guard is true where the sum holds whatever happens. Both are seen by
//! the ends of the sum, and explained as a bound is: by ends as weak as the sum allows.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | where the guard is true that of `bounds.rs`; the guard is decided by the ends of the sum |
//! | Cost | O(open terms) a run |
//! | Wakes on | the guard; the ends that matter for the sum, both if it decides |
//! | Explains | as `bounds.rs`: no premise can be left out or weakened |

use crate::constraints::linear::addend::Addend;
use crate::constraints::linear::bounds::Sum;
use crate::engine::{Cost, Differences, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Events, Failure, Past, Store};

/// Payloads: that of the sum is 0.
const IMPOSSIBLE: u32 = 1;
const CERTAIN: u32 = 2;

/// The propagator.
#[derive(Clone, Debug)]
pub(super) struct Implied<T> {
    pub(super) guard: Atom,
    /// Whether the guard is to be true where the sum holds.
    pub(super) decides: bool,
    pub(super) sum: Sum<T>,
}

impl<T: Addend> Propagator for Implied<T> {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on(self.guard.var(), Events::CHANGED);
        self.sum.subscribe_to(self.decides, events);
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, cost: Cost) -> Result<Outcome, Failure> {
        match store.truth(self.guard) {
            Some(true) => return self.sum.propagate(store, cost),
            Some(false) => return Ok(Outcome::Entailed),
            None => {}
        }
        let (is_possible, is_certain) = self.sum.truth(store);
        if !is_possible {
            store.apply(!self.guard, store.because(IMPOSSIBLE))?;
            return Ok(Outcome::Entailed);
        }
        if is_certain {
            if self.decides {
                store.apply(self.guard, store.because(CERTAIN))?;
            }
            return Ok(Outcome::Entailed);
        }
        Ok(Outcome::Fixpoint)
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        match payload {
            IMPOSSIBLE => self.sum.explain_failure(past, out),
            CERTAIN => self.sum.explain_certain(past, out),
            _ => {
                self.sum.explain(request, payload, past, out);
                out.push(self.guard);
            }
        }
    }

    fn differences(&self, to: &mut Differences<'_>) {
        to.given([self.guard], |to| self.sum.differences(to));
    }
}
