//! Shuffles: the moves of lanes that the layout by boxes needs, for sixteen lanes.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use std::fmt::Debug;

use crate::lanes::Lanes;

/// In every operation lane `l` of the result comes from lane `l`, unless stated otherwise.
pub(crate) trait Shuffles: Lanes {
    /// A rotation of lanes within groups, in the form that the machine needs.
    type Turn: Copy + Debug + Send + Sync;

    /// The lesser of the two numbers in each lane.
    fn lesser(self, other: Self) -> Self;
    /// The argument of [`turned_of`](Self::turned_of) for a rotation of the first `of` lanes by `by`.
    fn turn(by: usize, of: usize) -> Self::Turn;
    /// Lane `l` of each group, of the first `OF`, comes from lane `l + BY` modulo `OF`; `turn` is made for the same
    /// numbers. The other lanes are unspecified.
    fn turned_of<const BY: usize, const OF: usize>(self, turn: Self::Turn) -> Self;
    /// Group `g`, of the first `OF`, comes from group `g + BY` modulo `OF`; the others stay.
    fn rolled_of<const BY: usize, const OF: usize>(self) -> Self;
    /// The least of the numbers in the lanes, and the first lane that has it.
    fn least(self) -> (u16, usize);
}

/// By byte, within each half: the byte that it comes from. Machines whose shuffles look bytes up need a rotation in
/// this form.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) fn bytes(by: usize, of: usize) -> [u16; 16] {
    let from = |l: usize| if l % 4 < of { l / 4 * 4 + (l % 4 + by) % of } else { l };
    std::array::from_fn(|l| {
        let byte = 2 * (from(l) % 8) as u16;
        byte | (byte + 1) << 8
    })
}

#[cfg(test)]
mod tests {
    use crate::lanes::machine::Machine;
    use crate::lanes::sample_words;
    use crate::lanes::shuffles::Shuffles;
    use crate::lanes::words::Words;

    /// Whether the first `OF` lanes of each group are as documented.
    fn check_turn<L: Shuffles, const BY: usize, const OF: usize>(a: &[u16; 16]) {
        let turned = L::load(a).turned_of::<BY, OF>(L::turn(BY, OF)).store();
        for l in (0..16).filter(|l| l % 4 < OF) {
            assert_eq!(turned[l], a[l / 4 * 4 + (l % 4 + BY) % OF], "{BY} of {OF}, {l}");
        }
    }

    /// Compares every operation of `L` with its documentation.
    fn check<L: Shuffles>() {
        let all = sample_words();
        for (a, b) in all.iter().zip(&all[1..]) {
            let (x, y) = (L::load(a), L::load(b));
            let lesser: [u16; 16] = std::array::from_fn(|l| a[l].min(b[l]));
            assert_eq!(x.lesser(y).store(), lesser);
            let rolled = |by: usize, of: usize| -> [u16; 16] {
                std::array::from_fn(|l| if l / 4 < of { a[(l / 4 + by) % of * 4 + l % 4] } else { a[l] })
            };
            assert_eq!(x.rolled_of::<1, 2>().store(), rolled(1, 2));
            assert_eq!(x.rolled_of::<1, 3>().store(), rolled(1, 3));
            assert_eq!(x.rolled_of::<2, 3>().store(), rolled(2, 3));
            assert_eq!(x.rolled_of::<1, 4>().store(), rolled(1, 4));
            assert_eq!(x.rolled_of::<2, 4>().store(), rolled(2, 4));
            check_turn::<L, 1, 2>(a);
            check_turn::<L, 1, 3>(a);
            check_turn::<L, 2, 3>(a);
            check_turn::<L, 1, 4>(a);
            check_turn::<L, 2, 4>(a);
            let least = a.iter().enumerate().map(|(l, &key)| (key, l)).min();
            assert_eq!(Some(x.least()), least);
        }
    }

    #[test]
    fn lanes_in_words_move_as_stated() {
        check::<Words>();
    }

    #[test]
    fn lanes_in_registers_move_as_stated() {
        #[cfg(target_arch = "x86_64")]
        if crate::lanes::registers::avx2::Avx2::is_available() {
            check::<crate::lanes::registers::avx2::Avx2>();
        }
        #[cfg(target_arch = "aarch64")]
        check::<crate::lanes::registers::neon::Neon>();
    }
}
