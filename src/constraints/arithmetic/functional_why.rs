//! Explanations of `functional.rs`, the propagator of `z = f(x, y)`.
//!
//! A bound follows from the bounds of all by [`narrow`]. Each of them is dropped, or moved as far towards where it started as the
//! conclusion still follows, one after the other; so none that stays can be weakened further. A value is gone since each
//! assignment of the arguments that would give it is excluded by a value that one of them, or the result, has lost.

use crate::constraints::arithmetic::functional::Functional;
use crate::constraints::arithmetic::narrow::{Ends, narrow};
use crate::domain::Domain;
use crate::engine::ExplainRequest;
use crate::store::{Atom, Domains, Past, Relation, Store, VarId};

/// A domain that started with no more values than this is gone through as it was.
const FEW: u64 = 4096;

impl Functional {
    /// Why an end of the view that the payload names is beyond what is asked.
    pub(super) fn explain_end(&self, atom: Atom, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let own = payload as usize / 2;
        let (view, position) = (self.views[own], self.position(own));
        let is_low = payload.is_multiple_of(2);
        let asked = if is_low { view.low_implying(atom) } else { view.high_implying(atom) };
        let Some(asked) = asked else { return };
        let follows = |given: Ends| {
            let Some(narrowed) = narrow(self.operation, given) else { return true };
            if is_low { narrowed[position].low >= asked } else { narrowed[position].high <= asked }
        };
        self.premises(Some(own), &follows, past, out);
    }

    /// Why nothing is left.
    pub(super) fn explain_dead_end(&self, past: &Past<'_>, out: &mut Vec<Atom>) {
        let is_empty = |given: Ends| narrow(self.operation, given).is_none();
        if is_empty(self.ends(past)) {
            self.premises(None, &is_empty, past, out);
        } else {
            let fixed = |var: VarId| past.value(var).map(|value| Atom::eq(var, value));
            out.extend(self.views.iter().filter_map(|view| fixed(view.var)));
        }
    }

    /// Adds bounds from which that follows, each as weak as it can be given the ones after it. The bounds of `own` are not wanted, and
    /// are dropped first.
    fn premises(
        &self,
        own: Option<usize>,
        follows: &dyn Fn(Ends) -> bool,
        past: &Past<'_>,
        out: &mut Vec<Atom>,
    ) {
        let (mut ends, start) = (self.ends(past), self.ends(&past.start()));
        let others = (0..self.views.len()).filter(|&at| Some(at) != own);
        let order = || own.into_iter().chain(others.clone());
        if follows(ends) {
            for at in order() {
                let position = self.position(at);
                let with = |low: Option<i64>, high: Option<i64>| {
                    let mut moved = ends;
                    moved[position].low = low.unwrap_or(moved[position].low);
                    moved[position].high = high.unwrap_or(moved[position].high);
                    moved
                };
                let (low, least) = (ends[position].low, start[position].low);
                let low = weakest(low, least, |low| follows(with(Some(low), None)));
                let (high, most) = (ends[position].high, start[position].high);
                let high = weakest(high, most, |high| follows(with(Some(low), Some(high))));
                (ends[position].low, ends[position].high) = (low, high);
            }
        }
        for at in order() {
            let (view, position) = (self.views[at], self.position(at));
            let (end, first) = (ends[position], start[position]);
            out.extend((end.low > first.low).then(|| view.at_least(end.low)).flatten());
            out.extend((end.high < first.high).then(|| view.at_most(end.high)).flatten());
        }
    }

    /// Why values are gone: of a key, or of the result.
    pub(super) fn explain_values(&self, request: ExplainRequest, past: &Past<'_>, out: &mut Vec<Atom>) {
        let (own, asked) = match request {
            ExplainRequest::Atom(atom) => (atom.var(), Some(atom)),
            ExplainRequest::Emptied(var) => (var, None),
            ExplainRequest::Failure => return,
        };
        let (start, from) = (past.start(), out.len());
        let is_gone = |value: i32| asked.is_none_or(|asked| !asked.allows(value));
        let result = self.result().var;
        let is_of_result = own == result && !self.keys.contains(&own);
        let mut memory = self.memory.borrow_mut();
        let Memory { results, keys } = &mut *memory;
        start.read_domain(result, results);
        // Whether an assignment of the keys has to be excluded.
        let is_support = |values: [i32; 2]| {
            let wanted = self.wanted(values).filter(|&wanted| !is_of_result || is_gone(wanted));
            wanted.is_some_and(|wanted| results.contains(wanted))
        };
        let [first, second] = keys;
        let list = |at: usize, values, out: &mut Vec<Atom>| match self.keys.get(at) {
            Some(&key) => List::new(key, key == own, asked, past, values, out),
            None => List { key: None, is_own: false, of: values, low: 0, high: 0 },
        };
        let lists = [list(0, first, out), list(1, second, out)];
        for first in lists[0].iter() {
            if let Some(lost) = lists[0].lost(first) {
                let is_needed = lists[1].iter().any(|second| is_support([first, second]));
                out.extend(is_needed.then_some(lost));
                continue;
            }
            for second in lists[1].iter().filter(|&second| is_support([first, second])) {
                let premise = lists[1].lost(second).or_else(|| {
                    let wanted = self.wanted([first, second])?;
                    // An end of its own was there before.
                    Some(match asked {
                        Some(_) if own == result && wanted < past.min(own) => Atom::ge(own, past.min(own)),
                        Some(_) if own == result && wanted > past.max(own) => Atom::le(own, past.max(own)),
                        _ => Atom::ne(result, wanted),
                    })
                });
                out.extend(premise);
            }
        }
        out[from..].sort_unstable();
        let mut kept = from;
        for at in from..out.len() {
            if kept == from || out[kept - 1] != out[at] {
                out[kept] = out[at];
                kept += 1;
            }
        }
        out.truncate(kept);
    }
}

