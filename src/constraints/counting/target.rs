//! Rules of `count` while the counted value is open: bounds of the count for each value that is left.
//!
//! For each of its values there is a least and a greatest number: of the views that have the value, and of those that can have it. A
//! value whose range misses the number goes; the number lies within the union of the ranges that are left. The views themselves are
//! left alone until the value is fixed.
//!
//! Values are gone through one by one only where they lie close together. Elsewhere the ends of the value and of the number move by
//! the bounds of the views.

use crate::constraints::counting::condition::CountedCondition;
use crate::constraints::counting::counter::{Counter, Limit, because};
use crate::engine::{ExplainRequest, Outcome};
use crate::store::{Atom, Domains, Failure, Past, Store, View};

/// Values are gone through one by one if there are no more than this.
pub(super) const FEW: u64 = 1 << 10;

/// And if they lie no farther apart than that, for an explanation names those in between.
const FAR: i64 = 1 << 20;

const TOO_FEW: u32 = because::OPEN;
const TOO_MANY: u32 = because::OPEN + 1;
const LEAST: u32 = because::OPEN + 2;
const MOST: u32 = because::OPEN + 3;
const BELOW: u32 = because::OPEN + 4;
const ABOVE: u32 = because::OPEN + 5;
const APART: u32 = because::OPEN + 6;

/// Whether the values of a view are gone through one by one.
pub(super) fn is_close<V: Copy>(y: View<V>, domains: &(impl Domains<V> + ?Sized)) -> bool {
    y.size(domains) <= FEW && i64::from(y.max(domains)) - i64::from(y.min(domains)) < FAR
}

