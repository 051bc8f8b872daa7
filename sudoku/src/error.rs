//! Parse errors of puzzles, with their places.

use std::error::Error;
use std::fmt;
use std::io;

/// A parse error: a place in an input where something else was expected.
///
/// Lines and columns count from 1, columns in characters (a byte order mark is not counted). `Display` gives all
/// four parts; the name of the file is the caller's to add.
///
/// ```
/// use residua_sudoku::Puzzle;
///
/// let error = "12..\n..x1\n4...\n...2".parse::<Puzzle>().expect_err("x is no symbol of a 4x4 grid");
/// assert_eq!((error.line(), error.column()), (2, 3));
/// assert_eq!(error.to_string(), "line 2, column 3: expected a value 1..4 or a blank, found 'x'");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    kind: ParseErrorKind,
    line: usize,
    column: usize,
    expected: String,
    found: String,
}

/// The ways in which an input can be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The number of cells makes no grid, or not this grid.
    CellCount,
    /// A character or a number that is not a value of this grid.
    Symbol,
    /// The box asked for does not fit the number of cells.
    Geometry,
    /// A puzzle of another size than those before it in the same input.
    OtherSize,
    /// One puzzle was asked for, and there are more.
    SecondPuzzle,
    /// A structured format (JSON, a dictionary, a list of bindings) that breaks off or breaks its own rules.
    Syntax,
    /// Bytes that are not UTF-8.
    Encoding,
    /// A line of more than 1 MiB.
    LineTooLong,
    /// A member of an object, or a column of a table, that may carry rules and is not understood.
    NotUnderstood,
    /// A picture or a page, which is for eyes: SVG or HTML.
    Picture,
    /// The name of a puzzle that is on a server.
    Remote,
    /// No puzzle at all.
    Empty,
    /// The input could not be read.
    Unreadable(io::ErrorKind),
}

impl ParseError {
    /// The error of this kind at `line` and `column`.
    pub fn new(
        kind: ParseErrorKind,
        (line, column): (usize, usize),
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        Self { kind, line, column, expected: expected.into(), found: found.into() }
    }

    /// The kind of the error, for programs that treat some of them differently.
    pub fn kind(&self) -> ParseErrorKind {
        self.kind
    }

    /// The line, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column, from 1, in characters; one past the end of the line where something is missing.
    pub fn column(&self) -> usize {
        self.column
    }

    /// What was expected here.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// What was found instead.
    pub fn found(&self) -> &str {
        &self.found
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, expected, found, .. } = self;
        write!(f, "line {line}, column {column}: expected {expected}, found {found}")
    }
}

impl Error for ParseError {}

/// The column of the byte offset `at` in `line`: characters before it, plus 1.
///
/// ```
/// assert_eq!(residua_sudoku::column_at("é5x", "é5".len()), 3);
/// ```
pub fn column_at(line: &str, at: usize) -> usize {
    line.char_indices().take_while(|(start, _)| *start < at).count() + 1
}
