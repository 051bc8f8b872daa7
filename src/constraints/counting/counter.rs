//! The propagator of counting constraints: two counts, of the conditions that are true and of those that are not false.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain where no variable occurs twice, and where it is open which value is counted, as `target.rs` says; else it is sound, and decides full assignments |
//! | Cost | a look at each condition that was open at the last run |
//! | Wakes on | what may decide a condition, and the bounds of the number |
//! | Explains | by as few true conditions, or false ones, as suffice, those first that were so from the start, then the oldest |

use crate::constraints::counting::condition::{CountedCondition, keep_within, within};
use crate::domain::Domain;
use crate::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Relation, Store, Trailed, VarId, View};

/// One end of the number.
#[derive(Clone, Debug)]
pub(in crate::constraints) enum Limit {
    Constant(i64),
    View(View),
    /// Any number from one to another. Only flows use it.
    Range(i64, i64),
    /// At most one, and one at least where the variable has values of the set only. Only flows use it.
    Partner(VarId, Box<Domain>),
}

/// `at_least ≤ (always + how many parts are true) ≤ at_most`.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    /// Those that were open at the last run come first.
    pub(super) parts: Box<[CountedCondition]>,
    /// The number of these, and the number of true ones among the others; both once the counted value is fixed.
    open: Trailed,
    is_true: Trailed,
    /// The value that [`CountedCondition::Is`] looks for.
    pub(super) target: Option<View>,
    /// Conditions that are true from the start, and not among the parts.
    pub(super) always: i64,
    pub(super) at_least: Limit,
    pub(super) at_most: Limit,
    /// Scratch of `target.rs`: the values that are gone through.
    pub(super) values: Vec<i32>,
}

/// Why something was inferred.
pub(super) mod because {
    /// The number is at least that of the true conditions.
    pub(crate) const TRUE: u32 = 0;
    /// The number is at most that of the conditions that are not false.
    pub(crate) const POSSIBLE: u32 = 1;
    /// The greatest possible number is true already, so the others are false.
    pub(crate) const FULL: u32 = 2;
    /// Only the least possible number is not false, so these are true.
    pub(crate) const SCARCE: u32 = 3;
    /// From here on, see `target.rs`.
    pub(crate) const OPEN: u32 = 4;
}

impl Limit {
    pub(super) fn min(&self, domains: &impl Domains) -> i64 {
        match *self {
            Limit::Constant(constant) | Limit::Range(constant, _) => constant,
            Limit::View(view) => view.min(domains).into(),
            Limit::Partner(var, ref inside) => {
                let is_left = |&value: &i32| domains.contains(var, value);
                i64::from(inside.iter().filter(is_left).count() as u64 == domains.size(var))
            }
        }
    }

    pub(super) fn max(&self, domains: &impl Domains) -> i64 {
        match *self {
            Limit::Constant(constant) | Limit::Range(_, constant) => constant,
            Limit::View(view) => view.max(domains).into(),
            Limit::Partner(..) => 1,
        }
    }

    /// It is at least that.
    pub(super) fn set_min(&self, low: i64, store: &mut Store, payload: u32) -> Result<bool, Failure> {
        let why = store.because(payload);
        match *self {
            Limit::Constant(most) | Limit::Range(_, most) if most < low => Err(store.contradiction(why)),
            Limit::Constant(_) | Limit::Range(..) => Ok(false),
            Limit::View(view) => view.set_min(store, low.clamp(i32::MIN.into(), i32::MAX.into()) as i32, why),
            Limit::Partner(_, _) if low < 1 => Ok(false),
            Limit::Partner(var, ref inside) => keep_within(var, inside, store, why),
        }
    }

