//! The propagator of lexicographic order: see `lex.rs`.

use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Store, Trailed, View};

/// The left sides of the pairs come before the right ones.
#[derive(Clone, Debug)]
pub(super) struct InOrder {
    pub(super) pairs: Box<[(View, View)]>,
    /// Whether they are in order if all pairs are equal.
    pub(super) end: bool,
    /// All pairs before this one are equal.
    pub(super) first: Trailed,
    pub(super) has_repeats: bool,
}

impl InOrder {
    /// Whether the pairs from there on may be in order.
    fn can_hold(&self, from: usize, domains: &impl Domains) -> bool {
        self.decided(from, domains).1
    }

    /// The first pair from there on that decides whether those up to it may be in order, and all after it with them; and whether they may.
    fn decided(&self, from: usize, domains: &impl Domains) -> (usize, bool) {
        for (at, (x, y)) in self.pairs.iter().enumerate().skip(from) {
            let (low, high) = (x.min(domains), y.max(domains));
            if low != high {
                return (at, low < high);
            }
        }
        (self.pairs.len(), self.end)
    }

    /// Writes why they may not.
    fn explain_rest(&self, from: usize, past: &Past<'_>, out: &mut Vec<Atom>) {
        let start = past.start();
        for (at, (x, y)) in self.pairs.iter().enumerate().skip(from) {
            let (low, high) = (i64::from(x.min(past)), i64::from(y.max(past)));
            // Where what comes after can never be in order, these two may be equal.
            let is_last = !self.can_hold(at + 1, &start);
            let gap = i64::from(low > high && !is_last);
            // Nothing need be said of the left one if that can be.
            let least = (high + gap).max(x.min(&start).into()).min(low);
            out.extend([x.at_least(least), y.at_most(least - gap)].into_iter().flatten());
            if low > high || is_last {
                return;
            }
        }
    }

    /// Whether something changed, and what may be claimed. Payloads start at that number.
    fn run(&self, base: u32, store: &mut Store) -> Result<(bool, Outcome), Failure> {
        let mut first = store.get(self.first) as usize;
        let mut is_changed = false;
        // The pair that decides the rest, and what it says: for all before it too, as only the first pair changes, unless some are of one
        // variable, and then the run is over.
        let mut rest = (0, true);
        loop {
            let is_equal =
                |(x, y): &(View, View)| x.value(store).is_some() && x.value(store) == y.value(store);
            first += self.pairs[first..].iter().take_while(|pair| is_equal(pair)).count();
            store.set(self.first, first as u64);
            let Some(&(x, y)) = self.pairs.get(first) else {
                return if self.end {
                    Ok((is_changed, Outcome::Entailed))
                } else {
                    Err(store.contradiction(store.because(base)))
                };
            };
            if rest.0 <= first {
                rest = self.decided(first + 1, store);
            }
            let gap = i64::from(!rest.1);
            // The payload is the position, the gap, and which side changes.
            let payload = base + first as u32 * 4 + gap as u32 * 2;
            if let Some(atom) = y.at_least(i64::from(x.min(store)) + gap) {
                is_changed |= store.apply(atom, store.because(payload))?;
            }
            if let Some(atom) = x.at_most(i64::from(y.max(store)) - gap) {
                is_changed |= store.apply(atom, store.because(payload + 1))?;
            }
            if x.max(store) < y.min(store) {
                return Ok((is_changed, Outcome::Entailed));
            }
            if is_changed && self.has_repeats {
                return Ok((is_changed, Outcome::Again));
            }
            if x.value(store).is_none() || y.value(store).is_none() {
                return Ok((is_changed, Outcome::Fixpoint));
            }
        }
    }

    fn explain(&self, request: ExplainRequest, payload: usize, past: &Past<'_>, out: &mut Vec<Atom>) {
        let ExplainRequest::Atom(atom) = request else {
            return self.explain_rest(0, past, out);
        };
        let first = payload / 4;
        for (x, y) in &self.pairs[..first] {
            out.extend([x.at_least(x.min(past)), y.at_most(x.min(past))].into_iter().flatten());
        }
        let (x, y) = self.pairs[first];
        // A gap that is not there for good is not needed for what follows without it.
        let is_always_strict = !self.can_hold(first + 1, &past.start());
        let is_strict;
        if payload.is_multiple_of(2) {
            let Some(low) = y.low_implying(atom) else { return };
            is_strict = i64::from(x.min(past)) < low || is_always_strict;
            out.extend(x.at_least(low - i64::from(is_strict)));
        } else {
            let Some(high) = x.high_implying(atom) else { return };
            is_strict = i64::from(y.max(past)) > high || is_always_strict;
            out.extend(y.at_most(high + i64::from(is_strict)));
        }
        if is_strict && !is_always_strict {
            self.explain_rest(first + 1, past, out);
        }
    }
}

/// Several lists, each in order with the next one.
#[derive(Clone, Debug)]
pub(super) struct InOrders {
    pub(super) orders: Box<[InOrder]>,
    /// The length of the longest list.
    pub(super) length: usize,
}

impl InOrders {
    /// The number of payloads of each of them.
    fn payloads(&self) -> usize {
        4 * self.length.max(1)
    }
}

impl Propagator for InOrders {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        for (x, y) in self.orders.iter().flat_map(|order| &order.pairs) {
            events.on_all([x, y], Events::BOUNDS);
        }
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let (mut is_changed, mut all) = (false, Outcome::Entailed);
        for (at, order) in self.orders.iter().enumerate() {
            let (changes, outcome) = order.run((at * self.payloads()) as u32, store)?;
            is_changed |= changes;
            all = if all == Outcome::Entailed { outcome } else { all };
            all = if outcome == Outcome::Again { outcome } else { all };
        }
        // What one of them changes another one may have to look at.
        Ok(if is_changed && self.orders.len() > 1 { Outcome::Again } else { all })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let payload = payload as usize;
        self.orders[payload / self.payloads()].explain(request, payload % self.payloads(), past, out);
    }
}
