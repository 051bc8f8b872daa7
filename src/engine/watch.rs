//! Which events wake which propagators.

use smallvec::SmallVec;

use crate::engine::propagator::Cost;
use crate::engine::queue::Members;
use crate::engine::reader::Readers;
use crate::store::{Events, PropId, Store, Trailed, VarId, View};

/// Propagators, and the events of one variable that wake all of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) propagators: Members,
    pub(crate) events: Events,
    /// At which cost they are due then.
    pub(crate) cost: Cost,
}

/// The watches of all variables, by variable.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watches(pub(crate) Vec<SmallVec<[Watch; 3]>>);

impl Watches {
    /// Whether some propagator watches more of the variable than its bounds.
    pub(crate) fn wants_values(&self, var: VarId) -> bool {
        let beyond_bounds = Events::CHANGED | Events::FIXED;
        self.0[var.index()].iter().any(|watch| watch.events.meets(beyond_bounds))
    }
}

/// Where a propagator says what wakes it.
#[derive(Debug)]
pub struct Subscriptions<'a> {
    pub(crate) watches: &'a mut Watches,
    pub(crate) readers: &'a mut Readers,
    pub(crate) store: &'a mut Store,
    pub(crate) propagator: PropId,
    pub(crate) cost: Cost,
}

impl Subscriptions<'_> {
    /// Wakes the propagator on `events` of `var`. A second call for the same variable adds to the first.
    pub fn on(&mut self, var: VarId, events: Events) {
        self.store.watch(var, events);
        let list = &mut self.watches.0[var.index()];
        let own = Members::one(self.propagator);
        let mut wanted = events;
        if let Some(at) = list.iter().position(|watch| watch.propagators.has(own)) {
            let rest = list[at].propagators.without(own);
            wanted = wanted | list[at].events;
            list[at].propagators = rest;
            if rest.bits == 0 {
                list.remove(at);
            }
        }
        let is_alike = |watch: &&mut Watch| {
            (watch.propagators.word, watch.events, watch.cost) == (own.word, wanted, self.cost)
        };
        match list.iter_mut().find(is_alike) {
            Some(watch) => watch.propagators.bits |= own.bits,
            None => list.push(Watch { propagators: own, events: wanted, cost: self.cost }),
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

    /// Wakes the propagator whenever the trail holds more changes than the number in `read`, which the propagator sets
    /// to where it has read, with a [change](crate::store::Store::change) at each position. For a base of nogoods; what they imply
    /// is made true [because of](crate::store::Store::because_of) one of them. Every change is on the trail only while reasons are
    /// recorded.
    ///
    /// `read` must not be written by anything else, and is 0 at first. A propagator that does not set it runs for ever.
    pub fn on_trail(&mut self, read: Trailed) {
        self.readers.add(self.propagator, self.cost, read);
    }

    /// Wakes the propagator on `events` of each view's variable.
    pub fn on_all<'v>(&mut self, views: impl IntoIterator<Item = &'v View>, events: Events) {
        views.into_iter().for_each(|view| self.on(view.var, events));
    }
}
