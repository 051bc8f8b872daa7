//! Interruption of a fixpoint, between runs of propagators.
//!
//! A fixpoint may take as many runs as domains have values, and a run as long as its scope is wide. So limits on time and
//! a flag to stop are checked between runs too, at intervals that depend on the [cost](crate::engine::Cost) of the runs and on how
//! many events they watch. Runs that take more than a few sweeps over their scope check them [too](crate::store::Store::spend).

use std::time::{Duration, Instant};

use crate::engine::propagator::Cost;
use crate::store::{Interrupt, InterruptCause};

/// The result of [`propagate_within`](crate::engine::Engine::propagate_within).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Fixpoint {
    /// The fixpoint was reached: no propagator changes anything more.
    Reached,
    /// The interrupt triggered first. The propagators that were due still are: propagating again continues.
    Interrupted(InterruptCause),
}

/// The work until the interrupt is checked first, and at most between two checks.
const FIRST: u64 = 512;
const MOST: u64 = 1024;

/// Two checks should not be farther apart than this. A run may take nanoseconds or, on thousands of variables with
/// thousands of values, milliseconds, so the work between two checks is adjusted.
const APART: Duration = Duration::from_millis(4);

/// The work until the next check.
#[derive(Debug)]
pub(super) struct Fuel<'a> {
    interrupt: &'a Interrupt,
    left: u64,
    /// The work between the last check and the next.
    between: u64,
    last: Option<Instant>,
}

impl Fuel<'_> {
    pub(super) fn new(interrupt: &Interrupt) -> Fuel<'_> {
        Fuel {
            interrupt,
            left: if interrupt.is_set() { FIRST } else { u64::MAX },
            between: FIRST,
            last: None,
        }
    }

    /// Spends the work of a run of that cost, of a propagator that watches that many events; returns why to stop, if the interrupt
    /// triggers.
    #[inline]
    pub(super) fn spend(&mut self, cost: Cost, width: u32) -> Option<InterruptCause> {
        let width = u64::from(width);
        let spent = match cost {
            Cost::Unit => 1,
            Cost::Linear => 4 + width / 64,
            Cost::Quadratic => 64 + width,
            Cost::Expensive => MOST,
        };
        if self.left >= spent {
            self.left -= spent;
            return None;
        }
        self.check()
    }

    #[cold]
    fn check(&mut self) -> Option<InterruptCause> {
        let now = Interrupt::now();
        let is_slow = self.last.is_some_and(|last| now.duration_since(last) > APART);
        self.between = if is_slow { (self.between / 4).max(1) } else { (self.between * 2).min(MOST) };
        (self.left, self.last) = (self.between, Some(now));
        self.interrupt.poll()
    }
}
