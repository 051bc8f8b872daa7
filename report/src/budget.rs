//! Time budget of a subject, divided among several analyses.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use residua::search::{Limit, Limits};

use crate::clock::now;

/// How long `conflict`, `clues` and `why` work on a puzzle without `--time`.
const TIME: Duration = Duration::from_secs(10);

/// The time for a puzzle, if it has a limit.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    start: Instant,
    time: Option<Duration>,
    limits: Limits,
}

impl Budget {
    /// As long as the limits say.
    pub(crate) fn new(limits: &Limits) -> Budget {
        Budget { start: now(), time: limits.time, limits: limits.clone() }
    }

    /// As long as the limits say, or else as long as a puzzle gets.
    pub(crate) fn limited(limits: &Limits) -> Budget {
        let budget = Budget::new(limits);
        Budget { time: budget.time.or(Some(TIME)), ..budget }
    }

    /// A quarter of what is left, for a way that may lead nowhere.
    pub(crate) fn quarter(&self) -> Budget {
        Budget { start: now(), time: self.left().map(|left| left / 4), limits: self.limits.clone() }
    }

    /// Limits for one of several ways: half of what is left.
    pub(crate) fn half(&self) -> Limits {
        self.limits.clone().time(self.left().map(|left| left / 2))
    }

    /// Limits for the one that matters most: three quarters of what is left.
    pub(crate) fn most(&self) -> Limits {
        self.limits.clone().time(self.left().map(|left| left.saturating_sub(left / 4)))
    }

    /// Limits for one of several ways of equal importance, before that many others: an equal share of what is left.
    pub(crate) fn share(&self, others: u32) -> Limits {
        self.limits.clone().time(self.left().map(|left| left / (others + 1)))
    }

    /// Limits for the last one: all that is left.
    pub(crate) fn rest(&self) -> Limits {
        self.limits.clone().time(self.left())
    }

    /// Whether nothing is left of the time, or Ctrl-C was pressed.
    pub(crate) fn is_over(&self) -> bool {
        self.is_interrupted() || self.left().is_some_and(|left| left.is_zero())
    }

    /// Which limit was reached, if nothing is left.
    pub(crate) fn check(&self) -> Result<(), Limit> {
        match self.is_over() {
            false => Ok(()),
            true if self.is_interrupted() => Err(Limit::Stop),
            true => Err(Limit::Time),
        }
    }

    /// Whether Ctrl-C was pressed.
    fn is_interrupted(&self) -> bool {
        self.limits.stop.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// How long it took so far.
    pub(crate) fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    fn left(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.start.elapsed()))
    }
}
