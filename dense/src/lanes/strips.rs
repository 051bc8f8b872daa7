//! Strips of lanes, each of which is rotated by its own amount.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use std::fmt::Debug;

use crate::lanes::shuffles::Shuffles;

/// Sixteen lanes as four strips of four, or as two of eight.
pub(crate) trait Strips: Shuffles {
    /// A rotation of each strip, in the form that the machine needs.
    type Swing: Copy + Debug + Send + Sync;

    /// A rotation of strips of `width` lanes: lane `l` of each, of the first `of`, comes from lane `l + by` of the
    /// same strip, modulo `of`; the others become empty. `by` is indexed by strip.
    fn swing(width: usize, by: [usize; 4], of: usize) -> Self::Swing;
    /// All strips rotated.
    fn swung(self, swing: &Self::Swing) -> Self;
}

/// For each lane, where it comes from; `None` if it becomes empty. Strips do not cross the middle.
#[inline(always)]
pub(crate) fn sources(width: usize, by: [usize; 4], of: usize) -> [Option<usize>; 16] {
    std::array::from_fn(|l| {
        let (strip, at) = (l / width, l % width);
        (at < of).then(|| strip * width + (at + by[strip]) % of)
    })
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use crate::lanes::Lanes;
    use crate::lanes::machine::Machine;
    use crate::lanes::registers::avx2::Avx2;
    use crate::lanes::strips::Strips;

    #[test]
    fn each_strip_turns_by_an_amount_of_its_own() {
        if !Avx2::is_available() {
            return;
        }
        let lanes: [u16; 16] = std::array::from_fn(|l| 0x9e37u16.wrapping_mul(l as u16 + 1));
        for (width, most) in [(4, 4), (8, 8)] {
            for (of, first) in (2..=most).flat_map(|of| (0..of).map(move |first| (of, first))) {
                let by = [first, (first + 1) % of, (2 * first) % of, of - 1];
                let turned = Avx2::load(&lanes).swung(&Avx2::swing(width, by, of)).store();
                for (l, &lane) in turned.iter().enumerate() {
                    let from = l / width * width + (l % width + by[l / width]) % of;
                    let expected = if l % width < of { lanes[from] } else { 0 };
                    assert_eq!(lane, expected, "{width} {by:?} {of} {l}");
                }
            }
        }
    }
}
