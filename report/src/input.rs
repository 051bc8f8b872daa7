//! Files and standard input, and what is wrong with them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use residua_flatzinc::FlatZincError;
use residua_sudoku::ParseError;

/// How many bytes are read at once.
const BUFFER: usize = 1 << 17;

/// What is wrong with an input, and where.
#[derive(Debug)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl Mistake {
    /// An input that cannot be opened.
    pub fn unreadable(error: &io::Error) -> Mistake {
        Mistake { line: 1, column: 1, message: format!("cannot be read: {error}") }
    }
}

impl From<ParseError> for Mistake {
    fn from(error: ParseError) -> Self {
        let message = format!("expected {}, found {}", error.expected(), error.found());
        Mistake { line: error.line(), column: error.column(), message }
    }
}

impl From<FlatZincError> for Mistake {
    fn from(FlatZincError { line, column, message }: FlatZincError) -> Self {
        Mistake { line, column, message }
    }
}

/// All of an input, as text.
///
/// # Errors
/// It cannot be read, or is no text.
pub fn text(file: &str) -> Result<String, Mistake> {
    let mut bytes = Vec::new();
    let read = open(file).and_then(|mut input| input.read_to_end(&mut bytes));
    let _ = read.map_err(|error| Mistake::unreadable(&error))?;
    String::from_utf8(bytes).map_err(|error| not_text(error.as_bytes(), error.utf8_error().valid_up_to()))
}

/// The place of the first byte that is not part of a text.
fn not_text(bytes: &[u8], at: usize) -> Mistake {
    let before = String::from_utf8_lossy(&bytes[..at]);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&character| character != '\n').count() + 1;
    Mistake { line, column, message: "not valid UTF-8".to_owned() }
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

/// An input, to be read in large pieces, without a byte order mark.
///
/// # Errors
/// It cannot be read.
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
