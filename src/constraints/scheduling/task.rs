//! Tasks over the variables of an engine: start, duration, demand, presence.

use crate::constraints::Operand;
use crate::engine::{Poster, Subscriptions};
use crate::store::handle::{IntAtom, IntView};
use crate::store::{Atom, Domains, Events, View};

/// A task of `cumulative`, as it is posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) start: IntView,
    pub(super) duration: Operand,
    pub(super) demand: Operand,
    pub(super) presence: Option<IntAtom>,
}

/// A duration, a demand or a capacity: a number, or a view.
#[derive(Clone, Copy, Debug)]
pub(super) enum Amount {
    View(View),
    Number(i64),
}

impl Amount {
    pub(super) fn of(operand: Operand, to: &Poster<'_>) -> Amount {
        match operand {
            Operand::View(view) => Amount::View(to.view(view)),
            Operand::Constant(number) => Amount::Number(number),
        }
    }

    #[inline]
    pub(super) fn min(self, domains: &impl Domains) -> i64 {
        match self {
            Amount::View(view) => view.min(domains).into(),
            Amount::Number(number) => number,
        }
    }

    #[inline]
    pub(super) fn max(self, domains: &impl Domains) -> i64 {
        match self {
            Amount::View(view) => view.max(domains).into(),
            Amount::Number(number) => number,
        }
    }

    /// The view, if it is one.
    #[inline]
    pub(super) fn view(self) -> Option<View> {
        match self {
            Amount::View(view) => Some(view),
            Amount::Number(_) => None,
        }
    }
}

/// A task from its start, which is included, to its end, which is not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) start: View,
    pub(super) duration: Amount,
    /// The literal that is true where it takes place; `None` if it always does.
    pub(super) presence: Option<Atom>,
}

impl Task {
    /// The earliest start.
    #[inline]
    pub(super) fn est(&self, domains: &impl Domains) -> i64 {
        self.start.min(domains).into()
    }

    /// The latest start.
    #[inline]
    pub(super) fn lst(&self, domains: &impl Domains) -> i64 {
        self.start.max(domains).into()
    }

    /// The earliest end.
    #[inline]
    pub(super) fn ect(&self, domains: &impl Domains) -> i64 {
        self.est(domains) + self.duration.min(domains)
    }

    /// The latest end of the shortest form: what takes longer ends later, if it can.
    #[inline]
    pub(super) fn lct(&self, domains: &impl Domains) -> i64 {
        self.lst(domains) + self.duration.min(domains)
    }

    /// Whether it takes place; `None` if that is open.
    #[inline]
    pub(super) fn is_present(&self, domains: &impl Domains) -> Option<bool> {
        match self.presence {
            None => Some(true),
            Some(presence) if presence.holds(domains) => Some(true),
            Some(presence) => (!presence).holds(domains).then_some(false),
        }
    }

    /// Wakes on bounds of the start and of the duration, and when it is decided whether the task takes place.
    pub(super) fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on(self.start.var, Events::BOUNDS);
        if let Some(view) = self.duration.view() {
            events.on(view.var, Events::BOUNDS);
        }
        if let Some(presence) = self.presence {
            events.on(presence.var(), Events::CHANGED);
        }
    }
}

/// A task, and what it demands while it runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct User {
    pub(super) task: Task,
    pub(super) demand: Amount,
}

impl User {
    /// What it demands in any case.
    #[inline]
    pub(super) fn least(&self, domains: &impl Domains) -> i64 {
        self.demand.min(domains).max(0)
    }

    /// How long it takes in any case.
    #[inline]
    pub(super) fn length(&self, domains: &impl Domains) -> i64 {
        self.task.duration.min(domains).max(0)
    }
}
