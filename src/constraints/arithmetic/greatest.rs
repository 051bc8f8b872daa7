//! The propagator of `maximum` and `minimum`: the greatest of several terms, or of their negations.
//!
//! By bounds: the result is at most the greatest end of a term and at least the greatest beginning, no term is above the result, and
//! where only one term reaches up to the least value of the result, that one has to. By values: a value of the result is one of a
//! term; and a term that alone has the greatest value of the result, up to the next one that another term has, can have no value
//! but one of the result.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | bounds(Z); domain where it works by values, the result and the term in question have at most 4096 of them, and no variable occurs twice |
//! | Cost | O(n) a sweep, until nothing changes; by values O(n) for each value of the result |
//! | Wakes on | either end of any variable; by values, any change |
//! | Explains | a bound by bounds, none of which can be left out or weakened; a value by values |
//! | Source | Beldiceanu, CP 2001 |

use crate::engine::{Cost, Differences, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Reason, Store, View};

/// Which end is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Up,
    /// The least, by the negation of everything.
    Down,
}

impl Direction {
    #[inline]
    pub(super) fn signed(self, value: i64) -> i64 {
        if self == Direction::Up { value } else { -value }
    }

    #[inline]
    pub(super) fn low<V: Copy>(self, view: View<V>, domains: &(impl Domains<V> + ?Sized)) -> i64 {
        if self == Direction::Up { view.min(domains).into() } else { -i64::from(view.max(domains)) }
    }

    #[inline]
    pub(super) fn high<V: Copy>(self, view: View<V>, domains: &(impl Domains<V> + ?Sized)) -> i64 {
        if self == Direction::Up { view.max(domains).into() } else { -i64::from(view.min(domains)) }
    }

    #[inline]
    pub(super) fn at_least(self, view: View, low: i64) -> Option<Atom> {
        if self == Direction::Up { view.at_least(low) } else { view.at_most(-low) }
    }

    #[inline]
    pub(super) fn at_most(self, view: View, high: i64) -> Option<Atom> {
        if self == Direction::Up { view.at_most(high) } else { view.at_least(-high) }
    }

    pub(super) fn set_low(
        self,
        view: View,
        low: i64,
        store: &mut Store,
        why: Reason,
    ) -> Result<bool, Failure> {
        self.at_least(view, low).map_or(Ok(false), |atom| store.apply(atom, why))
    }

    pub(super) fn set_high(
        self,
        view: View,
        high: i64,
        store: &mut Store,
        why: Reason,
    ) -> Result<bool, Failure> {
        self.at_most(view, high).map_or(Ok(false), |atom| store.apply(atom, why))
    }

    pub(super) fn low_implying(self, view: View, atom: Atom) -> Option<i64> {
        if self == Direction::Up {
            view.low_implying(atom)
        } else {
            view.high_implying(atom).map(|high| -high)
        }
    }

    pub(super) fn high_implying(self, view: View, atom: Atom) -> Option<i64> {
        if self == Direction::Up { view.high_implying(atom) } else { view.low_implying(atom).map(|low| -low) }
    }
}

/// Why, as the low bits of a payload; above them is the number of the term.
const ABOVE_ALL: u32 = 0;
const BELOW_ONE: u32 = 1;
const ABOVE_RESULT: u32 = 2;
const ONLY_ONE: u32 = 3;
const OF_NONE: u32 = 4;
const NOT_RESULT: u32 = 5;
const KIND_BITS: u32 = 3;

/// Domains of at most this many values are gone through value by value, if they are not too far apart for explanations.
const LISTED: u64 = 4096;
const WIDEST: i64 = 1 << 17;

/// The propagator.
#[derive(Clone, Debug)]
pub(super) struct Greatest {
    terms: Vec<View>,
    result: View,
    direction: Direction,
    by_values: bool,
    /// Values to be removed, as they are found.
    gone: Vec<i32>,
}

impl Greatest {
    /// The propagator for at least two terms.
    pub(super) fn new(terms: Vec<View>, result: View, direction: Direction, by_values: bool) -> Greatest {
        Greatest { terms, result, direction, by_values, gone: Vec::new() }
    }

    /// The greatest end and the greatest beginning of a term.
    fn ends(&self, store: &Store) -> (i64, i64) {
        let start = (i64::MIN, i64::MIN);
        self.terms.iter().fold(start, |(top, base), &term| {
            (top.max(self.direction.high(term, store)), base.max(self.direction.low(term, store)))
        })
    }

