//! Sixteen words of sixteen values: what the fast form computes with.
//!
//! The lanes are a square, four groups of four. What a piece hears from its mates is then one turn of every group, or
//! one roll of all groups, whatever the size of the square that is in use; lanes that are not in use stay empty.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use std::fmt::Debug;

use crate::dense::descent::{Descent, Inference, Step};

/// Sixteen sets of values, as machines see them. In every operation lane `l` of the result comes from lane `l`, unless
/// it says otherwise.
pub(in crate::dense) trait Lanes: Copy + Debug + Send + Sync + 'static {
    fn load(lanes: &[u16; 16]) -> Self;
    fn store(self) -> [u16; 16];
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// What is in `self` and not in `other`.
    fn less(self, other: Self) -> Self;
    /// All values where there is none, none elsewhere.
    fn where_empty(self) -> Self;
    /// Each set without its least value.
    fn without_lowest(self) -> Self;
    /// The number of values, by lane.
    fn sizes(self) -> Self;
    fn plus(self, other: Self) -> Self;
    /// Lane `l` of each group comes from lane `l + BY` of the same group.
    fn turned<const BY: i32>(self) -> Self;
    /// Group `g` comes from group `g + BY`.
    fn rolled<const BY: i32>(self) -> Self;
    /// Group `g` comes from group `r - g` modulo `of`; groups from `of` on stay. Doing it twice undoes it.
    fn mirrored(self, r: usize, of: usize) -> Self;
    /// The least of the numbers in the lanes, and the first lane that has it.
    fn least(self) -> (u16, usize);
    fn is_zero(self) -> bool;

    /// Leads a search whose states are such lanes, compiled for the machine that has them.
    fn advance<I: Inference<Self>>(descent: &mut Descent<Self>, inference: &mut I, nodes: u64) -> Step;
}

/// Arrays, in safe code for every machine.
#[derive(Clone, Copy, Debug)]
pub(in crate::dense) struct Portable([u16; 16]);

impl Portable {
    #[inline(always)]
    fn with(self, other: Portable, f: impl Fn(u16, u16) -> u16) -> Portable {
        let mut lanes = self.0;
        for (lane, other) in lanes.iter_mut().zip(other.0) {
            *lane = f(*lane, other);
        }
        Portable(lanes)
    }

    #[inline(always)]
    fn each(self, f: impl Fn(u16) -> u16) -> Portable {
        self.with(self, |lane, _| f(lane))
    }

    #[inline(always)]
    fn from(self, source: impl Fn(usize) -> usize) -> Portable {
        let mut lanes = [0; 16];
        for (l, lane) in lanes.iter_mut().enumerate() {
            *lane = self.0[source(l) % 16];
        }
        Portable(lanes)
    }
}

impl Lanes for Portable {
    #[inline(always)]
    fn load(lanes: &[u16; 16]) -> Self {
        Portable(*lanes)
    }

    #[inline(always)]
    fn store(self) -> [u16; 16] {
        self.0
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.with(other, |a, b| a | b)
    }

    #[inline(always)]
    fn less(self, other: Self) -> Self {
        self.with(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn where_empty(self) -> Self {
        self.each(|a| if a == 0 { u16::MAX } else { 0 })
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        self.each(|a| a & a.wrapping_sub(1))
    }

    #[inline(always)]
    fn sizes(self) -> Self {
        self.each(|a| a.count_ones() as u16)
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.with(other, u16::wrapping_add)
    }

    #[inline(always)]
    fn turned<const BY: i32>(self) -> Self {
        self.from(|l| l / 4 * 4 + (l + BY as usize) % 4)
    }

    #[inline(always)]
    fn rolled<const BY: i32>(self) -> Self {
        self.from(|l| l + 4 * BY as usize)
    }

    #[inline(always)]
    fn mirrored(self, r: usize, of: usize) -> Self {
        self.from(|l| if l / 4 < of { (r + of - l / 4) % of * 4 + l % 4 } else { l })
    }

    #[inline(always)]
    fn least(self) -> (u16, usize) {
        let (mut best, mut at) = (self.0[0], 0);
        for (l, &key) in self.0.iter().enumerate() {
            if key < best {
                (best, at) = (key, l);
            }
        }
        (best, at)
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0.iter().fold(0, |any, lane| any | lane) == 0
    }

    fn advance<I: Inference<Self>>(descent: &mut Descent<Self>, inference: &mut I, nodes: u64) -> Step {
        descent.advance(inference, nodes)
    }
}
