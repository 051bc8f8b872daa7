//! Watched atoms of propagators: the scheme of two watched literals.
//!
//! A watch (`watch.rs`) is for good: its propagator runs whenever the variable changes. A clause of many literals has nothing to do
//! before all but one of them are false, so it waits for two of them only, and where one of those becomes false it waits for another
//! literal instead, without having run. Nothing of that is undone on backtracking: an atom that is not true now was not true before.
//!
//! | Promise | |
//! |---|---|
//! | Cost | O(1) for each change and each atom of its variable that is waited for; O(1) for each move |
//! | Source | Moskewicz, Madigan, Zhao, Zhang & Malik, *Chaff: Engineering an Efficient SAT Solver*, DAC 2001; the atom `unless`: Eén & Sörensson, *MiniSat 2.1*, 2008 |

use crate::engine::Engine;
use crate::engine::queue::Members;
use crate::store::{Atom, Events, PropId, Relation, VarId};

/// The reaction of a propagator when an atom for which it waits is true: see [`Propagator::notice`](crate::engine::Propagator::notice).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// It has to run, and goes on waiting for the same atom.
    Run,
    /// It has nothing to do, and goes on waiting for the same atom.
    Stay {
        /// While this is true the constraint holds, and it need not be asked.
        unless: Atom,
    },
    /// It has nothing to do, and waits for another atom from now on.
    Move {
        /// The other atom: one for which it [may](crate::engine::Subscriptions::may_wait_for) wait, and which is not true.
        to: Atom,
        /// While this is true the constraint holds, and it need not be asked.
        unless: Atom,
    },
}

/// A propagator that waits for an atom of a variable, which is not repeated here.
#[derive(Clone, Copy, Debug)]
struct Wait {
    /// The number of the propagator, then two bits of relation.
    code: u32,
    value: i32,
    unless: Atom,
}

impl Wait {
    fn new(propagator: PropId, atom: Atom, unless: Atom) -> Wait {
        Wait { code: (propagator.index() as u32) << 2 | atom.relation() as u32, value: atom.value(), unless }
    }

    #[inline]
    fn propagator(self) -> PropId {
        PropId::new((self.code >> 2) as usize)
    }

    #[inline]
    fn atom(self, var: VarId) -> Atom {
        Atom::new(var, Relation::of_bits(self.code), self.value)
    }
}

/// The propagators that wait for atoms of one variable.
#[derive(Clone, Debug, Default)]
struct Waits {
    now: Vec<Wait>,
    /// The propagators that may wait for one of its atoms at some time, ascending.
    ever: Vec<PropId>,
    /// Whether one of these atoms is not a bound.
    wants_values: bool,
}

/// The waiting propagators, by variable. Empty, if no propagator ever waits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Waiting(Vec<Waits>);

impl Waiting {
    /// Whether no propagator ever waits.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Notes that the propagator may wait for that atom at some time. `vars` is the number of variables.
    pub(super) fn may_wait(&mut self, propagator: PropId, atom: Atom, vars: usize) {
        if self.0.len() < vars {
            self.0.resize(vars, Waits::default());
        }
        let waits = &mut self.0[atom.var().index()];
        waits.wants_values |= matches!(atom.relation(), Relation::Eq | Relation::Ne);
        if waits.ever.last() != Some(&propagator) {
            waits.ever.push(propagator);
        }
    }

    /// Lets the propagator wait for `atom`, for which it was noted that it may.
    pub(super) fn add(&mut self, propagator: PropId, atom: Atom) {
        // Its opposite is false when it is true.
        self.0[atom.var().index()].now.push(Wait::new(propagator, atom, !atom));
    }

    /// Whether some propagator may wait for more of the variable than its bounds.
    pub(super) fn wants_values(&self, var: VarId) -> bool {
        self.0.get(var.index()).is_some_and(|waits| waits.wants_values)
    }

    /// The propagators that may wait for an atom of the variable at some time.
    pub(super) fn ever(&self, var: VarId) -> impl Iterator<Item = PropId> + '_ {
        self.0.get(var.index()).into_iter().flat_map(|waits| waits.ever.iter().copied())
    }
}

/// The events of a variable by which `atom` may become true.
pub(crate) fn events_of(atom: Atom) -> Events {
    match atom.relation() {
        Relation::Eq => Events::FIXED,
        Relation::Ne => Events::CHANGED,
        Relation::Le => Events::MAX,
        Relation::Ge => Events::MIN,
    }
}

impl Engine {
    /// Asks the propagators that wait for an atom of the variable that is true; not those asleep, except for `runner`, which has
    /// just run and only counts as such.
    pub(super) fn notice(&mut self, var: VarId, runner: Option<PropId>) {
        let Engine { store, slots, queue, waiting, .. } = self;
        let Some(waits) = waiting.0.get_mut(var.index()) else { return };
        if waits.now.is_empty() {
            return;
        }
        // The propagators that are asked never see this list.
        let mut list = std::mem::take(&mut waits.now);
        let mut kept = 0;
        for at in 0..list.len() {
            let mut wait = list[at];
            let atom = wait.atom(var);
            let id = wait.propagator();
            let is_asked = store.truth(atom) == Some(true)
                && store.truth(wait.unless) != Some(true)
                && (!queue.is_asleep(id) || runner == Some(id));
            if is_asked {
                let propagator = &mut slots[id.index()].propagator;
                match propagator.notice(atom, store) {
                    Notice::Run => queue.schedule(Members::one(id), propagator.cost()),
                    Notice::Stay { unless } => wait.unless = unless,
                    Notice::Move { to, unless } => {
                        let moved = Wait::new(id, to, unless);
                        if to.var() != var {
                            waiting.0[to.var().index()].now.push(moved);
                            continue;
                        }
                        wait = moved;
                    }
                }
            }
            list[kept] = wait;
            kept += 1;
        }
        list.truncate(kept);
        waiting.0[var.index()].now = list;
    }

    /// Asks all propagators that wait for an atom that is true. Where a failure came before they were asked, and the changes are not
    /// all undone, some were never asked.
    pub(super) fn notice_all(&mut self) {
        for var in (0..self.waiting.0.len()).map(VarId::new) {
            self.notice(var, None);
        }
    }
}
