//! Reified counts: a guard that is decided by a count, and a count that must not be right.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the guard is true only where, or exactly where, the count is right; or the count is wrong |
//! | Consistency | domain for the guard, and for the conditions of a count that is wrong, where the number and the value that is looked for are known; while that value is open, the guard is decided where it is the same for each value |
//! | Cost | a look at each condition that was open at the last run |
//! | Wakes on | what may decide a condition, the bounds of the number, and the guard |
//! | Explains | as `counter.rs` does |
//!
//! Counts in which a variable occurs twice are left to their simplifier, which sees more of them.

use crate::constraints::Constraint;
use crate::constraints::counting::condition::CountedCondition;
use crate::constraints::counting::counter::{Counter, Limit, because};
use crate::constraints::truth::GuardWatch;
use crate::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use crate::store::{Atom, Events, Failure, Past, Store};

/// Posts that `constraint` holds where a guard is true, and what its count says about the guard; false where the count is none of distinct
/// variables.
pub(super) fn post_implied(
    constraint: &dyn Constraint,
    counter: &dyn Fn(&mut Poster<'_>) -> Counter,
    (guard, watch): (Atom, GuardWatch),
    to: &mut Poster<'_>,
) -> Result<bool, Failure> {
    if watch == GuardWatch::Nothing {
        return Ok(false);
    }
    let count = counter(to);
    if !is_of_distinct_variables(&count) {
        return Ok(false);
    }
    constraint.post(&mut to.under(guard))?;
    to.unguarded().add(Decider { guard, decides: watch == GuardWatch::Decides, count });
    Ok(true)
}

/// Posts that the count is wrong; false where it is none of distinct variables.
pub(super) fn post_negated(count: Counter, to: &mut Poster<'_>) -> bool {
    let is_plain = is_of_distinct_variables(&count);
    if is_plain {
        to.add(Wrong { count });
    }
    is_plain
}

/// Whether the conditions, the value that they look for and the number are of distinct variables.
fn is_of_distinct_variables(count: &Counter) -> bool {
    let target = count.target.map(|y| y.var);
    let number = match (&count.at_least, &count.at_most) {
        (Limit::View(view), _) | (_, Limit::View(view)) => Some(view.var),
        _ => None,
    };
    let mut vars: Vec<_> =
        count.parts.iter().map(CountedCondition::var).chain(target).chain(number).collect();
    vars.sort_unstable();
    vars.windows(2).all(|pair| pair[0] != pair[1])
}

// Reasons besides those of `because`, for which the count is right, or would be: whatever the open conditions are, unless the last one is
// true, and unless it is false.
const ALWAYS: u32 = because::OPEN;
const UNLESS_TRUE: u32 = because::OPEN + 1;
const UNLESS_FALSE: u32 = because::OPEN + 2;

impl Counter {
    /// The least and the greatest number of true conditions, and how many are open once it is known which value they look for.
    fn known_range(&mut self, store: &mut Store) -> (i64, i64, Option<usize>) {
        if let Some(y) = self.target.filter(|y| y.value(store).is_none()) {
            let (least, greatest) = self.open_range(y, store);
            return (least, greatest, None);
        }
        let value = self.target.map_or(0, |y| y.min(store));
        let (open, is_true) = self.put_decided_aside(value, store);
        let least = self.always + is_true;
        (least, least + open as i64, Some(open))
    }

    /// Whether the number is right, or wrong, wherever it is within that range, and why.
    fn decided(&self, least: i64, greatest: i64, store: &Store) -> Option<(bool, u32)> {
        if self.at_most.max(store) < least {
            Some((false, because::TRUE))
        } else if self.at_least.min(store) > greatest {
            Some((false, because::POSSIBLE))
        } else {
            self.is_entailed(least, greatest, store).then_some((true, ALWAYS))
        }
    }

    /// Writes why it was decided, or one condition was the last that was not.
    fn explain_decided(&self, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let all = self.always + self.parts.len() as i64;
        match payload {
            because::TRUE => {
                let high = self.at_most.max(past);
                self.at_most.explain_high(high, out);
                self.explain_known(high + 1 - self.always, 0, past, out);
            }
            because::POSSIBLE => {
                let low = self.at_least.min(past);
                self.at_least.explain_low(low, past, out);
                self.explain_known(0, all + 1 - low, past, out);
            }
            _ => {
                let (low, high) = (self.at_least.max(past), self.at_most.min(past));
                self.at_least.explain_high(low, out);
                self.at_most.explain_low(high, past, out);
                // The last condition is as it is assumed to be.
                let is_true = self.always + i64::from(payload == UNLESS_FALSE);
                let is_false = i64::from(payload == UNLESS_TRUE);
                self.explain_known(
                    low.saturating_sub(is_true),
                    (all - is_false).saturating_sub(high),
                    past,
                    out,
                );
            }
        }
    }

    /// Writes why as many conditions were true, and as many false, whatever value they look for.
    fn explain_known(&self, is_true: i64, is_false: i64, past: &Past<'_>, out: &mut Vec<Atom>) {
        if let Some(y) = self.target.filter(|y| y.value(past).is_none()) {
            self.explain_open_range(y, is_true, is_false, past, out);
        } else {
            self.explain_parts(is_true, true, past, out);
            self.explain_parts(is_false, false, past, out);
        }
    }
}

/// Makes a guard false where a count is wrong and, if it `decides`, true where it is right.
#[derive(Clone, Debug)]
struct Decider {
    guard: Atom,
    decides: bool,
    count: Counter,
}

impl Propagator for Decider {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on(self.guard.var(), Events::CHANGED);
        self.count.subscribe(events);
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        if store.truth(self.guard).is_some() {
            return Ok(Outcome::Entailed);
        }
        let (least, greatest, _) = self.count.known_range(store);
        let Some((is_right, payload)) = self.count.decided(least, greatest, store) else {
            return Ok(Outcome::Fixpoint);
        };
        if self.decides || !is_right {
            let why = store.because(payload);
            store.apply(if is_right { self.guard } else { !self.guard }, why)?;
        }
        Ok(Outcome::Entailed)
    }

    fn explain(&self, _: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        self.count.explain_decided(payload, past, out);
    }
}

/// Fails where a count is right, and keeps the last open condition from making it so.
#[derive(Clone, Debug)]
struct Wrong {
    count: Counter,
}

impl Propagator for Wrong {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        self.count.subscribe(events);
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let (least, greatest, open) = self.count.known_range(store);
        match self.count.decided(least, greatest, store) {
            Some((false, _)) => return Ok(Outcome::Entailed),
            Some((true, payload)) => {
                let why = store.because(payload);
                return Err(store.contradiction(why));
            }
            None => {}
        }
        if open == Some(1) {
            let is_right = |number| self.count.is_entailed(number, number, store);
            let (if_false, if_true) = (is_right(least), is_right(greatest));
            if if_false || if_true {
                let payload = if if_false { UNLESS_TRUE } else { UNLESS_FALSE };
                let why = store.because(payload);
                let value = self.count.target.map_or(0, |y| y.min(store));
                self.count.parts[0].make(if_false, value, store, why)?;
                // A number that is a view may still be such that the count is right.
                return Ok(Outcome::Again);
            }
        }
        Ok(Outcome::Fixpoint)
    }

    fn explain(&self, _: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        self.count.explain_decided(payload, past, out);
    }
}
