//! Branching of Latin squares: on a variable of two values, otherwise on one with the fewest.
//!
//! In a small square the first such variable is good enough, and is found quickly. In a large one it is a variable
//! one of whose values also has two places in its row or its column, preferably with another variable of two values
//! in the same row that has that value too: so each side of the branch has more than one consequence.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::latin::triples::{COLUMNS, Ones, ROWS, Square, Triple, Triples, VALUES, at, is_at_most_one};

/// From this number of rows on a square is large.
pub(crate) const LARGE: usize = 13;

#[inline(always)]
fn is_pair(line: u16) -> bool {
    is_at_most_one(line & line.wrapping_sub(1))
}

impl<const P: usize> Triples<P> {
    /// The next decision.
    #[inline(always)]
    pub(crate) fn choose(&self, square: &Square<P>) -> Triple {
        let pair = if self.order < LARGE { self.first_pair(square) } else { self.pair_of_pairs(square) };
        pair.unwrap_or_else(|| self.fewest(square))
    }

    /// The lesser value of the first variable of two.
    #[inline(always)]
    fn first_pair(&self, square: &Square<P>) -> Option<Triple> {
        self.open(square)
            .find(|&(_, values)| is_pair(values))
            .map(|(place, values)| Triple::of::<P>(VALUES, place, values))
    }

    /// The first of the best: a value of two places in two variables of two values of a row; in one; a variable of two values.
    #[inline(always)]
    fn pair_of_pairs(&self, square: &Square<P>) -> Option<Triple> {
        let (mut second, mut third) = (None, None);
        for row in 0..self.order {
            let (mut once, mut twice, mut columns) = (0u16, 0u16, [0; 16]);
            for column in Ones(square.open[row & 15]) {
                let values = square.lines[VALUES][at::<P>(row, column)];
                if !is_pair(values) {
                    continue;
                }
                for value in Ones(values) {
                    let in_row = square.lines[COLUMNS][at::<P>(row, value)];
                    if is_pair(in_row) || is_pair(square.lines[ROWS][at::<P>(column, value)]) {
                        let bit = 1 << value;
                        columns[value] = if once & bit == 0 { column } else { columns[value] };
                        twice |= once & bit;
                        once |= bit;
                    }
                }
                third = third.or(Some(Triple::of::<P>(VALUES, at::<P>(row, column), values)));
            }
            let first =
                |set: u16| Ones(set).next().map(|value| Triple { row, column: columns[value], value });
            if twice != 0 {
                return first(twice);
            }
            second = second.or(first(once));
        }
        second.or(third)
    }

    /// The least value of the first of the variables with the fewest.
    #[inline(always)]
    fn fewest(&self, square: &Square<P>) -> Triple {
        let least = self.open(square).min_by_key(|&(_, values)| values.count_ones());
        let (place, values) = least.expect("invariant: an open state has an open variable");
        Triple::of::<P>(VALUES, place, values)
    }

    /// The open variables: their places, and their values.
    #[inline(always)]
    fn open(&self, square: &Square<P>) -> impl Iterator<Item = (usize, u16)> {
        let places = (0..self.order)
            .flat_map(|row| Ones(square.open[row & 15]).map(move |column| at::<P>(row, column)));
        places.map(|place| (place, square.lines[VALUES][place]))
    }
}
