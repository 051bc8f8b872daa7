//! A lattice and what lies on top of it. What lies [across](crate::dense::across) is looked at after every pass; what lies
//! [beside](crate::dense::beside) only at rest, for that takes longer than a pass.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::dense::across::Across;
use crate::dense::beside::{Beside, Cells, Look};
use crate::dense::both::Both;
use crate::dense::descent::{Inference, Verdict};
use crate::dense::layout::Layout;
use crate::dense::lookahead::Branch;
use crate::dense::pieces::Pieces;

/// What one or two lattices infer, and what follows from scopes beside; there are `N` values.
#[derive(Clone, Debug)]
pub(in crate::dense) struct Overlaid<Y: Layout, const H: usize, const W: usize, const N: usize> {
    both: Both<Y, H, W>,
    across: Vec<Across<Y, H, W>>,
    beside: Beside,
    is_watchful: bool,
    /// The lanes of a state, and of the other side of a branch. Kept, so that they need not be cleared for each.
    cells: [Cells; 2],
}

impl<Y: Layout, const H: usize, const W: usize, const N: usize> Overlaid<Y, H, W, N> {
    pub(in crate::dense) fn new(both: Both<Y, H, W>, across: Vec<Across<Y, H, W>>, beside: Beside) -> Self {
        let is_watchful = beside.is_watchful();
        Overlaid { both, across, beside, is_watchful, cells: [[0; 256]; 2] }
    }

    /// Looks at all that lies across.
    #[inline(always)]
    fn look_across(&mut self, state: &mut [Y::Word]) -> Look {
        let mut found = Look::Still;
        for across in &mut self.across {
            match across.look(&self.both.pieces, state) {
                Look::Failed => return Look::Failed,
                Look::Changed => found = Look::Changed,
                Look::Still => {}
            }
        }
        found
    }

    /// Looks at all that lies on top and not across.
    #[inline(always)]
    fn look_beside(&mut self, state: &mut [Y::Word]) -> Look {
        if !self.is_watchful {
            return Look::Still;
        }
        let [cells, _] = &mut self.cells;
        write::<Y>(state, cells);
        let found = self.beside.look(N, cells);
        if found == Look::Changed {
            read::<Y>(cells, state);
        }
        found
    }
}

#[inline(always)]
fn write<Y: Layout>(state: &[Y::Word], cells: &mut Cells) {
    for (lanes, &word) in cells.chunks_exact_mut(Y::LANES).zip(state) {
        Y::write(word, lanes);
    }
}

#[inline(always)]
fn read<Y: Layout>(cells: &Cells, state: &mut [Y::Word]) {
    for (lanes, word) in cells.chunks_exact(Y::LANES).zip(state) {
        *word = Y::read(lanes);
    }
}

impl<Y: Layout, const H: usize, const W: usize, const N: usize> Inference<Y::Word> for Overlaid<Y, H, W, N> {
    #[inline(always)]
    fn length() -> Option<usize> {
        Pieces::<Y, H, W>::length()
    }

    #[inline(always)]
    fn settle(&mut self, state: &mut [Y::Word], passes: &mut u64) -> Verdict {
        loop {
            let rest = self.both.settle(state, passes);
            if rest == Some(Verdict::Failed) {
                return Verdict::Failed;
            }
            let verdict = match (self.look_across(state), rest) {
                (Look::Still, Some(verdict)) => verdict,
                (Look::Failed, _) => return Verdict::Failed,
                _ => continue,
            };
            match self.look_beside(state) {
                Look::Failed => return Verdict::Failed,
                Look::Changed => {}
                // A scope beside need not be a permutation, and then its values need not have two places each.
                Look::Still if verdict == Verdict::Twofold && self.beside.has_others() => {
                    return Verdict::Open;
                }
                Look::Still => return verdict,
            }
        }
    }

    #[inline(always)]
    fn split(&mut self, state: &mut [Y::Word], other: &mut [Y::Word], branch: Option<Branch>) {
        if branch.is_some() {
            return self.both.pieces.split(state, other, branch);
        }
        let [inside, outside] = &mut self.cells;
        write::<Y>(state, inside);
        write::<Y>(state, outside);
        if self.beside.split(N, inside, outside) {
            read::<Y>(inside, state);
            read::<Y>(outside, other);
        } else {
            self.both.pieces.split(state, other, None);
        }
    }

    const LOOKS_AHEAD: bool = true;

    #[inline(always)]
    fn candidates(state: &[Y::Word]) -> u32 {
        Pieces::<Y, H, W>::candidates(state)
    }

    #[inline(always)]
    fn branches(&self, state: &[Y::Word], branches: &mut Vec<Branch>) {
        self.both.pieces.branches(state, branches);
    }

    #[inline(always)]
    fn part(state: &[Y::Word], other: &mut [Y::Word]) {
        Pieces::<Y, H, W>::part(state, other);
    }

    #[inline(always)]
    fn flip(state: &mut [Y::Word], flip: &[Y::Word]) {
        Pieces::<Y, H, W>::flip(state, flip);
    }
}
