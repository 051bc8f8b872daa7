//! Nogood database reduction: when nogoods are dropped, and the ceiling of memory.
//!
//! Each nogood takes time wherever one of its atoms becomes true, and most are never of use again: now and then those of the least
//! use go (`reduction_order.rs`). What excludes a solution always stays.
//!
//! The base also has a ceiling in bytes. Where that is reached, those that were of use go as well; where even that makes little room,
//! the statements that were met go, too, and the search learns from the beginning.
//!
//! | Promise | |
//! |---|---|
//! | Cost | one pass over the base for each reduction; fewer than √n reductions in n failures |

use crate::learn::Learner;
use crate::learn::activity::Activity;
use crate::learn::phases::Phases;
use crate::learn::reduction_order::{Usefulness, least_useful};
use crate::store::{Atom, Store};

/// Where the room is used up again after fewer conflicts than this, it is too little.
const FEW_CONFLICTS: u64 = 100;

/// The ceiling of memory in bytes, if the caller sets none.
const CEILING: usize = 1 << 30;

/// The schedule of reductions.
#[derive(Clone, Debug)]
pub(super) struct Room {
    /// The number of conflicts at which the next one is due.
    next: u64,
    /// The number of conflicts between two reductions, and by how many it grows each time.
    between: (u64, u64),
    /// The ceiling of the base, in bytes.
    ceiling: usize,
    /// The number of conflicts when the ceiling was last reached. Whether there is too little room.
    crowded_at: u64,
    is_cramped: bool,
}

impl Default for Room {
    fn default() -> Self {
        Room::after(2000, 300)
    }
}

impl Room {
    /// Reduces after few conflicts, for tests.
    pub(super) fn frequent() -> Room {
        Room::after(4, 1)
    }

    fn after(first: u64, more: u64) -> Room {
        Room { next: first, between: (first, more), ceiling: CEILING, crowded_at: 0, is_cramped: false }
    }
}

impl Learner {
    /// Sets the ceiling in bytes, kept as far as nogoods may be dropped; `None` for the usual one.
    pub(crate) fn set_ceiling(&mut self, bytes: Option<usize>) {
        self.room.ceiling = bytes.unwrap_or(CEILING);
        self.room.is_cramped = false;
    }

    /// Doubles the ceiling.
    pub(crate) fn raise_ceiling(&mut self) {
        self.room.ceiling = self.room.ceiling.saturating_mul(2);
        self.room.is_cramped = false;
    }

    /// Whether the base should be reduced, the next time that the search is at the root.
    pub(crate) fn is_full(&self) -> bool {
        self.counts.conflicts >= self.room.next || self.is_crowded()
    }

    /// Whether the search should go to the root at once, to reduce the base.
    pub(crate) fn is_crowded(&self) -> bool {
        self.bytes() > self.room.ceiling
    }

    /// Whether a reduction could not make room to learn on.
    pub(crate) fn is_cramped(&self) -> bool {
        self.room.is_cramped
    }

    fn bytes(&self) -> usize {
        let statements = self.nogoods.literals.statements();
        self.nogoods.bytes() + statements * (Activity::BYTES + Phases::BYTES)
    }

    /// Drops the nogoods of the least use, at the settled root. What is left may have to be false: atoms that the driver has to refute.
    pub(crate) fn reduce(&mut self, store: &Store) -> Vec<Atom> {
        self.counts.reductions += 1;
        let (first, more) = self.room.between;
        self.room.next = self.counts.conflicts + first + more * self.counts.reductions;
        let is_crowded = self.is_crowded();
        let arena = &self.nogoods.arena;
        let reduction_order = |id| {
            let (levels, length) = (arena.levels(id), arena.length(id));
            (id, Usefulness { levels, length, is_used: arena.is_used(id) })
        };
        let dropped = least_useful(arena.ids().map(reduction_order), is_crowded);
        let alone = self.nogoods.retain(store, |id| dropped.binary_search(&id).is_err());
        self.nogoods.arena.reset_use();
        if is_crowded {
            if self.bytes() > self.room.ceiling / 2 {
                self.start_over(store);
            }
            let is_soon = self.counts.conflicts < self.room.crowded_at + FEW_CONFLICTS;
            self.room.is_cramped = is_soon || self.bytes() > self.room.ceiling / 2;
            self.room.crowded_at = self.counts.conflicts;
        }
        alone
    }

    /// Forgets all but what is kept for good, and with it the statements that nothing mentions any more; at the settled root, after a
    /// reduction.
    fn start_over(&mut self, store: &Store) {
        let before = std::mem::take(&mut self.nogoods);
        (self.activity, self.phases) = (Activity::default(), Phases::default());
        for id in before.arena.ids().filter(|&id| before.arena.levels(id) == 0) {
            let atoms: Vec<Atom> = before.atoms(id).collect();
            let _ = self.nogoods.add(&atoms, 0, store);
        }
    }
}
