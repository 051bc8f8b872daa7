//! Interruption of long runs of propagators: they count their work in the store, which polls the interrupt at intervals.
//!
//! A run may take as long as its scope is wide, and that for every pair of variables; a limit is kept inside of it, too.

use std::cell::Cell;

use crate::store::interrupt::{Interrupt, InterruptCause};
use crate::store::{Failure, Store};

/// The interrupt of the fixpoint at hand, and the work until a run looks at it.
#[derive(Clone, Debug)]
pub(super) struct Meter {
    left: Cell<u64>,
    interrupt: Interrupt,
    /// Why the newest run was interrupted.
    rang: Cell<Option<InterruptCause>>,
    /// Whether a run gave up, as its bounds moved by many small steps.
    is_slow: Cell<bool>,
}

impl Default for Meter {
    fn default() -> Meter {
        Meter {
            left: Cell::new(u64::MAX),
            interrupt: Interrupt::default(),
            rang: Cell::new(None),
            is_slow: Cell::new(false),
        }
    }
}

impl Store {
    /// Counts `steps` steps of a run that may take long: of one that does more than a few sweeps over its scope.
    ///
    /// Where the interrupt of the fixpoint triggers, the run is to end at once, by passing on the error. That is not a failure: what the
    /// run has changed stays, and it is repeated when propagation goes on. So where this is called, domains and
    /// [`Trailed`](crate::store::Trailed) cells must be as right as they are when a run ends, and so must what the propagator keeps from
    /// run to run.
    ///
    /// # Errors
    /// If the interrupt triggers.
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
        let Meter { left, interrupt, rang, .. } = &self.meter;
        left.set(interrupt.between());
        rang.set(interrupt.poll());
        if rang.get().is_some() { Err(Failure::interrupted()) } else { Ok(()) }
    }

    /// Notes that a run gave up before its bounds were at rest.
    pub(crate) fn note_slow_run(&self) {
        self.meter.is_slow.set(true);
    }

    /// Whether a run has given up; it is asked once.
    #[inline]
    pub(crate) fn take_slow_run(&self) -> bool {
        self.meter.is_slow.get() && self.meter.is_slow.replace(false)
    }

    /// Lets runs end when `interrupt` triggers, from now on.
    #[inline]
    pub(crate) fn heed(&mut self, interrupt: &Interrupt) {
        if interrupt.is_set() || interrupt.looks.is_some() {
            if !self.meter.interrupt.is_same(interrupt) {
                self.meter.interrupt = interrupt.clone();
            }
            self.meter.left.set(interrupt.between());
        }
    }

    /// Lets runs go on to their ends, from now on.
    #[inline]
    pub(crate) fn heed_none(&mut self) {
        self.meter.left.set(u64::MAX);
    }

    /// Lets runs end when those of `other` do, from now on: all this is part of one run there.
    pub(crate) fn heed_as(&mut self, other: &Store) {
        if !self.meter.interrupt.is_same(&other.meter.interrupt) {
            self.meter.interrupt = other.meter.interrupt.clone();
        }
        self.meter.left.set(other.meter.left.get());
    }

    /// Ends the run at hand if one of `other`, which has been part of it, was interrupted; runs of `other` go on to their ends from now on.
    ///
    /// # Errors
    /// If it was interrupted.
    pub(crate) fn end_as(&self, other: &Store) -> Result<(), Failure> {
        self.meter.left.set(other.meter.left.replace(u64::MAX));
        let rang = other.meter.rang.take();
        self.meter.rang.set(rang);
        if rang.is_some() { Err(Failure::interrupted()) } else { Ok(()) }
    }

    /// Whether the newest error of a run was an interruption, and not a failure.
    #[inline]
    pub(crate) fn is_interrupted(&self) -> bool {
        self.meter.rang.get().is_some()
    }

    /// Why the newest run was interrupted, if it was; it is asked once.
    pub(crate) fn take_interruption(&mut self) -> Option<InterruptCause> {
        self.meter.rang.take()
    }
}
