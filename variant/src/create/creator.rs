//! Creator of a sequence of variant puzzles.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use residua::model::{IntVar, Model};
use residua::search::{Deadline, Limit, Random};
use residua_sudoku::steps::{Board, Judged, Rating};

use crate::create::cages::random_cages;
use crate::create::removal::Removal;
use crate::create::request::VariantCreation;
use crate::create::solution::random_solution;
use crate::{Rule, RuleKind, Shape, Variant};

/// Creates variant puzzles.
#[derive(Clone, Debug)]
pub struct VariantCreator {
    request: VariantCreation,
    /// The rules without cages.
    model: Model,
    /// The board of the rules without cages, if a difficulty is asked for.
    board: Option<Board>,
    orbits: Vec<Vec<usize>>,
}

/// A variant puzzle that was created.
#[derive(Clone, Debug, PartialEq)]
pub struct CreatedVariant {
    /// The puzzle, its solution [noted](crate::About::solution) in it.
    pub puzzle: Variant,
    /// Its solution, by cell of the rectangle; 0 where there is no cell.
    pub solution: Vec<i32>,
    /// Whether it is certain that no given can be removed, with a symmetry no orbit of them. Where that would take long to find out, a
    /// given stays.
    pub is_minimal: bool,
    /// How hard it is, if that was [asked for](VariantCreation::difficulty).
    pub rating: Option<Rating>,
    /// The number of tries.
    pub tries: u64,
}

/// Why a variant puzzle could not be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MissedVariant {
    /// No grid keeps to the rules.
    NoSolution,
    /// A limit came before there was one.
    Stopped {
        /// The limit.
        limit: Limit,
        /// The number of tries, the last one unfinished.
        tries: u64,
    },
}

/// The state of one puzzle to be.
struct Attempt<'a> {
    random: Random,
    deadline: &'a Deadline,
    tries: u64,
}

impl VariantCreator {
    pub(super) fn new(
        request: VariantCreation,
        model: Model,
        board: Option<Board>,
        orbits: Vec<Vec<usize>>,
    ) -> VariantCreator {
        VariantCreator { request, model, board, orbits }
    }

    /// The rules of the puzzles.
    pub fn rules(&self) -> &Variant {
        &self.request.rules
    }

    /// The puzzle with that index: the same whatever was created before. Without limits, the search for it may not end.
    ///
    /// # Errors
    /// If no grid keeps to the rules, or a limit came first.
    pub fn puzzle(&mut self, index: u64) -> Result<CreatedVariant, MissedVariant> {
        let seed = Random::new(self.request.seed).number().wrapping_add(Random::new(!index).number());
        let deadline = self.request.limits.deadline();
        let mut attempt = Attempt { random: Random::new(seed), deadline: &deadline, tries: 0 };
        loop {
            attempt.tries += 1;
            let made = deadline.check().map_err(|limit| attempt.stopped(limit));
            if let Some(created) = made.and_then(|()| self.attempt(&mut attempt))? {
                return Ok(created);
            }
        }
    }

    /// Tries once; `None` if that missed.
    fn attempt(&self, attempt: &mut Attempt<'_>) -> Result<Option<CreatedVariant>, MissedVariant> {
        let (deadline, tries) = (attempt.deadline, attempt.tries);
        let stopped = |limit| MissedVariant::Stopped { limit, tries };
        let shape = self.request.rules.shape();
        let vars: Vec<IntVar> = cell_vars(shape, &self.model).into_iter().flatten().collect();
        let found = random_solution(&self.model, &vars, &mut attempt.random, deadline).map_err(stopped)?;
        let mut solution = vec![0; shape.len()];
        for (cell, digit) in shape.cells().zip(found.ok_or(MissedVariant::NoSolution)?) {
            solution[cell] = digit;
        }

        let (mut puzzle, model) = self.with_cages(&solution, &mut attempt.random);
        let with_digit = |(var, &digit): (Option<IntVar>, &i32)| var.map(|var| (var, digit));
        let by_cell: Vec<Option<(IntVar, i32)>> =
            cell_vars(shape, &model).into_iter().zip(&solution).map(with_digit).collect();
        let mut removal = Removal::new(&puzzle, &model, &by_cell, deadline);
        let fewest = self.request.givens.unwrap_or(0);
        removal.pass(&self.orbits, fewest, &mut attempt.random).map_err(stopped)?;
        if self.request.givens.is_some_and(|count| count != removal.givens()) {
            return Ok(None);
        }
        let Removal { is_given, is_open, .. } = removal;
        let given = || (0..solution.len()).filter(|&cell| is_given[cell]);
        let rating = match &self.board {
            None => None,
            Some(board) => {
                let of_cages = self.request.cages.as_ref().and_then(|_| Board::of_model(&model).ok());
                let board = of_cages.as_ref().unwrap_or(board);
                let board = board.with_givens(given().filter_map(|cell| {
                    // Cells of a board are the variables of its model.
                    by_cell[cell].map(|(var, digit)| (var.index(), digit))
                }));
                match self.request.difficulty.judge(board, deadline).map_err(stopped)? {
                    Judged::Fits(rating) => Some(rating),
                    Judged::Misses(_) => return Ok(None),
                }
            }
        };
        for cell in given() {
            puzzle.give(cell, solution[cell]).expect("invariant: a digit of a solution");
        }
        puzzle.about.solution = Some(solution.clone());
        let is_minimal = !is_open && self.request.givens.is_none();
        Ok(Some(CreatedVariant { puzzle, solution, is_minimal, rating, tries }))
    }

    /// The rules, with random cages if there are to be any, and the model of that.
    fn with_cages(&self, solution: &[i32], random: &mut Random) -> (Variant, Cow<'_, Model>) {
        let mut puzzle = self.request.rules.clone();
        let Some(sizes) = &self.request.cages else { return (puzzle, Cow::Borrowed(&self.model)) };
        for cage in random_cages(self.request.rules.shape(), solution, sizes, random) {
            let sum = cage.iter().map(|&cell| i64::from(solution[cell])).sum();
            let rule = Rule::new(RuleKind::Cage, vec![cage], vec![sum]);
            rule.and_then(|rule| puzzle.add(rule)).expect("invariant: a cage of cells of the puzzle");
        }
        let model = puzzle.model().expect("invariant: sums of digits are in range");
        (puzzle, Cow::Owned(model))
    }
}

/// By cell: its variable in a model of a puzzle of that shape, where those of the cells come first.
fn cell_vars(shape: &Shape, model: &Model) -> Vec<Option<IntVar>> {
    let mut vars = model.vars();
    (0..shape.len()).map(|cell| if shape.has(cell) { vars.next() } else { None }).collect()
}

impl Attempt<'_> {
    fn stopped(&self, limit: Limit) -> MissedVariant {
        MissedVariant::Stopped { limit, tries: self.tries }
    }
}

impl fmt::Display for MissedVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MissedVariant::NoSolution => f.write_str("no grid keeps to these rules"),
            MissedVariant::Stopped { limit, .. } => {
                write!(f, "no such puzzle was found within the limit on {limit}")
            }
        }
    }
}

impl Error for MissedVariant {}