impl Counter {
    /// The views of other variables that are compared.
    fn views(&self) -> impl Iterator<Item = View> + '_ {
        self.parts.iter().filter_map(|part| match part {
            CountedCondition::Is(view) => Some(*view),
            _ => None,
        })
    }

    /// How many views have the value, and how many can have it, where `y` has it.
    fn range(&self, y: View, value: i32, domains: &impl Domains) -> (i64, i64) {
        let (mut has, mut can) = (self.always, self.always);
        for part in &self.parts {
            let (now, later) = part_state(part, y, value, domains);
            has += i64::from(now);
            can += i64::from(later);
        }
        (has, can)
    }

    /// The least number of views that have the value and the greatest of those that can have it, whatever the value is.
    pub(super) fn open_range(&self, y: View, store: &Store) -> (i64, i64) {
        if !is_close(y, store) {
            return (self.always, self.always + self.parts.len() as i64);
        }
        let (mut least, mut greatest) = (i64::MAX, 0);
        for value in store.runs(y.var).flat_map(|(low, high)| low..=high) {
            let (has, can) = self.range(y, y.apply(value) as i32, store);
            (least, greatest) = (least.min(has), greatest.max(can));
        }
        (least, greatest)
    }

    /// Writes why as many of the views have the value, and as many others cannot have it, whatever the value is.
    pub(super) fn explain_open_range(
        &self,
        y: View,
        has: i64,
        cannot: i64,
        past: &Past<'_>,
        out: &mut Vec<Atom>,
    ) {
        if has <= 0 && cannot <= 0 {
            return;
        }
        each_value(y, past, out, &mut |value, out| {
            self.has(y, value, has, past, out);
            self.cannot(y, value, cannot, past, out);
        });
    }

    /// The value is open.
    pub(super) fn propagate_open(&mut self, y: View, store: &mut Store) -> Result<Outcome, Failure> {
        if !is_close(y, store) {
            return self.propagate_far(y, store);
        }
        let (need, most) = (self.at_least.min(store), self.at_most.max(store));
        let (mut least, mut greatest) = (i64::MAX, 0);
        let mut is_changed = false;
        self.values.clear();
        let runs = store.runs(y.var).flat_map(|(low, high)| low..=high);
        self.values.extend(runs.map(|value| y.apply(value) as i32));
        for &value in &self.values {
            let (has, can) = self.range(y, value, store);
            if can < need || has > most {
                let why = store.because(if can < need { TOO_FEW } else { TOO_MANY });
                y.remove(store, value, why)?;
                is_changed = true;
            } else {
                least = least.min(has);
                greatest = greatest.max(can);
            }
        }
        is_changed |= self.at_most.set_min(least, store, LEAST)?;
        is_changed |= self.at_least.set_max(greatest, store, MOST)?;
        if is_changed {
            return Ok(Outcome::Again);
        }
        let is_entailed = self.is_entailed(least, greatest, store);
        Ok(if is_entailed { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    /// The value is one of too many.
    fn propagate_far(&mut self, y: View, store: &mut Store) -> Result<Outcome, Failure> {
        let (need, most) = (self.at_least.min(store), self.at_most.max(store));
        let mut is_changed = false;
        // Those of the value's own variable may be true.
        let others = self.always + (self.parts.len() - self.views().count()) as i64;
        if need > others {
            // The value is no greater than the ends of as many views.
            let rank = usize::try_from(need - others - 1).unwrap_or(usize::MAX);
            let ends = |bound: &dyn Fn(View) -> i32| {
                let at_least = |end: i32| self.views().filter(|&x| bound(x) >= end).count();
                self.views().map(bound).filter(|&end| at_least(end) > rank).max()
            };
            let (highest, lowest) = (ends(&|x| x.max(store)), ends(&|x| x.min(store).saturating_neg()));
            let (Some(highest), Some(lowest)) = (highest, lowest) else {
                return Err(self.too_few(store));
            };
            let [below, above] = [BELOW, ABOVE].map(|payload| store.because(payload));
            is_changed |= y.set_max(store, highest, below)?;
            is_changed |= y.set_min(store, lowest.saturating_neg(), above)?;
        }
        for at in 0..self.parts.len() {
            let CountedCondition::Is(x) = self.parts[at] else { continue };
            let Some(value) = x.value(store).filter(|&value| y.contains(store, value)) else { continue };
            if self.range(y, value, store).0 > most {
                let why = store.because(TOO_MANY);
                is_changed |= y.remove(store, value, why)?;
            }
        }
        let apart =
            self.views().filter(|x| x.max(store) < y.min(store) || x.min(store) > y.max(store)).count();
        let possible = self.always + (self.parts.len() - apart) as i64;
        is_changed |= self.at_least.set_max(possible, store, APART)?;
        is_changed |= self.at_most.set_min(self.always, store, because::TRUE)?;
        if is_changed {
            return Ok(Outcome::Again);
        }
        let is_entailed = self.is_entailed(self.always, possible, store);
        Ok(if is_entailed { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    /// There are not as many views.
    fn too_few(&self, store: &mut Store) -> Failure {
        let possible = self.always + self.parts.len() as i64;
        match self.at_least.set_max(possible, store, APART) {
            Err(failure) => failure,
            Ok(_) => unreachable!("invariant: more are needed than there are"),
        }
    }

    pub(super) fn explain_open(
        &self,
        request: ExplainRequest,
        payload: u32,
        past: &Past<'_>,
        out: &mut Vec<Atom>,
    ) {
        let Some(y) = self.target else { return };
        let all = self.always + self.parts.len() as i64;
        let asked = |view: View| request.removed(past).filter_map(move |v| i32::try_from(view.apply(v)).ok());
        let (need, most) = (self.at_least.min(past), self.at_most.max(past));
        match payload {
            TOO_FEW => {
                explain_limit(&self.at_least, true, past, out);
                asked(y).for_each(|value| self.cannot(y, value, all - need + 1, past, out));
            }
            TOO_MANY => {
                explain_limit(&self.at_most, false, past, out);
                asked(y).for_each(|value| self.has(y, value, most + 1 - self.always, past, out));
            }
            LEAST => {
                let low = self.at_most.asked_low(request, most + 1);
                each_value(y, past, out, &mut |value, out| {
                    self.has(y, value, low - self.always, past, out);
                });
            }
            MOST => {
                let high = self.at_least.asked_high(request, need - 1);
                each_value(y, past, out, &mut |value, out| self.cannot(y, value, all - high, past, out));
            }
            BELOW | ABOVE => {
                explain_limit(&self.at_least, true, past, out);
                let ExplainRequest::Atom(atom) = request else { return };
                let bound = |x: View| match payload {
                    BELOW => y
                        .high_implying(atom)
                        .filter(|&high| i64::from(x.max(past)) <= high)
                        .map(|high| x.at_most(high)),
                    _ => y
                        .low_implying(atom)
                        .filter(|&low| i64::from(x.min(past)) >= low)
                        .map(|low| x.at_least(low)),
                };
                let bounds = self.views().filter_map(bound);
                out.extend(bounds.take(usize::try_from(all - need + 1).unwrap_or_default()).flatten());
            }
            _ => {
                let high = self.at_least.asked_high(request, need - 1);
                let (low_end, high_end) = (y.min(past), y.max(past));
                out.extend([y.at_least(low_end), y.at_most(high_end)].into_iter().flatten());
                let bound = |x: View| {
                    if x.max(past) < low_end {
                        Some(x.at_most(i64::from(low_end) - 1))
                    } else {
                        (x.min(past) > high_end).then(|| x.at_least(i64::from(high_end) + 1))
                    }
                };
                let bounds = self.views().filter_map(bound);
                out.extend(bounds.take(usize::try_from(all - high).unwrap_or_default()).flatten());
            }
        }
    }

    /// Why `count` of the views cannot have the value, where `y` has it.
    fn cannot(&self, y: View, value: i32, count: i64, past: &Past<'_>, out: &mut Vec<Atom>) {
        let without = self.parts.iter().filter(|part| !part_state(part, y, value, past).1);
        let without = without.take(usize::try_from(count).unwrap_or_default());
        without.for_each(|part| part.explain_other(false, value, out));
    }

    /// Why `count` of the views have the value, where `y` has it.
    fn has(&self, y: View, value: i32, count: i64, past: &Past<'_>, out: &mut Vec<Atom>) {
        let with = self.parts.iter().filter(|part| part_state(part, y, value, past).0);
        let with = with.take(usize::try_from(count).unwrap_or_default());
        with.for_each(|part| part.explain_other(true, value, out));
    }
}

/// The bound of the number that was used.
fn explain_limit(limit: &Limit, is_low: bool, past: &Past<'_>, out: &mut Vec<Atom>) {
    if let Limit::View(view) = *limit {
        out.extend(if is_low { view.at_least(view.min(past)) } else { view.at_most(view.max(past)) });
    }
}

/// Why `y` has only the values that it had, and what is to be said of each of these.
fn each_value(y: View, past: &Past<'_>, out: &mut Vec<Atom>, say: &mut dyn FnMut(i32, &mut Vec<Atom>)) {
    out.extend([y.at_least(y.min(past)), y.at_most(y.max(past))].into_iter().flatten());
    let start = past.start().domain(y.var);
    let (first, last) = (past.min(y.var), past.max(y.var));
    let mut next = start.next_from(first);
    while let Some(at) = next.filter(|&at| at <= last) {
        let value = y.apply(at) as i32;
        if past.contains(y.var, at) {
            say(value, out);
        } else {
            out.push(Atom::ne(y.var, at));
        }
        next = at.checked_add(1).and_then(|from| start.next_from(from));
    }
}

impl CountedCondition {
    /// Why a view of another variable has the value, or cannot have it.
    fn explain_other(&self, has: bool, value: i32, out: &mut Vec<Atom>) {
        if let CountedCondition::Is(x) = self {
            out.extend(if has { x.equals(value) } else { x.differs(value) });
        }
    }
}

fn part_state(part: &CountedCondition, y: View, value: i32, domains: &impl Domains) -> (bool, bool) {
    match part {
        CountedCondition::Is(x) => state(*x, y, value, domains),
        // Of the variable of `y`.
        CountedCondition::Atom(atom) => {
            let is_true = y.invert(value) == Some(atom.value());
            (is_true, is_true)
        }
        CountedCondition::Within(..) => (false, true),
    }
}

/// Whether the view has the value, and whether it can have it, where `y` has it.
pub(super) fn state<V: Copy + PartialEq>(
    x: View<V>,
    y: View<V>,
    value: i32,
    domains: &(impl Domains<V> + ?Sized),
) -> (bool, bool) {
    if x.var == y.var {
        let same = y.invert(value).is_some_and(|v| x.apply(v) == i64::from(value));
        return (same, same);
    }
    let can = x.contains(domains, value);
    (can && x.value(domains).is_some(), can)
}
