//! The propagator of `arg_max` and `arg_min`: the number of the first of the greatest terms, or of their negations.
//!
//! A number is excluded if its term stays below the least value of another one, or, of an earlier one, does not exceed it. A term
//! whose own number is excluded is at most, or, of a later one, below, the greatest value of those that are left. Where one
//! number is left, its term reaches the least values of all others.
//!
//! So what is left has a support: of a number, its term at its greatest value and the others at their least; of a value, the same
//! with the number that admits it.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain, unless a variable occurs twice |
//! | Cost | O(n) a sweep, until nothing changes |
//! | Wakes on | either end of the terms, any change of the index |
//! | Explains | a number by one bound of its term and one of another; a bound by bounds and excluded numbers |

use crate::constraints::arithmetic::greatest::Direction;
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Events, Failure, Past, Store, View};

/// Payloads: why a number is excluded; and, above these bits the number of the term, why it is not above or below.
const EXCLUDED: u32 = 0;
const NOT_ABOVE: u32 = 1;
const REACHES: u32 = 2;
const KIND_BITS: u32 = 2;

/// The propagator.
#[derive(Clone, Debug)]
pub(super) struct FirstGreatest {
    terms: Vec<View>,
    index: View,
    direction: Direction,
}

/// 1 of a term before another one, which has to exceed it.
fn gap(one: usize, other: usize) -> i64 {
    i64::from(one < other)
}

impl FirstGreatest {
    /// The propagator for at least one term. The index must have numbers of terms only.
    pub(super) fn new(terms: Vec<View>, index: View, direction: Direction) -> FirstGreatest {
        FirstGreatest { terms, index, direction }
    }

    /// The greatest of these numbers, each with its place; the first place of it.
    fn greatest(values: impl Iterator<Item = (usize, i64)>) -> Option<(usize, i64)> {
        values.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    /// The numbers that are left.
    fn candidates<'a>(&'a self, store: &'a Store) -> impl Iterator<Item = usize> + 'a {
        (0..self.terms.len()).filter(|&at| self.index.contains(store, at as i32))
    }

    fn sweep(&self, store: &mut Store) -> Result<bool, Failure> {
        let direction = self.direction;
        let mut changed = false;
        let lows = self.terms.iter().map(|&term| direction.low(term, store)).enumerate();
        let Some((first, base)) = Self::greatest(lows) else { return Ok(false) };
        for at in 0..self.terms.len() {
            if direction.high(self.terms[at], store) < base + gap(first, at) {
                changed |= self.index.remove(store, at as i32, store.because(EXCLUDED))?;
            }
        }
        let highs = self.candidates(store).map(|at| (at, direction.high(self.terms[at], store)));
        let Some((first, top)) = Self::greatest(highs) else { return Ok(changed) };
        for at in 0..self.terms.len() {
            if self.index.contains(store, at as i32) {
                continue;
            }
            let why = store.because((at as u32) << KIND_BITS | NOT_ABOVE);
            changed |= direction.set_high(self.terms[at], top - gap(at, first), store, why)?;
        }
        if let Some(only) = self.index.value(store).map(|only| only as usize) {
            let why = store.because((only as u32) << KIND_BITS | REACHES);
            for other in (0..self.terms.len()).filter(|&other| other != only) {
                let low = direction.low(self.terms[other], store) + gap(other, only);
                changed |= direction.set_low(self.terms[only], low, store, why)?;
            }
        }
        Ok(changed)
    }

    fn holds(&self, store: &Store) -> bool {
        self.index.value(store).map(|only| only as usize).is_some_and(|only| {
            let low = self.direction.low(self.terms[only], store);
            let is_below = |at: usize| self.direction.high(self.terms[at], store) + gap(at, only) <= low;
            (0..self.terms.len()).all(|at| at == only || is_below(at))
        })
    }
}

impl Propagator for FirstGreatest {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.terms, Events::BOUNDS);
        events.on(self.index.var, Events::CHANGED);
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        while self.sweep(store)? {}
        Ok(if self.holds(store) { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        // Every change is by an atom, and so is every failure.
        let ExplainRequest::Atom(atom) = request else { return };
        let (direction, at) = (self.direction, (payload >> KIND_BITS) as usize);
        match payload & ((1 << KIND_BITS) - 1) {
            EXCLUDED => {
                for at in request.removed(past).map(|value| self.index.apply(value) as usize) {
                    let high = direction.high(self.terms[at], past);
                    let exceeds = |other: &usize| {
                        *other != at && direction.low(self.terms[*other], past) + gap(*other, at) > high
                    };
                    let Some(other) = (0..self.terms.len()).find(exceeds) else { continue };
                    out.extend(direction.at_most(self.terms[at], high));
                    out.extend(direction.at_least(self.terms[other], high + 1 - gap(other, at)));
                }
            }
            NOT_ABOVE => {
                let Some(asked) = direction.high_implying(self.terms[at], atom) else { return };
                let start = past.start();
                for other in 0..self.terms.len() {
                    if !self.index.contains(&start, other as i32) {
                        continue;
                    }
                    let high = asked + gap(at, other);
                    if other != at && direction.high(self.terms[other], past) <= high {
                        out.extend(direction.at_most(self.terms[other], high));
                    } else {
                        out.extend(self.index.differs(other as i32));
                    }
                }
            }
            _ => {
                let Some(asked) = direction.low_implying(self.terms[at], atom) else { return };
                out.extend(self.index.equals(at as i32));
                let reaches = |other: &usize| {
                    *other != at && direction.low(self.terms[*other], past) + gap(*other, at) >= asked
                };
                let other = (0..self.terms.len()).find(reaches);
                out.extend(
                    other.and_then(|other| direction.at_least(self.terms[other], asked - gap(other, at))),
                );
            }
        }
    }
}
