//! When to stop in the middle of a fixpoint, and in the middle of a run.
//!
//! A run may take as long as its scope is wide, and that for every pair of variables. So a propagator counts the work of a long run in the
//! store, which looks at the alarm at intervals: see [`Store::spend`].

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::store::{Failure, Store};

/// A point in time, and a flag that another thread may raise; neither, by default.
#[derive(Clone, Debug, Default)]
pub struct Alarm {
    at: Option<Instant>,
    flag: Option<Arc<AtomicBool>>,
    /// How many times runs still look at it before it rings, whatever the time.
    looks: Option<Arc<AtomicU64>>,
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
    fn is_same(&self, other: &Alarm) -> bool {
        let is_one = |own: Option<*const AtomicBool>, other: Option<*const AtomicBool>| own == other;
        self.at == other.at
            && is_one(self.flag.as_ref().map(Arc::as_ptr), other.flag.as_ref().map(Arc::as_ptr))
            && self.looks.as_ref().map(Arc::as_ptr) == other.looks.as_ref().map(Arc::as_ptr)
    }

    /// How much work may be done between two looks.
    fn between(&self) -> u64 {
        if self.looks.is_some() { 0 } else { BETWEEN }
    }
}

/// A run looks at its alarm after so many steps, each of which takes nanoseconds, or tens of them where memory is slow.
const BETWEEN: u64 = 1 << 16;

/// The alarm of the fixpoint at hand, and the work until a run looks at it.
#[derive(Clone, Debug)]
pub(super) struct Meter {
    left: Cell<u64>,
    alarm: Alarm,
    /// Why the newest run was given up.
    rang: Cell<Option<Ring>>,
}

impl Default for Meter {
    fn default() -> Meter {
        Meter { left: Cell::new(u64::MAX), alarm: Alarm::default(), rang: Cell::new(None) }
    }
}

impl Store {
    /// Counts so many steps of a run that may take long: of one that does more than a few sweeps over its scope.
    ///
    /// Where the alarm of the fixpoint rings, the run is to end at once, by passing on the error. That is no dead end: what the run has
    /// changed stays, and it is repeated when propagation goes on. So where this is called, domains and [`Trailed`](crate::store::Trailed)
    /// cells must be as right as they are when a run ends, and so must what the propagator keeps from run to run.
    ///
    /// # Errors
    /// If the alarm rings.
    #[inline]
    pub fn spend(&self, steps: usize) -> Result<(), Failure> {
        if let Some(left) = self.meter.left.get().checked_sub(steps as u64) {
            self.meter.left.set(left);
            return Ok(());
        }
        self.look_at_alarm()
    }

    #[cold]
    fn look_at_alarm(&self) -> Result<(), Failure> {
        let Meter { left, alarm, rang } = &self.meter;
        left.set(alarm.between());
        rang.set(alarm.rings());
        if rang.get().is_some() { Err(Failure::interrupted()) } else { Ok(()) }
    }

    /// From now on, runs end when `alarm` rings.
    #[inline]
    pub(crate) fn heed(&mut self, alarm: &Alarm) {
        if alarm.is_set() || alarm.looks.is_some() {
            if !self.meter.alarm.is_same(alarm) {
                self.meter.alarm = alarm.clone();
            }
            self.meter.left.set(alarm.between());
        }
    }

    /// From now on, runs go on to their ends.
    #[inline]
    pub(crate) fn heed_none(&mut self) {
        self.meter.left.set(u64::MAX);
    }

    /// From now on, runs end when those of `other` do, in which all this is one run.
    pub(crate) fn heed_as(&mut self, other: &Store) {
        if !self.meter.alarm.is_same(&other.meter.alarm) {
            self.meter.alarm = other.meter.alarm.clone();
        }
        self.meter.left.set(other.meter.left.get());
    }

    /// Ends the run at hand if one of `other`, which has been part of it, was given up; that goes on to its ends from now on.
    ///
    /// # Errors
    /// If it was given up.
    pub(crate) fn end_as(&self, other: &Store) -> Result<(), Failure> {
        self.meter.left.set(other.meter.left.replace(u64::MAX));
        let rang = other.meter.rang.take();
        self.meter.rang.set(rang);
        if rang.is_some() { Err(Failure::interrupted()) } else { Ok(()) }
    }

    /// Whether the newest error of a run was no dead end.
    #[inline]
    pub(crate) fn is_interrupted(&self) -> bool {
        self.meter.rang.get().is_some()
    }

    /// Why the newest run was given up, if it was; it is asked once.
    pub(crate) fn take_ring(&mut self) -> Option<Ring> {
        self.meter.rang.take()
    }
}
