//! Files and standard input, as puzzles and mistakes with their places.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

use residua::flatzinc::FlatZincError;
use residua::sudoku::{Entry, Geometry, ParseError, Reader};

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
pub(crate) fn items(files: &[String], geometry: Option<Geometry>) -> impl Iterator<Item = Item> + use<> {
    let files = if files.is_empty() { vec!["-".to_owned()] } else { files.to_vec() };
    files.into_iter().flat_map(move |file| of_file(file.into(), geometry))
}

/// The same, where a folder stands for the files in it, in the order of their names: not for those in further folders, nor for
/// hidden ones and those that say what the others are.
pub(crate) fn items_of_folders(
    files: &[String],
    geometry: Option<Geometry>,
) -> impl Iterator<Item = Item> + use<> {
    let files = if files.is_empty() { vec!["-".to_owned()] } else { files.to_vec() };
    files.into_iter().flat_map(move |file| -> Box<dyn Iterator<Item = Item>> {
        match files_of(&file) {
            Ok(files) => Box::new(files.into_iter().flat_map(move |file| of_file(file.into(), geometry))),
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

fn of_file(file: Arc<str>, geometry: Option<Geometry>) -> Box<dyn Iterator<Item = Item>> {
    match open(&file) {
        Ok(input) => {
            let entries = Reader::new(input, geometry);
            Box::new(
                entries.map(move |entry| Item {
                    file: Arc::clone(&file),
                    content: entry.map_err(Mistake::from),
                }),
            )
        }
        Err(error) => Box::new(std::iter::once(Item { file, content: Err(Mistake::unreadable(&error)) })),
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

/// An input, to be read in large pieces.
pub(crate) fn open(file: &str) -> io::Result<Box<dyn BufRead + Send>> {
    if file == "-" {
        return Ok(Box::new(BufReader::with_capacity(BUFFER, io::stdin())));
    }
    if std::fs::metadata(file)?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
    }
    Ok(Box::new(BufReader::with_capacity(BUFFER, File::open(file)?)))
}
