//! Set operations on several sets of values in one word, set by set.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use std::fmt::Debug;

/// Sets of up to sixteen values, or numbers, one per lane. In every operation each lane of the result comes from the
/// same lane.
pub(crate) trait Sets: Copy + Debug + Send + Sync + 'static {
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// What is in `self` and not in `other`.
    fn less(self, other: Self) -> Self;
    /// All values in the lanes that are empty, none in others.
    fn where_empty(self) -> Self;
    /// All values in the lanes that are not empty, none in others.
    #[inline(always)]
    fn where_some(self) -> Self {
        self.where_empty().where_empty()
    }
    /// Each set, replaced by the other one where it is empty.
    fn or_else(self, other: Self) -> Self;
    /// Each set without its least value.
    fn without_lowest(self) -> Self;
    /// The number of values, by lane.
    fn sizes(self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn is_zero(self) -> bool;

    /// The part of `wanted` where the set is empty: `wanted` has the lowest value, or none, in each lane.
    #[inline(always)]
    fn missing(self, wanted: Self) -> Self {
        wanted.and(self.where_empty())
    }

    /// All values in the lanes with at most `most` values, none in others.
    #[inline(always)]
    fn where_at_most(self, most: usize) -> Self {
        // Removing the lowest value that many times leaves none.
        let mut beyond = self;
        for _ in 0..most {
            beyond = beyond.without_lowest();
        }
        beyond.where_empty()
    }

    /// The sets of one value; empty elsewhere.
    #[inline(always)]
    fn fixed(self) -> Self {
        self.and(self.without_lowest().where_empty())
    }
}
