//! Grids of rows, columns and regions: the arrangement of a network's variables for the form by planes.
//!
//! Rows are disjoint scopes that contain all variables, if there are such, and columns are others of this kind that
//! each row crosses in one variable at most; all other scopes are regions. Any choice is correct, but some are
//! faster: variables that are in no row form rows of their own, which impose no constraint.

use std::cell::Cell;

use crate::network::Network;

/// What a row, a column or a region requires of its variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing.
    Free,
    /// To differ.
    Scope,
    /// To take every value.
    Permutation,
}

/// A row: its variables by their columns, as bits.
#[derive(Clone, Debug)]
pub(crate) struct GridRow {
    pub(crate) all: u64,
    /// Those that are in a column that is a scope.
    pub(crate) crossed: u64,
    pub(crate) kind: Kind,
}

/// Any other scope: the columns that it has in each row it meets.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) parts: Vec<(usize, u64)>,
    pub(crate) kind: Kind,
}

#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) rows: Vec<GridRow>,
    /// The columns that are scopes and need every value, as bits.
    pub(crate) full_columns: u64,
    pub(crate) regions: Vec<Region>,
    /// By variable: its row and its column.
    pub(crate) places: Vec<(usize, usize)>,
}

/// How much work the search for rows and columns may take, in variables visited: some milliseconds. Those of puzzles
/// take a few thousand.
const WORK: usize = 4_000_000;

impl Grid {
    /// A grid with rows of at most `width` variables; `None` if some scope has more variables than there are values.
    pub(crate) fn of(network: &Network, width: usize) -> Option<Grid> {
        let sets = network.distinct_scopes();
        let values = network.values().len();
        if sets.iter().any(|set| set.len() > values) {
            return None;
        }
        let cover = Cover::new(&sets, network.domains().len());
        let (rows, mut columns) = cover.rows_and_columns();
        columns.truncate(width);
        let kind = |s: usize| if sets[s].len() == values { Kind::Permutation } else { Kind::Scope };
        let mut grid = Grid::laid_out(network.domains().len(), &sets, &rows, &columns, width);
        for (row, &s) in grid.rows.iter_mut().zip(&rows) {
            row.kind = kind(s);
        }
        for (c, &s) in columns.iter().enumerate() {
            grid.full_columns |= u64::from(kind(s) == Kind::Permutation) << c;
        }
        for (s, set) in sets.iter().enumerate() {
            if !grid.says(set) {
                let mut parts: Vec<(usize, u64)> = Vec::new();
                for &x in set {
                    let (r, c) = grid.places[x as usize];
                    match parts.iter_mut().find(|part| part.0 == r) {
                        Some(part) => part.1 |= 1 << c,
                        None => parts.push((r, 1 << c)),
                    }
                }
                parts.sort_unstable();
                grid.regions.push(Region { parts, kind: kind(s) });
            }
        }
        debug_assert!(
            grid.rules(&sets),
            "invariant: each pair that differs is in a row, a column or a region"
        );
        Some(grid)
    }

    /// All variables in their places; the remaining places of the rows are free.
    fn laid_out(vars: usize, sets: &[Vec<u32>], rows: &[usize], columns: &[usize], width: usize) -> Grid {
        let mut column_of = vec![None; vars];
        for (c, &s) in columns.iter().enumerate() {
            sets[s].iter().for_each(|&x| column_of[x as usize] = Some(c));
        }
        let mut row_of = vec![None; vars];
        for (r, &s) in rows.iter().enumerate() {
            sets[s].iter().for_each(|&x| row_of[x as usize] = Some(r));
        }
        let row = GridRow { all: 0, crossed: 0, kind: Kind::Free };
        let mut grid = Grid {
            rows: vec![row.clone(); rows.len()],
            full_columns: 0,
            regions: Vec::new(),
            places: vec![(0, 0); vars],
        };
        // First those whose column is known, so that the others of their row take what is left.
        for is_crossed in [true, false] {
            for x in (0..vars).filter(|&x| column_of[x].is_some() == is_crossed) {
                let free = |row: &GridRow| match column_of[x] {
                    Some(c) => row.all >> c & 1 == 0,
                    None => row.all.count_ones() < width as u32,
                };
                let r = row_of[x].or_else(|| (rows.len()..grid.rows.len()).find(|&r| free(&grid.rows[r])));
                let r = r.unwrap_or(grid.rows.len());
                if r == grid.rows.len() {
                    grid.rows.push(row.clone());
                }
                let c = column_of[x].unwrap_or(grid.rows[r].all.trailing_ones() as usize);
                grid.rows[r].all |= 1 << c;
                grid.rows[r].crossed |= u64::from(is_crossed) << c;
                grid.places[x] = (r, c);
            }
        }
        grid
    }

