//! Branching of the form by planes: on a value of the first variable that has two, otherwise on one with the fewest.
//!
//! Neighbours in the grid are neighbours in the rows, so consecutive decisions stay in the same regions.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::lanes::Lanes;
use crate::value_planes::kernel::ValuePlanes;

/// A row, a value, and a column as a bit.
type Literal = (usize, usize, u16);

impl<L: Lanes, const R: usize> ValuePlanes<L, R> {
    /// The next decision: a variable of two values, or else one with the fewest, or a value with fewer places in a
    /// row that is a permutation.
    #[inline(always)]
    pub(crate) fn choose(&self, state: &[L; R]) -> Literal {
        Self::first_pair(state).unwrap_or_else(|| self.fewest(state))
    }

    /// The first variable of two values.
    #[inline(always)]
    fn first_pair(state: &[L; R]) -> Option<Literal> {
        state.iter().enumerate().find_map(|(r, row)| {
            let row = row.store();
            let (mut one, mut two, mut three) = (0, 0, 0);
            for x in row {
                three |= two & x;
                two |= one & x;
                one |= x;
            }
            let pairs = two & !three;
            let pair = pairs & pairs.wrapping_neg();
            let l = row.iter().position(|&x| x & pair != 0)?;
            Some((r, l, pair))
        })
    }

    #[inline(always)]
    fn fewest(&self, state: &[L; R]) -> Literal {
        let (mut best, mut choice) = (usize::MAX, None);
        for (r, (row, line)) in state.iter().zip(&self.lines).enumerate() {
            let row = row.store();
            for (l, &x) in row.iter().enumerate().filter(|_| !line.is_full.is_zero()) {
                let size = x.count_ones() as usize;
                if size > 1 && size < best {
                    (best, choice) = (size, Some((r, l, x & x.wrapping_neg())));
                }
            }
            for bit in (0..16).map(|c| 1u16 << c) {
                let size = row.iter().filter(|&x| x & bit != 0).count();
                if size > 1 && size < best {
                    let l = row.iter().position(|x| x & bit != 0).unwrap_or(0);
                    (best, choice) = (size, Some((r, l, bit)));
                }
            }
        }
        choice.expect("invariant: an open state has an open variable")
    }
}
