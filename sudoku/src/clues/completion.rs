//! Completion: the fewest additional givens that leave one solution.
//!
//! Up to some thousands of solutions are enumerated and [separated](crate::clues::separation) exactly. If
//! there are more, one solution is chosen, and its cells are dropped one by one as long as it stays the only one; the
//! result is reported as an upper bound only.
//!
//! | Promise | |
//! |---|---|
//! | Cost | with all solutions known, the cost of separation; otherwise a search for each cell |
//! | Stops | at a limit with the best set so far, and a lower bound on the number |

use fixedbitset::FixedBitSet;

use residua::inspect::hitting::HittingSets;
use residua::model::IntVar;
use residua::search::{Deadline, Limit, Limits, Status};

use crate::Puzzle;
use crate::clues::separation::Separation;
use crate::clues::unavoidable::Twins;

/// A cell and the value given in it.
pub type Clue = (usize, i32);

/// Givens that, with those of a puzzle, leave one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The givens to add, by cell.
    pub clues: Vec<Clue>,
    /// No fewer givens leave one solution.
    pub at_least: usize,
    /// The limit that was reached, if the fewest were not proved: for example on time, or on the number of solutions to
    /// enumerate.
    pub stopped: Option<Limit>,
}

impl Completion {
    /// Whether it is proved that no fewer givens suffice.
    pub fn is_least(&self) -> bool {
        self.clues.len() == self.at_least
    }

    /// A smallest set of givens that leave one of these solutions, which are all of a grid of any shape, each with a digit for every cell:
    /// no fewer leave any of them.
    ///
    /// ```
    /// use residua::search::Limits;
    /// use residua_sudoku::Completion;
    ///
    /// let solutions = [vec![0, 1, 2], vec![0, 2, 1], vec![1, 2, 0]];
    /// let completion = Completion::of_solutions(&solutions, &Limits::none().deadline());
    /// assert!(completion.is_least());
    /// assert_eq!(completion.clues, [(0, 1)], "that is enough for the third");
    /// ```
    pub fn of_solutions(solutions: &[Vec<i32>], deadline: &Deadline) -> Completion {
        let digits = solutions.iter().flatten();
        let (low, high) = (digits.clone().min().copied().unwrap_or(1), digits.max().copied().unwrap_or(1));
        let shifted: Vec<Vec<i32>> =
            solutions.iter().map(|digits| digits.iter().map(|digit| digit - low + 1).collect()).collect();
        let mut separation = Separation::new(&shifted, (high - low) as usize + 1);
        let mut completion = Completion { clues: separation.greedy(), at_least: 0, stopped: None };
        while !completion.is_least() {
            match separation.least(completion.at_least, deadline) {
                Ok(Some(clues)) => completion.clues = clues,
                Ok(None) => completion.at_least += 1,
                Err(limit) => {
                    completion.stopped = Some(limit);
                    break;
                }
            }
        }
        completion.clues.iter_mut().for_each(|(_, value)| *value += low - 1);
        completion
    }
}

/// How many solutions are enumerated unless the limits say otherwise.
const SOLUTIONS: u64 = 10_000;

/// The solutions of a puzzle.
struct Enumerated {
    solutions: Vec<Vec<i32>>,
    /// The limit that came before the last of them.
    stopped: Option<Limit>,
}

impl Puzzle {
    /// A smallest set of givens that, added to those of the puzzle, leave one solution; empty if the puzzle has one
    /// solution, `None` if it has none.
    ///
    /// It is the smallest over all solutions that could be singled out. With more than 10,000 solutions, or more than
    /// `limits` allow, it is only an upper bound.
    ///
    /// ```
    /// use residua::search::Limits;
    /// use residua_sudoku::Puzzle;
    ///
    /// let puzzle: Puzzle = ".....5....6...54.2..2......6..1..52.".parse()?;
    /// let completion = puzzle.completion(&Limits::default()).expect("no limit").expect("18 solutions");
    /// assert!(completion.is_least() && completion.clues.len() == 1);
    /// # Ok::<(), residua_sudoku::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that came before any solution was found.
    pub fn completion(&self, limits: &Limits) -> Result<Option<Completion>, Limit> {
        let deadline = &limits.deadline();
        let found = self.enumerate(deadline);
        let Some(first) = found.solutions.first() else {
            return found.stopped.map_or(Ok(None), Err);
        };
        if found.stopped.is_some() {
            let twins = Twins::new(self.without_givens(), &deadline.left());
            let (clues, _) = self.thinned_out(&twins, first);
            let at_least = self.missing_values().max(usize::from(found.solutions.len() > 1)).min(clues.len());
            return Ok(Some(Completion { clues, at_least, stopped: found.stopped }));
        }
        Ok(Some(Completion::of_solutions(&found.solutions, deadline)))
    }

