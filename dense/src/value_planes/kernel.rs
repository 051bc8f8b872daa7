//! The form for scopes of any shape: for each value, a plane with its possible places.
//!
//! The variables are arranged in a grid: each scope of a set of disjoint ones is a row, each of another set that the
//! rows cross is a column, and any other scope, a region, is represented by its parts, a set of columns in each row
//! it meets. A state has a word for each row and value, the columns where the value may be, and the values lie side
//! by side in lanes. So every rule is applied to all values at once, and no value ever moves to another lane: any
//! shape of region costs the same, and there are no tables but masks. Only rules on single variables cross the lanes.
//!
//! 1. A value with one place left in a permutation is placed, and so is the last value of a variable. A placed value
//!    is removed from the rest of its row, its column and its regions, and its variable loses all others.
//! 2. A value that a permutation has only in one part, or in one column, of another scope is removed elsewhere in
//!    that scope; for rows, columns and regions.
//!
//! | | |
//! |---|---|
//! | Infers | naked and hidden singles, locked candidates |
//! | Cost | a pass is O(rows + parts of regions + regions · rows) operations on all values at once |
//! | Branches | on a variable of two values, or else on one with the fewest: `branching.rs` |

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]
#![allow(
    clippy::needless_range_loop,
    reason = "adaptors are calls where nothing is inlined from other units"
)]

use crate::descent::lookahead::Branch;
use crate::descent::{Inference, Verdict};
use crate::lanes::Lanes;
use crate::value_planes::grid::{Grid, GridRow, Kind, Region};
use crate::value_planes::tally::{four, of_four};

/// The masks of a grid. A lane is a value, and a bit in it a column.
#[derive(Clone, Debug)]
pub(crate) struct ValuePlanes<L, const R: usize> {
    pub(crate) lines: [Line<L>; R],
    /// The columns that need every value, in the lanes of values.
    full_columns: L,
    /// All columns, in the lanes of values.
    used: L,
    /// All columns, in all lanes.
    all: L,
    regions: Vec<Area<L, R>>,
    /// Four rows at a time, a group each: their variables.
    fours: [L; 4],
}

/// A row, as masks: all bits or none for true or false.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<L> {
    /// Its variables.
    all: L,
    /// The lanes of variables that are in columns.
    crossed: L,
    is_scope: L,
    is_free: L,
    pub(crate) is_full: L,
    /// All bits in the lanes of the values that it needs.
    needed: L,
}

#[derive(Clone, Debug)]
struct Area<L, const R: usize> {
    /// A row, and the columns of the region in it.
    parts: Vec<(usize, L)>,
    /// By row: the columns of the region, none in rows without a part.
    mask: [L; R],
    is_full: L,
    /// Whether all its variables are in columns.
    is_crossed: bool,
}

#[inline(always)]
fn zero<L: Lanes>() -> L {
    L::load(&[0; 16])
}

/// A state, which has a row for each of the lines.
#[inline(always)]
fn whole<L, const R: usize>(state: &mut [L]) -> &mut [L; R] {
    state.try_into().expect("invariant: a state has this number of rows")
}

/// All bits in the lanes that are not empty.
#[inline(always)]
fn some<L: Lanes>(x: L) -> L {
    x.where_some()
}

