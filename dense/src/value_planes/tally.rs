//! Tallies: the values in at least one, and in at least two, of the lanes of a row, for four rows at a time.
//!
//! Joining all lanes of one row takes four rotations of it. Four rows that are transposed, group by group, are joined
//! at the cost of one of them, and each group of the result belongs to one row.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::lanes::Lanes;

/// In all lanes of group `g`: what at least one lane of row `g` has, and what at least two have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally<L> {
    pub(crate) once: L,
    pub(crate) twice: L,
}

/// The four rows from `4 · at` on, of which there may be fewer.
#[inline(always)]
pub(crate) fn four<L: Lanes, const R: usize>(rows: &[L; R], at: usize) -> [L; 4] {
    let row = |k: usize| if 4 * at + k < R { rows[4 * at + k] } else { L::load(&[0; 16]) };
    [row(0), row(1), row(2), row(3)]
}

/// The tally of each of four rows.
#[inline(always)]
pub(crate) fn of_four<L: Lanes>(rows: [L; 4]) -> Tally<L> {
    let [a, b, c, d] = L::by_group(rows);
    let (ab, cd) = (a.or(b), c.or(d));
    let both = Tally { once: ab.or(cd), twice: a.and(b).or(c.and(d)).or(ab.and(cd)) };
    let both = both.join(Tally { once: both.once.turned::<2>(), twice: both.twice.turned::<2>() });
    both.join(Tally { once: both.once.turned::<1>(), twice: both.twice.turned::<1>() })
}

impl<L: Lanes> Tally<L> {
    /// By row, in all lanes: what exactly one lane has.
    #[inline(always)]
    pub(crate) fn alone(self) -> [L; 4] {
        by_row(self.once.less(self.twice))
    }

    #[inline(always)]
    fn join(self, more: Tally<L>) -> Tally<L> {
        let twice = self.twice.or(more.twice).or(self.once.and(more.once));
        Tally { once: self.once.or(more.once), twice }
    }
}

/// The groups, each copied to all lanes.
#[inline(always)]
fn by_row<L: Lanes>(groups: L) -> [L; 4] {
    [groups.group::<0>(), groups.group::<1>(), groups.group::<2>(), groups.group::<3>()]
}
