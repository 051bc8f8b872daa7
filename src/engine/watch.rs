//! Event subscriptions: which events of which variables wake which propagators.

use smallvec::SmallVec;

use crate::engine::propagator::Cost;
use crate::engine::queue::Members;
use crate::engine::wait::{Waiting, events_of};
use crate::store::{Atom, Events, PropId, Store, VarId, View};

/// Propagators that one variable wakes: those of one word that are due at one cost then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) word: u32,
    /// The cost at which they are due.
    pub(crate) cost: Cost,
    /// By kind of change: the propagators that it wakes, as bits. The kind is hard to predict for the processor, so it is an index and not
    /// a branch.
    woken_by: [u64; Events::KINDS],
}

impl Watch {
    /// The propagators that a change with these events wakes.
    #[inline]
    pub(crate) fn woken_by(&self, events: Events) -> u64 {
        self.woken_by[events.kind()]
    }
}

/// The watches of all variables, by variable.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watches(pub(crate) Vec<SmallVec<[Watch; 1]>>);

impl Watches {
    /// The watches of the variable.
    #[inline]
    pub(crate) fn of(&self, var: VarId) -> &[Watch] {
        &self.0[var.index()]
    }

    /// Whether some propagator watches more of the variable than its bounds.
    pub(crate) fn wants_values(&self, var: VarId) -> bool {
        let any = |events| self.0[var.index()].iter().any(|watch| watch.woken_by(events) != 0);
        any(Events::CHANGED) || any(Events::CHANGED | Events::FIXED)
    }

    /// The propagators that the variable wakes.
    pub(crate) fn watchers(&self, var: VarId) -> impl Iterator<Item = PropId> + '_ {
        let all = Events::CHANGED | Events::BOUNDS | Events::FIXED;
        let members = move |watch: &Watch| Members { word: watch.word, bits: watch.woken_by(all) };
        self.0[var.index()].iter().flat_map(move |watch| members(watch).iter())
    }
}

/// The subscriptions of a propagator: the events that wake it, and the atoms that it waits for.
#[derive(Debug)]
pub struct Subscriptions<'a> {
    pub(crate) watches: &'a mut Watches,
    pub(crate) waiting: &'a mut Waiting,
    pub(crate) store: &'a mut Store,
    pub(crate) propagator: PropId,
    pub(crate) cost: Cost,
    /// The number of subscribed events.
    pub(crate) width: u32,
}

impl Subscriptions<'_> {
    /// Wakes the propagator on `events` of `var`. A second call for the same variable adds to the first.
    pub fn on(&mut self, var: VarId, events: Events) {
        self.store.watch(var, events);
        self.width = self.width.saturating_add(1);
        let list = &mut self.watches.0[var.index()];
        let Members { word, bits } = Members::one(self.propagator);
        // Words are in ascending order, with a watch for each cost at most: that of the newest propagators comes last.
        let newest = list.len().saturating_sub(Cost::COUNT);
        let is_own = |watch: &Watch| (watch.word, watch.cost) == (word, self.cost);
        let at = list[newest..].iter().position(is_own).map(|at| newest + at);
        let at = at.unwrap_or_else(|| {
            list.push(Watch { word, cost: self.cost, woken_by: [0; Events::KINDS] });
            list.len() - 1
        });
        for happened in Events::all_kinds().filter(|happened| happened.meets(events)) {
            list[at].woken_by[happened.kind()] |= bits;
        }
    }

    /// Wakes the propagator when the least value of `view` grows: that is the greatest of its variable where the
    /// scale is negative.
    pub fn on_min(&mut self, view: View) {
        self.on(view.var, if view.scale() > 0 { Events::MIN } else { Events::MAX });
    }

    /// Wakes the propagator when the greatest value of `view` shrinks.
    pub fn on_max(&mut self, view: View) {
        self.on(view.var, if view.scale() > 0 { Events::MAX } else { Events::MIN });
    }

    /// Makes the propagator wait for `atom`, one of those that it [may](Self::may_wait_for): when that is true, the propagator is
    /// [asked](crate::engine::Propagator::notice) whether it has to run, or may wait for another one instead.
    pub fn wait_for(&mut self, atom: Atom) {
        self.may_wait_for(atom);
        self.width = self.width.saturating_add(1);
        self.waiting.add(self.propagator, atom);
    }

    /// Declares that the propagator may come to wait for `atom`, when it is asked.
    pub fn may_wait_for(&mut self, atom: Atom) {
        self.store.watch(atom.var(), events_of(atom));
        self.waiting.may_wait(self.propagator, atom, self.store.vars());
    }

    /// Wakes the propagator on `events` of each view's variable.
    pub fn on_all<'v>(&mut self, views: impl IntoIterator<Item = &'v View>, events: Events) {
        views.into_iter().for_each(|view| self.on(view.var, events));
    }
}
