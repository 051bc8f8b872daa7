//! Sixteen words of sixteen values: what the fast forms compute with.
//!
//! The lanes are a square, four groups of four. What a piece hears from its mates is then one turn of every group, or
//! one roll of all groups, whatever the size of the square that is in use; lanes that are not in use stay empty.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use std::fmt::Debug;

use crate::dense::machine::Machine;
use crate::dense::sets::Sets;

/// Sixteen sets of values, as machines see them. In every operation lane `l` of the result comes from lane `l`, unless
/// it says otherwise.
pub(in crate::dense) trait Lanes: Machine + Sets {
    /// A shuffle within groups, as the machine wants it told.
    type Table: Clone + Debug + Send + Sync;

    fn load(lanes: &[u16; 16]) -> Self;
    fn store(self) -> [u16; 16];
    /// All values where there is one, none elsewhere.
    #[inline(always)]
    fn where_some(self) -> Self {
        self.where_empty().where_empty()
    }
    /// The lesser of the two numbers in each lane.
    fn lesser(self, other: Self) -> Self;
    /// Lane `l` of each group comes from lane `l + BY` of the same group.
    fn turned<const BY: i32>(self) -> Self;
    /// Group `g` comes from group `g + BY`.
    fn rolled<const BY: i32>(self) -> Self;
    /// Group `g`, of the first `OF`, comes from group `g + BY` modulo `OF`; the others stay.
    fn rolled_of<const BY: usize, const OF: usize>(self) -> Self;
    /// What [`shuffled`](Self::shuffled) needs to bring lane `l` of each group from lane `from[l]`.
    fn table(from: [usize; 4]) -> Self::Table;
    /// Lane `l` of each group comes from lane `from[l]` of the same group; `table` is made of the same numbers.
    fn shuffled(self, from: [usize; 4], table: &Self::Table) -> Self;
    /// Group `GROUP` in all groups.
    fn group<const GROUP: usize>(self) -> Self;
    /// Group `g` of the result `i` is group `i` of row `g`.
    fn by_group(rows: [Self; 4]) -> [Self; 4];
    /// The least of the numbers in the lanes, and the first lane that has it.
    fn least(self) -> (u16, usize);
}

#[cfg(test)]
mod tests {
    use crate::dense::arrays::Arrays;
    use crate::dense::lanes::Lanes;
    use crate::dense::words::Words;

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

    /// Holds every operation of `L` against what is said of it.
    fn check<L: Lanes>() {
        let all = samples();
        for (a, b) in all.iter().zip(&all[1..]) {
            let (x, y) = (L::load(a), L::load(b));
            let each = |f: &dyn Fn(u16) -> u16| a.map(f);
            let both = |f: &dyn Fn(u16, u16) -> u16| -> [u16; 16] { std::array::from_fn(|l| f(a[l], b[l])) };
            let from = |f: &dyn Fn(usize) -> usize| -> [u16; 16] { std::array::from_fn(|l| a[f(l) % 16]) };
            assert_eq!(x.store(), *a);
            assert_eq!(x.and(y).store(), both(&|a, b| a & b));
            assert_eq!(x.or(y).store(), both(&|a, b| a | b));
            assert_eq!(x.less(y).store(), both(&|a, b| a & !b));
            assert_eq!(x.plus(y).store(), both(&u16::wrapping_add));
            assert_eq!(x.lesser(y).store(), both(&u16::min));
            assert_eq!(x.where_empty().store(), each(&|a| if a == 0 { u16::MAX } else { 0 }));
            assert_eq!(x.where_some().store(), each(&|a| if a == 0 { 0 } else { u16::MAX }));
            assert_eq!(x.or_else(y).store(), both(&|a, b| if a == 0 { b } else { a }));
            assert_eq!(x.without_lowest().store(), each(&|a| a & a.wrapping_sub(1)));
            assert_eq!(x.sizes().store(), each(&|a| a.count_ones() as u16));
            assert_eq!(x.turned::<1>().store(), from(&|l| l / 4 * 4 + (l + 1) % 4));
            assert_eq!(x.turned::<2>().store(), from(&|l| l / 4 * 4 + (l + 2) % 4));
            assert_eq!(x.rolled::<1>().store(), from(&|l| l + 4));
            assert_eq!(x.rolled::<2>().store(), from(&|l| l + 8));
            let rolled =
                |by: usize, of: usize| from(&|l| if l / 4 < of { (l / 4 + by) % of * 4 + l % 4 } else { l });
            assert_eq!(x.rolled_of::<1, 2>().store(), rolled(1, 2));
            assert_eq!(x.rolled_of::<1, 3>().store(), rolled(1, 3));
            assert_eq!(x.rolled_of::<2, 3>().store(), rolled(2, 3));
            assert_eq!(x.rolled_of::<1, 4>().store(), rolled(1, 4));
            assert_eq!(x.rolled_of::<2, 4>().store(), rolled(2, 4));
            for source in [[0, 1, 2, 3], [1, 0, 2, 3], [1, 2, 0, 3], [2, 0, 1, 3], [1, 2, 3, 0], [3, 2, 1, 0]]
            {
                let shuffled = x.shuffled(source, &L::table(source));
                assert_eq!(shuffled.store(), from(&|l| l / 4 * 4 + source[l % 4]), "{source:?}");
            }
            assert_eq!(x.group::<0>().store(), from(&|l| l % 4));
            assert_eq!(x.group::<1>().store(), from(&|l| 4 + l % 4));
            assert_eq!(x.group::<2>().store(), from(&|l| 8 + l % 4));
            assert_eq!(x.group::<3>().store(), from(&|l| 12 + l % 4));
            let rows = [x, y, x.and(y), x.or(y)];
            for (i, by_group) in L::by_group(rows).into_iter().enumerate() {
                let expected: [u16; 16] = std::array::from_fn(|l| rows[l / 4].store()[4 * i + l % 4]);
                assert_eq!(by_group.store(), expected);
            }
            let least = a.iter().enumerate().map(|(l, &key)| (key, l)).min();
            assert_eq!(Some(x.least()), least);
            assert_eq!(x.is_zero(), *a == [0; 16]);
        }
        assert!(L::load(&[0; 16]).is_zero());
    }

    #[test]
    fn lanes_in_arrays_do_what_is_said_of_each_lane() {
        check::<Arrays>();
    }

    #[test]
    fn lanes_in_words_do_what_is_said_of_each_lane() {
        check::<Words>();
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn lanes_in_registers_do_what_is_said_of_each_lane() {
        if crate::dense::registers::avx2::is_there() {
            check::<crate::dense::registers::avx2::Avx2>();
        }
    }
}
