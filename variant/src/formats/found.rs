//! What reading yields: a puzzle, the format that it was in, and notes.

use std::error::Error;
use std::fmt;

use residua_sudoku::{ParseError, ParseErrorKind};

use crate::puzzle::Variant;
use crate::rule::RuleError;

/// A format of variant puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Format {
    /// The JSON of this library, which holds everything.
    Json,
    /// The JSON of f-puzzles.
    FPuzzles,
    /// A link to f-puzzles, or the compressed text of one.
    FPuzzlesLink,
    /// The JSON of `SudokuPad`.
    Scl,
    /// A link to `SudokuPad`, or the compressed text of one.
    SclLink,
    /// The constraint string of Interactive Sudoku Solver: `.Cage~12~R1C1~R1C2`.
    Iss,
    /// A killer string of `SumoCue`: `SumoCueV1=13+0J0=…`.
    SumoCue,
    /// Another text of a line: cages as `3x3::k:…` or with arrows, a jigsaw, candidates.
    Line,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Json => "JSON",
            Format::FPuzzles => "f-puzzles",
            Format::FPuzzlesLink => "a link of f-puzzles",
            Format::Scl => "SudokuPad",
            Format::SclLink => "a link of SudokuPad",
            Format::Iss => "a constraint string",
            Format::SumoCue => "SumoCue",
            Format::Line => "a line",
        })
    }
}

/// How a text is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// What is not understood is left out, and named in the notes, instead of an error.
    pub ignores_unknown: bool,
}

/// A puzzle that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadVariant {
    /// The puzzle.
    pub variant: Variant,
    /// The format that it was in.
    pub format: Format,
    /// What the text has that the puzzle has not, a sentence each. Rules in prose are in [`About::ruleset`](crate::About::ruleset).
    pub notes: Vec<String>,
}

/// A puzzle that a format cannot hold: which rule, or what else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError(String);

impl WriteError {
    pub(super) fn new(message: impl Into<String>) -> WriteError {
        WriteError(message.into())
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for WriteError {}

/// What was passed over, while a text is read.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) ignores_unknown: bool,
    pub(super) notes: Vec<String>,
}

impl Notes {
    pub(super) fn new(options: ReadOptions) -> Notes {
        Notes { ignores_unknown: options.ignores_unknown, notes: Vec::new() }
    }

    /// Notes what the text has besides rules, once.
    pub(super) fn note(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Something that is not understood: the error, or a note if it is to be ignored.
    pub(super) fn unknown(&mut self, error: ParseError) -> Result<(), ParseError> {
        if !self.ignores_unknown {
            return Err(error);
        }
        let (line, column) = (error.line(), error.column());
        // A text may have a million of them.
        if self.notes.len() < 1000 {
            self.note(format!("left out, at line {line}, column {column}: {}", error.found()));
        }
        Ok(())
    }
}

/// The error that a rule or a digit does not fit the puzzle.
pub(super) fn unfit(at: (usize, usize), error: &RuleError) -> ParseError {
    ParseError::new(ParseErrorKind::Symbol, at, "what fits the puzzle", format!("what does not: {error}"))
}
