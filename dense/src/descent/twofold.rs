//! Solutions that are put together instead of searched for.
//!
//! A state is *twofold* when it is at rest and no variable has more than two values. If every scope is a permutation and
//! hidden singles were found, each value that is open in a scope has just two places there: there are as many open values as
//! open variables, none has fewer than two places, and there are two candidates for each. So "this variable takes this
//! value" is the same as "that one does not", and as "that one takes its other value", from scope to scope. Such statements
//! fall into *parts*, within which any one decides all others: a part has two solutions or none, and those of the state are
//! all combinations. They are what setters call deadly patterns.
//!
//! One look finds one part: a branch is taken, and what is fixed then is the part, in one of its two solutions. The other
//! side of the branch still has the other value of each of its variables, and so becomes the *flip* that leads from one
//! solution to the other. So `k` parts cost `k` looks, and give `2^k` solutions, where branching would look at `2^(k+1)`
//! states. Each solution differs from the last one by one part: a Gray code.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::descent::Inference;

/// How far the combinations of a twofold state are gone through. Its flips lie among the states that wait, on top.
#[derive(Clone, Debug, Default)]
pub(crate) struct Twofold {
    /// Where the first flip is.
    base: usize,
    /// The number of the combination at hand. There are fewer than 128 parts, for each has four variables at least.
    turn: u128,
}

impl Twofold {
    /// Of a state that has no flips yet; they come behind what waits already.
    #[inline(always)]
    pub(crate) fn begin(&mut self, base: usize) {
        *self = Twofold { base, turn: 0 };
    }

    /// Where the first flip is, and all others from there on.
    #[inline(always)]
    pub(crate) fn base(&self) -> usize {
        self.base
    }

    /// Whether there is another solution; a state is a part of what waits.
    pub(crate) fn has_more<S>(&self, state: &[S], waiting: &[S]) -> bool {
        let parts = (waiting.len() - self.base) / state.len().max(1);
        ((self.turn + 1).trailing_zeros() as usize) < parts
    }

    /// Goes on from one solution to the next; whether there is another.
    #[inline(always)]
    pub(crate) fn turn<S, I: Inference<S>>(&mut self, state: &mut [S], waiting: &[S]) -> bool {
        self.turn += 1;
        let (flips, size) = (&waiting[self.base..], I::length().unwrap_or(state.len()));
        // The part that was decided last changes first, as where states are searched one by one.
        let before = size * (self.turn.trailing_zeros() as usize + 1);
        let Some(at) = flips.len().checked_sub(before) else { return false };
        let flip = &flips[at..at + size];
        I::flip(state, flip);
        true
    }
}
