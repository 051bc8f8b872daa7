//! Lanes in words of 64 bits, in safe code for every machine: a group is a word, so that a rotation within groups
//! is a rotation of words, and a rotation of groups costs nothing. A user of the first groups only keeps that number
//! of words: the lanes of the others count as empty, whatever is stored there.
//!
//! Arrays of sixteen lanes would do, too, but the compiler splits them up where many operations follow one another,
//! and needs ten times as long. Words are kept whole.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]
#![allow(
    clippy::needless_range_loop,
    reason = "adaptors are calls where nothing is inlined from other units"
)]

use crate::lanes::Lanes;
use crate::lanes::machine::Machine;
use crate::lanes::sets::Sets;
use crate::lanes::shuffles::Shuffles;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Words<const GROUPS: usize = 4>([u64; GROUPS]);

/// The lowest bit of each lane, and the highest.
const LOW: u64 = 0x0001_0001_0001_0001;
const HIGH: u64 = LOW << 15;

impl<const GROUPS: usize> Words<GROUPS> {
    #[inline(always)]
    fn with(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        for g in 0..GROUPS {
            words[g] = f(words[g], other.0[g]);
        }
        Words(words)
    }

    #[inline(always)]
    fn each(self, f: impl Fn(u64) -> u64) -> Self {
        let mut words = self.0;
        for g in 0..GROUPS {
            words[g] = f(words[g]);
        }
        Words(words)
    }

    /// Each group from another one, or empty if that is not kept.
    #[inline(always)]
    fn groups(self, from: impl Fn(usize) -> usize) -> Self {
        let mut words = [0; GROUPS];
        for g in 0..GROUPS {
            if from(g) < GROUPS {
                words[g] = self.0[from(g)];
            }
        }
        Words(words)
    }
}

impl<const GROUPS: usize> Words<GROUPS> {
    /// Whether a set may have the highest bit: with G groups there are boxes of up to G×G, so 9 values in three
    /// groups.
    const IS_FULL: bool = GROUPS * GROUPS > 15;

    /// The highest bit of each lane that is empty.
    #[inline(always)]
    fn marks(a: u64) -> u64 {
        if Self::IS_FULL {
            // Bits below the highest carry into it, and no further.
            !(((a & !HIGH) + !HIGH) | a) & HIGH
        } else {
            debug_assert_eq!(a & HIGH, 0, "values below the highest bit");
            (HIGH - a) & HIGH
        }
    }
}

/// All bits of each lane that has its highest bit in `marks`.
#[inline(always)]
fn spread(marks: u64) -> u64 {
    (marks - (marks >> 15)) | marks
}

impl<const GROUPS: usize> Machine for Words<GROUPS> {}

impl<const GROUPS: usize> Sets for Words<GROUPS> {
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
        self.each(|a| spread(Self::marks(a)))
    }

    #[inline(always)]
    fn where_some(self) -> Self {
        self.each(|a| spread(Self::marks(a) ^ HIGH))
    }

    #[inline(always)]
    fn missing(self, wanted: Self) -> Self {
        self.with(wanted, |a, wanted| wanted & Self::marks(a) >> 15)
    }

    #[inline(always)]
    fn or_else(self, other: Self) -> Self {
        self.or(other.and(self.where_empty()))
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        // With its highest bit set, no lane borrows from the next, and the bit remains if there was a lower one.
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
        self.0.iter().fold(0, |all, word| all | word) == 0
    }
}

impl<const GROUPS: usize> Lanes for Words<GROUPS> {
    #[inline(always)]
    fn load(lanes: &[u16; 16]) -> Self {
        let group = |g: usize| (0..4).fold(0, |word, l| word | u64::from(lanes[4 * g + l]) << (16 * l));
        Words(std::array::from_fn(group))
    }

    #[inline(always)]
    fn store(self) -> [u16; 16] {
        std::array::from_fn(|l| if l / 4 < GROUPS { (self.0[l / 4] >> (16 * (l % 4))) as u16 } else { 0 })
    }

    #[inline(always)]
    fn turned<const BY: i32>(self) -> Self {
        self.each(|a| a.rotate_right(16 * BY as u32))
    }

    #[inline(always)]
    fn rolled<const BY: i32>(self) -> Self {
        self.groups(|g| (g + BY as usize) % 4)
    }

    #[inline(always)]
    fn group<const GROUP: usize>(self) -> Self {
        self.groups(|_| GROUP)
    }

    #[inline(always)]
    fn by_group(rows: [Self; 4]) -> [Self; 4] {
        let mut results = [Words([0; GROUPS]); 4];
        for i in 0..GROUPS {
            for g in 0..GROUPS {
                results[i].0[g] = rows[g].0[i];
            }
        }
        results
    }
}

impl<const GROUPS: usize> Shuffles for Words<GROUPS> {
    type Turn = ();

    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        self.with(other, |a, b| {
            // Whether all bits but the highest are no less; then the highest bits decide, unless they are equal.
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
        self.groups(|g| if g < OF { (g + BY) % OF } else { g })
    }

    #[inline(always)]
    fn least(self) -> (u16, usize) {
        let lanes = self.store();
        let (mut best, mut at) = (lanes[0], 0);
        for (l, &key) in lanes[..4 * GROUPS].iter().enumerate() {
            if key < best {
                (best, at) = (key, l);
            }
        }
        (best, at)
    }
}

#[cfg(test)]
mod tests {
    use crate::lanes::sets::Sets;
    use crate::lanes::shuffles::Shuffles;
    use crate::lanes::words::{LOW, Words};
    use crate::lanes::{Lanes, sample_words};

    /// Whether the first groups alone compute in their lanes what all four compute there, where nothing comes from
    /// the others.
    fn check<const GROUPS: usize, const OF: usize>() {
        // No more values than fit into boxes of `G` groups.
        let all: Vec<[u16; 16]> =
            sample_words().into_iter().map(|lanes| lanes.map(|lane| lane & 0x01ff)).collect();
        let kept = |lanes: [u16; 16]| lanes[..4 * GROUPS].to_vec();
        for (a, b) in all.iter().zip(&all[1..]) {
            let [x, y] = [a, b].map(Words::<GROUPS>::load);
            let [full_x, full_y] = [a, b].map(Words::<4>::load);
            let same = |few: Words<GROUPS>, full: Words| assert_eq!(kept(few.store()), kept(full.store()));
            same(x, full_x);
            same(x.and(y), full_x.and(full_y));
            same(x.plus(y), full_x.plus(full_y));
            same(x.where_empty(), full_x.where_empty());
            same(x.where_some(), full_x.where_some());
            same(x.where_at_most(2), full_x.where_at_most(2));
            same(x.missing(Words([LOW; GROUPS])), full_x.missing(Words([LOW; 4])));
            same(x.sizes(), full_x.sizes());
            same(x.lesser(y), full_x.lesser(full_y));
            same(x.turned_of::<1, 3>(()), full_x.turned_of::<1, 3>(()));
            same(x.rolled_of::<1, OF>(), full_x.rolled_of::<1, OF>());
            same(x.group::<1>(), full_x.group::<1>());
            let least = kept(*a).into_iter().enumerate().map(|(l, key)| (key, l)).min();
            assert_eq!(Some(x.least()), least);
            assert_eq!(x.is_zero(), kept(*a).iter().all(|&lane| lane == 0));
        }
    }

    #[test]
    fn fewer_groups_do_what_four_do() {
        check::<2, 2>();
        check::<3, 3>();
    }
}
