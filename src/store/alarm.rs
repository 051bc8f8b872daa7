//! Alarms: a point in time, and a flag that another thread may raise.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A point in time, and a flag that another thread may raise; neither, by default.
#[derive(Clone, Debug, Default)]
pub struct Alarm {
    at: Option<Instant>,
    flag: Option<Arc<AtomicBool>>,
    /// How many times runs still look at it before it rings, whatever the time.
    pub(super) looks: Option<Arc<AtomicU64>>,
}

/// Why an alarm rang.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ring {
    /// The time is up.
    Time,
    /// The flag was raised.
    Flag,
}

impl Alarm {
    /// The clock by which alarms ring. No order of work depends on it, only where work ends.
    pub fn now() -> Instant {
        Instant::now()
    }

    /// Rings after `time` from now, where that is limited, and when `flag` is up.
    pub fn new(time: Option<Duration>, flag: Option<Arc<AtomicBool>>) -> Alarm {
        // A time that the clock cannot represent never comes.
        Alarm { at: time.and_then(|time| Alarm::now().checked_add(time)), flag, looks: None }
    }

    /// Rings as if its flag were up, inside runs only, once these have looked at it so many times, which they do wherever they can end.
    /// For tests, to end runs at every such point in turn.
    #[doc(hidden)]
    pub fn after_looks(looks: u64) -> Alarm {
        Alarm { at: None, flag: None, looks: Some(Arc::new(AtomicU64::new(looks))) }
    }

    /// Whether it rings now, and why.
    pub fn rings(&self) -> Option<Ring> {
        if self.flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Ring::Flag);
        }
        if let Some(looks) = &self.looks {
            let counted =
                looks.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
            return counted.is_err().then_some(Ring::Flag);
        }
        self.at.is_some_and(|at| Alarm::now() >= at).then_some(Ring::Time)
    }

    /// How much time is left, if it is limited.
    pub fn left(&self) -> Option<Duration> {
        self.at.map(|at| at.saturating_duration_since(Alarm::now()))
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

    /// Whether it rings exactly when the other one does.
    pub(super) fn is_same(&self, other: &Alarm) -> bool {
        let is_one = |own: Option<*const AtomicBool>, other: Option<*const AtomicBool>| own == other;
        self.at == other.at
            && is_one(self.flag.as_ref().map(Arc::as_ptr), other.flag.as_ref().map(Arc::as_ptr))
            && self.looks.as_ref().map(Arc::as_ptr) == other.looks.as_ref().map(Arc::as_ptr)
    }

    /// How much work may be done between two looks.
    pub(super) fn between(&self) -> u64 {
        if self.looks.is_some() { 0 } else { BETWEEN }
    }
}

/// A run looks at its alarm after so many steps, each of which takes nanoseconds, or tens of them where memory is slow.
const BETWEEN: u64 = 1 << 16;
