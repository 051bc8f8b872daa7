//! The propagator of `x + gap ≤ y`, which is `x ≤ y` and `x < y`.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain: only the ends can lose their support |
//! | Cost | O(1) a run |
//! | Wakes on | the least value of `x`, the greatest of `y` |
//! | Explains | by one atom, the weakest bound of the other side that suffices |

use crate::engine::{Cost, Differences, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Failure, Past, Store, View};

#[derive(Clone, Debug)]
pub(super) struct Order {
    x: View,
    gap: i32,
    y: View,
}

impl Order {
    /// `x + gap ≤ y`, of two variables, the gap 0 or 1.
    pub(super) fn new(x: View, gap: i32, y: View) -> Self {
        Order { x, gap, y }
    }
}

impl Propagator for Order {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_min(self.x);
        events.on_max(self.y);
    }

    fn cost(&self) -> Cost {
        Cost::Unit
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let why = store.because(0);
        self.y.set_min(store, self.x.min(store) + self.gap, why)?;
        self.x.set_max(store, self.y.max(store) - self.gap, why)?;
        let settled = self.x.max(store) + self.gap <= self.y.min(store);
        Ok(if settled { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, _: u32, _: &Past<'_>, out: &mut Vec<Atom>) {
        // Each side is bounded by the other alone.
        let ExplainRequest::Atom(atom) = request else { return };
        let gap = i64::from(self.gap);
        out.extend(if atom.var() == self.y.var {
            self.y.low_implying(atom).and_then(|low| self.x.at_least(low - gap))
        } else {
            self.x.high_implying(atom).and_then(|high| self.y.at_most(high + gap))
        });
    }

    fn differences(&self, to: &mut Differences<'_>) {
        to.in_order(self.x, self.gap.into(), self.y);
    }
}
