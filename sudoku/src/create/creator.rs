//! Creator of a sequence of puzzles.

use std::error::Error;
use std::fmt;

use residua::search::Random;
use residua::search::{Deadline, EngineChoice, Limit, Status};

use crate::create::grid::Grids;
use crate::create::pattern::Search;
use crate::create::removal::{Counter, Removal};
use crate::create::request::{Creation, Target};
use crate::steps::{Board, Cost, Judged, Rating};
use crate::{Geometry, Puzzle};

/// Creates puzzles.
#[derive(Clone, Debug)]
pub struct Creator {
    request: Creation,
    grids: Grids,
    counter: Counter,
    orbits: Vec<Vec<usize>>,
    /// The blank board, if a difficulty is asked for.
    board: Option<Board>,
}

/// A puzzle that was created.
#[derive(Clone, Debug, PartialEq)]
pub struct Created {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// A solution of it, by row: the grid that it was made from. For a pattern, and of several solutions, any of them.
    pub solution: Vec<i32>,
    /// The number of its solutions; `None` where they were not counted, as with [`Target::Removed`].
    pub solutions: Option<u64>,
    /// How hard it is, if that was [asked for](Creation::difficulty).
    pub rating: Option<Rating>,
    /// The number of tries.
    pub tries: u64,
}

/// A puzzle that could not be had before a limit came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missed {
    /// The limit.
    pub limit: Limit,
    /// The number of tries, the last one unfinished.
    pub tries: u64,
    /// The nearest puzzle to the request; `None` if a limit came before there was one.
    pub nearest: Option<Nearest>,
}

/// The nearest puzzle to a request that was not met: the one with the fewest givens among those with the right number of solutions, or
/// otherwise the one with the nearest number. Where a difficulty is asked for, the nearest one counts more than the number of givens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The number of its solutions.
    pub solutions: u64,
    /// Whether that number is exact: they are counted up to a bound.
    pub is_exact: bool,
    /// What its hardest step costs at least, if a difficulty was asked for and this puzzle had everything else.
    pub hardest: Option<Cost>,
}

impl Creator {
    pub(super) fn new(request: Creation) -> Creator {
        Creator {
            grids: Grids::new(request.geometry),
            counter: Counter::new(request.geometry, request.engine, &request.limits),
            orbits: request.symmetry.orbits(request.geometry),
            board: request
                .difficulty
                .is_asked()
                .then(|| Board::of_puzzle(&Puzzle::blank(request.geometry)).ok())
                .flatten(),
            request,
        }
    }

    /// The shape of the grids.
    pub fn geometry(&self) -> Geometry {
        self.request.geometry
    }

    /// The puzzle with that index: the same whatever was created before.
    ///
    /// A minimal puzzle with one solution is made in one try. What else is asked for may take any number of tries, and may not
    /// exist: without limits, the search for it may not end.
    ///
    /// # Errors
    /// What was reached when a limit came.
    ///
    /// # Complexity
    /// A search for each cell in each try.
    pub fn puzzle(&mut self, index: u64) -> Result<Created, Box<Missed>> {
        let seed = Random::new(self.request.seed).number().wrapping_add(Random::new(!index).number());
        let mut random = Random::new(seed);
        let deadline = self.request.limits.deadline();
        let mut missed = Missed { limit: Limit::Time, tries: 0, nearest: None };
        loop {
            missed.tries += 1;
            let tried = deadline.check().and_then(|()| self.attempt(&mut random, &deadline, &mut missed));
            let judged = tried.and_then(|created| match created {
                Some(created) => self.judge(created, &deadline, &mut missed),
                None => Ok(None),
            });
            match judged {
                Ok(Some(created)) => return Ok(created),
                Ok(None) => {}
                Err(limit) => return Err(Box::new(Missed { limit, ..missed })),
            }
        }
    }

    /// The puzzles from index 0 on, without end.
    pub fn puzzles(&mut self) -> impl Iterator<Item = Result<Created, Box<Missed>>> {
        (0..).map(|index| self.puzzle(index))
    }

