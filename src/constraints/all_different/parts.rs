//! `all_different` at domain consistency (Régin) on a narrow scope: a matching, and the strongly connected components of its alternating
//! paths.
//!
//! Take any assignment of different values to the views (a matching). A view may take another value `w` instead of its
//! own `u` exactly if the view that has `w` can take another value, and so on along a path that ends at `u` or at a value
//! that no view has. With an edge `u → w` wherever the owner of `u` can take `w`, a view keeps the values in the strongly
//! connected component of its own value, and those that lead to a free value; all others are removed.
//!
//! Sets of values are words, so one step of the walk looks at all edges of a value at once. Components are found with
//! a path of sets (Gabow): the top of the path either reaches a value not seen, or one below it on the path, and then
//! merges with the set beneath, or is complete. The matching (`word_matching.rs`) is kept from run to run and only repaired.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain |
//! | Cost | O(n) words when the matching holds; O(n) more for each view that has to be matched again |
//! | Explains | by Hall sets, see `hall.rs` |
//! | Source | Régin, AAAI 1994; Gabow, *Path-Based Depth-First Search for Strong and Biconnected Components*, IPL 74, 2000; words: Zhang, Li, Wang & Li, *Optimizing `AllDifferent`*, IJCAI 2023 |

use crate::constraints::all_different::because;
use crate::constraints::all_different::shifted_var::ShiftedVar;
use crate::constraints::all_different::word_matching::WordMatching;
use crate::store::{Failure, Store};

/// What is kept from run to run, and the room that a run needs.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// By position in the scope. A hint from run to run: views change positions.
    matching: WordMatching,
    /// The path: each set of values, and the values that it reaches in one step.
    path: Vec<(u64, u64)>,
}

impl Parts {
    pub(super) fn new() -> Parts {
        Parts { matching: WordMatching::new(), path: Vec::with_capacity(64) }
    }

    /// Makes the open views domain consistent. None of them is fixed.
    pub(super) fn filter(&mut self, store: &mut Store, open: &[ShiftedVar]) -> Result<(), Failure> {
        let mut all = 0;
        for (row, place) in self.matching.rows.iter_mut().zip(open) {
            *row = place.bits(store);
            all |= *row;
        }
        if self.matching.match_all(open.len()).is_err() {
            return Err(store.contradiction(store.because(because::HALL)));
        }
        self.split(store, open, self.matching.taken, all)
    }

    /// Walks the values and removes those that are in no common component and on no path to a free value.
    fn split(&mut self, store: &mut Store, open: &[ShiftedVar], taken: u64, all: u64) -> Result<(), Failure> {
        let why = store.because(because::HALL);
        // Values that are free or lead to a free one.
        let mut reaches_free = all & !taken;
        let mut unseen = taken;
        let mut on_path = 0u64;
        // A run that failed left its path: where a variable occurs twice, what one of its views loses can empty the other.
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
        self.path.push((bit, self.matching.rows[self.matching.owner[value] as usize]));
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
            let owner = self.matching.owner[set.trailing_zeros() as usize];
            set &= set - 1;
            open[owner as usize].keep(store, allowed, why)?;
        }
        Ok(())
    }
}
