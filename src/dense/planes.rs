//! The form for scopes that cross anyhow: a plane of places for each value.
//!
//! The variables lie in a grid: each scope of a set of disjoint ones is a row, each of another set that the rows cross is a
//! column, and what other scopes there are, regions, is told by its parts, a set of columns in each row it meets. A state
//! has a word for each row and value, the columns where the value may be, and the values lie side by side in lanes. So
//! whatever is said of one value is said of all at once, and no value ever moves to another lane: any shape of region
//! costs the same, and there are no tables but masks. Only what concerns one variable goes across the lanes.
//!
//! 1. A value with one place left in a permutation is placed, as is the last value of a variable. A placed value leaves
//!    the rest of its row, its column and its regions, and its variable loses all others.
//! 2. What a permutation has in one part, or one column, of another scope only, that scope loses elsewhere; rows, columns
//!    and regions alike.
//!
//! | | |
//! |---|---|
//! | Infers | naked and hidden singles, locked candidates |
//! | Cost | a pass is O(rows + parts of regions + regions · rows) operations on all values at once |
//! | Branches | on a variable of two values, the first; or else on the variable of the fewest, or the value of the fewest places in a row |

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::dense::descent::{Counts, Descent, Inference, Step, Verdict};
use crate::dense::engine::Search;
use crate::dense::grid::{Grid, Kind, Region};
use crate::dense::lanes::Lanes;
use crate::dense::network::Network;

/// The masks of a grid. A lane is a value, and a bit in it a column.
#[derive(Clone, Debug)]
struct Planes<L> {
    lines: Vec<Line<L>>,
    /// The columns that need every value, in the lanes of values.
    full_columns: L,
    /// All columns, in the lanes of values.
    used: L,
    /// All columns, in all lanes.
    all: L,
    regions: Vec<Area<L>>,
    /// By row, while a pass goes on: what is placed.
    placed: Vec<L>,
    /// By row: the state before the pass.
    old: Vec<L>,
}

/// A row, as masks: all or nothing for what is so or not.
#[derive(Clone, Debug)]
struct Line<L> {
    /// Its variables.
    all: L,
    /// Those of them that are in columns.
    crossed: L,
    is_scope: L,
    is_full: L,
}

#[derive(Clone, Debug)]
struct Area<L> {
    /// A row, and the columns of the region in it.
    parts: Vec<(usize, L)>,
    /// By row: the columns of the region, none in rows without a part.
    mask: Vec<L>,
    is_full: L,
    /// Whether all its variables are in columns.
    is_crossed: bool,
}

#[inline(always)]
fn zero<L: Lanes>() -> L {
    L::load(&[0; 16])
}

/// All, where there is something.
#[inline(always)]
fn some<L: Lanes>(x: L) -> L {
    x.where_some()
}

/// In each lane: what some lane has, and what two have.
#[inline(always)]
fn tally<L: Lanes>(x: L) -> (L, L) {
    let join =
        |(once, twice): (L, L), (more, again): (L, L)| (once.or(more), twice.or(again).or(once.and(more)));
    let x = (x, zero());
    let x = join(x, (x.0.rolled::<2>(), x.1));
    let x = join(x, (x.0.rolled::<1>(), x.1.rolled::<1>()));
    let x = join(x, (x.0.turned::<2>(), x.1.turned::<2>()));
    join(x, (x.0.turned::<1>(), x.1.turned::<1>()))
}

