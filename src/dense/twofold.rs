//! Solutions that are put together instead of searched for.
//!
//! A state is *twofold* when it is at rest and no variable has more than two values. If every scope is a permutation and
//! hidden singles were found, each value that is open in a scope has just two places there: there are as many open values as
//! open variables, none has fewer than two places, and there are two candidates for each. So "this variable takes this
//! value" is the same as "that one does not", and as "that one takes its other value", from scope to scope. Such statements
//! fall into *parts*, within which any one decides all others: a part has two solutions or none, and those of the state are
//! all combinations. They are what setters call deadly patterns.
//!
//! One look at a state finds one part: a branch is taken, and what is fixed then is the part, in one of its two solutions.
//! The other has the other value of each of its variables. So `k` parts cost `k` looks, and give `2^k` solutions, where
//! branching would look at `2^(k+1)` states. Each solution differs from the last one by one part: a Gray code.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::dense::descent::{Inference, Verdict};

/// The parts of a twofold state that were found, and how far their combinations are gone through.
#[derive(Clone, Debug)]
pub(in crate::dense) struct Twofold<S> {
    /// Part by part, as long as a state each: what leads from one of its solutions to the other, and back.
    flips: Vec<S>,
    /// The number of the combination at hand. There are fewer than 128 parts, for each has four variables at least.
    turn: u128,
}

impl<S: Copy> Twofold<S> {
    pub(in crate::dense) fn new() -> Twofold<S> {
        Twofold { flips: Vec::new(), turn: 0 }
    }

    /// Starts with another state.
    #[inline(always)]
    pub(in crate::dense) fn clear(&mut self) {
        self.flips.clear();
        self.turn = 0;
    }

    /// Decides one part of the state.
    #[inline(always)]
    pub(in crate::dense) fn decide<I: Inference<S>>(
        &mut self,
        inference: &mut I,
        state: &mut [S],
        passes: &mut u64,
    ) -> Verdict {
        let (size, at) = (I::length().unwrap_or(state.len()), self.flips.len());
        self.flips.extend_from_slice(&state[..size]);
        // The other side of the branch is not needed: it is the one that is turned over.
        self.flips.extend_from_slice(&state[..size]);
        inference.split(state, &mut self.flips[at + size..]);
        self.flips.truncate(at + size);
        let verdict = inference.settle(state, passes);
        I::part(state, &mut self.flips[at..]);
        verdict
    }

    /// Goes on from one solution to the next; whether there is another.
    #[inline(always)]
    pub(in crate::dense) fn turn<I: Inference<S>>(&mut self, state: &mut [S]) -> bool {
        self.turn += 1;
        let (size, part) = (I::length().unwrap_or(state.len()), self.turn.trailing_zeros() as usize);
        let Some(flip) = self.flips.get(part * size..(part + 1) * size) else { return false };
        I::flip(state, flip);
        true
    }
}
