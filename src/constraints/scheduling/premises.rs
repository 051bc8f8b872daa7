//! Premises of scheduling explanations: bounds of starts and durations of tasks, and that they take place.

use crate::constraints::scheduling::task::Task;
use crate::constraints::scheduling::window::{Direction, Window};
use crate::store::{Atom, Past};

/// A task as it was, in one direction of time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member<'a> {
    task: &'a Task,
    /// Its number.
    pub(super) at: usize,
    pub(super) window: Window,
    /// With the same duration, at the start.
    pub(super) first: Window,
}

/// Premises of an inference in one direction.
#[derive(Debug)]
pub(super) struct Premises<'a, 'b> {
    pub(super) past: &'a Past<'b>,
    pub(super) direction: Direction,
    pub(super) out: &'a mut Vec<Atom>,
}

impl Premises<'_, '_> {
    pub(super) fn member<'t>(&self, at: usize, task: &'t Task) -> Member<'t> {
        let window = task.window(self.past);
        let first = Window { duration: window.duration, ..task.window(&self.past.start()) };
        Member { task, at, window: window.towards(self.direction), first: first.towards(self.direction) }
    }

    /// Writes it, unless it was true at the start.
    fn add(&mut self, atom: Option<Atom>) {
        self.out.extend(atom.filter(|atom| !atom.holds(&self.past.start())));
    }

    pub(super) fn no_earlier(&mut self, member: Member<'_>, low: i64) {
        self.add(member.task.no_earlier(low, member.window.duration, self.direction));
    }

    pub(super) fn no_later(&mut self, member: Member<'_>, high: i64) {
        self.add(member.task.no_later(high, member.window.duration, self.direction));
    }

    /// That it takes as long as it does. That no duration is negative is part of the meaning.
    pub(super) fn takes(&mut self, member: Member<'_>) {
        let duration = member.window.duration;
        let view = member.task.duration.view().filter(|_| duration > 0);
        self.add(view.and_then(|view| view.at_least(duration)));
    }

    pub(super) fn takes_place(&mut self, member: Member<'_>) {
        self.add(member.task.presence);
    }

    /// That it takes as long as it does between these.
    pub(super) fn lies_within(&mut self, member: Member<'_>, low: i64, limit: i64) {
        self.no_earlier(member, low);
        self.no_later(member, limit - member.window.duration);
        self.takes(member);
    }

    /// That one task cannot precede any of some others, but for how long they take: it ends at some time or later, and they start
    /// before. This is the latest start of theirs if that is known from the start, or else the earliest end of the one.
    pub(super) fn cannot_precede(&mut self, own: Member<'_>, others: &[Member<'_>]) {
        let latest = |start: fn(&Member<'_>) -> i64| others.iter().map(start).max().unwrap_or(i64::MIN);
        let end = if latest(|member| member.first.lst) < own.window.ect() {
            latest(|member| member.first.lst) + 1
        } else if own.first.ect() > latest(|member| member.window.lst) {
            own.first.ect()
        } else {
            own.window.ect()
        };
        self.no_earlier(own, end - own.window.duration);
        self.takes(own);
        for &member in others {
            self.no_later(member, end - 1);
        }
    }

    /// That some others start before the end that it has, if it starts at `start`.
    pub(super) fn start_before_end(&mut self, own: Member<'_>, start: i64, others: &[Member<'_>]) {
        self.takes(own);
        for &member in others {
            self.no_later(member, start + own.window.duration - 1);
        }
    }

    /// Why one task takes no longer than that, where it has to precede another one: it starts so late, and this one so early.
    pub(super) fn is_short(&mut self, own: Member<'_>, other: Member<'_>, longest: i64) {
        let start = if other.first.lst - own.window.est <= longest {
            other.first.lst - longest
        } else if other.window.lst - own.first.est <= longest {
            own.first.est
        } else {
            own.window.est
        };
        self.no_earlier(own, start);
        self.no_later(other, start + longest);
    }
}
