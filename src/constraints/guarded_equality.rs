//! The propagator of `guard → x = y`, a half-reified equality: where the guard is true the views are equal, and where they cannot be, the
//! guard is false.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain, as for `equality.rs`; the guard is false as soon as the views have no value in common |
//! | Cost | O(1) a run while the support, a value that both have, is left and the guard is open; to find another one, O(values) |
//! | Wakes on | any change of the views, and the guard |
//! | Explains | that they have no value in common, by bounds, and by the values between these that one of them lost |
//! | Source | Feydy, Somogyi & Stuckey, *Half Reification and Flattening*, CP 2011 |

use crate::constraints::equality::{Equality, explain};
use crate::constraints::walkable;
use crate::domain::Domain;
use crate::engine::{
    Cost, Differences, ExplainRequest, Outcome, Poster, Propagator, Subscriptions, events_of,
};
use crate::store::{Atom, Events, Failure, Past, Store, View};

/// An equality under a guard.
#[derive(Clone, Debug)]
pub(super) struct Equal {
    guard: Atom,
    sides: [View; 2],
    equality: Equality,
    /// A value that both had when one was looked for.
    common: i32,
}

/// Besides the payloads of the equality: the guard is false, since the sides have no value in common.
const APART: u32 = 2;

/// Sides of at most this many values are searched for a common one value by value; wider ones run by run.
const LISTED: u64 = 4096;

impl Equal {
    pub(super) fn new(guard: Atom, x: View, y: View, to: &mut Poster<'_>) -> Equal {
        Equal { guard, sides: [x, y], equality: Equality::new(x, y, to), common: x.min(to.store()) }
    }

    /// Whether no value is left to both.
    fn are_apart(&mut self, store: &Store) -> Result<bool, Failure> {
        let [x, y] = self.sides;
        if x.contains(store, self.common) && y.contains(store, self.common) {
            return Ok(false);
        }
        let (low, high) = (x.min(store).max(y.min(store)), x.max(store).min(y.max(store)));
        if low > high {
            return Ok(true);
        }
        let (few, many) = if x.size(store) <= y.size(store) { (x, y) } else { (y, x) };
        if few.size(store) <= LISTED {
            store.spend(few.size(store) as usize)?;
            let values = store.runs(few.var).flat_map(|(low, high)| low..=high);
            let mut values = values.filter_map(|value| i32::try_from(few.apply(value)).ok());
            let found = values.find(|&value| many.contains(store, value));
            self.common = found.unwrap_or(self.common);
            return Ok(found.is_none());
        }
        Ok(match (walkable(x, store), walkable(y, store)) {
            (Some(x), Some(y)) => x.is_disjoint(&y),
            _ => false,
        })
    }

    /// Atoms that leave the sides no value in common.
    fn explain_apart(&self, past: &Past<'_>, out: &mut Vec<Atom>) {
        let [x, y] = self.sides;
        let (low, high) = (x.min(past).max(y.min(past)), x.max(past).min(y.max(past)));
        if low > high {
            // One of them ends before the other begins.
            let (lesser, greater) = if x.max(past) < y.min(past) { (x, y) } else { (y, x) };
            let begins = greater.min(past);
            out.extend(greater.at_least(begins).into_iter().chain(lesser.at_most(begins - 1)));
            return;
        }
        for (one, other) in [(x, y), (y, x)] {
            if let Some(value) = one.value(past) {
                out.extend(one.equals(value).into_iter().chain(other.differs(value)));
                return;
            }
        }
        let start = past.start();
        if x.min(&start).max(y.min(&start)) < low {
            let highest = if x.min(past) == low { x } else { y };
            out.extend(highest.at_least(low));
        }
        if x.max(&start).min(y.max(&start)) > high {
            let lowest = if x.max(past) == high { x } else { y };
            out.extend(lowest.at_most(high));
        }
        let inside = x.domain(&start).intersect(&Domain::from(low..=high));
        for value in &inside.intersect(&y.domain(&start)) {
            let lost = if x.contains(past, value) { y } else { x };
            out.extend(lost.differs(value));
        }
    }
}

impl Propagator for Equal {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on(self.guard.var(), events_of(self.guard) | events_of(!self.guard));
        events.on_all(&self.sides, Events::CHANGED);
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, cost: Cost) -> Result<Outcome, Failure> {
        match store.truth(self.guard) {
            Some(true) => return self.equality.propagate(store, cost),
            Some(false) => return Ok(Outcome::Entailed),
            None => {}
        }
        if self.are_apart(store)? {
            store.apply(!self.guard, store.because(APART))?;
            return Ok(Outcome::Entailed);
        }
        Ok(Outcome::Fixpoint)
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        if payload == APART {
            return self.explain_apart(past, out);
        }
        explain(self.sides, (request, payload), past, out);
        out.push(self.guard);
    }

    fn differences(&self, to: &mut Differences<'_>) {
        let [x, y] = self.sides;
        to.given([self.guard], |to| to.equal(x, y));
    }
}
