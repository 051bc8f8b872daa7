//! The propagator of `x = y` for two views, where they are not merged: `a·x + b = c·y + d`.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain, value by value; bounds where a side has more than 65,536 values and a factor other than ±1 |
//! | Cost | O(values) a run; a few operations where only bounds changed since an earlier one |
//! | Wakes on | any change |
//! | Explains | a lost value by the value that it needed, a bound by a bound |

use crate::constraints::walkable;
use crate::engine::{Cost, Differences, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Store, Trailed, View};

#[derive(Clone, Debug)]
pub(super) struct Equality {
    sides: [View; 2],
    /// Values of one side that the other lacks, as they are found.
    gone: Vec<i32>,
    /// Once both were made equal, value by value: one more than the gaps that each had then.
    gaps: [Trailed; 2],
}

/// Domains of at most this many values are compared value by value, with a list that is kept; wider ones run by run.
const LISTED: u64 = 4096;

/// Payloads: the other side lacks the value, or its bounds do.
const VALUES: u32 = 0;
const BOUNDS: u32 = 1;

impl Equality {
    /// `x = y`, of two variables.
    pub(super) fn new(x: View, y: View, to: &mut Poster<'_>) -> Self {
        Equality { sides: [x, y], gone: Vec::new(), gaps: [(); 2].map(|()| to.new_trailed(0)) }
    }

    /// From now on, and until the level is undone, it is about these two.
    pub(super) fn turn_to(&mut self, x: View, y: View) {
        self.sides = [x, y];
    }

    /// Whether the sides, which have the same bounds, are certainly equal. Without gaps they are. If they were, and one of them has lost no
    /// value from between its ends since, the other has no value besides; so where both have as many, they have the same.
    fn are_still_equal(&self, store: &Store) -> bool {
        let [x, y] = self.sides;
        let size = x.size(store);
        let width = |side: View| {
            let (min, max) = store.bounds(side.var);
            i64::from(max) - i64::from(min) + 1
        };
        let has_no_gaps = |side: View| side.scale().abs() == 1 && side.size(store) == width(side) as u64;
        if has_no_gaps(x) && has_no_gaps(y) {
            return true;
        }
        let is_whole = |(side, cell): (View, Trailed)| match store.gaps(side.var) {
            Some(gaps) => store.get(cell) == gaps as u64 + 1,
            None => size == width(side) as u64,
        };
        let were_equal = store.get(self.gaps[0]) > 0;
        were_equal && y.size(store) == size && self.sides.into_iter().zip(self.gaps).any(is_whole)
    }

    /// Takes from each side what the other lacks, value by value, where they have few values; true if they are equal then.
    fn make_equal(&mut self, store: &mut Store) -> Result<bool, Failure> {
        let [x, y] = self.sides;
        let is_part = self.keep_supported(store, x, y)?;
        if is_part && x.size(store) == y.size(store) {
            // It has only values of the other side, and as many: the domains are equal.
            return Ok(true);
        }
        Ok(self.keep_supported(store, y, x)? && is_part)
    }

    /// Takes from `own` what `other` lacks, where it has few values; true if it has only values of `other` then.
    fn keep_supported(&mut self, store: &mut Store, own: View, other: View) -> Result<bool, Failure> {
        let why = store.because(VALUES);
        if own.size(store) > LISTED {
            let (Some(_), Some(supports)) = (walkable(own, store), walkable(other, store)) else {
                return Ok(false);
            };
            store.intersect(own.var, &own.preimage(&supports), why)?;
            return Ok(true);
        }
        let is_gone = |&v: &i32| !i32::try_from(own.apply(v)).is_ok_and(|value| other.contains(store, value));
        self.gone.clear();
        self.gone.extend(store.runs(own.var).flat_map(|(low, high)| low..=high).filter(is_gone));
        if self.gone.len() as u64 == own.size(store) {
            return Err(store.refute(own.var, why));
        }
        for &value in &self.gone {
            store.remove(own.var, value, why)?;
        }
        Ok(true)
    }
}

impl Propagator for Equality {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.sides, Events::CHANGED);
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let [x, y] = self.sides;
        let why = store.because(BOUNDS);
        loop {
            // There may be as many rounds as values: where each side rounds away what the other one has left.
            store.spend(2)?;
            let mut changed = false;
            // Most often nothing moves, and to see that is cheaper than to ask for it.
            for (a, b) in [(x, y), (y, x)] {
                let low = b.min(store);
                if a.min(store) < low {
                    changed |= a.set_min(store, low, why)?;
                }
                let high = b.max(store);
                if a.max(store) > high {
                    changed |= a.set_max(store, high, why)?;
                }
            }
            if !changed {
                break;
            }
        }
        if !self.are_still_equal(store) {
            let are_equal = self.make_equal(store)?;
            for (side, cell) in self.sides.into_iter().zip(self.gaps) {
                let gaps = store.gaps(side.var).unwrap_or_default() as u64;
                store.set(cell, if are_equal { gaps + 1 } else { 0 });
            }
        }
        let settled = x.value(store).is_some() && y.value(store).is_some();
        Ok(if settled { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        explain(self.sides, (request, payload), past, out);
    }

    fn differences(&self, to: &mut Differences<'_>) {
        let [x, y] = self.sides;
        to.equal(x, y);
    }
}

/// Why a side lost a value, or has a bound.
pub(super) fn explain(
    [x, y]: [View; 2],
    (request, payload): (ExplainRequest, u32),
    past: &Past<'_>,
    out: &mut Vec<Atom>,
) {
    let var = match request {
        ExplainRequest::Atom(atom) => atom.var(),
        ExplainRequest::Emptied(var) => var,
        ExplainRequest::Failure => return,
    };
    let (own, other) = if var == x.var { (x, y) } else { (y, x) };
    if let (BOUNDS, ExplainRequest::Atom(atom)) = (payload, request) {
        out.extend(bound_behind(own, other, atom, past));
    } else {
        let needed = request.removed(past).filter_map(|v| i32::try_from(own.apply(v)).ok());
        out.extend(needed.filter_map(|value| other.differs(value)));
    }
}

/// The weakest bound of `other` for which `own`, which equals it, satisfies `atom`.
fn bound_behind(own: View, other: View, atom: Atom, past: &Past<'_>) -> Option<Atom> {
    let low = own.low_implying(atom).filter(|&low| i64::from(other.min(past)) >= low);
    if let Some(low) = low {
        return other.at_least(low);
    }
    own.high_implying(atom).and_then(|high| other.at_most(high))
}
