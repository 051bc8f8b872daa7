//! Unavoidable sets: minimal sets of cells in which two solutions differ.
//!
//! Every set of givens that leaves one solution has a member in each unavoidable set of that solution. An unavoidable
//! set together with the values of two solutions in it is known as a deadly pattern.
//!
//! | Promise | |
//! |---|---|
//! | Cost | for one within a difference: a search for each of its cells; for all up to k cells: exponential in k |
//! | Source | McGuire, Tugemann & Civario, *There Is No 16-Clue Sudoku*, Experimental Mathematics 23, 2014 |

use std::collections::BTreeSet;

use residua::engine::Consistency;
use residua::search::{Deadline, Limit, Limits, Status};

use crate::{Geometry, Puzzle, PuzzleSolver};

/// Cells in which two grids that obey the rules differ, such that no grid differs from one of them in a proper subset
/// of these cells only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadlyPattern {
    /// The cells, ascending.
    pub cells: Vec<usize>,
    /// The grid whose unavoidable set this is.
    pub one: Vec<i32>,
    /// The other solution, with other values in those cells.
    pub other: Vec<i32>,
}

impl Geometry {
    /// A deadly pattern within the cells in which two full grids differ: an unavoidable set of `one`. `None` if the
    /// grids are equal, or one of them does not obey the rules.
    ///
    /// ```
    /// use residua::search::Limits;
    /// use residua_sudoku::Puzzle;
    ///
    /// let puzzle: Puzzle = "..34 3412 ..43 4321".parse()?;
    /// let found: Vec<_> = puzzle.model().solutions().map(|s| s.values().to_vec()).collect();
    /// assert_eq!(found.len(), 2);
    /// let pattern = puzzle.geometry().deadly_pattern(&found[0], &found[1], &Limits::default()).expect("no limit");
    /// assert_eq!(pattern.expect("they differ").cells, [0, 1, 8, 9]);
    /// # Ok::<(), residua_sudoku::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached: time and the flag limit all of the work, nodes and failures each search.
    pub fn deadly_pattern(
        self,
        one: &[i32],
        other: &[i32],
        limits: &Limits,
    ) -> Result<Option<DeadlyPattern>, Limit> {
        Puzzle::blank(self).deadly_pattern(one, other, limits)
    }

    /// All unavoidable sets of a full grid with up to `most` cells, each ascending: the cells that have to change
    /// together. None if the grid does not obey the rules.
    ///
    /// # Errors
    /// The limit of time, or the flag.
    pub fn unavoidable_sets(
        self,
        solution: &[i32],
        most: usize,
        limits: &Limits,
    ) -> Result<Vec<Vec<usize>>, Limit> {
        if !self.obeys(solution) {
            return Ok(Vec::new());
        }
        let mut repairs = Repairs::new(self, solution, most);
        let deadline = limits.deadline();
        let mut found = BTreeSet::new();
        for first in 0..self.cells() {
            repairs.from(first, &deadline, &mut found)?;
        }
        let is_minimal = |set: &&Vec<usize>| {
            !found.iter().any(|other| other.len() < set.len() && other.iter().all(|cell| set.contains(cell)))
        };
        let mut minimal: Vec<Vec<usize>> = found.iter().filter(is_minimal).cloned().collect();
        minimal.sort_by_key(Vec::len);
        Ok(minimal)
    }

    /// Whether a full grid has each symbol once in each house.
    fn obeys(self, grid: &[i32]) -> bool {
        let is_full = |cells: Vec<usize>| {
            let values: BTreeSet<i32> = cells.iter().map(|&cell| grid[cell]).collect();
            values.into_iter().eq(self.symbols())
        };
        grid.len() == self.cells() && self.houses().all(|(_, cells)| is_full(cells))
    }
}

impl Puzzle {
    /// A deadly pattern within the cells in which two solutions of the puzzle differ, `None` if they are equal, or
    /// one of them is not a solution. It is that of the [geometry](Geometry::deadly_pattern), except where cells are
    /// restricted to some values: both grids of the pattern obey these restrictions.
    ///
    /// # Errors
    /// The limit that was reached: time and the flag limit all of the work, nodes and failures each search.
    pub fn deadly_pattern(
        &self,
        one: &[i32],
        other: &[i32],
        limits: &Limits,
    ) -> Result<Option<DeadlyPattern>, Limit> {
        if one == other || !self.is_solution(one) || !self.is_solution(other) {
            return Ok(None);
        }
        let mut twins = Twins::new(self.without_givens(), limits);
        twins.deadly_pattern(one, other.to_vec()).map(Some)
    }

    /// Whether a full grid obeys the rules and the restrictions of the cells.
    pub(super) fn is_solution(&self, grid: &[i32]) -> bool {
        let agrees = |(&given, &value): (&i32, &i32)| given == 0 || given == value;
        self.geometry().obeys(grid)
            && self.givens().iter().zip(grid).all(agrees)
            && self.restricted().all(|(cell, values)| values.contains(&grid[cell]))
    }

    /// The rules, and the restrictions of the cells.
    pub(super) fn without_givens(&self) -> Puzzle {
        let blank = |puzzle: Puzzle, cell| puzzle.with_given(cell, 0);
        let cells = 0..self.geometry().cells();
        cells
            .into_iter()
            .try_fold(self.clone(), blank)
            .expect("invariant: a cell of this puzzle can be blank")
    }
}

/// Searches for other solutions of puzzles whose givens are taken from a solution.
#[derive(Debug)]
pub(super) struct Twins {
    /// The grid without givens; some of its cells may be restricted.
    board: Puzzle,
    deadline: Deadline,
}

