//! Lanes (SIMD): sixteen sets of sixteen values side by side, the data type of the fast forms.
//!
//! | file | holds |
//! |---|---|
//! | `sets.rs` | operations lane by lane |
//! | `shuffles.rs`, `strips.rs` | moves of lanes, as needed for boxes and for Latin squares |
//! | `machine.rs` | the machine that a search is compiled for |
//! | `words.rs` | lanes in four words of 64 bits, for every machine |
//! | `registers/` | lanes in the registers of a machine: all of the `unsafe` code |
//! | `value_set.rs` | a set of values alone, for the forms that have no lanes |
//!
//! The lanes are a square, four groups of four. An intersection gets what its mates have by a rotation within every
//! group, or by a rotation of whole groups, whatever the size of the square that is in use; unused lanes stay empty.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

pub(crate) mod machine;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) mod registers;
pub(crate) mod sets;
pub(crate) mod shuffles;
#[cfg(target_arch = "x86_64")]
pub(crate) mod strips;
pub(crate) mod value_set;
pub(crate) mod words;

use crate::lanes::machine::Machine;
use crate::lanes::sets::Sets;

/// Sixteen sets of values in a machine's registers. In every operation lane `l` of the result comes from lane `l`,
/// unless stated otherwise.
pub(crate) trait Lanes: Machine + Sets {
    fn load(lanes: &[u16; 16]) -> Self;
    fn store(self) -> [u16; 16];
    /// Lane `l` of each group comes from lane `l + BY` of the same group.
    fn turned<const BY: i32>(self) -> Self;
    /// Group `g` comes from group `g + BY`.
    fn rolled<const BY: i32>(self) -> Self;
    /// Group `GROUP`, copied to all groups.
    fn group<const GROUP: usize>(self) -> Self;
    /// Group `g` of the result `i` is group `i` of row `g`.
    fn by_group(rows: [Self; 4]) -> [Self; 4];
}

/// Samples of all kinds: empty, full, the highest bit alone, and pseudo-random.
#[cfg(test)]
pub(crate) fn samples(mut seed: u32) -> impl FnMut() -> u16 {
    move || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        match seed >> 28 {
            0..3 => 0,
            3 => 0x8000,
            4 => u16::MAX,
            5 => 1 << (seed >> 16 & 15),
            _ => (seed >> 8) as u16,
        }
    }
}

/// Words of such lanes; fewer for Miri, which is slow.
#[cfg(test)]
pub(crate) fn sample_words() -> Vec<[u16; 16]> {
    let mut lane = samples(7);
    let count = if cfg!(miri) { 20 } else { 200 };
    (0..count).map(|_| std::array::from_fn(|_| lane())).collect()
}

#[cfg(test)]
mod tests {
    use crate::lanes::machine::Machine;
    use crate::lanes::words::Words;
    use crate::lanes::{Lanes, sample_words};

    /// Compares every operation of `L` with its documentation.
    fn check<L: Lanes>() {
        let all = sample_words();
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
            assert_eq!(x.where_empty().store(), each(&|a| if a == 0 { u16::MAX } else { 0 }));
            assert_eq!(x.where_some().store(), each(&|a| if a == 0 { 0 } else { u16::MAX }));
            assert_eq!(x.or_else(y).store(), both(&|a, b| if a == 0 { b } else { a }));
            assert_eq!(x.without_lowest().store(), each(&|a| a & a.wrapping_sub(1)));
            assert_eq!(x.sizes().store(), each(&|a| a.count_ones() as u16));
            assert_eq!(x.turned::<1>().store(), from(&|l| l / 4 * 4 + (l + 1) % 4));
            assert_eq!(x.turned::<2>().store(), from(&|l| l / 4 * 4 + (l + 2) % 4));
            assert_eq!(x.rolled::<1>().store(), from(&|l| l + 4));
            assert_eq!(x.rolled::<2>().store(), from(&|l| l + 8));
            assert_eq!(x.group::<0>().store(), from(&|l| l % 4));
            assert_eq!(x.group::<1>().store(), from(&|l| 4 + l % 4));
            assert_eq!(x.group::<2>().store(), from(&|l| 8 + l % 4));
            assert_eq!(x.group::<3>().store(), from(&|l| 12 + l % 4));
            let rows = [x, y, x.and(y), x.or(y)];
            for (i, by_group) in L::by_group(rows).into_iter().enumerate() {
                let expected: [u16; 16] = std::array::from_fn(|l| rows[l / 4].store()[4 * i + l % 4]);
                assert_eq!(by_group.store(), expected);
            }
            assert_eq!(x.is_zero(), *a == [0; 16]);
        }
        assert!(L::load(&[0; 16]).is_zero());
    }

    #[test]
    fn lanes_in_words_do_what_is_said_of_each_lane() {
        check::<Words>();
    }

    #[test]
    fn lanes_in_registers_do_what_is_said_of_each_lane() {
        #[cfg(target_arch = "x86_64")]
        if crate::lanes::registers::avx2::Avx2::is_available() {
            check::<crate::lanes::registers::avx2::Avx2>();
        }
        #[cfg(target_arch = "aarch64")]
        check::<crate::lanes::registers::neon::Neon>();
    }
}