    /// It is at most that.
    pub(super) fn set_max(&self, high: i64, store: &mut Store, payload: u32) -> Result<bool, Failure> {
        let why = store.because(payload);
        match *self {
            Limit::Constant(least) | Limit::Range(least, _) if least > high => Err(store.contradiction(why)),
            // What no view can have any more, the partner loses as each of the views does.
            Limit::Constant(_) | Limit::Range(..) | Limit::Partner(..) => Ok(false),
            Limit::View(view) => {
                view.set_max(store, high.clamp(i32::MIN.into(), i32::MAX.into()) as i32, why)
            }
        }
    }

    /// The least number that a request to be at least something is about.
    pub(super) fn asked_low(&self, request: ExplainRequest, now: i64) -> i64 {
        match (&self, request) {
            (Limit::Constant(most) | Limit::Range(_, most), _) => most + 1,
            (Limit::View(view), ExplainRequest::Atom(atom)) => view.low_implying(atom).unwrap_or(now),
            (Limit::Partner(..), _) => 1,
            _ => now,
        }
    }

    /// The greatest number that a request to be at most something is about.
    pub(super) fn asked_high(&self, request: ExplainRequest, now: i64) -> i64 {
        match (&self, request) {
            (Limit::Constant(least) | Limit::Range(least, _), _) => least - 1,
            (Limit::View(view), ExplainRequest::Atom(atom)) => view.high_implying(atom).unwrap_or(now),
            _ => now,
        }
    }

    /// Wakes the propagator when it may change.
    pub(super) fn subscribe(&self, events: &mut Subscriptions<'_>) {
        match *self {
            Limit::Constant(_) | Limit::Range(..) => {}
            Limit::View(view) => events.on(view.var, Events::BOUNDS),
            Limit::Partner(var, _) => events.on(var, Events::CHANGED),
        }
    }

    /// Writes that it is at most that, which it was.
    pub(super) fn explain_high(&self, high: i64, out: &mut Vec<Atom>) {
        if let Limit::View(view) = *self {
            out.extend(view.at_most(high));
        }
    }

    /// Writes that it is at least that, which it was.
    pub(super) fn explain_low(&self, low: i64, past: &Past<'_>, out: &mut Vec<Atom>) {
        match *self {
            Limit::View(view) => out.extend(view.at_least(low)),
            Limit::Partner(var, ref inside) if low > 0 => within(var, inside, past, out),
            _ => {}
        }
    }

    /// Whether the number is within, where it is one of these.
    pub(super) fn is_met(&self, least: i64, greatest: i64, domains: &impl Domains) -> bool {
        match *self {
            Limit::Range(low, high) => low <= least && greatest <= high,
            Limit::Partner(..) => greatest <= 1 && least == greatest,
            _ => least >= self.max(domains) && greatest <= self.min(domains),
        }
    }
}

impl Counter {
    /// The propagator of `at_least ≤ (always + how many of the parts are true) ≤ at_most`, where `target` is what [`CountedCondition::Is`] looks
    /// for.
    pub(super) fn new(
        parts: Vec<CountedCondition>,
        target: Option<View>,
        always: i64,
        [at_least, at_most]: [Limit; 2],
        to: &mut Poster<'_>,
    ) -> Counter {
        let (open, is_true) = (to.new_trailed(parts.len() as u64), to.new_trailed(0));
        let parts = parts.into();
        Counter { parts, open, is_true, target, always, at_least, at_most, values: Vec::new() }
    }

    /// Puts what is no longer open behind what is; returns how many parts are open, and how many are true.
    pub(super) fn put_decided_aside(&mut self, target: i32, store: &mut Store) -> (usize, i64) {
        let before = store.get(self.open) as usize;
        let (mut open, mut is_true) = (before, store.get(self.is_true));
        let mut at = 0;
        while at < open {
            match self.parts[at].truth(target, store) {
                None => at += 1,
                Some(truth) => {
                    is_true += u64::from(truth);
                    open -= 1;
                    self.parts.swap(at, open);
                }
            }
        }
        if open < before {
            store.set(self.open, open as u64);
            store.set(self.is_true, is_true);
        }
        (open, is_true as i64)
    }

