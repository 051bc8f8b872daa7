//! Naked and hidden singles: the cheap stage of a narrow `all_different`.
//!
//! *Value*: a value that one view has is taken from all others. *Dual*, where there are as many values as views: a
//! value that only one view can have is given to it (in Sudoku: naked and hidden singles).
//!
//! | Promise | |
//! |---|---|
//! | Consistency | value; with the dual, each value has a place |
//! | Cost | O(open views) a pass, passes until nothing is found |
//! | Source | the dual: Cheng, Choi, Lee & Wu, *Increasing Constraint Propagation by Redundant Modeling*, Constraints 4(2), 1999 |

use crate::constraints::all_different::because;
use crate::constraints::all_different::narrow::Narrow;
use crate::constraints::all_different::shifted_var::ShiftedVar;
use crate::engine::Consistency;
use crate::store::{Failure, Store};

impl Narrow {
    /// Runs to its own fixpoint; returns how many views are open.
    ///
    /// A pass looks at each open view once and gathers both what is taken and what has one place; taking a value from
    /// a view changes the places of that value alone, so that both can be acted upon together.
    #[inline]
    pub(super) fn singles(&mut self, store: &mut Store) -> Result<usize, Failure> {
        if self.consistency == Consistency::Domain && self.is_permutation {
            self.singles_of_both_kinds(store)
        } else {
            self.naked_singles(store)
        }
    }

    fn naked_singles(&mut self, store: &mut Store) -> Result<usize, Failure> {
        let mut open = store.get(self.open) as usize;
        loop {
            // What is fixed, and who has its value, is hard to predict: first all are asked, and then those visited.
            let mut fixed = self.positions(open, |place| place.bits(store).is_power_of_two());
            // The values of these, and by bit the number of the view that has it.
            let (mut taken, mut owners) = (0u64, [0u8; 64]);
            while fixed != 0 {
                // From the last on, so that what takes its place is not fixed.
                let at = fixed.ilog2() as usize;
                fixed ^= 1 << at;
                let bits = self.places[at].bits(store);
                if taken & bits != 0 {
                    return Err(store.contradiction(store.because(because::TAKEN)));
                }
                taken |= bits;
                owners[bits.trailing_zeros() as usize] = self.places[at].number;
                open -= 1;
                self.places.swap(at, open);
            }
            let mut hits = self.positions(open, |place| place.bits(store) & taken != 0);
            let mut is_fixed = false;
            while hits != 0 {
                let place = self.places[hits.trailing_zeros() as usize];
                hits &= hits - 1;
                let bits = place.bits(store);
                let lost = bits & taken;
                let why = if lost.is_power_of_two() {
                    because::TAKEN_BY + u32::from(owners[lost.trailing_zeros() as usize])
                } else {
                    because::TAKEN
                };
                is_fixed |= (bits & !taken).is_power_of_two();
                place.keep(store, !taken, store.because(why))?;
            }
            if !is_fixed {
                store.set(self.open, open as u64);
                return Ok(open);
            }
        }
    }

    /// The positions among the first `open` places of which that is true, as bits.
    #[inline]
    fn positions(&self, open: usize, is_true: impl Fn(&ShiftedVar) -> bool) -> u64 {
        let places = self.places[..open].iter().enumerate();
        places.fold(0, |found, (at, place)| found | u64::from(is_true(place)) << at)
    }

    fn singles_of_both_kinds(&mut self, store: &mut Store) -> Result<usize, Failure> {
        let mut open = store.get(self.open) as usize;
        loop {
            let (mut once, mut twice, mut taken) = (0u64, 0u64, 0u64);
            let looked_at = open;
            let mut at = 0;
            while at < open {
                let bits = self.places[at].bits(store);
                twice |= once & bits;
                once |= bits;
                if bits.is_power_of_two() {
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
            if open < looked_at {
                store.set(self.open, open as u64);
            }
            if (once.count_ones() as usize) < looked_at {
                return Err(store.contradiction(store.because(because::HALL)));
            }
            let only = once & !twice & !taken;
            if taken | only == 0 || !self.act(store, open, taken, only)? {
                return Ok(open);
            }
        }
    }

    /// Takes the `taken` values from the open views, and gives those of `only` to their only place; true if that
    /// changed anything.
    #[inline]
    fn act(&self, store: &mut Store, open: usize, taken: u64, only: u64) -> Result<bool, Failure> {
        let mut changed = false;
        for place in &self.places[..open] {
            let bits = place.bits(store);
            let own = bits & only;
            if own != 0 {
                if !own.is_power_of_two() {
                    return Err(store.contradiction(store.because(because::HALL)));
                }
                if bits != own {
                    let why = store.because(because::ONLY_PLACE + own.trailing_zeros());
                    changed |= place.fix(store, own, why)?;
                }
            } else if bits & taken != 0 {
                changed |= place.keep(store, !taken, store.because(because::TAKEN))?;
            }
        }
        Ok(changed)
    }
}
