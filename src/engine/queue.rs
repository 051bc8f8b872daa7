//! The propagators that are due, cheapest first.
//!
//! Propagators of the same cost run in generations: those that become due while one generation runs form the next. Within a
//! generation they run in the order of arrival, except the cheapest, which run in the opposite order. So generations sweep
//! back and forth: a chain of inequalities, along which lower bounds move one way and upper bounds the other, is at its fixpoint
//! after two sweeps, not after as many as it has links (Yen, *An Algorithm for Finding Shortest Routes from All Source Nodes to
//! a Given Destination*, 1970). More expensive propagators gain nothing from that, and `all_different` loses a tenth.

use crate::engine::propagator::Cost;
use crate::store::PropId;

const COSTS: [Cost; Cost::COUNT] = [Cost::Unit, Cost::Linear, Cost::Quadratic, Cost::Expensive];

/// Not due.
const IDLE: u8 = u8::MAX;
/// Not to be made due: no cost is less.
const ASLEEP: u8 = 0;

/// One line for each cost. A propagator that is due is due at one cost; where it moved to a cheaper line, its old entry in
/// the expensive one is skipped.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    lines: [Line; Cost::COUNT],
    /// Bit `c` says that line `c` is not empty.
    waiting: u8,
    /// By propagator: the line in which it is due, from 1; or that it is not.
    due: Vec<u8>,
}

/// The propagators that run now, and those that run after them.
#[derive(Clone, Debug, Default)]
struct Line {
    now: Vec<PropId>,
    /// How many of them have been taken from the front.
    taken: usize,
    next: Vec<PropId>,
}

impl Line {
    /// Takes the first one; with `back`, the last one.
    #[inline]
    fn pop(&mut self, back: bool) -> Option<PropId> {
        if self.now.len() == self.taken {
            self.now.clear();
            self.taken = 0;
            std::mem::swap(&mut self.now, &mut self.next);
        }
        if back {
            return self.now.pop();
        }
        let first = self.now.get(self.taken).copied()?;
        self.taken += 1;
        Some(first)
    }
}

impl Queue {
    pub(crate) fn add_propagator(&mut self) {
        self.due.push(IDLE);
    }

    /// Makes `propagator` due at `cost`, unless it is due at that or less.
    #[inline]
    pub(crate) fn schedule(&mut self, propagator: PropId, cost: Cost) {
        let due = &mut self.due[propagator.index()];
        if cost.line() < *due {
            *due = cost.line();
            self.lines[usize::from(cost.line()) - 1].next.push(propagator);
            self.waiting |= 1 << (cost.line() - 1);
        }
    }

    /// Takes off the next propagator.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(PropId, Cost)> {
        while self.waiting != 0 {
            let line = self.waiting.trailing_zeros() as usize;
            while let Some(propagator) = self.lines[line].pop(line == 0) {
                let due = &mut self.due[propagator.index()];
                if usize::from(*due) == line + 1 {
                    *due = IDLE;
                    return Some((propagator, COSTS[line]));
                }
            }
            self.waiting &= !(1 << line);
        }
        None
    }

    /// From now on the propagator is never due. It must not be due now.
    pub(crate) fn put_to_sleep(&mut self, propagator: PropId) {
        self.due[propagator.index()] = ASLEEP;
    }

    /// From now on the propagator can be due again.
    pub(crate) fn wake(&mut self, propagator: PropId) {
        self.due[propagator.index()] = IDLE;
    }

    /// Whether the propagator sleeps.
    pub(crate) fn is_asleep(&self, propagator: PropId) -> bool {
        self.due[propagator.index()] == ASLEEP
    }

    /// Whether certainly nothing is due: a line with skipped entries only counts as due.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.waiting == 0
    }

    pub(crate) fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}
