//! Sixteen words of sixteen values: what the fast forms compute with.
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
    /// All values where there is one, none elsewhere.
    #[inline(always)]
    fn where_some(self) -> Self {
        self.where_empty().where_empty()
    }
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
    /// Group `GROUP` in all groups.
    fn group<const GROUP: usize>(self) -> Self;
    /// Group `g` of the result `i` is group `i` of row `g`.
    fn by_group(rows: [Self; 4]) -> [Self; 4];
    /// The least of the numbers in the lanes, and the first lane that has it.
    fn least(self) -> (u16, usize);
    fn is_zero(self) -> bool;

    /// Leads a search whose states are such lanes, compiled for the machine that has them.
    fn advance<I: Inference<Self>>(descent: &mut Descent<Self>, inference: &mut I, nodes: u64) -> Step;
}

/// Four lanes a word, in safe code for every machine: a group is a word, so that a turn is a rotation, and a roll has
/// nothing to do. Sixteen lanes one by one the compiler takes apart, and then does most of the work one by one as well.
#[derive(Clone, Copy, Debug)]
pub(in crate::dense) struct Portable([u64; 4]);

/// The lowest bit of each lane, and the highest.
const LOW: u64 = 0x0001_0001_0001_0001;
const HIGH: u64 = LOW << 15;

impl Portable {
    #[inline(always)]
    fn with(self, other: Portable, f: impl Fn(u64, u64) -> u64) -> Portable {
        let ([a, b, c, d], [e, g, h, i]) = (self.0, other.0);
        Portable([f(a, e), f(b, g), f(c, h), f(d, i)])
    }

    #[inline(always)]
    fn each(self, f: impl Fn(u64) -> u64) -> Portable {
        let [a, b, c, d] = self.0;
        Portable([f(a), f(b), f(c), f(d)])
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

impl Lanes for Portable {
    #[inline(always)]
    fn load(lanes: &[u16; 16]) -> Self {
        let group = |g: usize| (0..4).fold(0, |word, l| word | u64::from(lanes[4 * g + l]) << (16 * l));
        Portable(std::array::from_fn(group))
    }

    #[inline(always)]
    fn store(self) -> [u16; 16] {
        std::array::from_fn(|l| (self.0[l / 4] >> (16 * (l % 4))) as u16)
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
        self.each(|a| spread(marks(a) ^ HIGH))
    }

    #[inline(always)]
    fn where_some(self) -> Self {
        self.each(|a| spread(marks(a)))
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
    fn turned<const BY: i32>(self) -> Self {
        self.each(|a| a.rotate_right(16 * BY as u32))
    }

    #[inline(always)]
    fn rolled<const BY: i32>(self) -> Self {
        Portable(std::array::from_fn(|g| self.0[(g + BY as usize) % 4]))
    }

    #[inline(always)]
    fn mirrored(self, r: usize, of: usize) -> Self {
        Portable(std::array::from_fn(|g| if g < of { self.0[(r + of - g) % of % 4] } else { self.0[g] }))
    }

    #[inline(always)]
    fn group<const GROUP: usize>(self) -> Self {
        Portable([self.0[GROUP]; 4])
    }

    #[inline(always)]
    fn by_group(rows: [Self; 4]) -> [Self; 4] {
        std::array::from_fn(|i| Portable(rows.map(|row| row.0[i])))
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

    #[inline(always)]
    fn is_zero(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    fn advance<I: Inference<Self>>(descent: &mut Descent<Self>, inference: &mut I, nodes: u64) -> Step {
        descent.advance(inference, nodes)
    }
}

#[cfg(test)]
mod tests {
    use crate::dense::lanes::{Lanes, Portable};

    /// Lanes of all kinds: empty, full, the highest bit alone, and what a multiplication scatters.
    fn samples() -> Vec<[u16; 16]> {
        let mut seed = 7u32;
        let mut lane = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            match seed >> 28 {
                0..3 => 0,
                3 => 0x8000,
                4 => u16::MAX,
                5 => 1 << (seed >> 16 & 15),
                _ => (seed >> 8) as u16,
            }
        };
        (0..200).map(|_| std::array::from_fn(|_| lane())).collect()
    }

    #[test]
    fn lanes_in_words_do_what_is_said_of_each_lane() {
        let all = samples();
        for (a, b) in all.iter().zip(&all[1..]) {
            let (x, y) = (Portable::load(a), Portable::load(b));
            let each = |f: &dyn Fn(u16) -> u16| a.map(f);
            let both = |f: &dyn Fn(u16, u16) -> u16| -> [u16; 16] { std::array::from_fn(|l| f(a[l], b[l])) };
            let from = |f: &dyn Fn(usize) -> usize| -> [u16; 16] { std::array::from_fn(|l| a[f(l) % 16]) };
            assert_eq!(x.store(), *a);
            assert_eq!(x.and(y).store(), both(&|a, b| a & b));
            assert_eq!(x.or(y).store(), both(&|a, b| a | b));
            assert_eq!(x.less(y).store(), both(&|a, b| a & !b));
            assert_eq!(x.plus(y).store(), both(&u16::wrapping_add));
            assert_eq!(x.where_empty().store(), each(&|a| if a == 0 { u16::MAX } else { 0 }));
            assert_eq!(x.where_some().store(), each(&|a| if a == 0 { 0 } else { u16::MAX }));
            assert_eq!(x.without_lowest().store(), each(&|a| a & a.wrapping_sub(1)));
            assert_eq!(x.sizes().store(), each(&|a| a.count_ones() as u16));
            assert_eq!(x.turned::<1>().store(), from(&|l| l / 4 * 4 + (l + 1) % 4));
            assert_eq!(x.turned::<2>().store(), from(&|l| l / 4 * 4 + (l + 2) % 4));
            assert_eq!(x.rolled::<1>().store(), from(&|l| l + 4));
            assert_eq!(x.rolled::<2>().store(), from(&|l| l + 8));
            for (of, r) in (2..5).flat_map(|of| (0..of).map(move |r| (of, r))) {
                let group = |g: usize| if g < of { (r + of - g) % of } else { g };
                assert_eq!(x.mirrored(r, of).store(), from(&|l| group(l / 4) * 4 + l % 4), "{of} {r}");
            }
            assert_eq!(x.group::<0>().store(), from(&|l| l % 4));
            assert_eq!(x.group::<1>().store(), from(&|l| 4 + l % 4));
            assert_eq!(x.group::<2>().store(), from(&|l| 8 + l % 4));
            assert_eq!(x.group::<3>().store(), from(&|l| 12 + l % 4));
            let rows = [x, y, x.and(y), x.or(y)];
            for (i, by_group) in Portable::by_group(rows).into_iter().enumerate() {
                let expected: [u16; 16] = std::array::from_fn(|l| rows[l / 4].store()[4 * i + l % 4]);
                assert_eq!(by_group.store(), expected);
            }
            let least = a.iter().enumerate().map(|(l, &key)| (key, l)).min();
            assert_eq!(Some(x.least()), least);
            assert_eq!(x.is_zero(), *a == [0; 16]);
        }
        assert!(Portable::load(&[0; 16]).is_zero());
    }
}
