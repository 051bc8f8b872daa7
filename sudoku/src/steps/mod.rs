//! Steps: how a person would solve a puzzle, what the next step could be, and how hard it all is.
//!
//! | file | holds |
//! |---|---|
//! | `bits.rs` | sets of small numbers |
//! | `rules.rs` | rules: cells, scopes, pairs, other constraints |
//! | `reading.rs` | the board of a puzzle or a model |
//! | `board.rs` | state: the values and places that are left |
//! | `step.rs` | one step: premises, placements, eliminations |
//! | `pattern.rs` | the cells, houses and candidates of a step |
//! | `sentence.rs` | steps in plain English |
//! | `technique.rs` | techniques and their names |
//! | `cost.rs` | costs |
//! | `ladder.rs` | techniques by cost, and the steps of the least one |
//! | `difficulty.rs` | what steps are to cost and to be, and how those of a puzzle compare |
//! | `exact.rs` | whether anything is left to find |
//! | `rating.rs` | ratings of whole solutions |
//! | `singles.rs` | hidden and naked singles |
//! | `other.rs` | constraints beyond cells that differ |
//! | `locked.rs` | locked candidates |
//! | `hall.rs` | naked and hidden sets, fish |
//! | `links.rs` | strong links of one value |
//! | `bent.rs` | wings |
//! | `unique.rs` | rectangles, loops and graves, which presuppose one solution |
//! | `graph.rs` | implications between candidates |
//! | `paths.rs` | chains |
//! | `closure.rs` | all that follows from a candidate, and how |
//! | `forcing.rs` | Nishio, cases, dynamic and nested chains |
//!
//! ```
//! use residua_sudoku::Puzzle;
//! use residua_sudoku::steps::{End, Steps};
//!
//! let puzzle: Puzzle = "1... ..3. .1.. ...2".parse()?;
//! let mut steps = Steps::of(&puzzle)?;
//! let next = steps.next_steps()?;
//! assert_eq!(next[0].technique.to_string(), "hidden single");
//! let rating = steps.rate();
//! assert_eq!((rating.hardest.to_string().as_str(), rating.end), ("1.2", End::Solved));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bent;
mod bits;
mod board;
mod closure;
mod cost;
mod difficulty;
mod exact;
mod forcing;
mod graph;
mod hall;
mod ladder;
mod links;
mod locked;
mod other;
mod paths;
mod pattern;
mod rating;
mod reading;
mod rules;
mod sentence;
mod singles;
mod step;
mod technique;
mod unique;

use residua::search::{Deadline, Limit, Limits};

use crate::Puzzle;

pub use crate::steps::board::Board;
pub use crate::steps::cost::Cost;
pub use crate::steps::difficulty::{Difficulty, EmptyRange, Judged};
pub use crate::steps::pattern::Role;
pub use crate::steps::rating::{End, Rating};
pub use crate::steps::reading::{BoardError, MOST_VALUES};
pub use crate::steps::rules::{Rules, Scope, Shape};
pub use crate::steps::step::{Candidate, Premise, Statement, Step};
pub use crate::steps::technique::Technique;

/// A solution by steps: an iterator of rounds, each all steps of the least cost.
///
/// Each round is applied when the next one is asked for; [`board`](Self::board) is the state that it was found in.
#[derive(Clone, Debug)]
pub struct Steps {
    board: Board,
    assume_unique: bool,
    /// Nothing that costs more is looked for.
    most: Cost,
    deadline: Deadline,
    /// The round that was given out last, not yet applied.
    last: Vec<Step>,
    /// What the steps that were looked for last cost at least.
    reached: Cost,
    /// Whether a limit was reached, and given out.
    is_stopped: bool,
}

impl Steps {
    /// The steps of a puzzle.
    ///
    /// # Errors
    /// If it has more than [`MOST_VALUES`] values.
    pub fn of(puzzle: &Puzzle) -> Result<Steps, BoardError> {
        Ok(Steps::on(Board::of_puzzle(puzzle)?))
    }

    /// The steps from the state of a board on.
    pub fn on(board: Board) -> Steps {
        Steps {
            board,
            assume_unique: false,
            most: Cost::NEVER,
            deadline: Limits::none().deadline(),
            last: Vec::new(),
            reached: Cost::default(),
            is_stopped: false,
        }
    }