    /// Writes why `count` of the parts have this truth: by no more of them than that.
    pub(super) fn explain_parts(&self, count: i64, truth: bool, past: &Past<'_>, out: &mut Vec<Atom>) {
        let target = self.target.and_then(|y| y.value(past));
        if let (Some(y), Some(value)) = (self.target, target) {
            out.extend(y.equals(value));
        }
        let (target, start) = (target.unwrap_or_default(), past.start());
        let was_always = |part: &&CountedCondition| part.was(truth, target, &start);
        let mut wanted = count.saturating_sub(self.parts.iter().filter(was_always).count() as i64);
        // From the back: what was decided first is behind what was decided later.
        for part in self.parts.iter().rev() {
            if wanted <= 0 {
                break;
            }
            if !part.was(truth, target, &start) && part.was(truth, target, past) {
                part.explain(truth, target, past, out);
                wanted -= 1;
            }
        }
    }

    /// Whatever is left, the number is within the limits.
    pub(super) fn is_entailed(&self, low: i64, high: i64, store: &Store) -> bool {
        high <= self.at_most.min(store) && low >= self.at_least.max(store)
    }
}

impl Propagator for Counter {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        for part in &self.parts {
            let wanted = match part {
                CountedCondition::Atom(atom) if matches!(atom.relation(), Relation::Le | Relation::Ge) => {
                    Events::BOUNDS
                }
                _ => Events::CHANGED,
            };
            events.on(part.var(), wanted);
        }
        if let Some(target) = self.target {
            events.on(target.var, Events::CHANGED);
        }
        for limit in [&self.at_least, &self.at_most] {
            if let Limit::View(view) = limit {
                events.on(view.var, Events::BOUNDS);
            }
        }
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let target = match self.target {
            None => 0,
            Some(y) => match y.value(store) {
                Some(value) => value,
                None => return self.propagate_open(y, store),
            },
        };
        let (open, counted) = self.put_decided_aside(target, store);
        let is_true = self.always + counted;
        let possible = is_true + open as i64;
        let mut is_changed = self.at_most.set_min(is_true, store, because::TRUE)?;
        is_changed |= self.at_least.set_max(possible, store, because::POSSIBLE)?;
        let (is_full, is_scarce) = (self.at_most.max(store) == is_true, self.at_least.min(store) == possible);
        if is_true < possible && (is_full || is_scarce) {
            let why = store.because(if is_full { because::FULL } else { because::SCARCE });
            for part in &self.parts[..open] {
                if part.truth(target, store).is_none() {
                    part.make(is_scarce, target, store, why)?;
                }
            }
            is_changed = true;
        }
        if is_changed {
            // A variable may occur in several parts, or in the number.
            return Ok(Outcome::Again);
        }
        let is_entailed = self.is_entailed(is_true, possible, store);
        Ok(if is_entailed { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let all = self.always + self.parts.len() as i64;
        match payload {
            because::TRUE => {
                // Of a refuted view: all values that it had.
                let low = self.at_most.asked_low(request, self.at_most.max(past) + 1);
                self.explain_parts(low - self.always, true, past, out);
            }
            because::POSSIBLE => {
                let high = self.at_least.asked_high(request, self.at_least.min(past) - 1);
                self.explain_parts(all - high, false, past, out);
            }
            because::FULL => {
                let most = self.at_most.max(past);
                if let Limit::View(view) = self.at_most {
                    out.extend(view.at_most(most));
                }
                self.explain_parts(most - self.always, true, past, out);
            }
            because::SCARCE => {
                let least = self.at_least.min(past);
                if let Limit::View(view) = self.at_least {
                    out.extend(view.at_least(least));
                }
                self.explain_parts(all - least, false, past, out);
            }
            _ => self.explain_open(request, payload, past, out),
        }
    }
}
