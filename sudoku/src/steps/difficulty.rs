//! Difficulty that is asked of a puzzle: what the steps of its solution cost, and which technique is among them.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;

use residua::search::{Deadline, Limit};

use crate::steps::{Board, Cost, End, Rating, Steps, Technique};

/// What is asked of the steps of a puzzle.
///
/// ```
/// use residua::search::Limits;
/// use residua_sudoku::Puzzle;
/// use residua_sudoku::steps::{Board, Cost, Difficulty, Judged};
///
/// let puzzle: Puzzle = "1... ..3. .1.. ...2".parse()?;
/// let board = Board::of_model(&puzzle.model())?;
/// let easy = Difficulty { range: Some(Cost(10)..=Cost(15)), technique: None };
/// assert!(matches!(easy.judge(board, &Limits::none().deadline()), Ok(Judged::Fits(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difficulty {
    /// What the hardest step is to cost.
    pub range: Option<RangeInclusive<Cost>>,
    /// What is to be among the steps.
    pub technique: Option<Technique>,
}

/// A puzzle compared with that.
#[derive(Clone, Debug, PartialEq)]
pub enum Judged {
    /// It is as asked for.
    Fits(Rating),
    /// It is not; what its hardest step costs at least.
    Misses(Cost),
}

/// A range of costs that has none: its least, and its greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmptyRange(pub Cost, pub Cost);

impl Difficulty {
    /// Whether a step can cost what is asked for.
    ///
    /// # Errors
    /// If the range is empty.
    pub fn check(&self) -> Result<(), EmptyRange> {
        match &self.range {
            Some(range) if range.is_empty() => Err(EmptyRange(*range.start(), *range.end())),
            _ => Ok(()),
        }
    }

    /// Whether anything is asked.
    pub fn is_asked(&self) -> bool {
        self.range.is_some() || self.technique.is_some()
    }

    /// Compares the puzzle of a board. One that is too hard is not rated to its end: no step above the range is looked for.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn judge(&self, board: Board, deadline: &Deadline) -> Result<Judged, Limit> {
        let most = self.range.as_ref().map_or(Cost::NEVER, |range| *range.end());
        let steps = Steps::on(board).up_to(most).limits(deadline.left());
        let mut is_among = self.technique.is_none();
        let assume_unique = self.technique.is_some_and(Technique::assumes_unique);
        let rating = steps.assume_unique(assume_unique).rate_seeing(|_, steps| {
            is_among |= steps.iter().any(|step| Some(step.technique) == self.technique);
        });
        let is_in_range = self.range.as_ref().is_none_or(|range| range.contains(&rating.hardest));
        Ok(match rating.end {
            End::Stopped(limit) => return Err(limit),
            End::Solved if is_among && is_in_range => Judged::Fits(rating),
            End::Solved => Judged::Misses(rating.hardest),
            _ => Judged::Misses(Cost(most.0.saturating_add(1))),
        })
    }

    /// How far a cost is from the range.
    pub fn distance(&self, cost: Cost) -> u16 {
        let Some(range) = &self.range else { return 0 };
        let (below, above) = (range.start().0.saturating_sub(cost.0), cost.0.saturating_sub(range.end().0));
        below.max(above)
    }
}

impl fmt::Display for EmptyRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EmptyRange(least, most) = self;
        write!(f, "no step costs {least} to {most}: the first is greater")
    }
}

impl Error for EmptyRange {}
