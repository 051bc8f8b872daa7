//! Twofold states: solutions that are combined from independent parts, without search.
//!
//! A state is *twofold* when it is at a fixpoint and no variable has more than two values. If every scope is a
//! permutation and hidden singles were found, each value that is open in a scope has exactly two places there: there
//! are as many open values as open variables, none has fewer than two places, and there are two candidates for each.
//! So "this variable takes this value" is equivalent to "that one does not", and to "that one takes its other value",
//! from scope to scope. Such statements form *parts*, within which any one decides all others: a part has two
//! solutions or none, and the solutions of the state are all combinations of those. Puzzle setters call such parts
//! deadly patterns.
//!
//! One node finds one part: a branch is taken, and what is fixed by it is the part, in one of its two solutions. The
//! other side of the branch still has the other value of each of its variables, and so becomes the *flip* that
//! changes one solution into the other. So `k` parts cost `k` nodes, and give `2^k` solutions, where branching would
//! search `2^(k+1)` nodes. Each solution differs from the last one by one part: a Gray code.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::descent::Inference;

/// The position in the enumeration of a twofold state's combinations. Its flips lie on top of the stack of states.
#[derive(Clone, Debug, Default)]
pub(crate) struct Twofold {
    /// Where the first flip is.
    base: usize,
    /// The number of the current combination. There are fewer than 128 parts, because each has at least four
    /// variables.
    turn: u128,
}

impl Twofold {
    /// For a state that has no flips yet; they are pushed on top of the stack.
    #[inline(always)]
    pub(crate) fn begin(&mut self, base: usize) {
        *self = Twofold { base, turn: 0 };
    }

    /// The position of the first flip; all others follow it.
    #[inline(always)]
    pub(crate) fn base(&self) -> usize {
        self.base
    }

    /// Whether there is another solution; a flip is as long as `state`.
    pub(crate) fn has_more<S>(&self, state: &[S], waiting: &[S]) -> bool {
        let parts = (waiting.len() - self.base) / state.len().max(1);
        ((self.turn + 1).trailing_zeros() as usize) < parts
    }

    /// Advances from one solution to the next; whether there is another.
    #[inline(always)]
    pub(crate) fn turn<S, I: Inference<S>>(&mut self, state: &mut [S], waiting: &[S]) -> bool {
        self.turn += 1;
        let (flips, size) = (&waiting[self.base..], I::length().unwrap_or(state.len()));
        // The part that was decided last changes first, as if the states were searched one by one.
        let before = size * (self.turn.trailing_zeros() as usize + 1);
        let Some(at) = flips.len().checked_sub(before) else { return false };
        let flip = &flips[at..at + size];
        I::flip(state, flip);
        true
    }
}
