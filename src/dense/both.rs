//! The form for two lattices with the same lines and columns, and boxes of their own: the pieces of both.
//!
//! The four windows of a 9×9 grid are four boxes of a second lattice, and the other five follow from them. So what pieces
//! infer, they infer there as well: each lattice in turn, until neither has more to say.
//!
//! | | |
//! |---|---|
//! | Infers | what pieces infer, in both |
//! | Cost | that of a pass of pieces, and as many moves as there are variables from one lattice to the other |
//! | Branches | as the first |
//!
//! Without a second lattice it is the first alone: there is one kernel for whatever has more than a lattice, for each is forty
//! kilobytes for each shape and machine.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::dense::beside::Cells;
use crate::dense::descent::Verdict;
use crate::dense::lattice::Lattice;
use crate::dense::layout::Layout;
use crate::dense::pieces::Pieces;
use crate::dense::sets::Sets;

/// The most words that a state has.
const MOST: usize = 16;

#[derive(Clone, Debug)]
pub(in crate::dense) struct Both<Y: Layout, const H: usize, const W: usize> {
    /// Those of the second lattice are the same, in other lanes.
    pub(in crate::dense) pieces: Pieces<Y, H, W>,
    /// Whether it makes one pass at a time.
    is_stepwise: bool,
    /// By variable: its lanes in the first lattice and in the second; empty if there is none.
    lanes: Vec<[u8; 2]>,
    /// The state in the second lattice, before it is brought to rest there, and after. Kept, so that they need not be cleared
    /// for each.
    before: [Y::Word; MOST],
    after: [Y::Word; MOST],
}

impl<Y: Layout, const H: usize, const W: usize> Both<Y, H, W> {
    /// From the pieces of either lattice, the second, if there is one, and where the variables lie in the first. Without a
    /// second, it may be asked to make one pass at a time.
    pub(in crate::dense) fn new(
        pieces: Pieces<Y, H, W>,
        second: Option<&Lattice>,
        lanes: &[u8],
        is_stepwise: bool,
    ) -> Self {
        let is_stepwise = is_stepwise && second.is_none();
        let there = second.iter().flat_map(|second| &second.places).map(Pieces::<Y, H, W>::locate);
        let lanes = lanes.iter().zip(there).map(|(&here, there)| [here, there]).collect();
        Both { pieces, is_stepwise, lanes, before: [Y::all(0); MOST], after: [Y::all(0); MOST] }
    }

    #[inline(always)]
    fn moved<const FROM: usize, const TO: usize>(
        lanes: &[[u8; 2]],
        state: &[Y::Word],
        other: &mut [Y::Word],
    ) {
        let (mut old, mut new): (Cells, Cells) = ([0; 256], [0; 256]);
        for (lanes, x) in old.chunks_exact_mut(Y::LANES).zip(state) {
            Y::write(*x, lanes);
        }
        for lanes in lanes {
            new[usize::from(lanes[TO])] = old[usize::from(lanes[FROM])];
        }
        for (lanes, x) in new.chunks_exact(Y::LANES).zip(other) {
            *x = Y::read(lanes);
        }
    }

    /// Brings both to rest, one after the other, or makes a pass: `None` if that took something away.
    #[inline(always)]
    pub(in crate::dense) fn settle(&mut self, state: &mut [Y::Word], passes: &mut u64) -> Option<Verdict> {
        let size = state.len();
        // What became of it in the first, while it is brought to rest in the second: so there is one place for both, and one
        // copy of a pass in the program.
        let mut first = None;
        loop {
            let lanes = if first.is_some() { &mut self.after[..size] } else { &mut *state };
            let verdict = self.pieces.run(lanes, passes, self.is_stepwise);
            if verdict == Some(Verdict::Failed) || self.lanes.is_empty() {
                return verdict;
            }
            let Some(first_verdict) = first.take() else {
                Self::moved::<0, 1>(&self.lanes, state, &mut self.before[..size]);
                self.after = self.before;
                first = Some(verdict);
                continue;
            };
            let mut gone = Y::all(0);
            for (before, &after) in self.before.iter().zip(&self.after).take(size) {
                gone = gone.or(before.less(after));
            }
            // What is solved in the first is taken as it is, or not at all.
            if first_verdict == Some(Verdict::Solved) || gone.is_zero() {
                return verdict;
            }
            Self::moved::<1, 0>(&self.lanes, &self.after[..size], state);
        }
    }
}
