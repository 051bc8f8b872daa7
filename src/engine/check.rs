//! Holding propagators to their word, for tests: a claim is checked the moment it is made.

use crate::engine::{Cost, Engine, Outcome};
use crate::store::{Domains, Source, VarId};

impl Engine {
    /// Whether the constraint of that number is known to be entailed: it has no propagator, or all of them sleep.
    ///
    /// # Complexity
    /// Linear in the number of propagators.
    pub fn is_entailed(&self, constraint: u32) -> bool {
        self.slots
            .iter()
            .zip(0..)
            .filter(|(slot, _)| slot.constraint == constraint)
            .all(|(_, i)| self.queue.is_asleep(i))
    }

    /// Checks that a second run is as silent as `outcome` says it would be.
    ///
    /// That an entailed constraint is one takes its checker, which is not known here: it is checked that the run stays
    /// silent, and `tests/it/claims.rs` enumerates the rest.
    ///
    /// # Panics
    /// If it is not.
    pub(in crate::engine) fn check_claim(&mut self, number: u32, cost: Cost, outcome: Outcome) {
        if outcome == Outcome::Again {
            return;
        }
        let before = self.sizes();
        let mut twin = self.clone();
        twin.store.set_author(Source::Propagator(number));
        let again = twin.slots[number as usize].propagator.propagate(&mut twin.store, cost);
        let propagator = &self.slots[number as usize].propagator;
        assert!(again.is_ok(), "{propagator:?} claimed {outcome:?}, and failed when it was run again");
        assert_eq!(
            before,
            twin.sizes(),
            "{propagator:?} claimed {outcome:?}, and found more when it was run again"
        );
    }

    fn sizes(&self) -> Vec<u64> {
        (0..self.store.vars()).map(|i| self.store.size(VarId::new(i))).collect()
    }
}