impl<L: Lanes, const R: usize> ValuePlanes<L, R> {
    /// The masks of a grid of at most `R` rows.
    pub(crate) fn new(grid: &Grid, values: usize) -> Self {
        assert!(L::is_available(), "invariant: a form for a machine is made on such a machine only");
        let mask = |columns: u64| L::load(&[columns as u16; 16]);
        let is = |is: bool| mask(if is { u64::MAX } else { 0 });
        let used = L::load(&std::array::from_fn(|l| if l < values { u16::MAX } else { 0 }));
        let line = |row: &GridRow| Line {
            all: mask(row.all),
            crossed: mask(row.crossed),
            is_scope: is(row.kind != Kind::Free),
            is_free: is(row.kind == Kind::Free),
            is_full: is(row.kind == Kind::Permutation),
            needed: is(row.kind == Kind::Permutation).and(used),
        };
        let none = GridRow { all: 0, crossed: 0, kind: Kind::Free };
        let lines = std::array::from_fn(|r| line(grid.rows.get(r).unwrap_or(&none)));
        let variables = lines.map(|line: Line<L>| line.all);
        let fours = std::array::from_fn(|at| L::by_group(four(&variables, at))[0]);
        let area = |region: &Region| {
            let mut by_row = [zero(); R];
            for &(r, columns) in &region.parts {
                by_row[r] = mask(columns);
            }
            Area {
                parts: region.parts.iter().map(|&(r, columns)| (r, mask(columns))).collect(),
                mask: by_row,
                is_full: is(region.kind == Kind::Permutation),
                is_crossed: region.parts.iter().all(|&(r, columns)| columns & !grid.rows[r].crossed == 0),
            }
        };
        ValuePlanes {
            lines,
            full_columns: mask(grid.full_columns).and(used),
            used,
            all: is(true),
            regions: grid.regions.iter().map(area).collect(),
            fours,
        }
    }

    /// Rows and variables: the open ones, and contradictions.
    #[inline(always)]
    fn rows(&self, state: &mut [L; R], placed: &mut [L; R]) -> (L, L) {
        let (mut open, mut wrong): (L, L) = (zero(), zero());
        for at in 0..R.div_ceil(4) {
            let tally = of_four(four(state, at));
            wrong = wrong.or(self.fours[at].less(tally.once));
            open = open.or(tally.twice);
            let alone = tally.alone();
            for k in 0..R.saturating_sub(4 * at).min(4) {
                let (r, alone) = (4 * at + k, alone[k]);
                let (line, x) = (&self.lines[r], state[r]);
                let lone = x.without_lowest().where_empty().and(line.is_full);
                let here = x.and(alone.or(lone));
                wrong =
                    wrong.or(x.where_empty().and(line.needed)).or(here.without_lowest().and(line.is_scope));
                // Where the value is placed, it is nowhere else in the row.
                state[r] = x.and(here.or(here.where_empty()).or(line.is_free));
                placed[r] = here;
            }
        }
        (open, wrong)
    }

    /// Columns: contradictions.
    #[inline(always)]
    fn cross(&self, state: &mut [L; R], placed: &mut [L; R]) -> L {
        let (mut once, mut twice, mut taken, mut wrong): (L, L, L, L) = (zero(), zero(), zero(), zero());
        for r in 0..R {
            let crossed = self.lines[r].crossed;
            let (x, here) = (state[r].and(crossed), placed[r].and(crossed));
            twice = twice.or(once.and(x));
            once = once.or(x);
            wrong = wrong.or(taken.and(here));
            taken = taken.or(here);
        }
        wrong = wrong.or(self.full_columns.less(once));
        let lone = once.less(twice).and(self.full_columns);
        for r in 0..R {
            let crossed = self.lines[r].crossed;
            let here = placed[r].or(state[r].and(lone).and(crossed));
            state[r] = state[r].less(taken.and(crossed).less(here));
            placed[r] = here;
        }
        wrong
    }

