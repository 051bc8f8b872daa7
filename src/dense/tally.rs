//! What the lanes of a row have in common: four rows at a time.
//!
//! To join all lanes of one row takes four turns of it. Four rows that are laid across each other, group by group, are
//! joined by what takes one of them, and what comes out is a group for each.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::dense::lanes::Lanes;

/// In all lanes of group `g`: what some lane of row `g` has, and what two have.
#[derive(Clone, Copy, Debug)]
pub(in crate::dense) struct Tally<L> {
    pub(in crate::dense) once: L,
    pub(in crate::dense) twice: L,
}

/// The four rows from `4 · at` on, of which there may be fewer.
#[inline(always)]
pub(in crate::dense) fn four<L: Lanes, const R: usize>(rows: &[L; R], at: usize) -> [L; 4] {
    std::array::from_fn(|k| if 4 * at + k < R { rows[4 * at + k] } else { L::load(&[0; 16]) })
}

/// The tally of each of four rows.
#[inline(always)]
pub(in crate::dense) fn of_four<L: Lanes>(rows: [L; 4]) -> Tally<L> {
    let [a, b, c, d] = L::by_group(rows);
    let (ab, cd) = (a.or(b), c.or(d));
    let both = Tally { once: ab.or(cd), twice: a.and(b).or(c.and(d)).or(ab.and(cd)) };
    let both = both.join(Tally { once: both.once.turned::<2>(), twice: both.twice.turned::<2>() });
    both.join(Tally { once: both.once.turned::<1>(), twice: both.twice.turned::<1>() })
}

impl<L: Lanes> Tally<L> {
    /// By row, in all lanes: what one lane has and no other.
    #[inline(always)]
    pub(in crate::dense) fn alone(self) -> [L; 4] {
        by_row(self.once.less(self.twice))
    }

    #[inline(always)]
    fn join(self, more: Tally<L>) -> Tally<L> {
        let twice = self.twice.or(more.twice).or(self.once.and(more.once));
        Tally { once: self.once.or(more.once), twice }
    }
}

/// What some lane has, what two have, and what three have.
#[derive(Clone, Copy)]
struct Triple<L>(L, L, L);

impl<L: Lanes> Triple<L> {
    #[inline(always)]
    fn join(self, more: Triple<L>) -> Triple<L> {
        let three = self.2.or(more.2).or(self.0.and(more.1)).or(self.1.and(more.0));
        Triple(self.0.or(more.0), self.1.or(more.1).or(self.0.and(more.0)), three)
    }
}

/// By row, in all lanes, what two lanes have and no others.
#[inline(always)]
pub(in crate::dense) fn pairs<L: Lanes, const R: usize>(rows: &[L; R]) -> [L; 16] {
    let none = L::load(&[0; 16]);
    let mut pairs = [none; 16];
    for at in 0..R.div_ceil(4) {
        let [a, b, c, d] = L::by_group(four(rows, at));
        let x = Triple(a.or(b), a.and(b), none).join(Triple(c.or(d), c.and(d), none));
        let x = x.join(Triple(x.0.turned::<2>(), x.1.turned::<2>(), x.2.turned::<2>()));
        let x = x.join(Triple(x.0.turned::<1>(), x.1.turned::<1>(), x.2.turned::<1>()));
        pairs[4 * at..][..4].copy_from_slice(&by_row(x.1.less(x.2)));
    }
    pairs
}

/// The groups, each in all lanes.
#[inline(always)]
fn by_row<L: Lanes>(groups: L) -> [L; 4] {
    [groups.group::<0>(), groups.group::<1>(), groups.group::<2>(), groups.group::<3>()]
}
