//! Branching of the form by diagonals: the choice of [triples](crate::latin::triple_branching), computed in all
//! lanes at once.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::lanes::strips::Strips;
use crate::latin::diagonals::{Diagonals, TO_COLUMNS, TO_ROWS, each, everywhere, none};
use crate::latin::triple_branching::LARGE;

/// A register, a lane, and a value in that lane alone.
type Choice<L> = (usize, usize, L);

/// The values that a line has in at least one place, in two, in three.
#[derive(Clone, Copy)]
struct Places<L> {
    one: L,
    two: L,
    three: L,
}

impl<L: Strips> Places<L> {
    #[inline(always)]
    fn none() -> Self {
        Places { one: none(), two: none(), three: none() }
    }

    #[inline(always)]
    fn see(&mut self, lanes: L) {
        self.three = self.three.or(self.two.and(lanes));
        self.two = self.two.or(self.one.and(lanes));
        self.one = self.one.or(lanes);
    }

    #[inline(always)]
    fn exactly_two(self) -> L {
        self.two.less(self.three)
    }
}

#[inline(always)]
fn lowest<L: Strips>(lanes: L) -> L {
    lanes.less(lanes.without_lowest())
}

/// All values in the lanes with exactly two, none in others.
#[inline(always)]
fn where_pair<L: Strips>(lanes: L) -> L {
    let more = lanes.without_lowest();
    more.without_lowest().where_empty().less(more.where_empty())
}

impl<L: Strips, const W: usize, const R: usize> Diagonals<L, W, R> {
    /// The next decision, in a state by row.
    #[inline(always)]
    pub(crate) fn choose(&self, state: &[L; R]) -> Choice<L> {
        // Known at compile time: there are as many registers as rows, or one more.
        let pair = if W == 16 && R >= LARGE { self.pair_of_pairs(state) } else { None };
        pair.unwrap_or_else(|| self.fewest(state))
    }

    /// The first place, row by row, that is marked; `rows` has the rows in which there are any.
    #[inline(always)]
    fn first(&self, rows: L, marks: &[L; R]) -> (usize, usize) {
        let (_, lane) = everywhere::<L, W>(rows).where_empty().least();
        let row = Self::line_of(lane);
        let marks: [[u16; 16]; R] = std::array::from_fn(|j| marks[j].store());
        let marks = marks.as_flattened();
        let mut places = (0..self.order).map(|column| self.places[(row * self.order + column) & 255]);
        let place = places.find(|&place| marks[usize::from(place)] != 0);
        let place = usize::from(place.expect("invariant: what is marked is in a column"));
        (place / 16, place % 16)
    }

    /// The least value of the first of the variables with the fewest.
    #[inline(always)]
    fn fewest(&self, state: &[L; R]) -> Choice<L> {
        // When the lowest value is removed again and again, the variables with the fewest values are empty first.
        let (mut left, mut closed, mut marks) = (*state, *state, *state);
        each!(R, j => {
            left[j] = left[j].without_lowest();
            closed[j] = left[j].where_empty();
        });
        loop {
            let mut rows = none::<L>();
            each!(R, j => {
                left[j] = left[j].without_lowest();
                marks[j] = left[j].where_empty().less(closed[j]);
                rows = rows.or(marks[j]);
            });
            if !rows.is_zero() {
                let (j, lane) = self.first(rows, &marks);
                return (j, lane, lowest(state[j].and(self.only[lane])));
            }
        }
    }

    /// The first of the best: a value of two places in two variables of two values of a row; in one.
    #[inline(always)]
    fn pair_of_pairs(&self, state: &[L; R]) -> Option<Choice<L>> {
        let (mut by_row, mut by_column, mut columns) = (Places::none(), Places::none(), *state);
        each!(R, j => {
            columns[j] = self.turned(state[j], TO_COLUMNS, j);
            by_row.see(state[j]);
            by_column.see(columns[j]);
        });
        let (in_row, in_column) = (by_row.exactly_two(), by_column.exactly_two());
        let (mut paired, mut once, mut twice) = (*state, none::<L>(), none::<L>());
        each!(R, j => {
            let also = self.turned(columns[j].and(in_column), TO_ROWS, j);
            paired[j] = where_pair(state[j]).and(state[j].and(in_row).or(also));
            twice = twice.or(once.and(paired[j]));
            once = once.or(paired[j]);
        });
        if once.is_zero() {
            return None;
        }
        let best = if twice.is_zero() { once } else { twice };
        let (_, lane) = best.where_empty().least();
        let value = lowest(best.and(self.only[lane]));
        each!(R, j => { paired[j] = paired[j].and(value); });
        let (j, lane) = self.first(value.where_some(), &paired);
        Some((j, lane, value))
    }
}
