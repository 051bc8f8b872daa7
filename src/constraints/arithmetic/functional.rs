//! The propagator of `z = f(x, y)`, by bounds and by values.
//!
//! By bounds, `narrow.rs` narrows each to what the bounds of all allow, until nothing changes. By values, where the arguments have few, all
//! pairs of them are gone through, and values without a pair that gives a value of the result are removed.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain where it works by values and the arguments have at most 4096 pairs of them, of which repeated variables make fewer; of a result with more than 4096 values, its ends. Else bounds(R) in each piece of `narrow.rs` |
//! | Cost | O(1) a round by bounds, rounds until nothing changes; the pairs, by values, or `near.rs` |
//! | Wakes on | either end of any variable; by values, any change |
//! | Explains | a bound by bounds, none of which can be left out or weakened as far as `narrow.rs` sees it; a value by values |
//! | Source | Apt & Zoeteweij, Constraints 12(4), 2007; Frisch & Stuckey, *The Proper Treatment of Undefinedness in Constraint Languages*, CP 2009 |

use std::cell::RefCell;

use crate::constraints::arithmetic::functional_why::Memory;
use crate::constraints::arithmetic::narrow::{Ends, Interval, Operation, narrow};
use crate::constraints::arithmetic::near::Near;
use crate::engine::{Consistency, Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Store, VarId, View, ceil, floor};

/// Pairs of arguments, and values of the result, that are gone through.
const LISTED: u64 = 4096;

/// The limit of pairs for a search that learns.
const FEW_LISTED: u64 = 512;

/// No variable is asked for single values whose ends are further apart: explanations go through what is between.
const WIDEST: i64 = 1 << 17;

/// In one run, no more rounds than this. Two views of one variable could chase each other a step at a time.
const ROUNDS: usize = 64;

/// Payloads: each end of each position, and then these.
const VALUES: u32 = 6;
const DEAD_END: u32 = 7;

/// The propagator.
#[derive(Clone, Debug)]
pub(super) struct Functional {
    pub(super) operation: Operation,
    /// The arguments, and the result.
    pub(super) views: Box<[View]>,
    /// The variables of the arguments, each once.
    pub(super) keys: Box<[VarId]>,
    by_values: bool,
    /// For a distance by values in small windows.
    near: Option<Near>,
    /// By key: its values, and which of them have a support.
    supports: [Vec<(i32, bool)>; 2],
    /// The values of the result's variable that were met.
    results: Vec<i32>,
    pub(super) memory: RefCell<Memory>,
}

/// Adds the propagator. `arguments` are as many as the operation has.
pub(super) fn post(operation: Operation, arguments: &[View], result: View, to: &mut Poster<'_>) {
    let mut keys = Vec::new();
    for view in arguments {
        if !keys.contains(&view.var) {
            keys.push(view.var);
        }
    }
    // What is learned of single values says little where there are many of them.
    let may_have_holes = !to.keeps_nogoods()
        || to.store().base(result.var).is_some()
            && keys.iter().map(|&key| to.store().size(key)).fold(1, u64::saturating_mul) <= FEW_LISTED;
    let by_values = to.consistency() == Consistency::Domain && may_have_holes;
    let is_distance = by_values && operation == Operation::Distance;
    let near = is_distance.then(|| Near::new(arguments, result, to.store())).flatten();
    let views = arguments.iter().copied().chain([result]).collect();
    let (supports, results) = ([Vec::new(), Vec::new()], Vec::new());
    let memory = RefCell::new(Memory::new(&keys, result.var, to.store()));
    to.add(Functional { operation, views, keys: keys.into(), by_values, near, supports, results, memory });
}

impl Functional {
    pub(super) fn result(&self) -> View {
        self.views[self.views.len() - 1]
    }

    /// Where a view is among the ends.
    pub(super) fn position(&self, at: usize) -> usize {
        if at + 1 == self.views.len() { 2 } else { at }
    }

    /// The ends of all.
    pub(super) fn ends(&self, domains: &impl Domains) -> Ends {
        let mut ends = [Interval::new(0, 0); 3];
        for (at, view) in self.views.iter().enumerate() {
            let (min, max) = view.bounds(domains);
            ends[self.position(at)] = Interval::new(min.into(), max.into());
        }
        ends
    }

