//! Lanes that move: what the layout by boxes asks of sixteen of them.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use std::fmt::Debug;

use crate::dense::lanes::Lanes;

/// In every operation lane `l` of the result comes from lane `l`, unless it says otherwise.
pub(in crate::dense) trait Shuffles: Lanes {
    /// A shuffle within halves, as the machine wants it told.
    type Table: Clone + Debug + Send + Sync;

    /// The lesser of the two numbers in each lane.
    fn lesser(self, other: Self) -> Self;
    /// Group `g`, of the first `OF`, comes from group `g + BY` modulo `OF`; the others stay.
    fn rolled_of<const BY: usize, const OF: usize>(self) -> Self;
    /// What [`shuffled`](Self::shuffled) needs to bring lane `l` from lane `from[l]`.
    fn table(from: [usize; 16]) -> Self::Table;
    /// Lane `l` comes from lane `from[l]`, which is in the same half of the word, or is empty where that is 16; `table` is made
    /// of the same numbers.
    fn shuffled(self, from: [usize; 16], table: &Self::Table) -> Self;
    /// The least of the numbers in the lanes, and the first lane that has it.
    fn least(self) -> (u16, usize);
}

/// By byte, of each half: the byte that it comes from, or one whose highest bit says that there is none. So machines want it told
/// that look bytes up.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
pub(in crate::dense) fn bytes(from: [usize; 16]) -> [u16; 16] {
    let byte = |l: usize| if from[l] < 16 { 2 * (from[l] % 8) as u16 } else { 0x80 };
    std::array::from_fn(|l| byte(l) | (byte(l) + 1) << 8)
}

#[cfg(test)]
mod tests {
    use crate::dense::arrays::Arrays;
    use crate::dense::lanes::sample_words;
    use crate::dense::shuffles::Shuffles;

    /// Holds every operation of `L` against what is said of it.
    fn check<L: Shuffles>() {
        let all = sample_words();
        for (a, b) in all.iter().zip(&all[1..]) {
            let (x, y) = (L::load(a), L::load(b));
            let from = |f: &dyn Fn(usize) -> usize| -> [u16; 16] {
                std::array::from_fn(|l| a.get(f(l)).copied().unwrap_or(0))
            };
            let lesser: [u16; 16] = std::array::from_fn(|l| a[l].min(b[l]));
            assert_eq!(x.lesser(y).store(), lesser);
            let rolled =
                |by: usize, of: usize| from(&|l| if l / 4 < of { (l / 4 + by) % of * 4 + l % 4 } else { l });
            assert_eq!(x.rolled_of::<1, 2>().store(), rolled(1, 2));
            assert_eq!(x.rolled_of::<1, 3>().store(), rolled(1, 3));
            assert_eq!(x.rolled_of::<2, 3>().store(), rolled(2, 3));
            assert_eq!(x.rolled_of::<1, 4>().store(), rolled(1, 4));
            assert_eq!(x.rolled_of::<2, 4>().store(), rolled(2, 4));
            for seed in 0..20 {
                // Within the half, and now and then nothing.
                let source = |l: usize| match (l * 7 + seed * 5) % 11 {
                    10 => 16,
                    lane => l / 8 * 8 + lane % 8,
                };
                let source: [usize; 16] = std::array::from_fn(source);
                assert_eq!(x.shuffled(source, &L::table(source)).store(), from(&|l| source[l]), "{source:?}");
            }
            let least = a.iter().enumerate().map(|(l, &key)| (key, l)).min();
            assert_eq!(Some(x.least()), least);
        }
    }

    #[test]
    fn lanes_in_arrays_move_as_they_are_told() {
        check::<Arrays>();
    }

    #[test]
    fn lanes_in_registers_move_as_they_are_told() {
        #[cfg(target_arch = "x86_64")]
        if crate::dense::registers::avx2::is_there() {
            check::<crate::dense::registers::avx2::Avx2>();
        }
        #[cfg(target_arch = "aarch64")]
        check::<crate::dense::registers::neon::Neon>();
    }
}
