//! Encoding errors: why a model cannot be written in a language.

use std::error::Error;
use std::fmt;

use crate::Unencodable;

/// An encoding error: why a model cannot be written in a language.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeError {
    /// A constraint has no statement.
    Unencodable(Unencodable),
    /// The language cannot express it.
    Beyond {
        /// The language.
        language: &'static str,
        /// The constraint or variable, as the model prints it, with its name.
        what: String,
        /// What the language can express, as a clause: "a graph has only pairs that differ".
        reason: &'static str,
    },
    /// It would take more than a gigabyte, which is 2²⁸ literals of clauses or 2²⁶ terms of sums: at this variable or constraint, as
    /// the model prints it.
    TooLarge(String),
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::Unencodable(error) => error.fmt(f),
            EncodeError::Beyond { language, what, reason } => {
                write!(f, "{what}: it cannot be written as {language}, {reason}")
            }
            EncodeError::TooLarge(what) => {
                write!(f, "{what}: too large, it would take more than a gigabyte")
            }
        }
    }
}

impl Error for EncodeError {}

impl From<Unencodable> for EncodeError {
    fn from(error: Unencodable) -> EncodeError {
        EncodeError::Unencodable(error)
    }
}
