//! How long to work on a puzzle that is looked at in several ways.

use std::time::{Duration, Instant};

use residua::search::Limits;

use crate::answer::now;

/// Without `--time`, a puzzle gets so long.
const TIME: Duration = Duration::from_secs(10);

/// The time for a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    start: Instant,
    time: Duration,
    limits: Limits,
}

impl Budget {
    pub(crate) fn new(limits: &Limits) -> Budget {
        Budget { start: now(), time: limits.time.unwrap_or(TIME), limits: limits.clone() }
    }

    /// Limits for one of several ways: half of what is left.
    pub(crate) fn half(&self) -> Limits {
        Limits { time: Some(self.left() / 2), ..self.limits.clone() }
    }

    /// Limits for the last one: all that is left.
    pub(crate) fn rest(&self) -> Limits {
        Limits { time: Some(self.left()), ..self.limits.clone() }
    }

    /// How long it took so far.
    pub(crate) fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    fn left(&self) -> Duration {
        self.time.saturating_sub(self.start.elapsed())
    }
}
