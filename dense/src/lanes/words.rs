//! The lanes in four words of 64 bits, in safe code for every machine: a group is a word, so that a turn is a rotation,
//! and a roll has nothing to do.
//!
//! Arrays of sixteen lanes would do too, but the compiler takes them apart where many operations follow one another, and
//! needs ten times as long. Words stay words.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::lanes::Lanes;
use crate::lanes::machine::Machine;
use crate::lanes::sets::Sets;
use crate::lanes::shuffles::Shuffles;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Words([u64; 4]);

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
        let [a, b, c, d] = self.0;
        Words(if BY == 1 { [b, c, d, a] } else { [c, d, a, b] })
    }

    #[inline(always)]
    fn group<const GROUP: usize>(self) -> Self {
        Words([self.0[GROUP]; 4])
    }

    #[inline(always)]
    fn by_group(rows: [Self; 4]) -> [Self; 4] {
        let [a, b, c, d] = rows;
        let of = |i: usize| Words([a.0[i], b.0[i], c.0[i], d.0[i]]);
        [of(0), of(1), of(2), of(3)]
    }
}

impl Shuffles for Words {
    type Turn = ();

    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        self.with(other, |a, b| {
            // Whether all but the highest bits are no less; then the highest bits decide, unless they are alike.
            let no_less = (a | HIGH) - (b & !HIGH);
            let is_less = spread(((!a & b) | (!(a ^ b) & !no_less)) & HIGH);
            (a & is_less) | (b & !is_less)
        })
    }

    fn turn(_: usize, _: usize) {}

    #[inline(always)]
    fn turned_of<const BY: usize, const OF: usize>(self, (): ()) -> Self {
        if OF == 4 {
            return self.each(|a| a.rotate_right(16 * BY as u32));
        }
        let used = u64::MAX >> (64 - 16 * OF);
        self.each(|a| (a & used) >> (16 * BY) | a << (16 * (OF - BY)))
    }

    #[inline(always)]
    fn rolled_of<const BY: usize, const OF: usize>(self) -> Self {
        let [a, b, c, d] = self.0;
        Words(match (BY, OF) {
            (_, 2) => [b, a, c, d],
            (1, 3) => [b, c, a, d],
            (_, 3) => [c, a, b, d],
            (1, _) => [b, c, d, a],
            _ => [c, d, a, b],
        })
    }

    #[inline(always)]
    fn least(self) -> (u16, usize) {
        let lanes = self.store();
        let (mut best, mut at) = (lanes[0], 0);
        for (l, &key) in lanes.iter().enumerate() {
            if key < best {
                (best, at) = (key, l);
            }
        }
        (best, at)
    }
}
