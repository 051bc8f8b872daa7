//! Domain consistency of a narrow `all_different`: a matching, and the parts that its alternating paths leave.
//!
//! Take any assignment of different values to the views (a matching). A view may take another value `w` instead of its
//! own `u` exactly if the view that has `w` can take another value, and so on along a chain that ends at `u` or at a value
//! that no view has. With an edge `u → w` wherever the owner of `u` can take `w`, a view keeps the values in the strongly
//! connected component of its own value, and those that lead to a free value; all others are removed.
//!
//! Sets of values are words, so one step of the walk looks at all edges of a value at once. Components are found with
//! a path of sets (Gabow): the top of the path either reaches a value not seen, or one below it on the path, and then
//! merges with the set beneath, or is complete. The matching is kept from run to run and only repaired.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain |
//! | Cost | O(n) words when the matching holds; O(n) more for each view to be matched anew |
//! | Explains | by Hall sets, see `hall.rs` |
//! | Source | Régin, AAAI 1994; Gabow, *Path-Based Depth-First Search for Strong and Biconnected Components*, IPL 74, 2000; words: Zhang, Li, Wang & Li, *Optimizing `AllDifferent`*, IJCAI 2023 |

use crate::constraints::all_different::narrow::{ShiftedVar, because};
use crate::store::{Failure, Store};

/// What is kept from run to run, and the room that a run needs.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// By position: the value that its view had in the last matching, as a bit. A hint: views change positions.
    mates: Vec<u64>,
    /// By value: the position of the view that has it. Meaningful for taken values.
    owner: [u8; 64],
    /// By position: the values that its view can have.
    bits: Vec<u64>,
    /// The path: each set of values, and the values that it reaches in one step.
    path: Vec<(u64, u64)>,
    /// Breadth-first search for a free value: by value, the position that reached it; and the queue of positions.
    reached_by: [u8; 64],
    asked: Vec<u8>,
}

impl Parts {
    pub(super) fn new(size: usize) -> Parts {
        Parts {
            mates: vec![0; size],
            owner: [0; 64],
            bits: Vec::with_capacity(size),
            path: Vec::with_capacity(64),
            reached_by: [0; 64],
            asked: Vec::with_capacity(64),
        }
    }

    /// Makes the open views domain consistent. None of them is fixed.
    pub(super) fn filter(&mut self, store: &mut Store, open: &[ShiftedVar]) -> Result<(), Failure> {
        let Some((taken, all)) = self.match_all(store, open) else {
            return Err(store.contradiction(store.because(because::HALL)));
        };
        self.split(store, open, taken, all)
    }

    /// Repairs the matching so that each open view has a value of its own; the values taken, and all values.
    /// `None` if there is no such matching.
    fn match_all(&mut self, store: &Store, open: &[ShiftedVar]) -> Option<(u64, u64)> {
        let (mut taken, mut all) = (0u64, 0u64);
        let mut single = 0u64;
        self.bits.clear();
        for (at, place) in open.iter().enumerate() {
            let bits = place.bits(store);
            self.bits.push(bits);
            all |= bits;
            let mate = self.mates[at] & bits & !taken;
            if mate == 0 {
                single |= 1 << at;
            } else {
                taken |= mate;
                self.owner[mate.trailing_zeros() as usize] = at as u8;
            }
        }
        while single != 0 {
            let at = single.trailing_zeros() as usize;
            single &= single - 1;
            taken |= self.augment(at, taken)?;
        }
        Some((taken, all))
    }

    /// Finds a value for the view at `start`, moving others along a shortest chain; the value newly taken.
    fn augment(&mut self, start: usize, taken: u64) -> Option<u64> {
        let mut unseen = !0u64;
        self.asked.clear();
        self.asked.push(start as u8);
        let mut next = 0;
        while let Some(&asking) = self.asked.get(next) {
            next += 1;
            let mut fresh = self.bits[asking as usize] & unseen;
            unseen &= !fresh;
            let free = fresh & !taken;
            if free != 0 {
                let bit = free & free.wrapping_neg();
                self.shift_chain(start, asking, bit);
                return Some(bit);
            }
            while fresh != 0 {
                let value = fresh.trailing_zeros() as usize;
                fresh &= fresh - 1;
                self.reached_by[value] = asking;
                self.asked.push(self.owner[value]);
            }
        }
        None
    }

    /// Gives `bit` to the view at `last`, its old value to the one that reached it, and so on back to `start`.
    fn shift_chain(&mut self, start: usize, last: u8, mut bit: u64) {
        let mut at = last;
        loop {
            let old = std::mem::replace(&mut self.mates[at as usize], bit);
            self.owner[bit.trailing_zeros() as usize] = at;
            if at as usize == start {
                return;
            }
            bit = old;
            at = self.reached_by[old.trailing_zeros() as usize];
        }
    }

    /// Walks the values and removes those that are in no common component and on no path to a free value.
    fn split(&mut self, store: &mut Store, open: &[ShiftedVar], taken: u64, all: u64) -> Result<(), Failure> {
        let why = store.because(because::HALL);
        // Values that are free or lead to a free one.
        let mut reaches_free = all & !taken;
        let mut unseen = taken;
        let mut on_path = 0u64;
        // A run that came to a dead end left its path: where a variable stands twice, what one of its views loses can empty the other.
        self.path.clear();
        while unseen != 0 {
            let value = unseen.trailing_zeros() as usize;
            self.enter(value, &mut unseen, &mut on_path);
            while let Some(&(set, reach)) = self.path.last() {
                let fresh = reach & unseen;
                if fresh != 0 {
                    self.enter(fresh.trailing_zeros() as usize, &mut unseen, &mut on_path);
                } else if reach & on_path & !set != 0 {
                    self.path.pop();
                    let below = self.path.last_mut().expect("invariant: what is reached lies below");
                    below.0 |= set;
                    below.1 |= reach;
                } else {
                    self.path.pop();
                    on_path &= !set;
                    if reach & reaches_free != 0 {
                        reaches_free |= set;
                    }
                    let allowed = set | reaches_free;
                    if reach & !allowed != 0 {
                        self.prune(store, open, set, allowed, why)?;
                    }
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn enter(&mut self, value: usize, unseen: &mut u64, on_path: &mut u64) {
        let bit = 1 << value;
        *unseen &= !bit;
        *on_path |= bit;
        self.path.push((bit, self.bits[self.owner[value] as usize]));
    }

    /// Leaves the owners of `set` only `allowed` values.
    fn prune(
        &self,
        store: &mut Store,
        open: &[ShiftedVar],
        mut set: u64,
        allowed: u64,
        why: crate::store::Reason,
    ) -> Result<(), Failure> {
        while set != 0 {
            let owner = self.owner[set.trailing_zeros() as usize];
            set &= set - 1;
            open[owner as usize].keep(store, allowed, why)?;
        }
        Ok(())
    }
}
