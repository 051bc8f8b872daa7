//! Input files and standard input, and input errors with positions.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use residua_flatzinc::FlatZincError;
use residua_sudoku::ParseError;

/// Size of the read buffer in bytes.
const BUFFER: usize = 1 << 17;

/// Input error with its position.
#[derive(Debug)]
pub struct InputError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What was expected and what was found.
    pub message: String,
}

impl InputError {
    /// The error of an input that cannot be opened.
    pub fn unreadable(error: &io::Error) -> InputError {
        InputError { line: 1, column: 1, message: format!("cannot be read: {error}") }
    }
}

impl From<ParseError> for InputError {
    fn from(error: ParseError) -> Self {
        let message = format!("expected {}, found {}", error.expected(), error.found());
        InputError { line: error.line(), column: error.column(), message }
    }
}

impl From<FlatZincError> for InputError {
    fn from(FlatZincError { line, column, message }: FlatZincError) -> Self {
        InputError { line, column, message }
    }
}

/// Reads an input as UTF-8 text.
///
/// # Errors
/// The input cannot be read, or is not UTF-8.
pub fn text(file: &str) -> Result<String, InputError> {
    let mut bytes = Vec::new();
    let read = open(file).and_then(|mut input| input.read_to_end(&mut bytes));
    let _ = read.map_err(|error| InputError::unreadable(&error))?;
    String::from_utf8(bytes).map_err(|error| not_text(error.as_bytes(), error.utf8_error().valid_up_to()))
}

/// The place of the first byte that is not part of a text.
fn not_text(bytes: &[u8], at: usize) -> InputError {
    let before = String::from_utf8_lossy(&bytes[..at]);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&character| character != '\n').count() + 1;
    InputError { line, column, message: "not valid UTF-8".to_owned() }
}

/// A byte order mark in UTF-8, which is no part of a text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The bytes that an input starts with, without a byte order mark.
pub fn without_mark(start: &[u8]) -> &[u8] {
    start.strip_prefix(MARK).unwrap_or(start)
}

/// An input that passes over a byte order mark at its start.
#[derive(Debug)]
struct Unmarked<R> {
    input: R,
    is_begun: bool,
}

impl<R: BufRead> BufRead for Unmarked<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if !self.is_begun && self.input.fill_buf()?.starts_with(MARK) {
            self.input.consume(MARK.len());
        }
        self.is_begun = true;
        self.input.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.input.consume(bytes);
    }
}

impl<R: BufRead> Read for Unmarked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let bytes = available.len().min(buffer.len());
        buffer[..bytes].copy_from_slice(&available[..bytes]);
        self.consume(bytes);
        Ok(bytes)
    }
}

/// Opens an input, buffered, without a byte order mark.
///
/// # Errors
/// The input cannot be read.
pub fn open(file: &str) -> io::Result<Box<dyn BufRead + Send>> {
    let unmarked = |input: Box<dyn BufRead + Send>| Box::new(Unmarked { input, is_begun: false });
    if file == "-" {
        return Ok(unmarked(Box::new(BufReader::with_capacity(BUFFER, io::stdin()))));
    }
    if std::fs::metadata(file)?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
    }
    Ok(unmarked(Box::new(BufReader::with_capacity(BUFFER, File::open(file)?))))
}
