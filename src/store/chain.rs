//! Jump pointers (skip links) along the history of a variable: a change is found in logarithmically many steps.
//!
//! | Promise | |
//! |---|---|
//! | Keeps | for each recorded change of a domain that is not small: the number of changes before it, and a link to one of them far back |
//! | Cost | a few loads a change; to find the newest change before which something did not hold, O(log n) for n changes |
//! | Source | Myers, *An applicative random-access stack*, Information Processing Letters 17(5), 1983 |
//!
//! Most histories are short, and most changes that are looked for are new: the first changes of a variable have no jumps, and a search
//! takes some steps one by one first.
//!
//! Domains only shrink along a history, so "it held already before this change" is true of the newest changes, and false of all before some
//! change. A link is one more than the position of a change, or 0 for none.

use crate::store::trail::Trail;
use crate::store::var::VarId;

/// Where a change is in the history of its variable.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Chain {
    /// The number of changes up to this one.
    depth: u32,
    /// An earlier change of the variable.
    jump: u32,
}

impl Chain {
    #[inline]
    pub(super) fn pack(self) -> u64 {
        u64::from(self.jump) << 32 | u64::from(self.depth)
    }

    fn unpack(word: u64) -> Chain {
        Chain { depth: word as u32, jump: (word >> 32) as u32 }
    }
}

/// Up to this depth changes have no jumps.
const SHORT: u32 = 32;

impl Trail {
    #[inline]
    fn chain(&self, link: u32) -> Chain {
        let Some(position) = link.checked_sub(1) else { return Chain::default() };
        Chain::unpack(self.records[self.changes[position as usize].old as usize - 2])
    }

    /// The chain of a change of `var` that is to be recorded, whose domain is not small.
    pub(super) fn next_chain(&self, var: VarId) -> Chain {
        if !self.is_recording() {
            return Chain::default();
        }
        let previous = self.last[var.index()];
        let last = self.chain(previous);
        if last.depth < SHORT {
            return Chain { depth: last.depth + 1, jump: 0 };
        }
        let middle = self.chain(last.jump);
        let far = self.chain(middle.jump);
        let is_even = last.depth - middle.depth == middle.depth - far.depth;
        Chain { depth: last.depth + 1, jump: if is_even { middle.jump } else { previous } }
    }

    /// The oldest change, from `link` on back, that satisfies a condition which is monotone: it holds of the newest changes down to some
    /// change, and not of older ones. Returns its link, and the one before it; (0, `link`) if it does not hold of the first. The variable's
    /// domain is not small, and its changes are recorded.
    #[cold]
    pub(super) fn oldest_with(&self, link: u32, holds: impl Fn(u32) -> bool) -> (u32, u32) {
        if link == 0 || !holds(link) {
            return (0, link);
        }
        let mut at = link;
        loop {
            let (previous, jump) = (self.changes[at as usize - 1].previous, self.chain(at).jump);
            if jump != 0 && holds(jump) {
                at = jump;
            } else if previous != 0 && holds(previous) {
                at = previous;
            } else {
                return (at, previous);
            }
        }
    }
}
