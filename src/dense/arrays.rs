//! The lanes in an array, in safe code for every machine.
//!
//! Pieces are computed with so few kinds of operations that the compiler keeps sixteen lanes together, in whatever registers
//! the machine has; it takes them apart where planes are computed, for which there are [words](crate::dense::words).

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::dense::lanes::Lanes;
use crate::dense::machine::Machine;
use crate::dense::sets::Sets;
use crate::dense::shuffles::Shuffles;

#[derive(Clone, Copy, Debug)]
pub(in crate::dense) struct Arrays([u16; 16]);

impl Arrays {
    #[inline(always)]
    fn with(self, other: Arrays, f: impl Fn(u16, u16) -> u16) -> Arrays {
        let mut lanes = self.0;
        for (lane, other) in lanes.iter_mut().zip(other.0) {
            *lane = f(*lane, other);
        }
        Arrays(lanes)
    }

    #[inline(always)]
    fn each(self, f: impl Fn(u16) -> u16) -> Arrays {
        self.with(self, |lane, _| f(lane))
    }

    #[inline(always)]
    fn from(self, source: impl Fn(usize) -> usize) -> Arrays {
        let mut lanes = [0; 16];
        for (l, lane) in lanes.iter_mut().enumerate() {
            *lane = self.0[source(l) % 16];
        }
        Arrays(lanes)
    }
}

impl Machine for Arrays {}

impl Sets for Arrays {
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
    fn or_else(self, other: Self) -> Self {
        self.with(other, |a, b| if a == 0 { b } else { a })
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
    fn is_zero(self) -> bool {
        self.0.iter().fold(0, |any, lane| any | lane) == 0
    }

    #[inline(always)]
    fn missing(self, wanted: Self) -> Self {
        self.with(wanted, |a, wanted| wanted.saturating_sub(a))
    }
}

impl Lanes for Arrays {
    #[inline(always)]
    fn load(lanes: &[u16; 16]) -> Self {
        Arrays(*lanes)
    }

    #[inline(always)]
    fn store(self) -> [u16; 16] {
        self.0
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
    fn group<const GROUP: usize>(self) -> Self {
        self.from(|l| 4 * GROUP + l % 4)
    }

    #[inline(always)]
    fn by_group(rows: [Self; 4]) -> [Self; 4] {
        std::array::from_fn(|i| {
            let mut lanes = [0; 16];
            for (l, lane) in lanes.iter_mut().enumerate() {
                *lane = rows[l / 4].0[4 * i + l % 4];
            }
            Arrays(lanes)
        })
    }
}

impl Shuffles for Arrays {
    type Table = ();

    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        self.with(other, u16::min)
    }

    #[inline(always)]
    fn rolled_of<const BY: usize, const OF: usize>(self) -> Self {
        self.from(|l| if l / 4 < OF { (l / 4 + BY) % OF * 4 + l % 4 } else { l })
    }

    #[inline(always)]
    fn table(_: [usize; 16]) {}

    #[inline(always)]
    fn shuffled(self, from: [usize; 16], (): &()) -> Self {
        let mut lanes = [0; 16];
        for (lane, from) in lanes.iter_mut().zip(from) {
            *lane = if from < 16 { self.0[from] } else { 0 };
        }
        Arrays(lanes)
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
}