    /// Whether one row, or one column, makes all of these different.
    fn says(&self, set: &[u32]) -> bool {
        let first = set[0] as usize;
        set.iter().all(|&x| self.in_one_row(first, x as usize))
            || set.iter().all(|&x| self.in_one_column(first, x as usize))
    }

    /// Whether both are in the same row, and that is a scope.
    fn in_one_row(&self, x: usize, y: usize) -> bool {
        let r = self.places[x].0;
        r == self.places[y].0 && self.rows[r].kind != Kind::Free
    }

    /// Whether both are in the same column, and that is a scope that has them.
    fn in_one_column(&self, x: usize, y: usize) -> bool {
        let is_crossed = |(r, c): (usize, usize)| self.rows[r].crossed >> c & 1 == 1;
        let (place, other) = (self.places[x], self.places[y]);
        place.1 == other.1 && is_crossed(place) && is_crossed(other)
    }

    /// Whether all pairs of variables of each set are made different.
    fn rules(&self, sets: &[Vec<u32>]) -> bool {
        let has = |region: &Region, x: u32| {
            let (r, c) = self.places[x as usize];
            region.parts.iter().any(|&(s, columns)| r == s && columns >> c & 1 == 1)
        };
        let apart = |x: u32, y: u32| {
            self.in_one_row(x as usize, y as usize)
                || self.in_one_column(x as usize, y as usize)
                || self.regions.iter().any(|region| has(region, x) && has(region, y))
        };
        sets.iter().all(|set| set.iter().enumerate().all(|(i, &x)| set[..i].iter().all(|&y| apart(x, y))))
    }
}

/// Sets of disjoint scopes.
struct Cover<'a> {
    sets: &'a [Vec<u32>],
    /// By variable: its scopes.
    of: Vec<Vec<usize>>,
    /// The work that is left.
    work: Cell<usize>,
}

