//! Groups: eight words side by side, in arrays, the data type of the form for wide grids.
//!
//! Every operation is a short loop over all eight, which compilers vectorise.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]
#![allow(
    clippy::needless_range_loop,
    reason = "adaptors are calls where nothing is inlined from other units"
)]

use crate::lanes::value_set::ValueSet;

/// Eight sets of values. In every operation lane `l` of the result comes from lane `l`, unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Group<W>(pub(crate) [W; LANES]);

pub(crate) const LANES: usize = 8;

impl<W: ValueSet> Group<W> {
    pub(crate) const EMPTY: Self = Group([W::EMPTY; LANES]);

    #[inline(always)]
    fn each(mut self, f: impl Fn(W) -> W) -> Self {
        for lane in &mut self.0 {
            *lane = f(*lane);
        }
        self
    }

    #[inline(always)]
    fn with(mut self, other: Self, f: impl Fn(W, W) -> W) -> Self {
        for l in 0..LANES {
            self.0[l] = f(self.0[l], other.0[l]);
        }
        self
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    /// What is in `self` and not in `other`.
    #[inline(always)]
    pub(crate) fn less(self, other: Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    /// Each set without its least value.
    #[inline(always)]
    pub(crate) fn without_lowest(self) -> Self {
        self.each(|a| a & !a.lowest())
    }

    /// Each set, where the other is empty; nothing elsewhere.
    #[inline(always)]
    pub(crate) fn where_empty(self, other: Self) -> Self {
        self.with(other, |a, b| if b.is_empty() { a } else { W::EMPTY })
    }

    /// The fixed ones: the sets of one value; empty elsewhere.
    #[inline(always)]
    pub(crate) fn fixed(self) -> Self {
        self.each(|a| if a.at_most_one() { a } else { W::EMPTY })
    }

    /// Lane `l` comes from lane `l + BY`.
    #[inline(always)]
    fn turned<const BY: usize>(self) -> Self {
        let mut turned = self;
        for (l, lane) in turned.0.iter_mut().enumerate() {
            *lane = self.0[(l + BY) % LANES];
        }
        turned
    }

    /// The join of the other lanes.
    #[inline(always)]
    pub(crate) fn elsewhere(self) -> Self {
        let next = self.turned::<1>();
        let two = self.or(next);
        let four = two.or(two.turned::<2>());
        // The next, the two after it, and the four after those.
        next.or(two.turned::<2>()).or(four.turned::<4>())
    }

    #[inline(always)]
    pub(crate) fn is_zero(self) -> bool {
        self.0.into_iter().fold(W::EMPTY, |any, lane| any | lane).is_empty()
    }
}