    /// Whether a variable occurs twice.
    fn repeats(&self) -> bool {
        self.keys.len() + 1 < self.views.len() || self.keys.contains(&self.result().var)
    }

    /// The value of the result, where the keys have these values.
    #[inline]
    pub(super) fn apply(&self, values: [i32; 2]) -> Option<i64> {
        let of = |view: View| view.apply(if view.var == self.keys[0] { values[0] } else { values[1] });
        let second = if self.operation.arity() == 1 { 0 } else { of(self.views[1]) };
        self.operation.apply([of(self.views[0]), second])
    }

    /// The value that the result's variable must have, where the keys have these values: `None` if none will do, as far as that
    /// does not depend on its domain.
    #[inline]
    pub(super) fn wanted(&self, values: [i32; 2]) -> Option<i32> {
        let result = self.result();
        let wanted = result.invert(i32::try_from(self.apply(values)?).ok()?)?;
        let key = self.keys.iter().position(|&key| key == result.var);
        key.is_none_or(|key| values[key] == wanted).then_some(wanted)
    }

    /// Whether the ends come to rest within the rounds of a run. Two views of one variable could chase each other through a wide
    /// domain a step at a time: then they are left alone until the domain is small.
    fn comes_to_rest(&self, store: &Store) -> bool {
        let mut ends = self.ends(store);
        for _ in 0..ROUNDS {
            match narrow(self.operation, ends).and_then(|narrowed| self.joined(narrowed)) {
                Some(narrowed) if narrowed != ends => ends = narrowed,
                _ => return true,
            }
        }
        false
    }

    /// The ends of views of one variable as those of the same values of it; `None` if there are none.
    fn joined(&self, ends: Ends) -> Option<Ends> {
        let mut joined = ends;
        for (at, view) in self.views.iter().enumerate() {
            let (mut least, mut greatest) = (i64::MIN, i64::MAX);
            for (other, of) in self.views.iter().enumerate().filter(|(_, of)| of.var == view.var) {
                let (scale, offset) = (i64::from(of.scale()), i64::from(of.offset()));
                let Interval { low, high } = ends[self.position(other)];
                let (first, last) = if scale > 0 { (low, high) } else { (high, low) };
                least = least.max(ceil(first - offset, scale));
                greatest = greatest.min(floor(last - offset, scale));
            }
            if least > greatest {
                return None;
            }
            let [a, b] = [least, greatest].map(|v| i64::from(view.scale()) * v + i64::from(view.offset()));
            joined[self.position(at)] = Interval::new(a.min(b), a.max(b));
        }
        Some(joined)
    }

    /// Moves the ends until nothing changes; whether they may have to be moved on.
    fn bound(&self, store: &mut Store) -> Result<bool, Failure> {
        for _ in 0..ROUNDS {
            let ends = self.ends(store);
            let Some(narrowed) = narrow(self.operation, ends) else {
                return Err(store.contradiction(store.because(DEAD_END)));
            };
            if narrowed == ends {
                return Ok(false);
            }
            for (at, view) in self.views.iter().enumerate() {
                let (old, new) = (ends[self.position(at)], narrowed[self.position(at)]);
                // What the ends of a posted view are cut to fits into 32 bits.
                if new.low > old.low {
                    view.set_min(store, new.low as i32, store.because(2 * at as u32))?;
                }
                if new.high < old.high {
                    view.set_max(store, new.high as i32, store.because(2 * at as u32 + 1))?;
                }
            }
        }
        Ok(true)
    }

    /// Whether the pairs of arguments are few enough.
    fn is_listed(&self, store: &Store) -> bool {
        let sizes = self.keys.iter().map(|&key| store.size(key));
        sizes.fold(1, u64::saturating_mul) <= LISTED && self.keys.iter().all(|&key| is_near(key, store))
    }