impl Cover<'_> {
    fn new(sets: &[Vec<u32>], vars: usize) -> Cover<'_> {
        let mut of = vec![Vec::new(); vars];
        for (s, set) in sets.iter().enumerate() {
            for &x in set {
                of[x as usize].push(s);
            }
        }
        Cover { sets, of, work: Cell::new(WORK) }
    }

    /// Counts work; false if the budget is exceeded.
    fn works(&self, amount: usize) -> bool {
        let left = self.work.get().checked_sub(amount);
        self.work.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Rows that contain all variables together with columns that do, if they exist and are found; otherwise a greedy
    /// choice.
    fn rows_and_columns(&self) -> (Vec<usize>, Vec<usize>) {
        let (mut found, mut rows_alone) = (None, None);
        let every = vec![true; self.sets.len()];
        let (mut held, mut free) = (vec![false; self.of.len()], vec![false; self.of.len()]);
        self.exact(&every, &mut Vec::new(), &mut held, &mut |rows| {
            rows_alone.get_or_insert_with(|| rows.to_vec());
            let crosses = self.that_cross(rows);
            free.fill(false);
            self.exact(&crosses, &mut Vec::new(), &mut free, &mut |columns| {
                found = Some((rows.to_vec(), columns.to_vec()));
                true
            })
        });
        found.unwrap_or_else(|| {
            let rows = rows_alone.unwrap_or_else(|| self.greedy(&every));
            let columns = self.greedy(&self.that_cross(&rows));
            (rows, columns)
        })
    }

    /// By scope: whether it shares at most one variable with each of the rows.
    fn that_cross(&self, rows: &[usize]) -> Vec<bool> {
        let mut row_of = vec![usize::MAX; self.of.len()];
        self.works(2 * self.sets.iter().map(Vec::len).sum::<usize>());
        for &s in rows {
            self.sets[s].iter().for_each(|&x| row_of[x as usize] = s);
        }
        let crosses = |set: &Vec<u32>| {
            let mut met: Vec<usize> =
                set.iter().map(|&x| row_of[x as usize]).filter(|&r| r != usize::MAX).collect();
            let all = met.len();
            met.sort_unstable();
            met.dedup();
            met.len() == all
        };
        self.sets.iter().map(crosses).collect()
    }

    /// Enumerates sets of allowed scopes that contain each variable once, until one is accepted; false if none was,
    /// or the budget is exceeded.
    fn exact(
        &self,
        allowed: &[bool],
        chosen: &mut Vec<usize>,
        held: &mut Vec<bool>,
        take: &mut dyn FnMut(&[usize]) -> bool,
    ) -> bool {
        let Some(x) = held.iter().position(|held| !held) else { return take(chosen) };
        for &s in self.of[x].iter().filter(|&&s| allowed[s]) {
            if !self.works(self.sets[s].len() + x / 8) {
                return false;
            }
            if self.sets[s].iter().any(|&y| held[y as usize]) {
                continue;
            }
            self.sets[s].iter().for_each(|&y| held[y as usize] = true);
            chosen.push(s);
            if self.exact(allowed, chosen, held, take) {
                return true;
            }
            chosen.pop();
            self.sets[s].iter().for_each(|&y| held[y as usize] = false);
        }
        false
    }

    /// Disjoint scopes, chosen greedily, the largest first.
    fn greedy(&self, allowed: &[bool]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.sets.len()).filter(|&s| allowed[s]).collect();
        order.sort_by_key(|&s| std::cmp::Reverse(self.sets[s].len()));
        let mut held = vec![false; self.of.len()];
        order.retain(|&s| {
            let is_free = self.sets[s].iter().all(|&x| !held[x as usize]);
            if is_free {
                self.sets[s].iter().for_each(|&x| held[x as usize] = true);
            }
            is_free
        });
        order
    }
}

#[cfg(test)]
mod tests {
    use crate::network::Network;
    use crate::value_planes::grid::{Cover, Grid, Kind};

    /// A network of sixteen values: all rows in any pairs of halves, so that there is any number of ways to choose
    /// rows, and no columns.
    fn in_halves() -> Vec<Vec<usize>> {
        let half = |r: usize, h: usize| (0..8).map(move |k| r * 16 + 8 * h + k);
        let pairs = (0..16).flat_map(|r| (0..16).map(move |s| (r, s)));
        pairs.map(|(r, s)| half(r, 0).chain(half(s, 1)).collect()).collect()
    }

    #[test]
    fn a_network_that_is_hard_to_recognise_is_given_up_soon() {
        let network = Network::over(&vec![(1..=16).collect(); 256], in_halves()).expect("sixteen values");
        let sets = network.distinct_scopes();
        let cover = Cover::new(&sets, 256);
        let (rows, columns) = cover.rows_and_columns();
        assert_eq!(cover.work.get(), 0, "there is no end of ways");
        assert!(rows.len() == 16 && columns.is_empty());
        // The result is usable all the same.
        let grid = Grid::of(&network, 16).expect("scopes of sixteen");
        assert!(grid.rows.iter().all(|row| row.kind == Kind::Permutation));
    }
}
