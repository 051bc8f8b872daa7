//! Read errors: what is wrong with a text, with line and column.

use std::error::Error;
use std::fmt;

/// A read error: what is wrong with a file, with line and column.
///
/// ```
/// use residua_encode::dimacs;
///
/// let error = dimacs::cnf("p cnf 2 1\n1 -3 0\n").unwrap_err();
/// assert_eq!((error.line(), error.column()), (2, 3));
/// assert_eq!(error.to_string(), "2:3: expected a literal from -2 to 2, found \"-3\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    line: usize,
    column: usize,
    message: String,
}

impl ReadError {
    /// That something else was expected at that byte of the text, where `found` is.
    pub(super) fn expected(text: &[u8], at: usize, expected: &str, found: &[u8]) -> ReadError {
        let found = String::from_utf8_lossy(found);
        let shown: String = found.chars().take(40).collect();
        let found = if shown.is_empty() { "the end of the text".to_owned() } else { format!("{shown:?}") };
        Self::at(text, at, format!("expected {expected}, found {found}"))
    }

    /// What is wrong at that byte of the text.
    pub(super) fn at(text: &[u8], at: usize, message: String) -> ReadError {
        let before = &text[..at];
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let line = before.split(|&byte| byte == b'\n').count();
        let column = 1 + String::from_utf8_lossy(&before[start..]).chars().count();
        ReadError { line, column, message }
    }

    /// The line, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column, from 1, in characters.
    pub fn column(&self) -> usize {
        self.column
    }

    /// The message: what was expected there, and what was found.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl Error for ReadError {}
