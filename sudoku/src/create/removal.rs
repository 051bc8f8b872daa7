//! Removal of givens from a complete grid, as long as few enough solutions are left.
//!
//! With a given `v` taken away from a cell, the solutions are those of before, and those with another value than `v` in that cell.
//! So one search is enough for each cell, for the latter alone: where one solution is to be left, it is a refutation of
//! "the cell is not `v`". What cannot be taken away now cannot be taken away later, when there are fewer givens:
//! after one pass over all cells none can be.
//!
//! The givens of an orbit go together. Of the solutions that this adds, each has a first cell of the orbit in which
//! it differs from the grid: one search for each cell, with the given values in the cells before it.
//!
//! Which givens go depends on numbers of solutions only, never on which solution an engine finds first: the
//! result is the same in every form of every engine.

use residua::engine::Consistency;
use residua::search::Random;
use residua::search::{Deadline, EngineChoice, Limit, Limits, Status};

use crate::{Geometry, Puzzle, PuzzleSolver};

/// Counts solutions of puzzles of one geometry.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    solver: PuzzleSolver,
}

impl Counter {
    /// A counter whose searches end when the flag of `limits` is raised.
    pub(super) fn new(geometry: Geometry, engine: EngineChoice, limits: &Limits) -> Counter {
        let limits = Limits::none().stop(limits.stop.clone());
        Counter { solver: PuzzleSolver::new(geometry, Consistency::Domain, limits).engine(engine) }
    }

    /// How many solutions the puzzle has without that value in that cell, but no more than `most`.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn count(
        &mut self,
        puzzle: &Puzzle,
        excluded: Option<(usize, i32)>,
        most: u64,
        deadline: &Deadline,
    ) -> Result<u64, Limit> {
        let limits = deadline.limits().time.is_some().then(|| deadline.left());
        if !self.solver.begin_without(puzzle, excluded, limits) {
            return deadline.check().map(|()| 0);
        }
        let mut count = 0;
        while count < most {
            if self.solver.advance() {
                count += 1;
                continue;
            }
            return match self.solver.status() {
                Some(Status::Stopped(limit)) => Err(limit),
                _ => Ok(count),
            };
        }
        Ok(count)
    }
}

/// Givens of a complete grid, while some are taken away.
#[derive(Debug)]
pub(super) struct Removal<'a> {
    counter: &'a mut Counter,
    deadline: &'a Deadline,
    /// The givens that are left.
    pub(super) puzzle: Puzzle,
    /// How many of them.
    pub(super) givens: usize,
    /// How many solutions more than now it may have.
    pub(super) spare: u64,
}

impl<'a> Removal<'a> {
    /// Removal from a puzzle with all cells given, which may come to have `solutions` solutions.
    pub(super) fn new(
        grid: Puzzle,
        solutions: u64,
        counter: &'a mut Counter,
        deadline: &'a Deadline,
    ) -> Removal<'a> {
        let givens = grid.clues();
        Removal { counter, deadline, puzzle: grid, givens, spare: solutions - 1 }
    }

    /// Takes the givens of orbits away, in any order, as long as at least `fewest` are left: of each orbit once, if that can be.
    ///
    /// # Errors
    /// The limit that was reached; what was taken away until then stays away.
    pub(super) fn pass(
        &mut self,
        orbits: &[Vec<usize>],
        fewest: usize,
        random: &mut Random,
    ) -> Result<(), Limit> {
        let mut order: Vec<usize> = (0..orbits.len()).collect();
        random.shuffle(&mut order);
        for orbit in order.into_iter().map(|at| &orbits[at]) {
            if self.givens >= fewest + orbit.len() {
                self.take_away(orbit)?;
            }
        }
        Ok(())
    }

    /// Takes the givens of an orbit away, unless that leaves too many solutions.
    fn take_away(&mut self, orbit: &[usize]) -> Result<(), Limit> {
        let values: Vec<i32> = orbit.iter().map(|&cell| self.puzzle.givens()[cell]).collect();
        self.puzzle.clear(orbit);
        let more = self.added(orbit, &values);
        match more {
            Ok(more) if more <= self.spare => {
                self.puzzle.clear(orbit);
                self.spare -= more;
                self.givens -= orbit.len();
            }
            _ => {
                for (&cell, &value) in orbit.iter().zip(&values) {
                    self.puzzle.set_given(cell, value);
                }
            }
        }
        more.map(|_| ())
    }

    /// The number of solutions that the blank cells of an orbit add, counted up to one more than there may be. Some of the
    /// cells are given then.
    fn added(&mut self, orbit: &[usize], values: &[i32]) -> Result<u64, Limit> {
        let mut more = 0;
        for (&cell, &value) in orbit.iter().zip(values) {
            let most = self.spare + 1 - more;
            more += self.counter.count(&self.puzzle, Some((cell, value)), most, self.deadline)?;
            if more > self.spare {
                break;
            }
            self.puzzle.set_given(cell, value);
        }
        Ok(more)
    }
}
