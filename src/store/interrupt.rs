//! Interrupts: time limits, and flags that another thread may raise.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// An interrupt: a point in time, and a flag that another thread may raise; neither, by default.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    at: Option<Instant>,
    flag: Option<Arc<AtomicBool>>,
    /// The number of polls left before it triggers, whatever the time.
    pub(super) looks: Option<Arc<AtomicU64>>,
}

/// The cause of an interruption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterruptCause {
    /// The time is up.
    Time,
    /// The flag was raised.
    Flag,
}

impl Interrupt {
    /// The current time, by the clock of all interrupts. The order of work never depends on it, only where work ends.
    pub fn now() -> Instant {
        Instant::now()
    }

    /// An interrupt that triggers when `time` from now has passed, if that is limited, or when `flag` is raised.
    #[inline]
    pub fn new(time: Option<Duration>, flag: Option<Arc<AtomicBool>>) -> Interrupt {
        // A time that the clock cannot represent never comes.
        Interrupt { at: time.and_then(|time| Interrupt::now().checked_add(time)), flag, looks: None }
    }

    /// An interrupt that triggers after `looks` polls, inside propagator runs only, which poll wherever they can end.
    /// For tests, to end runs at every such point in turn.
    #[doc(hidden)]
    pub fn after_looks(looks: u64) -> Interrupt {
        Interrupt { at: None, flag: None, looks: Some(Arc::new(AtomicU64::new(looks))) }
    }

    /// The cause, if it has triggered by now.
    pub fn poll(&self) -> Option<InterruptCause> {
        if self.flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(InterruptCause::Flag);
        }
        if let Some(looks) = &self.looks {
            let counted =
                looks.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
            return counted.is_err().then_some(InterruptCause::Flag);
        }
        self.at.is_some_and(|at| Interrupt::now() >= at).then_some(InterruptCause::Time)
    }

    /// The time left, if it is limited.
    pub fn left(&self) -> Option<Duration> {
        self.at.map(|at| at.saturating_duration_since(Interrupt::now()))
    }

    /// The flag, if there is one.
    pub fn flag(&self) -> Option<&Arc<AtomicBool>> {
        self.flag.as_ref()
    }

    /// Whether there is a time limit or a flag.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.at.is_some() || self.flag.is_some()
    }

    /// Whether it triggers exactly when the other one does.
    pub(super) fn is_same(&self, other: &Interrupt) -> bool {
        let is_one = |own: Option<*const AtomicBool>, other: Option<*const AtomicBool>| own == other;
        self.at == other.at
            && is_one(self.flag.as_ref().map(Arc::as_ptr), other.flag.as_ref().map(Arc::as_ptr))
            && self.looks.as_ref().map(Arc::as_ptr) == other.looks.as_ref().map(Arc::as_ptr)
    }

    /// The work between two polls.
    pub(super) fn between(&self) -> u64 {
        if self.looks.is_some() { 0 } else { BETWEEN }
    }
}

/// The steps between two polls of a run, each of which takes nanoseconds, or tens of them where memory is slow.
const BETWEEN: u64 = 1 << 16;