/// The weakest end between `now` and `start` for which that holds, as it does for `now`, and for all between that and `now`.
fn weakest(now: i64, start: i64, follows: impl Fn(i64) -> bool) -> i64 {
    if now == start || follows(start) {
        return start;
    }
    let (mut good, mut bad) = (now, start);
    while (good - bad).abs() > 1 {
        let middle = good + (bad - good) / 2;
        if follows(middle) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    good
}

/// Domains of the past, in memory that is there from the start. They are read as a whole: of a variable with a long history each
/// question for a single value takes as long as that.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    /// What the result started with.
    results: Domain,
    keys: [KeyValues; 2],
}

#[derive(Clone, Debug)]
struct KeyValues {
    /// Those that assignments are made of.
    values: Domain,
    /// Those that it has left.
    left: Domain,
}

impl Memory {
    pub(super) fn new(keys: &[VarId], result: VarId, store: &Store) -> Memory {
        let domain = |var: Option<&VarId>| match var {
            Some(&var) if store.is_recording() => store.domain(var),
            _ => Domain::from(0),
        };
        let values = |at: usize| KeyValues { values: domain(keys.get(at)), left: domain(keys.get(at)) };
        Memory { results: domain(Some(&result)), keys: [values(0), values(1)] }
    }
}

/// The values of a key that assignments are made of, between two ends.
struct List<'a> {
    /// None, if the operation has no such argument; then there is one value.
    key: Option<VarId>,
    is_own: bool,
    of: &'a KeyValues,
    low: i32,
    high: i32,
}

impl List<'_> {
    /// The values of the asked variable that are gone; for another one, all that it started with, or if these are many, all within its
    /// ends, which are then premises.
    fn new<'a>(
        key: VarId,
        is_own: bool,
        asked: Option<Atom>,
        past: &Past<'_>,
        of: &'a mut KeyValues,
        out: &mut Vec<Atom>,
    ) -> List<'a> {
        let start = past.start();
        let (mut low, mut high) = (start.min(key), start.max(key));
        match asked {
            Some(asked) if is_own && asked.relation() == Relation::Ne => {
                (low, high) = (asked.value(), asked.value());
            }
            _ if is_own || start.size(key) > FEW => {
                let ends = (past.min(key), past.max(key));
                if !is_own {
                    out.extend((ends.0 > low).then(|| Atom::ge(key, ends.0)));
                    out.extend((ends.1 < high).then(|| Atom::le(key, ends.1)));
                }
                (low, high) = ends;
            }
            _ => {}
        }
        past.read_domain(key, &mut of.left);
        if is_own { *past } else { start }.read_domain(key, &mut of.values);
        List { key: Some(key), is_own, of, low, high }
    }

    fn iter(&self) -> impl Iterator<Item = i32> + '_ {
        let mut next = self.of.values.next_from(self.low);
        std::iter::from_fn(move || {
            let value = next.filter(|&value| value <= self.high)?;
            next = value.checked_add(1).and_then(|from| self.of.values.next_from(from));
            Some(value)
        })
    }

    /// What says that the variable has lost the value, if it has.
    fn lost(&self, value: i32) -> Option<Atom> {
        let key = self.key.filter(|_| !self.is_own)?;
        let (low, high) = self.of.left.min().zip(self.of.left.max())?;
        if value < low {
            Some(Atom::ge(key, low))
        } else if value > high {
            Some(Atom::le(key, high))
        } else {
            (!self.of.left.contains(value)).then(|| Atom::ne(key, value))
        }
    }
}