    /// Limits the time of all that follows, from now on, or lets a flag stop it; other limits do not apply.
    #[must_use]
    pub fn limits(self, limits: impl Into<Limits>) -> Steps {
        Steps { deadline: limits.into().deadline(), is_stopped: false, ..self }
    }

    /// Whether to use techniques that presuppose that there is exactly one solution; by default they are not used. Where there are
    /// several, such a step may remove values that are in some of them. [`Technique::assumes_unique`] labels them.
    #[must_use]
    pub fn assume_unique(self, assume_unique: bool) -> Steps {
        Steps { assume_unique, ..self }
    }

    /// Leaves out steps that cost more than this: where there is no cheaper one, there is [no step](End::NoStep). That a puzzle is too hard
    /// is found out sooner than how hard it is.
    ///
    /// ```
    /// use residua_sudoku::Puzzle;
    /// use residua_sudoku::steps::{Cost, End, Steps};
    ///
    /// let hard: Puzzle =
    ///     "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..".parse()?;
    /// assert_eq!(Steps::of(&hard)?.up_to(Cost(40)).rate().end, End::NoStep);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn up_to(self, most: Cost) -> Steps {
        Steps { most, ..self }
    }

    /// The state.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// All steps of the least cost in the state, without applying them, those that rely on least first: the first one is the hint. None if
    /// there is no step, or the state is contradictory.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn next_steps(&self) -> Result<Vec<Step>, Limit> {
        if self.board.is_solved() || self.board.is_contradictory() {
            return Ok(Vec::new());
        }
        ladder::least_steps(&self.board, self.assume_unique, self.most, &self.deadline, &mut Cost::default())
    }

    /// Applies a step to the board; whether it changes anything.
    pub fn apply(&mut self, step: &Step) -> bool {
        self.board.apply(step)
    }

    /// Takes all steps that there are, and rates them.
    pub fn rate(mut self) -> Rating {
        self.rate_seeing(|_, _| ())
    }

    /// Takes all steps that there are, shows each round with the state that it was found in, and rates them.
    ///
    /// ```
    /// use residua_sudoku::Puzzle;
    /// use residua_sudoku::steps::Steps;
    ///
    /// let puzzle: Puzzle = "1... ..3. .1.. ...2".parse()?;
    /// let mut steps = Steps::of(&puzzle)?;
    /// let mut count = 0;
    /// let rating = steps.rate_seeing(|_, round| count += round.len());
    /// assert!(count > rating.rounds && steps.board().is_solved());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rate_seeing(&mut self, mut see: impl FnMut(&Board, &[Step])) -> Rating {
        let mut rating = Rating::new();
        rating.end = loop {
            match self.next() {
                Some(Ok(steps)) => {
                    see(&self.board, &steps);
                    rating.add(&steps);
                }
                Some(Err(limit)) => {
                    rating.at_least = rating.hardest.max(self.reached);
                    rating.end = End::Stopped(limit);
                    return rating;
                }
                None if self.board.is_contradictory() => break End::Contradiction,
                None if self.board.is_solved() => break End::Solved,
                None => break End::NoStep,
            }
        };
        rating.at_least = rating.hardest;
        rating
    }
}

/// The rounds, until no step is left, or a limit was reached: that is given out once, and new [limits](Steps::limits) go on.
impl Iterator for Steps {
    type Item = Result<Vec<Step>, Limit>;

    fn next(&mut self) -> Option<Self::Item> {
        for step in std::mem::take(&mut self.last) {
            self.board.apply(&step);
        }
        let is_over = self.is_stopped || self.board.is_solved() || self.board.is_contradictory();
        let steps = if is_over {
            Ok(Vec::new())
        } else {
            ladder::least_steps(&self.board, self.assume_unique, self.most, &self.deadline, &mut self.reached)
        };
        match steps {
            Ok(steps) if steps.is_empty() => None,
            Ok(steps) => {
                self.last.clone_from(&steps);
                Some(Ok(steps))
            }
            Err(limit) => {
                self.is_stopped = true;
                Some(Err(limit))
            }
        }
    }
}
