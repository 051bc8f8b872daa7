//! Singles: the cheap stage of a narrow `all_different`.
//!
//! *Value*: a value that one view has is taken from all others. *Dual*, where there are as many values as views: a
//! value that only one view can have is given to it (in Sudoku: naked and hidden singles).
//!
//! | Promise | |
//! |---|---|
//! | Consistency | value; with the dual, each value has a place |
//! | Cost | O(open views) a pass, passes until nothing is found |
//! | Source | the dual: Cheng, Choi, Lee & Wu, *Increasing Constraint Propagation by Redundant Modeling*, Constraints 4(2), 1999 |

use crate::constraints::all_different::narrow::{Narrow, because};
use crate::engine::Consistency;
use crate::store::{Failure, Store};

impl Narrow {
    /// Runs to its own fixpoint; tells how many views are open.
    #[inline]
    pub(in crate::constraints::all_different) fn singles(&mut self, store: &mut Store) -> Result<usize, Failure> {
        let mut open = store.get(self.open) as usize;
        let dual = self.is_permutation && self.level == Consistency::Domain;
        loop {
            open = self.take_values(store, open)?;
            store.set(self.open, open as u64);
            if !dual || open < 2 || !self.give_places(store, open)? {
                return Ok(open);
            }
        }
    }

    /// Takes the values of views found fixed from the open ones, until no view is found fixed.
    #[inline]
    fn take_values(&mut self, store: &mut Store, mut open: usize) -> Result<usize, Failure> {
        loop {
            let mut taken = 0;
            let mut at = 0;
            while at < open {
                let bits = self.places[at].bits(store);
                if bits & (bits - 1) == 0 {
                    if taken & bits != 0 {
                        return Err(store.contradiction(store.because(because::TAKEN)));
                    }
                    taken |= bits;
                    open -= 1;
                    self.places.swap(at, open);
                } else {
                    at += 1;
                }
            }
            if taken == 0 {
                return Ok(open);
            }
            let why = store.because(because::TAKEN);
            for place in &self.places[..open] {
                let _ = place.keep(store, !taken, why)?;
            }
        }
    }

    /// Gives each value that has only one place left to that place; true if there was such a value.
    #[inline]
    fn give_places(&self, store: &mut Store, open: usize) -> Result<bool, Failure> {
        let (mut once, mut twice) = (0u64, 0u64);
        for place in &self.places[..open] {
            let bits = place.bits(store);
            twice |= once & bits;
            once |= bits;
        }
        if (once.count_ones() as usize) < open {
            return Err(store.contradiction(store.because(because::HALL)));
        }
        let only = once & !twice;
        if only == 0 {
            return Ok(false);
        }
        for place in &self.places[..open] {
            let own = place.bits(store) & only;
            if own != 0 {
                if own & (own - 1) != 0 {
                    return Err(store.contradiction(store.because(because::HALL)));
                }
                let _ = place.keep(store, own, store.because(because::ONLY_PLACE))?;
            }
        }
        Ok(true)
    }
}