    /// Tries once; `None` if that missed.
    fn attempt(
        &mut self,
        random: &mut Random,
        deadline: &Deadline,
        missed: &mut Missed,
    ) -> Result<Option<Created>, Limit> {
        let grid = if let Some(grid) = &self.request.from {
            grid.clone()
        } else {
            let values = self.grids.next(random, deadline)?;
            Puzzle::new(self.request.geometry, values).expect("invariant: a grid of this geometry")
        };
        let solutions = self.request.solutions;
        match &self.request.target {
            Target::Minimal => self.thin_out(&grid, 0, random, deadline, missed),
            Target::Givens(count) => self.thin_out(&grid, *count, random, deadline, missed),
            Target::Removed(count) => {
                let mut cells: Vec<usize> = (0..grid.clues()).collect();
                random.shuffle(&mut cells);
                let solution = grid.givens().to_vec();
                let mut puzzle = grid;
                puzzle.clear(&cells[..*count]);
                Ok(Some(Created { puzzle, solution, solutions: None, rating: None, tries: missed.tries }))
            }
            Target::Pattern(pattern) => {
                let mut search = Search::new(grid, pattern, solutions, &mut self.counter, deadline);
                let found = search.run(random);
                let (puzzle, count, is_exact) = search.into_state();
                if let Ok(true) = found {
                    let solution = first_solution(&puzzle, deadline)?;
                    return Ok(Some(Created {
                        puzzle,
                        solution,
                        solutions: Some(solutions),
                        rating: None,
                        tries: missed.tries,
                    }));
                }
                if let Some(count) = count {
                    self.note(Nearest { puzzle, solutions: count, is_exact, hardest: None }, missed);
                }
                found.map(|_| None)
            }
        }
    }

    /// Takes givens of a grid away, down to that number or as far as that goes.
    fn thin_out(
        &mut self,
        grid: &Puzzle,
        fewest: usize,
        random: &mut Random,
        deadline: &Deadline,
        missed: &mut Missed,
    ) -> Result<Option<Created>, Limit> {
        let solutions = self.request.solutions;
        let mut removal = Removal::new(grid.clone(), solutions, &mut self.counter, deadline);
        let passed = removal.pass(&self.orbits, fewest, random);
        let (givens, count) = (removal.givens, solutions - removal.spare);
        let is_met = count == solutions && (givens == fewest || self.request.target == Target::Minimal);
        if passed.is_ok() && is_met {
            let (puzzle, solution) = (removal.puzzle, grid.givens().to_vec());
            let solutions = Some(solutions);
            return Ok(Some(Created { puzzle, solution, solutions, rating: None, tries: missed.tries }));
        }
        let puzzle = removal.puzzle;
        self.note(Nearest { puzzle, solutions: count, is_exact: true, hardest: None }, missed);
        passed.map(|()| None)
    }

    /// Rates a puzzle, if that is asked for; `None` if it is not as hard as asked for.
    fn judge(
        &self,
        created: Created,
        deadline: &Deadline,
        missed: &mut Missed,
    ) -> Result<Option<Created>, Limit> {
        let Some(blank) = &self.board else { return Ok(Some(created)) };
        let givens = created.puzzle.givens().iter().copied().enumerate().filter(|given| given.1 != 0);
        let hardest = match self.request.difficulty.judge(blank.with_givens(givens), deadline)? {
            Judged::Fits(rating) => return Ok(Some(Created { rating: Some(rating), ..created })),
            Judged::Misses(hardest) => Some(hardest),
        };
        let (puzzle, solutions) = (created.puzzle, self.request.solutions);
        self.note(Nearest { puzzle, solutions, is_exact: true, hardest }, missed);
        Ok(None)
    }

    /// Takes note of a puzzle, if it is nearer than those before.
    fn note(&self, nearest: Nearest, missed: &mut Missed) {
        let distance = |of: &Nearest| {
            let hardness = of.hardest.map_or(u16::MAX, |cost| self.request.difficulty.distance(cost));
            (of.solutions.abs_diff(self.request.solutions), hardness, of.puzzle.clues())
        };
        if missed.nearest.as_ref().is_none_or(|before| distance(&nearest) < distance(before)) {
            missed.nearest = Some(nearest);
        }
    }
}

/// The solution that the general engine finds first: which one of several does not depend on the machine.
fn first_solution(puzzle: &Puzzle, deadline: &Deadline) -> Result<Vec<i32>, Limit> {
    let model = puzzle.model();
    let mut solutions = model.search().engine(EngineChoice::General).limits(deadline.left()).solutions();
    match (solutions.next(), solutions.status()) {
        (Some(solution), _) => Ok(solution.values().to_vec()),
        (None, Some(Status::Stopped(limit))) => Err(limit),
        (None, _) => unreachable!("invariant: its solutions were counted"),
    }
}

impl fmt::Display for Missed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no such puzzle was found within the limit on {}", self.limit)
    }
}

impl Error for Missed {}