impl Twins {
    pub(super) fn new(board: Puzzle, limits: &Limits) -> Twins {
        Twins { board, deadline: limits.clone().solutions(None).deadline() }
    }

    /// How long the work may go on.
    pub(super) fn deadline(&self) -> &Deadline {
        &self.deadline
    }

    /// A solution of `puzzle` other than `one`, which is a solution.
    pub(super) fn other(&self, puzzle: &Puzzle, one: &[i32]) -> Result<Option<Vec<i32>>, Limit> {
        self.deadline.check()?;
        let mut solver = PuzzleSolver::new(self.board.geometry(), Consistency::Domain, self.deadline.left());
        if solver.load(puzzle).is_err() {
            return Ok(None);
        }
        let mut grid = Vec::new();
        while solver.next_solution(&mut grid) {
            if grid != one {
                return Ok(Some(grid));
            }
        }
        match solver.status() {
            Some(Status::Stopped(limit)) => Err(limit),
            _ => Ok(None),
        }
    }

    /// A deadly pattern within the cells in which two solutions differ.
    pub(super) fn deadly_pattern(
        &mut self,
        one: &[i32],
        mut other: Vec<i32>,
    ) -> Result<DeadlyPattern, Limit> {
        let differ = |other: &[i32]| (0..one.len()).filter(|&i| one[i] != other[i]).collect::<Vec<usize>>();
        let mut cells = differ(&other);
        let mut at = 0;
        while let Some(&cell) = cells.get(at) {
            // With this cell unchanged: is there still another solution?
            let kept = (0..one.len()).filter(|other| *other == cell || !cells.contains(other));
            let give = |puzzle: Puzzle, kept| puzzle.with_given(kept, one[kept]);
            let puzzle = kept
                .into_iter()
                .try_fold(self.board.clone(), give)
                .expect("invariant: the grid obeys the rules");
            if let Some(nearer) = self.other(&puzzle, one)? {
                cells = differ(&nearer);
                other = nearer;
            }
            // The cells before it were needed with more cells free to change, and so they are with fewer.
            at = cells.partition_point(|&known| known <= cell);
        }
        Ok(DeadlyPattern { cells, one: one.to_vec(), other })
    }
}

/// Repairs of a changed full grid, cell after cell, until it obeys the rules again.
#[derive(Debug)]
struct Repairs<'a> {
    geometry: Geometry,
    solution: &'a [i32],
    most: usize,
    /// By cell: its peers, those that share a house with it.
    peers: Vec<Vec<usize>>,
    steps: u32,
}

/// The number of steps between two looks at the clock.
const STEPS_PER_CHECK: u32 = 1024;

impl<'a> Repairs<'a> {
    fn new(geometry: Geometry, solution: &'a [i32], most: usize) -> Repairs<'a> {
        let mut peers = vec![BTreeSet::new(); geometry.cells()];
        for (_, cells) in geometry.houses() {
            for &cell in &cells {
                peers[cell].extend(cells.iter().copied().filter(|&other| other != cell));
            }
        }
        let peers = peers.into_iter().map(|set| set.into_iter().collect()).collect();
        Repairs { geometry, solution, most, peers, steps: 0 }
    }

    /// Adds the cells of all repairs whose first cell is `first`.
    ///
    /// A cell that was changed to a value clashes with each peer that has it: that has to change too. The clash with
    /// the fewest possible repairs is handled first. Where nothing clashes any more, each house has each value again.
    fn from(
        &mut self,
        first: usize,
        deadline: &Deadline,
        found: &mut BTreeSet<Vec<usize>>,
    ) -> Result<(), Limit> {
        if self.most == 0 {
            return Ok(());
        }
        let mut grid = self.solution.to_vec();
        let mut changed: Vec<usize> = Vec::new();
        // By depth: the cell that changes there, and the values that it has not been given yet.
        let mut choices = vec![(first, self.options(first, &grid, &changed))];
        while let Some((cell, values)) = choices.last_mut() {
            self.steps = self.steps.wrapping_add(1);
            if self.steps.is_multiple_of(STEPS_PER_CHECK) {
                deadline.check()?;
            }
            if changed.last() == Some(cell) {
                grid[*cell] = self.solution[*cell];
                changed.pop();
            }
            let Some(value) = values.pop() else {
                choices.pop();
                continue;
            };
            grid[*cell] = value;
            changed.push(*cell);
            let clashing = self.clashing(&grid, &changed);
            if clashing.is_empty() {
                let mut cells = changed.clone();
                cells.sort_unstable();
                found.insert(cells);
            } else if clashing.len() <= self.most - changed.len() && clashing[0] > first {
                let options = clashing.iter().map(|&cell| (cell, self.options(cell, &grid, &changed)));
                choices.extend(options.min_by_key(|(_, values)| values.len()));
            }
        }
        Ok(())
    }

    /// The cells, unchanged, that have the value of a changed peer, ascending.
    fn clashing(&self, grid: &[i32], changed: &[usize]) -> Vec<usize> {
        let mut clashing: Vec<usize> = Vec::new();
        for &cell in changed {
            let same = self.peers[cell].iter().filter(|&&peer| grid[peer] == grid[cell]);
            clashing.extend(same.filter(|peer| !changed.contains(peer)));
        }
        clashing.sort_unstable();
        clashing.dedup();
        clashing
    }

    /// The values that a cell can change to, given the other changes.
    fn options(&self, cell: usize, grid: &[i32], changed: &[usize]) -> Vec<i32> {
        let taken =
            |value: i32| self.peers[cell].iter().any(|peer| grid[*peer] == value && changed.contains(peer));
        self.geometry.symbols().filter(|&value| value != self.solution[cell] && !taken(value)).collect()
    }
}
