//! The propagators that are due, cheapest first, and in the order of arrival among equals.

use std::collections::VecDeque;

use crate::engine::propagator::Cost;

const COSTS: [Cost; Cost::COUNT] = [Cost::Unit, Cost::Linear, Cost::Quadratic, Cost::Dear];

/// Not due.
const IDLE: u8 = u8::MAX;
/// Not to be made due: no cost is less.
const ASLEEP: u8 = 0;

/// One line for each cost. A propagator that is due stands at one cost; where it moved to a cheaper line, what it left
/// behind in the dearer one is skipped.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    lines: [VecDeque<u32>; Cost::COUNT],
    /// Bit `c` says that line `c` is not empty.
    waiting: u8,
    /// By propagator: the line in which it is due, from 1; or that it is not.
    due: Vec<u8>,
}

impl Queue {
    pub(crate) fn add_propagator(&mut self) {
        self.due.push(IDLE);
    }

    /// Makes `propagator` due at `cost`, unless it is due at that or less.
    #[inline]
    pub(crate) fn schedule(&mut self, propagator: u32, cost: Cost) {
        let due = &mut self.due[propagator as usize];
        if cost.line() < *due {
            *due = cost.line();
            self.lines[usize::from(cost.line()) - 1].push_back(propagator);
            self.waiting |= 1 << (cost.line() - 1);
        }
    }

    /// Takes off the next propagator.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(u32, Cost)> {
        while self.waiting != 0 {
            let line = self.waiting.trailing_zeros() as usize;
            while let Some(propagator) = self.lines[line].pop_front() {
                let due = &mut self.due[propagator as usize];
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
    pub(crate) fn put_to_sleep(&mut self, propagator: u32) {
        self.due[propagator as usize] = ASLEEP;
    }

    /// Takes that back.
    pub(crate) fn rouse(&mut self, propagator: u32) {
        self.due[propagator as usize] = IDLE;
    }

    /// Whether the propagator sleeps.
    pub(crate) fn is_asleep(&self, propagator: u32) -> bool {
        self.due[propagator as usize] == ASLEEP
    }

    /// Whether nothing is due, as far as can be told at a glance.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.waiting == 0
    }

    pub(crate) fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}