    /// Whether the values of a view can be gone through.
    fn is_listed(view: View, store: &Store) -> bool {
        let width = i64::from(store.max(view.var)) - i64::from(store.min(view.var));
        view.size(store) <= LISTED && width < WIDEST
    }

    fn bound(&self, store: &mut Store) -> Result<(), Failure> {
        let (direction, result) = (self.direction, self.result);
        loop {
            store.spend(self.terms.len())?;
            let (top, base) = self.ends(store);
            let mut changed = direction.set_high(result, top, store, store.because(ABOVE_ALL))?;
            changed |= direction.set_low(result, base, store, store.because(BELOW_ONE))?;
            let (high, low) = (direction.high(result, store), direction.low(result, store));
            let (mut supporters, mut last) = (0, 0);
            for (at, &term) in self.terms.iter().enumerate() {
                let why = store.because((at as u32) << KIND_BITS | ABOVE_RESULT);
                changed |= direction.set_high(term, high, store, why)?;
                if direction.high(term, store) >= low {
                    (supporters, last) = (supporters + 1, at);
                }
            }
            if supporters == 1 {
                let why = store.because((last as u32) << KIND_BITS | ONLY_ONE);
                changed |= direction.set_low(self.terms[last], low, store, why)?;
            }
            if !changed {
                return Ok(());
            }
        }
    }

    fn holds(&self, store: &Store) -> bool {
        let low = self.direction.low(self.result, store);
        low == self.direction.high(self.result, store)
            && self.terms.iter().all(|&term| self.direction.high(term, store) <= low)
            && self.terms.iter().any(|&term| self.direction.low(term, store) == low)
    }

    /// Removes what the list has from `view`.
    fn remove(&mut self, view: View, payload: u32, store: &mut Store) -> Result<bool, Failure> {
        let why = store.because(payload);
        for &value in &self.gone {
            view.remove(store, value, why)?;
        }
        Ok(!self.gone.is_empty())
    }

    fn match_values(&mut self, store: &mut Store) -> Result<bool, Failure> {
        let (direction, result) = (self.direction, self.result);
        self.gone.clear();
        for value in store.runs(result.var).flat_map(|(low, high)| low..=high) {
            let value = result.apply(value) as i32;
            if !self.terms.iter().any(|term| term.contains(store, value)) {
                self.gone.push(value);
            }
        }
        let mut changed = self.remove(result, OF_NONE, store)?;
        let top = if direction == Direction::Up { result.max(store) } else { result.min(store) };
        let mut having = (0..self.terms.len()).filter(|&at| self.terms[at].contains(store, top));
        let (Some(only), None) = (having.next(), having.next()) else { return Ok(changed) };
        let term = self.terms[only];
        if !Self::is_listed(term, store) {
            return Ok(changed);
        }
        // The greatest value of the result that another term has.
        let mut next = i64::MIN;
        for value in store.runs(result.var).flat_map(|(low, high)| low..=high) {
            let value = result.apply(value) as i32;
            let signed = direction.signed(value.into());
            if signed > next && self.others(only).any(|other| other.contains(store, value)) {
                next = signed;
            }
        }
        self.gone.clear();
        for value in store.runs(term.var).flat_map(|(low, high)| low..=high) {
            let value = term.apply(value) as i32;
            if direction.signed(value.into()) > next && !result.contains(store, value) {
                self.gone.push(value);
            }
        }
        changed |= self.remove(term, (only as u32) << KIND_BITS | NOT_RESULT, store)?;
        Ok(changed)
    }