    /// Regions, by their rows: contradictions.
    #[inline(always)]
    fn regions(&self, state: &mut [L; R], placed: &mut [L; R]) -> L {
        let mut wrong = zero::<L>();
        for region in &self.regions {
            // By value: whether it is possible in the region, in two places, in two parts; whether it is placed
            // there, or must be in one part because its row has it nowhere else; and the columns where it is
            // possible.
            let (mut seen, mut twice, mut apart): (L, L, L) = (zero(), zero(), zero());
            let (mut taken, mut held, mut columns): (L, L, L) = (zero(), zero(), zero());
            for &(r, part) in &region.parts {
                let (x, here) = (state[r].and(part), placed[r].and(part));
                let is_there = some(x);
                apart = apart.or(seen.and(is_there));
                twice = twice.or(x.without_lowest());
                seen = seen.or(is_there);
                columns = columns.or(x);
                let is_placed = some(here);
                wrong = wrong.or(taken.and(is_placed)).or(here.without_lowest());
                taken = taken.or(is_placed);
                let is_held = is_there.and(state[r].less(part).where_empty()).and(self.lines[r].is_full);
                wrong = wrong.or(held.and(is_held));
                held = held.or(is_held);
            }
            wrong = wrong.or(region.is_full.and(self.used).less(seen));
            let lone = apart.where_empty().and(twice.where_empty()).and(region.is_full);
            let only = apart.where_empty().and(region.is_full);
            for &(r, part) in &region.parts {
                let (x, line) = (state[r], &self.lines[r]);
                let here = placed[r].or(x.and(part).and(lone));
                let is_held = x.less(part).where_empty().and(line.is_full);
                let lost = part.and(taken.less(here).or(held.less(is_held)));
                let is_only = some(x.and(part)).and(only).and(line.is_scope);
                state[r] = x.less(lost).less(is_only.less(part));
                placed[r] = here;
            }
            if region.is_crossed {
                self.region_by_columns(state, region, columns);
            }
        }
        wrong
    }

    /// A region, by the columns where each value is possible in it.
    #[inline(always)]
    fn region_by_columns(&self, state: &mut [L; R], region: &Area<L, R>, columns: L) {
        let mut outside = zero::<L>();
        for r in 0..R {
            outside = outside.or(state[r].and(self.lines[r].crossed).less(region.mask[r]));
        }
        // A value that a column has nowhere else is removed from the region's other columns, and vice versa.
        let held = columns.less(outside).and(self.full_columns);
        let away = self.all.less(held).less(held.where_empty());
        let only = columns.and(columns.without_lowest().where_empty()).and(region.is_full);
        for r in 0..R {
            let part = region.mask[r];
            state[r] = state[r].less(part.and(away)).less(only.and(self.lines[r].crossed).less(part));
        }
    }

    /// A placed value removes all others from its variable; contradictions.
    #[inline(always)]
    fn variables(state: &mut [L; R], placed: &[L; R]) -> L {
        let mut wrong = zero::<L>();
        for at in 0..R.div_ceil(4) {
            let tally = of_four(four(placed, at));
            wrong = wrong.or(tally.twice);
            let alone = tally.alone();
            for k in 0..R.saturating_sub(4 * at).min(4) {
                let (r, alone) = (4 * at + k, alone[k]);
                state[r] = state[r].less(alone.less(placed[r]));
            }
        }
        wrong
    }
}

impl<L: Lanes, const R: usize> Inference<L> for ValuePlanes<L, R> {
    #[inline(always)]
    fn settle(&mut self, state: &mut [L], passes: &mut u64) -> Verdict {
        let state = whole(state);
        loop {
            *passes += 1;
            let old = *state;
            let mut placed = [zero(); R];
            let (open, wrong) = self.rows(state, &mut placed);
            if !wrong.or(self.cross(state, &mut placed)).is_zero() {
                return Verdict::Failed;
            }
            let wrong = self.regions(state, &mut placed);
            if !wrong.or(Self::variables(state, &placed)).is_zero() {
                return Verdict::Failed;
            }
            if open.is_zero() {
                return Verdict::Solved;
            }
            let mut gone = zero::<L>();
            for r in 0..R {
                gone = gone.or(old[r].less(state[r]));
            }
            if gone.is_zero() {
                return Verdict::Open;
            }
        }
    }

    #[inline(always)]
    fn split(&mut self, state: &mut [L], other: &mut [L], _: Option<Branch>) {
        let (r, l, column) = self.choose(whole(state));
        let (mut inside, mut outside) = (state[r].store(), state[r].store());
        outside[l] &= !column;
        // The variable has no other value, and in a scope the value has no other place.
        for x in &mut inside {
            *x &= !column;
        }
        inside[l] = if self.lines[r].is_scope.is_zero() { inside[l] | column } else { column };
        (state[r], other[r]) = (L::load(&inside), L::load(&outside));
    }
}
