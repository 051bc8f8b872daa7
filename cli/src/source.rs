//! Files and standard input, as puzzles and mistakes with their places.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::sync::Arc;

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

/// All items of all inputs, read as they are asked for. No name stands for standard input, as `-` does.
pub(crate) fn items(files: &[String], geometry: Option<Geometry>) -> impl Iterator<Item = Item> + use<> {
    let files = if files.is_empty() { vec!["-".to_owned()] } else { files.to_vec() };
    files.into_iter().flat_map(move |file| of_file(file.into(), geometry))
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
