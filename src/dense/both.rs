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

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::dense::beside::Cells;
use crate::dense::descent::{Inference, Verdict};
use crate::dense::lattice::Lattice;
use crate::dense::layout::Layout;
use crate::dense::pieces::Pieces;
use crate::dense::sets::Sets;

#[derive(Clone, Debug)]
pub(in crate::dense) struct Both<Y: Layout, const H: usize, const W: usize> {
    first: Pieces<Y, H, W>,
    second: Pieces<Y, H, W>,
    /// By variable: its lanes in the first and in the second.
    lanes: Vec<[u8; 2]>,
}

impl<Y: Layout, const H: usize, const W: usize> Both<Y, H, W> {
    /// From the pieces of the first lattice, the second, and where the variables lie in the first.
    pub(in crate::dense) fn new(first: Pieces<Y, H, W>, second: &Lattice, lanes: &[u8]) -> Self {
        let there = second.places.iter().map(Pieces::<Y, H, W>::locate);
        let lanes = lanes.iter().zip(there).map(|(&here, there)| [here, there]).collect();
        Both { first, second: Pieces::new(), lanes }
    }

    #[inline(always)]
    fn moved<const FROM: usize, const TO: usize>(&self, state: &[Y::Word], other: &mut [Y::Word]) {
        let (mut old, mut new): (Cells, Cells) = ([0; 256], [0; 256]);
        for (lanes, x) in old.chunks_exact_mut(Y::LANES).zip(state) {
            Y::write(*x, lanes);
        }
        for lanes in &self.lanes {
            new[usize::from(lanes[TO])] = old[usize::from(lanes[FROM])];
        }
        for (lanes, x) in new.chunks_exact(Y::LANES).zip(other) {
            *x = Y::read(lanes);
        }
    }
}

impl<Y: Layout, const H: usize, const W: usize> Inference<Y::Word> for Both<Y, H, W> {
    #[inline(always)]
    fn length() -> Option<usize> {
        Pieces::<Y, H, W>::length()
    }

    #[inline(always)]
    fn settle(&mut self, state: &mut [Y::Word], passes: &mut u64) -> Verdict {
        let size = state.len();
        let mut other = [Y::all(0); 16];
        let mut settled = [Y::all(0); 16];
        loop {
            let first = self.first.settle(state, passes);
            if first == Verdict::Failed {
                return first;
            }
            self.moved::<0, 1>(state, &mut other[..size]);
            settled[..size].copy_from_slice(&other[..size]);
            let second = self.second.settle(&mut settled[..size], passes);
            // What is solved in the first is taken as it is, or not at all.
            if second == Verdict::Failed || first == Verdict::Solved {
                return second;
            }
            let mut gone = Y::all(0);
            for (old, &new) in other[..size].iter().zip(&settled[..size]) {
                gone = gone.or(old.less(new));
            }
            if gone.is_zero() {
                return second;
            }
            self.moved::<1, 0>(&settled[..size], state);
        }
    }

    #[inline(always)]
    fn split(&mut self, state: &mut [Y::Word], other: &mut [Y::Word]) {
        self.first.split(state, other);
    }

    /// All scopes of both are permutations, so that what is said of twofold states holds.
    #[inline(always)]
    fn part(state: &[Y::Word], other: &mut [Y::Word]) {
        Pieces::<Y, H, W>::part(state, other);
    }

    #[inline(always)]
    fn flip(state: &mut [Y::Word], flip: &[Y::Word]) {
        Pieces::<Y, H, W>::flip(state, flip);
    }
}