    fn others(&self, at: usize) -> impl Iterator<Item = View> + '_ {
        self.terms.iter().enumerate().filter(move |&(other, _)| other != at).map(|(_, &term)| term)
    }

    /// Why a term has to reach what is asked: the result does, and no other term can.
    fn explain_only_one(&self, at: usize, atom: Atom, past: &Past<'_>, out: &mut Vec<Atom>) {
        let direction = self.direction;
        let Some(asked) = direction.low_implying(self.terms[at], atom) else { return };
        let reached = self.others(at).map(|term| direction.high(term, past)).max().unwrap_or(i64::MIN);
        // This bound of the result holds from the start; the others may be this much greater.
        let known = direction.low(self.result, &past.start());
        let level = asked.max(reached + 1).max(known);
        out.extend(direction.at_least(self.result, level));
        out.extend(self.others(at).filter_map(|term| direction.at_most(term, level - 1)));
    }

    /// Why a term cannot have a value: the result has not, and nothing greater that another term has.
    fn explain_not_result(&self, at: usize, value: i32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let (direction, result) = (self.direction, self.result);
        out.extend(result.differs(value));
        let signed = direction.signed(value.into());
        let high = direction.high(result, past);
        out.extend(direction.at_most(result, high));
        out.extend(
            self.others(at)
                .filter(|&term| direction.high(term, past) <= signed)
                .filter_map(|term| direction.at_most(term, signed)),
        );
        let start = past.start();
        for greater in signed + 1..=high {
            let Ok(greater) = i32::try_from(direction.signed(greater)) else { continue };
            if !result.contains(&start, greater) {
                continue;
            }
            if !result.contains(past, greater) {
                out.extend(result.differs(greater));
                continue;
            }
            let reaching = self.others(at).filter(|&term| direction.high(term, past) > signed);
            out.extend(reaching.filter_map(|term| term.differs(greater)));
        }
    }
}

impl Propagator for Greatest {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        let wanted = if self.by_values { Events::CHANGED } else { Events::BOUNDS };
        events.on_all(&self.terms, wanted);
        events.on(self.result.var, wanted);
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, cost: Cost) -> Result<Outcome, Failure> {
        if cost == Cost::Quadratic {
            let changed = self.match_values(store)?;
            return Ok(if changed { Outcome::Again } else { Outcome::Fixpoint });
        }
        self.bound(store)?;
        if self.holds(store) {
            return Ok(Outcome::Entailed);
        }
        let defers = self.by_values && Self::is_listed(self.result, store);
        Ok(if defers { Outcome::Defer(Cost::Quadratic) } else { Outcome::Fixpoint })
    }

    fn differences(&self, to: &mut Differences<'_>) {
        let (direction, store) = (self.direction, to.store());
        let in_order = |low: View, high: View, to: &mut Differences<'_>| {
            let (low, high) = if direction == Direction::Up { (low, high) } else { (high, low) };
            to.in_order(low, 0, high);
        };
        self.terms.iter().for_each(|&term| in_order(term, self.result, to));
        let low = direction.low(self.result, store);
        let (reaching, below): (Vec<View>, Vec<View>) =
            self.terms.iter().partition(|&&term| direction.high(term, store) >= low);
        if let [only] = reaching[..] {
            let premises = below.iter().map(|&term| direction.at_most(term, low - 1));
            let premises = premises.chain([direction.at_least(self.result, low)]).flatten();
            to.given(premises, |to| in_order(self.result, only, to));
        } else {
            to.one_of(self.result, &self.terms);
        }
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        // Every change is by an atom, and so is every failure.
        let ExplainRequest::Atom(atom) = request else { return };
        let (direction, at) = (self.direction, (payload >> KIND_BITS) as usize);
        match payload & ((1 << KIND_BITS) - 1) {
            ABOVE_ALL => {
                let high = direction.high_implying(self.result, atom);
                let each = self.terms.iter().filter_map(|&term| direction.at_most(term, high?));
                out.extend(each);
            }
            BELOW_ONE => {
                let low = direction.low_implying(self.result, atom);
                let holder = low.and_then(|low| {
                    let reaches = |term: &&View| direction.low(**term, past) >= low;
                    direction.at_least(*self.terms.iter().find(reaches)?, low)
                });
                out.extend(holder);
            }
            ABOVE_RESULT => {
                let high = direction.high_implying(self.terms[at], atom);
                out.extend(high.and_then(|high| direction.at_most(self.result, high)));
            }
            ONLY_ONE => self.explain_only_one(at, atom, past, out),
            OF_NONE => {
                let gone = request.removed(past).map(|value| self.result.apply(value) as i32);
                gone.for_each(|value| out.extend(self.terms.iter().filter_map(|term| term.differs(value))));
            }
            _ => {
                let gone = request.removed(past).map(|value| self.terms[at].apply(value) as i32);
                gone.for_each(|value| self.explain_not_result(at, value, past, out));
            }
        }
    }
}
