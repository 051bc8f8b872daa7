//! Bipartite matching of views to values, where every set of values is a word.
//!
//! Each unmatched view looks for a shortest augmenting path (Kuhn's algorithm, breadth first); one step
//! looks at all values of a view at once.
//!
//! | Promise | |
//! |---|---|
//! | Cost | O(n) words for each view that has to be matched again |

/// The most views and values.
pub(super) const MOST: usize = 64;

/// Views by number, each with the values that it can have.
#[derive(Clone, Debug)]
pub(super) struct WordMatching {
    /// By view: the values that it can have; and the one that it was matched to, a hint for the next matching.
    pub(super) rows: [u64; MOST],
    mates: [u64; MOST],
    /// By value that is taken: the view that has it.
    pub(super) owner: [u8; MOST],
    pub(super) taken: u64,
    /// For the search of an augmenting path: by value, the view that reached it; and the views in the order in which they are asked.
    reached_by: [u8; MOST],
    asked: [u8; MOST],
}

/// The views that the search for an augmenting path met, as a word: they are more than the values that they can have together.
pub(super) struct Crowd(pub(super) u64);

impl WordMatching {
    pub(super) fn new() -> WordMatching {
        WordMatching {
            rows: [0; MOST],
            mates: [0; MOST],
            owner: [0; MOST],
            taken: 0,
            reached_by: [0; MOST],
            asked: [0; MOST],
        }
    }

    /// Matches the first `count` views; as before, where that still holds.
    pub(super) fn match_all(&mut self, count: usize) -> Result<(), Crowd> {
        let mut single = 0u64;
        self.taken = 0;
        for at in 0..count {
            let mate = self.mates[at] & self.rows[at] & !self.taken;
            if mate == 0 {
                single |= 1 << at;
            } else {
                self.taken |= mate;
                self.owner[mate.trailing_zeros() as usize] = at as u8;
            }
        }
        while single != 0 {
            let at = single.trailing_zeros() as usize;
            single &= single - 1;
            self.augment(at)?;
        }
        Ok(())
    }

    /// Finds a value for the view at `start`, moving others along a shortest augmenting path.
    fn augment(&mut self, start: usize) -> Result<(), Crowd> {
        let mut unseen = !0u64;
        self.asked[0] = start as u8;
        let (mut next, mut end) = (0, 1);
        while next < end {
            let asking = self.asked[next];
            next += 1;
            let mut fresh = self.rows[asking as usize] & unseen;
            unseen &= !fresh;
            let free = fresh & !self.taken;
            if free != 0 {
                let bit = free & free.wrapping_neg();
                self.taken |= bit;
                self.shift_chain(start, asking, bit);
                return Ok(());
            }
            while fresh != 0 {
                let value = fresh.trailing_zeros() as usize;
                fresh &= fresh - 1;
                self.reached_by[value] = asking;
                self.asked[end] = self.owner[value];
                end += 1;
            }
        }
        Err(Crowd(self.asked[..end].iter().fold(0, |met, &at| met | 1 << at)))
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
}
