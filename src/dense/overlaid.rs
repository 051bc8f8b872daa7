//! A lattice and what lies [beside](crate::dense::beside) it: the one is brought to rest, then the other is looked at.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use std::marker::PhantomData;

use crate::dense::beside::{Beside, Cells, Look};
use crate::dense::descent::{Inference, Verdict};
use crate::dense::layout::Layout;

/// What `I` infers of lanes in the layout `Y`, and what follows from scopes beside.
#[derive(Clone, Debug)]
pub(in crate::dense) struct Overlaid<Y, I> {
    inference: I,
    beside: Beside,
    layout: PhantomData<Y>,
}

impl<Y: Layout, I> Overlaid<Y, I> {
    pub(in crate::dense) fn new(inference: I, beside: Beside) -> Self {
        Overlaid { inference, beside, layout: PhantomData }
    }
}

#[inline(always)]
fn cells<Y: Layout>(state: &[Y::Word]) -> Cells {
    let mut cells: Cells = [0; 256];
    for (lanes, &word) in cells.chunks_exact_mut(Y::LANES).zip(state) {
        Y::write(word, lanes);
    }
    cells
}

#[inline(always)]
fn read<Y: Layout>(cells: &Cells, state: &mut [Y::Word]) {
    for (lanes, word) in cells.chunks_exact(Y::LANES).zip(state) {
        *word = Y::read(lanes);
    }
}

impl<Y: Layout, I: Inference<Y::Word>> Inference<Y::Word> for Overlaid<Y, I> {
    #[inline(always)]
    fn length() -> Option<usize> {
        I::length()
    }

    #[inline(always)]
    fn settle(&mut self, state: &mut [Y::Word], passes: &mut u64) -> Verdict {
        loop {
            let verdict = self.inference.settle(state, passes);
            if verdict == Verdict::Failed || self.beside.is_empty() {
                return verdict;
            }
            let mut cells = cells::<Y>(state);
            match self.beside.look(&mut cells) {
                Look::Failed => return Verdict::Failed,
                Look::Changed => read::<Y>(&cells, state),
                // A scope beside need not be a permutation, and then its values need not have two places each.
                Look::Still if verdict == Verdict::Twofold => return Verdict::Open,
                Look::Still => return verdict,
            }
        }
    }

    #[inline(always)]
    fn split(&mut self, state: &mut [Y::Word], other: &mut [Y::Word]) {
        if self.beside.is_empty() {
            return self.inference.split(state, other);
        }
        let mut inside = cells::<Y>(state);
        let mut outside = inside;
        if self.beside.split(&mut inside, &mut outside) {
            read::<Y>(&inside, state);
            read::<Y>(&outside, other);
        } else {
            self.inference.split(state, other);
        }
    }

    #[inline(always)]
    fn part(state: &[Y::Word], other: &mut [Y::Word]) {
        I::part(state, other);
    }

    #[inline(always)]
    fn flip(state: &mut [Y::Word], flip: &[Y::Word]) {
        I::flip(state, flip);
    }
}
