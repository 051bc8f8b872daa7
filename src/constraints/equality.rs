//! `x = y` for two views, where they are not made one variable: `a·x + b = c·y + d`.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain, value by value; bounds where a side has more than 65,536 values and a factor other than ±1 |
//! | Cost | O(values) a run |
//! | Wakes on | any change |
//! | Explains | a lost value by the value that it needed, a bound by a bound |

use crate::constraints::walkable;
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Events, Failure, Past, Store, View};

#[derive(Clone, Debug)]
pub(super) struct Equality {
    sides: [View; 2],
    /// Values of one side that the other lacks, as they are found.
    gone: Vec<i32>,
}

/// Domains of at most this many values are compared value by value, with a list that is kept; wider ones run by run.
const LISTED: u64 = 4096;

/// Payloads: the other side lacks the value, or its bounds do.
const VALUES: u32 = 0;
const BOUNDS: u32 = 1;

impl Equality {
    /// `x = y`, of two variables.
    pub(super) fn new(x: View, y: View) -> Self {
        Equality { sides: [x, y], gone: Vec::new() }
    }

    /// From now on it is about these two.
    pub(super) fn turn_to(&mut self, x: View, y: View) {
        self.sides = [x, y];
    }
}

impl Equality {
    /// Takes from `own` what `other` lacks, value by value.
    fn keep_supported(&mut self, store: &mut Store, own: View, other: View) -> Result<(), Failure> {
        let why = store.because(VALUES);
        let is_gone = |&v: &i32| !i32::try_from(own.apply(v)).is_ok_and(|value| other.contains(store, value));
        self.gone.clear();
        self.gone.extend(store.runs(own.var).flat_map(|(low, high)| low..=high).filter(is_gone));
        if self.gone.len() as u64 == own.size(store) {
            return Err(store.refute(own.var, why));
        }
        for &value in &self.gone {
            store.remove(own.var, value, why)?;
        }
        Ok(())
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
            let mut changed = false;
            for (a, b) in [(x, y), (y, x)] {
                changed |= a.set_min(store, b.min(store), why)?;
                changed |= a.set_max(store, b.max(store), why)?;
            }
            if !changed {
                break;
            }
        }
        for (own, other) in [(x, y), (y, x)] {
            if own.size(store) <= LISTED {
                self.keep_supported(store, own, other)?;
            } else if let (Some(_), Some(supports)) = (walkable(own, store), walkable(other, store)) {
                let kept = own.preimage(&supports);
                store.intersect(own.var, &kept, store.because(VALUES))?;
            }
        }
        let settled = x.value(store).is_some() && y.value(store).is_some();
        Ok(if settled { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let [x, y] = self.sides;
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
}

/// The weakest bound of `other` for which `own`, which equals it, satisfies `atom`.
fn bound_behind(own: View, other: View, atom: Atom, past: &Past<'_>) -> Option<Atom> {
    let low = own.low_implying(atom).filter(|&low| i64::from(other.min(past)) >= low);
    if let Some(low) = low {
        return other.at_least(low);
    }
    own.high_implying(atom).and_then(|high| other.at_most(high))
}
