//! FlatZinc errors, with line and column.

use std::error::Error;
use std::fmt;

/// An error in a file of FlatZinc, or something in it that is not supported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlatZincError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The message: what was expected, and what was found.
    pub message: String,
}

impl fmt::Display for FlatZincError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl Error for FlatZincError {}

impl FlatZincError {
    /// An error at a byte of the text.
    pub(super) fn at(text: &str, byte: usize, message: impl Into<String>) -> FlatZincError {
        let before = &text.as_bytes()[..byte.min(text.len())];
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        // Of the bytes of a character beyond ASCII all but the first are 10xxxxxx.
        let column = before[start..].iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1;
        let line = before.split(|&byte| byte == b'\n').count();
        FlatZincError { line, column, message: message.into() }
    }
}
