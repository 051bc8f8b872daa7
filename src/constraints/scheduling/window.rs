//! Start windows of tasks, in either direction of time.
//!
//! Backwards, a task that takes `d` from `s` on starts at `-(s + d)`, where `d` is the least that it can take. A rule on starts is
//! then one on ends, so that each rule is written once.

use crate::constraints::scheduling::task::Task;
use crate::store::{Atom, Domains};

/// A direction of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forwards,
    Backwards,
}

impl Direction {
    pub(super) fn reversed(self) -> Direction {
        match self {
            Direction::Forwards => Direction::Backwards,
            Direction::Backwards => Direction::Forwards,
        }
    }
}

/// The earliest and the latest start of a task, and its least duration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) est: i64,
    pub(super) lst: i64,
    pub(super) duration: i64,
}

impl Window {
    /// The earliest end.
    #[inline]
    pub(super) fn ect(self) -> i64 {
        self.est + self.duration
    }

    /// The latest end of the shortest form.
    #[inline]
    pub(super) fn lct(self) -> i64 {
        self.lst + self.duration
    }

    /// The window in that direction, of a window forwards.
    pub(super) fn towards(self, direction: Direction) -> Window {
        match direction {
            Direction::Forwards => self,
            Direction::Backwards => Window { est: -self.lct(), lst: -self.ect(), duration: self.duration },
        }
    }
}

impl Task {
    /// Its window, forwards.
    pub(super) fn window(&self, domains: &impl Domains) -> Window {
        let (est, ect, lct) = (self.est(domains), self.ect(domains), self.lct(domains));
        Window { est, lst: lct - (ect - est), duration: ect - est }
    }

    /// That it starts at `low` or later, in that direction, where it takes that long.
    pub(super) fn no_earlier(&self, low: i64, duration: i64, direction: Direction) -> Option<Atom> {
        match direction {
            Direction::Forwards => self.start.at_least(low),
            Direction::Backwards => self.start.at_most(-low - duration),
        }
    }

    /// That it starts at `high` or earlier.
    pub(super) fn no_later(&self, high: i64, duration: i64, direction: Direction) -> Option<Atom> {
        match direction {
            Direction::Forwards => self.start.at_most(high),
            Direction::Backwards => self.start.at_least(-high - duration),
        }
    }

    /// The least `low` for which starting no earlier implies the atom.
    pub(super) fn low_implying(&self, atom: Atom, duration: i64, direction: Direction) -> Option<i64> {
        let is_own = self.start.var == atom.var();
        match direction {
            _ if !is_own => None,
            Direction::Forwards => self.start.low_implying(atom),
            Direction::Backwards => self.start.high_implying(atom).map(|high| -high - duration),
        }
    }
}
