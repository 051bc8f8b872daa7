//! Entries: puzzles that were read, with their places in the input.

use crate::error::{ParseError, ParseErrorKind};
use crate::geometry::Geometry;
use crate::notes::Notes;
use crate::puzzle::Puzzle;

/// A puzzle and where it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The line in which it starts, from 1.
    pub line: usize,
    /// The notes in it besides its givens.
    pub notes: Notes,
    /// Remarks on how it was read, for the reader of the answer: what was passed over.
    pub remarks: Vec<String>,
}

impl Entry {
    /// A puzzle found in `line`, without anything else.
    pub(in crate::formats) fn of(puzzle: Puzzle, line: usize) -> Self {
        Self { puzzle, line, notes: Notes::default(), remarks: Vec::new() }
    }

    /// The puzzle with these givens, which were checked one by one, found in `line`.
    pub(in crate::formats) fn new(
        geometry: Geometry,
        givens: Vec<i32>,
        line: usize,
    ) -> Result<Self, ParseError> {
        match Puzzle::new(geometry, givens) {
            Ok(puzzle) => Ok(Self::of(puzzle, line)),
            Err(error) => {
                let kind = ParseErrorKind::CellCount;
                Err(ParseError::new(kind, (line, 1), "a whole grid", error.to_string()))
            }
        }
    }
}