impl<L: Lanes> Planes<L> {
    fn new(grid: &Grid, values: usize) -> Planes<L> {
        let mask = |columns: u64| L::load(&[columns as u16; 16]);
        let is = |is: bool| mask(if is { u64::MAX } else { 0 });
        let used = L::load(&std::array::from_fn(|l| if l < values { u16::MAX } else { 0 }));
        let lines = grid.rows.iter().map(|row| Line {
            all: mask(row.all),
            crossed: mask(row.crossed),
            is_scope: is(row.kind != Kind::Free),
            is_full: is(row.kind == Kind::Permutation),
        });
        let rows = grid.rows.len();
        let area = |region: &Region| {
            let mut by_row = vec![zero(); rows];
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
        Planes {
            lines: lines.collect(),
            full_columns: mask(grid.full_columns).and(used),
            used,
            all: is(true),
            regions: grid.regions.iter().map(area).collect(),
            placed: vec![zero(); rows],
            old: vec![zero(); rows],
        }
    }

    /// Rows and variables; what is open, and what is wrong.
    #[inline(always)]
    fn rows(&mut self, state: &mut [L]) -> (L, L) {
        let (mut open, mut wrong): (L, L) = (zero(), zero());
        for ((line, row), placed) in self.lines.iter().zip(state).zip(&mut self.placed) {
            let x = *row;
            let (once, twice) = tally(x);
            wrong = wrong.or(line.all.less(once)).or(x.where_empty().and(line.is_full).and(self.used));
            open = open.or(twice);
            let lone = x.and(x.without_lowest().where_empty()).and(line.is_full);
            let here = x.and(once).less(twice).or(lone);
            wrong = wrong.or(here.without_lowest().and(line.is_scope));
            // Where the value is placed, it is nowhere else in the row.
            *row = x.less(some(here).and(line.is_scope).less(here));
            *placed = here;
        }
        (open, wrong)
    }

    /// Columns; what is wrong.
    #[inline(always)]
    fn cross(&mut self, state: &mut [L]) -> L {
        let (mut once, mut twice, mut taken, mut wrong): (L, L, L, L) = (zero(), zero(), zero(), zero());
        for ((line, row), placed) in self.lines.iter().zip(&*state).zip(&self.placed) {
            let (x, here) = (row.and(line.crossed), placed.and(line.crossed));
            twice = twice.or(once.and(x));
            once = once.or(x);
            wrong = wrong.or(taken.and(here));
            taken = taken.or(here);
        }
        wrong = wrong.or(self.full_columns.less(once));
        let lone = once.less(twice).and(self.full_columns);
        for ((line, row), placed) in self.lines.iter().zip(state).zip(&mut self.placed) {
            let here = placed.or(row.and(lone).and(line.crossed));
            *row = row.less(taken.and(line.crossed).less(here));
            *placed = here;
        }
        wrong
    }

    /// Regions, by their rows; what is wrong.
    #[inline(always)]
    fn regions(&mut self, state: &mut [L]) -> L {
        let mut wrong = zero::<L>();
        for region in &self.regions {
            // By value: whether it is possible in the region, in two places, in two parts; whether it is placed there, or
            // must be in one part because its row has it nowhere else; and the columns where it is possible.
            let (mut seen, mut twice, mut apart): (L, L, L) = (zero(), zero(), zero());
            let (mut taken, mut held, mut columns): (L, L, L) = (zero(), zero(), zero());
            for &(r, part) in &region.parts {
                let (x, here) = (state[r].and(part), self.placed[r].and(part));
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
                let here = self.placed[r].or(x.and(part).and(lone));
                let is_held = x.less(part).where_empty().and(line.is_full);
                let lost = part.and(taken.less(here).or(held.less(is_held)));
                let is_only = some(x.and(part)).and(only).and(line.is_scope);
                state[r] = x.less(lost).less(is_only.less(part));
                self.placed[r] = here;
            }
            if region.is_crossed {
                self.region_by_columns(state, region, columns);
            }
        }
        wrong
    }

    /// A region, by the columns where each value is possible in it.
    #[inline(always)]
    fn region_by_columns(&self, state: &mut [L], region: &Area<L>, columns: L) {
        let mut outside = zero::<L>();
        for ((row, line), &part) in state.iter().zip(&self.lines).zip(&region.mask) {
            outside = outside.or(row.and(line.crossed).less(part));
        }
        // What a column has nowhere else, the region has in no other column; and the other way round.
        let held = columns.less(outside).and(self.full_columns);
        let away = self.all.less(held).less(held.where_empty());
        let only = columns.and(columns.without_lowest().where_empty()).and(region.is_full);
        for ((row, line), &part) in state.iter_mut().zip(&self.lines).zip(&region.mask) {
            *row = row.less(part.and(away)).less(only.and(line.crossed).less(part));
        }
    }

    /// What is placed leaves no other value to its variable; what is wrong.
    #[inline(always)]
    fn variables(&mut self, state: &mut [L]) -> L {
        let mut wrong = zero::<L>();
        for (row, &placed) in state.iter_mut().zip(&self.placed) {
            let (once, twice) = tally(placed);
            wrong = wrong.or(twice);
            *row = row.less(once.less(placed));
        }
        wrong
    }

    /// The row, the value and the column to decide next: a variable of two values, or else one of the fewest, or a value of
    /// fewer places in a row that is a permutation.
    #[inline(always)]
    fn choose(&self, state: &[L]) -> (usize, usize, u16) {
        Self::pair(state).unwrap_or_else(|| self.fewest(state))
    }

    #[inline(always)]
    fn pair(state: &[L]) -> Option<(usize, usize, u16)> {
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

    fn fewest(&self, state: &[L]) -> (usize, usize, u16) {
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

impl<L: Lanes> Inference<L> for Planes<L> {
    #[inline(always)]
    fn settle(&mut self, state: &mut [L], passes: &mut u64) -> Verdict {
        loop {
            *passes += 1;
            self.old.copy_from_slice(state);
            let (open, wrong) = self.rows(state);
            if !wrong.or(self.cross(state)).is_zero() {
                return Verdict::Failed;
            }
            let wrong = self.regions(state);
            if !wrong.or(self.variables(state)).is_zero() {
                return Verdict::Failed;
            }
            if open.is_zero() {
                return Verdict::Solved;
            }
            let mut gone = zero::<L>();
            for (row, old) in state.iter().zip(&self.old) {
                gone = gone.or(old.less(*row));
            }
            if gone.is_zero() {
                return Verdict::Open;
            }
        }
    }

    #[inline(always)]
    fn split(&mut self, state: &mut [L], other: &mut [L]) {
        let (r, l, column) = self.choose(state);
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

/// A search in this form.
#[derive(Clone, Debug)]
struct ByPlanes<L> {
    planes: Planes<L>,
    /// By variable: its row and its column.
    places: Vec<(usize, usize)>,
    /// By row: the domains of the last start.
    root: Vec<[u16; 16]>,
    descent: Descent<L>,
}

/// A search of the network in lanes `L`; `None` if it has too many values, or no rows that are worth the name.
pub(in crate::dense) fn by_planes<L: Lanes>(network: &Network) -> Option<Box<dyn Search>> {
    if network.values().len() > 16 {
        return None;
    }
    let grid = Grid::of(network, 16)?;
    if network.domains().len() < 3 * grid.rows.len() {
        return None;
    }
    let planes = Planes::<L>::new(&grid, network.values().len());
    Some(Box::new(ByPlanes { planes, places: grid.places, root: Vec::new(), descent: Descent::new() }))
}

impl<L: Lanes> Search for ByPlanes<L> {
    fn start(&mut self, domains: &[u64]) {
        self.root.clear();
        self.root.resize(self.planes.lines.len(), [0; 16]);
        for (&(r, c), &domain) in self.places.iter().zip(domains) {
            let mut rest = domain;
            while rest != 0 {
                self.root[r][rest.trailing_zeros() as usize] |= 1 << c;
                rest &= rest - 1;
            }
        }
        self.restart(&[]);
    }

    fn restart(&mut self, facts: &[(usize, u64)]) {
        let mut lanes = self.root.clone();
        for &(var, set) in facts {
            let (r, c) = self.places[var];
            let gone = lanes[r].iter_mut().enumerate().filter(|(value, _)| set >> value & 1 == 0);
            gone.for_each(|(_, lane)| *lane &= !(1 << c));
        }
        self.descent.start(|state| state.extend(lanes.iter().map(L::load)));
    }

    fn advance(&mut self, nodes: u64) -> Step {
        L::advance(&mut self.descent, &mut self.planes, nodes)
    }

    fn domain(&self, var: usize) -> u64 {
        let (r, c) = self.places[var];
        let row = self.descent.state[r].store();
        row.iter().rev().fold(0, |values, x| values << 1 | u64::from(x >> c & 1))
    }

    fn solution(&self, names: &[i32], values: &mut Vec<i32>) {
        let value = |var| names[self.domain(var).trailing_zeros() as usize];
        values.extend((0..self.places.len()).map(value));
    }

    fn counts(&self) -> Counts {
        self.descent.counts
    }

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}
