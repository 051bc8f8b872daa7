//! Propagators that read the trail: due whenever it has grown past where they read.
//!
//! A base of nogoods waits for atoms of all variables, thousands of them, so that it cannot stand on the watches of single variables
//! (`watch.rs`). It reads the changes instead, in their order. How far it has read is a number that follows backtracking: where
//! changes are undone, they count as not read.

use crate::engine::propagator::Cost;
use crate::engine::queue::{Members, Queue};
use crate::store::{PropId, Store, Trailed};

/// The readers of the trail.
#[derive(Clone, Debug, Default)]
pub(crate) struct Readers(Vec<Reader>);

#[derive(Clone, Copy, Debug)]
struct Reader {
    propagator: PropId,
    cost: Cost,
    /// The position up to which it has read.
    read: Trailed,
}

impl Readers {
    pub(crate) fn add(&mut self, propagator: PropId, cost: Cost, read: Trailed) {
        self.0.push(Reader { propagator, cost, read });
    }

    /// Makes those due that have something to read.
    #[inline]
    pub(crate) fn schedule(&self, store: &Store, queue: &mut Queue) {
        // Most engines have none.
        if !self.0.is_empty() {
            self.schedule_behind(store, queue);
        }
    }

    fn schedule_behind(&self, store: &Store, queue: &mut Queue) {
        for reader in &self.0 {
            if store.get(reader.read) < store.position() as u64 {
                queue.schedule(Members::one(reader.propagator), reader.cost);
            }
        }
    }
}
