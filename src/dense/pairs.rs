//! Where planes branch: on a value of a variable that has two, or else on one of the fewest.
//!
//! With regions it is the first variable of two values: what is near in the grid is near in the rows, and stays in the
//! same regions. Without them nothing is near. There, if there are many rows, it is a variable with a value that has two places
//! in its row or its column as well, so that either side of the branch brings more than one thing about.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::dense::lanes::Lanes;
use crate::dense::planes::{Planes, zero};
use crate::dense::tally::pairs;

/// A row, a value, and a column as a bit.
type Literal = (usize, usize, u16);

/// How well it is to branch on a literal: on a variable of two values of which this has two places, in a row with the
/// other place alike; the same without that; any variable of two values; any value of two places.
const RANKS: usize = 4;

/// With fewer rows the first variable of two values serves as well, and is found sooner.
const FAR: usize = 10;

impl<L: Lanes, const R: usize> Planes<L, R> {
    /// What to decide next: a variable of two values, or else one of the fewest, or a value of fewer places in a row that
    /// is a permutation.
    #[inline(always)]
    pub(in crate::dense) fn choose(&self, state: &[L; R]) -> Literal {
        let pair = if R >= FAR && self.regions.is_empty() {
            self.pair_of_pairs(state)
        } else {
            Self::first_pair(state)
        };
        pair.unwrap_or_else(|| self.fewest(state))
    }

    /// The first of the best of those that are one of two.
    #[inline(always)]
    fn pair_of_pairs(&self, state: &[L; R]) -> Option<Literal> {
        let (by_column, by_variable) = (self.pairs_of_columns(state), pairs(state));
        let mut best = [None; RANKS];
        for r in 0..R {
            let (line, x) = (&self.lines[r], state[r]);
            let rest = x.without_lowest();
            let is_pair = rest.without_lowest().where_empty().less(rest.where_empty());
            let by_place = x.and(is_pair.and(line.is_full).or(by_column.and(line.crossed)));
            let by_variable = x.and(by_variable[r]);
            let both = by_place.and(by_variable);
            let both_places = both.and(both.without_lowest().where_some());
            for (best, set) in best.iter_mut().zip([both_places, both, by_variable, by_place]) {
                if best.is_none() && !set.is_zero() {
                    *best = Some((r, set));
                }
            }
        }
        let (r, set) = best.into_iter().flatten().next()?;
        let lanes = set.store();
        let l = lanes.iter().position(|&x| x != 0)?;
        Some((r, l, lanes[l] & lanes[l].wrapping_neg()))
    }

    /// By value, in the columns that need it: those where it has two places.
    #[inline(always)]
    fn pairs_of_columns(&self, state: &[L; R]) -> L {
        let (mut one, mut two, mut three): (L, L, L) = (zero(), zero(), zero());
        for (line, row) in self.lines.iter().zip(state) {
            let x = row.and(line.crossed);
            three = three.or(two.and(x));
            two = two.or(one.and(x));
            one = one.or(x);
        }
        two.less(three).and(self.full_columns)
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
