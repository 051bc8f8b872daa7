//! Files and standard input, as puzzles and mistakes with their places.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;

use residua_flatzinc::FlatZincError;
use residua_sudoku::{Entry, ParseError, ParseErrorKind, Reader};

use crate::args::Reading;
use crate::place::place;

/// How many bytes are read at once.
const BUFFER: usize = 1 << 17;

/// A puzzle or a mistake, in the order of the inputs.
#[derive(Debug)]
pub(crate) struct Item {
    /// The name of the input, as given.
    pub(crate) file: Arc<str>,
    /// A puzzle, or what is wrong.
    pub(crate) content: Result<Entry, Mistake>,
}

/// What is wrong with an input, and where.
#[derive(Debug)]
pub(crate) struct Mistake {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) message: String,
}

impl Mistake {
    /// What is wrong with a puzzle, where there are the options of [`Reading`].
    pub(crate) fn in_puzzle(error: ParseError) -> Mistake {
        let is_unknown = error.kind() == ParseErrorKind::NotUnderstood;
        let mut mistake = Mistake::from(error);
        if is_unknown {
            mistake.message.push_str(" (--ignore-unknown passes over it)");
        }
        mistake
    }

    /// An input that cannot be opened.
    pub(crate) fn unreadable(error: &io::Error) -> Mistake {
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

/// All items of all inputs, read as they are asked for. No name stands for standard input, as `-` does.
pub(crate) fn items(files: &[String], reading: Reading) -> impl Iterator<Item = Item> + use<> {
    let files = if files.is_empty() { vec!["-".to_owned()] } else { files.to_vec() };
    files.into_iter().flat_map(move |file| of_file(file.into(), reading))
}

/// The same, where a folder stands for the files in it, in the order of their names: not for those in further folders, nor for
/// hidden ones and those that say what the others are.
pub(crate) fn items_of_folders(files: &[String], reading: Reading) -> impl Iterator<Item = Item> + use<> {
    let files = if files.is_empty() { vec!["-".to_owned()] } else { files.to_vec() };
    files.into_iter().flat_map(move |file| -> Box<dyn Iterator<Item = Item>> {
        match files_of(&file) {
            Ok(files) => Box::new(files.into_iter().flat_map(move |file| of_file(file.into(), reading))),
            Err(error) => {
                let content = Err(Mistake::unreadable(&error));
                Box::new(std::iter::once(Item { file: file.into(), content }))
            }
        }
    })
}

/// The files of a folder; or the file itself.
fn files_of(file: &str) -> io::Result<Vec<String>> {
    if file == "-" || !std::fs::metadata(file).is_ok_and(|metadata| metadata.is_dir()) {
        return Ok(vec![file.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(file)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_passed_over =
            [".", "README", "LICENSE"].iter().any(|start| name.to_string_lossy().starts_with(start));
        if !is_passed_over && entry.path().is_file() {
            files.push(entry.path().to_string_lossy().into_owned());
        }
    }
    files.sort();
    Ok(files)
}

fn of_file(file: Arc<str>, reading: Reading) -> Box<dyn Iterator<Item = Item>> {
    match open(&file) {
        Ok(input) => Box::new(reader(input, reading).map(move |entry| {
            if let Ok(entry) = &entry {
                remark(&file, entry);
            }
            Item { file: Arc::clone(&file), content: entry.map_err(Mistake::in_puzzle) }
        })),
        Err(error) => Box::new(std::iter::once(Item { file, content: Err(Mistake::unreadable(&error)) })),
    }
}

/// The puzzles of an input.
pub(crate) fn reader<R: BufRead>(input: R, reading: Reading) -> Reader<R> {
    let reader = Reader::new(input, reading.geometry);
    if reading.ignore_unknown { reader.ignoring_unknown() } else { reader }
}

/// Says on standard error what there is to say of how a puzzle was read.
pub(crate) fn remark(file: &str, entry: &Entry) {
    for remark in &entry.remarks {
        // If standard error cannot be written there is no other place to report it.
        let _ = writeln!(io::stderr(), "note: {}: {remark}", place(file, entry.line));
    }
}

/// All of an input, as text.
///
/// # Errors
/// It cannot be read, or is no text.
pub(crate) fn text(file: &str) -> Result<String, Mistake> {
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
    Mistake { line, column, message: "this is not text in UTF-8".to_owned() }
}

/// A byte order mark in UTF-8, which is no part of a text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The bytes that an input starts with, without a byte order mark.
pub(crate) fn without_mark(start: &[u8]) -> &[u8] {
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
pub(crate) fn open(file: &str) -> io::Result<Box<dyn BufRead + Send>> {
    let unmarked = |input: Box<dyn BufRead + Send>| Box::new(Unmarked { input, is_begun: false });
    if file == "-" {
        return Ok(unmarked(Box::new(BufReader::with_capacity(BUFFER, io::stdin()))));
    }
    if std::fs::metadata(file)?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
    }
    Ok(unmarked(Box::new(BufReader::with_capacity(BUFFER, File::open(file)?))))
}
