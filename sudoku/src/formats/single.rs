//! Single puzzles: a text that is exactly one puzzle.

use std::str::FromStr;

use crate::error::ParseError;
use crate::error::ParseErrorKind;
use crate::formats::reader::Reader;
use crate::geometry::Geometry;
use crate::puzzle::Puzzle;

impl Puzzle {
    /// Reads exactly one puzzle of a stated geometry, in any format of [`Reader`].
    ///
    /// # Errors
    /// If there is none, or a second one, or the first one is bad: where, and what was expected.
    pub fn parse_with(text: &str, geometry: Geometry) -> Result<Self, ParseError> {
        only_puzzle(text, Some(geometry))
    }
}

impl FromStr for Puzzle {
    type Err = ParseError;

    /// Reads exactly one puzzle with the usual box of its size, in any format of [`Reader`].
    fn from_str(text: &str) -> Result<Self, ParseError> {
        only_puzzle(text, None)
    }
}

/// The one puzzle of `text`.
fn only_puzzle(text: &str, geometry: Option<Geometry>) -> Result<Puzzle, ParseError> {
    let mut reader = Reader::new(text.as_bytes(), geometry);
    let empty = || ParseError::new(ParseErrorKind::Empty, (1, 1), "a puzzle", "none");
    let first = reader.next().unwrap_or_else(|| Err(empty()))?;
    match reader.next() {
        None => Ok(first.puzzle),
        Some(Err(error)) => Err(error),
        Some(Ok(second)) => {
            let kind = ParseErrorKind::SecondPuzzle;
            Err(ParseError::new(kind, (second.line, 1), "a single puzzle", "a second one"))
        }
    }
}