    fn match_values(&mut self, store: &mut Store) -> Result<(), Failure> {
        if let Some(near) = self.near {
            return near.filter(store, store.because(VALUES));
        }
        let result = self.result();
        let is_key = self.keys.contains(&result.var);
        let mut supports = std::mem::take(&mut self.supports);
        for (at, list) in supports.iter_mut().enumerate() {
            list.clear();
            match self.keys.get(at) {
                Some(&key) => {
                    list.extend(store.runs(key).flat_map(|(low, high)| low..=high).map(|v| (v, false)));
                }
                None => list.push((0, false)),
            }
        }
        self.results.clear();
        let (least, greatest) = store.bounds(result.var);
        let is_left = |value: i32| (least..=greatest).contains(&value) && store.contains(result.var, value);
        let [firsts, seconds] = &mut supports;
        for (first, is_first) in &mut *firsts {
            for (second, is_second) in &mut *seconds {
                let wanted = self.wanted([*first, *second]);
                if let Some(wanted) = wanted.filter(|&wanted| is_left(wanted)) {
                    (*is_first, *is_second) = (true, true);
                    self.results.push(wanted);
                }
            }
        }
        self.supports = supports;
        let why = store.because(VALUES);
        if self.results.is_empty() {
            return Err(store.refute(self.keys[0], why));
        }
        for (&key, list) in self.keys.iter().zip(&self.supports) {
            for &(value, _) in list.iter().filter(|(_, is_supported)| !is_supported) {
                store.remove(key, value, why)?;
            }
        }
        if is_key { Ok(()) } else { self.keep_results(store) }
    }

    /// Removes from the result what no pair gives.
    fn keep_results(&mut self, store: &mut Store) -> Result<(), Failure> {
        let (var, why) = (self.result().var, store.because(VALUES));
        self.results.sort_unstable();
        self.results.dedup();
        if let (Some(&least), Some(&greatest)) = (self.results.first(), self.results.last()) {
            store.set_min(var, least, why)?;
            store.set_max(var, greatest, why)?;
        }
        if store.size(var) > LISTED || !is_near(var, store) || store.size(var) == self.results.len() as u64 {
            return Ok(());
        }
        let gone = &mut self.supports[0];
        gone.clear();
        let values = store.runs(var).flat_map(|(low, high)| low..=high);
        gone.extend(
            values.filter(|value| self.results.binary_search(value).is_err()).map(|value| (value, true)),
        );
        self.supports[0].iter().try_for_each(|&(value, _)| store.remove(var, value, why).map(|_| ()))
    }

    /// What can be said once all have been looked at.
    fn settled(&self, store: &mut Store, otherwise: Outcome) -> Result<Outcome, Failure> {
        let mut values = [0; 2];
        for (value, &key) in values.iter_mut().zip(&self.keys) {
            match store.value(key) {
                Some(fixed) => *value = fixed,
                None => return Ok(otherwise),
            }
        }
        match store.value(self.result().var) {
            None => Ok(otherwise),
            Some(value) if self.wanted(values) == Some(value) => Ok(Outcome::Entailed),
            Some(_) => Err(store.contradiction(store.because(DEAD_END))),
        }
    }
}

fn is_near(var: VarId, store: &Store) -> bool {
    let (min, max) = store.bounds(var);
    i64::from(max) - i64::from(min) < WIDEST
}

impl Propagator for Functional {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        let wanted = if self.by_values { Events::CHANGED } else { Events::BOUNDS };
        events.on_all(&self.views, wanted);
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, cost: Cost) -> Result<Outcome, Failure> {
        // Bounds are explained by bounds, which says more than what values say; without explanations they are not worth a look.
        if cost == Cost::Quadratic || self.near.is_some() && !store.is_recording() {
            self.match_values(store)?;
            return self.settled(store, Outcome::Fixpoint);
        }
        let may_go_on = if self.repeats() && !self.comes_to_rest(store) { false } else { self.bound(store)? };
        let otherwise = if self.by_values && self.is_listed(store) {
            Outcome::Defer(Cost::Quadratic)
        } else if may_go_on {
            Outcome::Again
        } else {
            Outcome::Fixpoint
        };
        self.settled(store, otherwise)
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        match (request, payload) {
            (ExplainRequest::Atom(atom), ..VALUES) => self.explain_end(atom, payload, past, out),
            (_, VALUES) => self.explain_values(request, past, out),
            _ => self.explain_dead_end(past, out),
        }
    }
}