    /// All sets of givens, each by cell, of the size of [`completion`](Self::completion), that leave one solution;
    /// empty if the puzzle has no solution.
    ///
    /// # Errors
    /// The limit that was reached; [`Limit::Solutions`] if there are more solutions than are enumerated.
    pub fn least_completions(&self, limits: &Limits) -> Result<Vec<Vec<Clue>>, Limit> {
        let deadline = &limits.deadline();
        let found = self.enumerate(deadline);
        if let Some(limit) = found.stopped {
            return Err(limit);
        }
        let mut separation = Separation::new(&found.solutions, self.geometry().size());
        let mut size = 0;
        while !found.solutions.is_empty() && separation.least(size, deadline)?.is_none() {
            size += 1;
        }
        separation.all(size, deadline)
    }

    /// A smallest set of givens that, added to those of the puzzle, leave `solution` as the only one; `None` if it is
    /// not a solution of the puzzle.
    ///
    /// Any such set shares a cell with each unavoidable set of the solution: a smallest set of cells that hits those
    /// known so far either suffices, or another solution yields one more unavoidable set.
    ///
    /// At a limit it is the best so far, with the limit in it.
    pub fn completion_to(&self, solution: &[i32], limits: &Limits) -> Option<Completion> {
        if !self.is_solution(solution) {
            return None;
        }
        let mut twins = Twins::new(self.without_givens(), limits);
        let (clues, stopped) = self.thinned_out(&twins, solution);
        let mut completion = Completion { clues, at_least: 0, stopped };
        let mut sets = HittingSets::new(solution.len());
        while !completion.is_least() && completion.stopped.is_none() {
            if let Err(limit) = self.raise(&mut completion, &mut sets, &mut twins, solution) {
                completion.stopped = Some(limit);
            }
        }
        Some(completion)
    }

    /// One round: a hitting set of the unavoidable sets found so far is the answer, or yields another unavoidable
    /// set.
    fn raise(
        &self,
        completion: &mut Completion,
        sets: &mut HittingSets,
        twins: &mut Twins,
        solution: &[i32],
    ) -> Result<(), Limit> {
        let hitting = sets.least(completion.clues.len() - 1, twins.deadline());
        completion.at_least = sets.at_least();
        let Some(cells) = hitting? else { return Ok(()) };
        let clues: Vec<Clue> = cells.ones().map(|cell| (cell, solution[cell])).collect();
        match twins.other(&self.with(&clues), solution)? {
            None => completion.clues = clues,
            Some(other) => {
                let mut set = FixedBitSet::with_capacity(solution.len());
                set.extend(twins.deadly_pattern(solution, other)?.cells);
                sets.add(set);
            }
        }
        Ok(())
    }

    /// Cells of `solution` that leave it as the only one, none of which can be left out; if a limit was reached, some
    /// may be superfluous.
    fn thinned_out(&self, twins: &Twins, solution: &[i32]) -> (Vec<Clue>, Option<Limit>) {
        let blank = (0..solution.len()).filter(|&cell| self.given(cell).is_none());
        let mut clues: Vec<Clue> = blank.map(|cell| (cell, solution[cell])).collect();
        for at in (0..clues.len()).rev() {
            let mut fewer = clues.clone();
            fewer.remove(at);
            match twins.other(&self.with(&fewer), solution) {
                Ok(None) => clues = fewer,
                Ok(Some(_)) => {}
                Err(limit) => return (clues, Some(limit)),
            }
        }
        (clues, None)
    }

    fn with(&self, clues: &[Clue]) -> Puzzle {
        let add = |puzzle: Puzzle, &(cell, value): &Clue| puzzle.with_given(cell, value);
        clues.iter().try_fold(self.clone(), add).expect("invariant: the clues are of a solution")
    }

    /// A lower bound on the number of values still to be given: two values that are given nowhere can be exchanged,
    /// unless cells are restricted in other ways.
    fn missing_values(&self) -> usize {
        if self.restricted().next().is_some() {
            return 0;
        }
        let is_given = |value: &i32| self.givens().contains(value);
        self.geometry().symbols().filter(|value| !is_given(value)).count().saturating_sub(1)
    }

    /// Enumerates up to the maximal number of solutions.
    fn enumerate(&self, deadline: &Deadline) -> Enumerated {
        let most = deadline.limits().solutions.unwrap_or(SOLUTIONS);
        // One more shows that there are more.
        let limits = deadline.left().solutions(None);
        let model = self.model();
        let cells: Vec<IntVar> = model.vars().collect();
        let mut found = model.search().limits(limits).solutions();
        let mut solutions: Vec<Vec<i32>> = Vec::new();
        while found.advance() {
            if solutions.len() as u64 >= most {
                return Enumerated { solutions, stopped: Some(Limit::Solutions) };
            }
            solutions.push(cells.iter().filter_map(|&cell| found.value(cell)).collect());
        }
        let stopped = match found.status() {
            Some(Status::Stopped(limit)) => Some(limit),
            _ => None,
        };
        Enumerated { solutions, stopped }
    }
}
