//! When to leave off in the middle of a fixpoint.
//!
//! A fixpoint may take as many runs as domains have values, and a run as long as its scope is wide. So limits on time and
//! a flag to stop are looked at between runs too, about as often as their [cost](crate::engine::Cost) makes up for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::engine::propagator::Cost;

/// A point in time, and a flag that somebody may raise; neither, by default.
#[derive(Clone, Debug, Default)]
pub struct Alarm {
    at: Option<Instant>,
    flag: Option<Arc<AtomicBool>>,
}

/// What an alarm rang for.
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
    /// No propagator has anything more to say.
    Reached,
    /// The alarm rang first. What was due still is: to propagate once more goes on.
    Interrupted(Ring),
}

impl Alarm {
    /// Rings after `time` from now, where that is limited, and when `flag` is up.
    pub fn new(time: Option<Duration>, flag: Option<Arc<AtomicBool>>) -> Alarm {
        // A time beyond what the clock can tell never comes.
        Alarm { at: time.and_then(|time| now().checked_add(time)), flag }
    }

    /// What it rings for now, if it does.
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

    /// Whether it can ring at all.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.at.is_some() || self.flag.is_some()
    }
}

/// The clock. No order of work depends on it, only where work ends.
fn now() -> Instant {
    Instant::now()
}

/// How much work goes by between two looks at an alarm.
const FUEL: u64 = 1024;

/// Work until the next look.
#[derive(Debug)]
pub(super) struct Fuel<'a> {
    alarm: &'a Alarm,
    left: u64,
}

impl Fuel<'_> {
    pub(super) fn new(alarm: &Alarm) -> Fuel<'_> {
        Fuel { alarm, left: if alarm.is_set() { FUEL } else { u64::MAX } }
    }

    /// Spends what a run of that cost takes; why to leave off, if so.
    #[inline]
    pub(super) fn spend(&mut self, cost: Cost) -> Option<Ring> {
        let spent = match cost {
            Cost::Unit => 1,
            Cost::Linear => 4,
            Cost::Quadratic => 64,
            Cost::Expensive => FUEL,
        };
        if self.left >= spent {
            self.left -= spent;
            return None;
        }
        self.left = FUEL;
        self.alarm.rings()
    }
}
