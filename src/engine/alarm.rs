//! When to stop in the middle of a fixpoint.
//!
//! A fixpoint may take as many runs as domains have values, and a run as long as its scope is wide. So limits on time and
//! a flag to stop are checked between runs too, at intervals that depend on the [cost](crate::engine::Cost) of the runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::engine::propagator::Cost;

/// A point in time, and a flag that another thread may raise; neither, by default.
#[derive(Clone, Debug, Default)]
pub struct Alarm {
    at: Option<Instant>,
    flag: Option<Arc<AtomicBool>>,
}

/// Why an alarm rang.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ring {
    /// The time is up.
    Time,
    /// The flag was raised.
    Flag,
}

/// How far [`propagate_within`](crate::engine::Engine::propagate_within) came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Fixpoint {
    /// No propagator changes anything more.
    Reached,
    /// The alarm rang first. The propagators that were due still are: propagating again continues.
    Interrupted(Ring),
}

impl Alarm {
    /// Rings after `time` from now, where that is limited, and when `flag` is up.
    pub fn new(time: Option<Duration>, flag: Option<Arc<AtomicBool>>) -> Alarm {
        // A time that the clock cannot represent never comes.
        Alarm { at: time.and_then(|time| now().checked_add(time)), flag }
    }

    /// Whether it rings now, and why.
    pub fn rings(&self) -> Option<Ring> {
        if self.flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Ring::Flag);
        }
        self.at.is_some_and(|at| now() >= at).then_some(Ring::Time)
    }

    /// How much time is left, if it is limited.
    pub fn left(&self) -> Option<Duration> {
        self.at.map(|at| at.saturating_duration_since(now()))
    }

    /// The flag, if there is one.
    pub fn flag(&self) -> Option<&Arc<AtomicBool>> {
        self.flag.as_ref()
    }

    /// Whether there is a time or a flag to ring for.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.at.is_some() || self.flag.is_some()
    }
}

/// The clock. No order of work depends on it, only where work ends.
fn now() -> Instant {
    Instant::now()
}

/// How much work is done until the alarm is checked first, and at most between two checks.
const FIRST: u64 = 64;
const MOST: u64 = 1024;

/// Two checks should not be farther apart than this. A run may take nanoseconds or, on thousands of variables with
/// thousands of values, milliseconds, so the work between two checks is adjusted.
const APART: Duration = Duration::from_millis(4);

/// The work until the next check.
#[derive(Debug)]
pub(super) struct Fuel<'a> {
    alarm: &'a Alarm,
    left: u64,
    /// The work between the last check and the next.
    between: u64,
    last: Option<Instant>,
}

impl Fuel<'_> {
    pub(super) fn new(alarm: &Alarm) -> Fuel<'_> {
        Fuel { alarm, left: if alarm.is_set() { FIRST } else { u64::MAX }, between: FIRST, last: None }
    }

    /// Spends the work of a run of that cost; why to stop, if the alarm rings.
    #[inline]
    pub(super) fn spend(&mut self, cost: Cost) -> Option<Ring> {
        let spent = match cost {
            Cost::Unit => 1,
            Cost::Linear => 4,
            Cost::Quadratic => 64,
            Cost::Expensive => MOST,
        };
        if self.left >= spent {
            self.left -= spent;
            return None;
        }
        self.check()
    }

    #[cold]
    fn check(&mut self) -> Option<Ring> {
        let now = now();
        let is_slow = self.last.is_some_and(|last| now.duration_since(last) > APART);
        self.between = if is_slow { (self.between / 4).max(1) } else { (self.between * 2).min(MOST) };
        (self.left, self.last) = (self.between, Some(now));
        self.alarm.rings()
    }
}
