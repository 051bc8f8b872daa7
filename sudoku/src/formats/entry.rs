//! Entries: puzzles that were read, with their places in the input.

use crate::error::{ParseError, ParseErrorKind};
use crate::formats::format::Format;
use crate::geometry::Geometry;
use crate::metadata::Metadata;
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
    /// The format in which it was written.
    pub format: Format,
    /// What the input says about it.
    pub metadata: Metadata,
}

impl From<Puzzle> for Entry {
    /// The puzzle without anything else, as if it were read from the first line.
    fn from(puzzle: Puzzle) -> Self {
        Self::of(puzzle, 1)
    }
}

impl Entry {
    /// A puzzle found in `line`, without anything else.
    pub(in crate::formats) fn of(puzzle: Puzzle, line: usize) -> Self {
        let (notes, remarks, metadata) = (Notes::default(), Vec::new(), Metadata::default());
        Self { puzzle, line, notes, remarks, format: Format::default(), metadata }
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
