//! The lanes in four words of 64 bits, in safe code for every machine: a group is a word, so that a turn is a rotation,
//! and a roll has nothing to do.
//!
//! Planes are so entangled that the compiler takes [arrays](crate::dense::arrays) apart, and then does most of the work
//! lane by lane. Words stay words.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::dense::lanes::Lanes;
use crate::dense::machine::Machine;
use crate::dense::sets::Sets;

#[derive(Clone, Copy, Debug)]
pub(in crate::dense) struct Words([u64; 4]);

/// The lowest bit of each lane, and the highest.
const LOW: u64 = 0x0001_0001_0001_0001;
const HIGH: u64 = LOW << 15;

impl Words {
    #[inline(always)]
    fn with(self, other: Words, f: impl Fn(u64, u64) -> u64) -> Words {
        let ([a, b, c, d], [e, g, h, i]) = (self.0, other.0);
        Words([f(a, e), f(b, g), f(c, h), f(d, i)])
    }

    #[inline(always)]
    fn each(self, f: impl Fn(u64) -> u64) -> Words {
        let [a, b, c, d] = self.0;
        Words([f(a), f(b), f(c), f(d)])
    }
}

/// The highest bit of each lane that is not empty.
#[inline(always)]
fn marks(a: u64) -> u64 {
    // Whatever is below the highest bit carries into it, and no further.
    (((a & !HIGH) + !HIGH) | a) & HIGH
}

/// Each lane that has its highest bit in `marks`, all of it.
#[inline(always)]
fn spread(marks: u64) -> u64 {
    (marks - (marks >> 15)) | marks
}

impl Machine for Words {}

impl Sets for Words {
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
        self.each(|a| spread(marks(a) ^ HIGH))
    }

    #[inline(always)]
    fn or_else(self, other: Self) -> Self {
        self.or(other.and(self.where_empty()))
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        // With its highest bit set, no lane borrows from the next, and the bit is left if there was a lower one.
        self.each(|a| a & ((a | HIGH) - LOW))
    }

    #[inline(always)]
    fn sizes(self) -> Self {
        self.each(|a| {
            let a = a - (a >> 1 & (0x5555 * LOW));
            let a = (a & (0x3333 * LOW)) + (a >> 2 & (0x3333 * LOW));
            let a = (a + (a >> 4)) & (0x0f0f * LOW);
            (a + (a >> 8)) & (0xff * LOW)
        })
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.with(other, |a, b| ((a & !HIGH) + (b & !HIGH)) ^ ((a ^ b) & HIGH))
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }
}

impl Lanes for Words {
    #[inline(always)]
    fn load(lanes: &[u16; 16]) -> Self {
        let group = |g: usize| (0..4).fold(0, |word, l| word | u64::from(lanes[4 * g + l]) << (16 * l));
        Words(std::array::from_fn(group))
    }

    #[inline(always)]
    fn store(self) -> [u16; 16] {
        std::array::from_fn(|l| (self.0[l / 4] >> (16 * (l % 4))) as u16)
    }

    #[inline(always)]
    fn where_some(self) -> Self {
        self.each(|a| spread(marks(a)))
    }

    #[inline(always)]
    fn turned<const BY: i32>(self) -> Self {
        self.each(|a| a.rotate_right(16 * BY as u32))
    }

    #[inline(always)]
    fn rolled<const BY: i32>(self) -> Self {
        Words(std::array::from_fn(|g| self.0[(g + BY as usize) % 4]))
    }

    #[inline(always)]
    fn group<const GROUP: usize>(self) -> Self {
        Words([self.0[GROUP]; 4])
    }

    #[inline(always)]
    fn by_group(rows: [Self; 4]) -> [Self; 4] {
        std::array::from_fn(|i| Words(rows.map(|row| row.0[i])))
    }
}
