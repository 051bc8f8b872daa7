//! Input files and standard input, read as puzzles and errors with positions.

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use residua_report::input::open;
use residua_report::{InputError, place};
use residua_sudoku::{Entry, ParseError, ParseErrorKind, Reader};

use crate::args::Reading;

/// A puzzle or a mistake, in the order of the inputs.
#[derive(Debug)]
pub(crate) struct Item {
    /// The name of the input, as given.
    pub(crate) file: Arc<str>,
    /// A puzzle, or what is wrong.
    pub(crate) content: Result<Entry, InputError>,
}

/// What is wrong with a puzzle, where there are the options of [`Reading`].
pub(crate) fn in_puzzle(error: ParseError) -> InputError {
    let is_unknown = error.kind() == ParseErrorKind::NotUnderstood;
    let mut mistake = InputError::from(error);
    if is_unknown {
        mistake.message.push_str(" (--ignore-unknown skips it)");
    }
    mistake
}

/// All items of all inputs, read as they are asked for. No name stands for standard input, as `-` does.
pub(crate) fn items(files: &[String], reading: Reading) -> impl Iterator<Item = Item> + use<> {
    let files = if files.is_empty() { vec!["-".to_owned()] } else { files.to_vec() };
    files.into_iter().flat_map(move |file| of_file(file.into(), reading))
}

/// The files that inputs name, where a folder stands for the files in it, in the order of their names: not for those in further folders, nor for
/// hidden ones and those that describe the others. No name stands for standard input.
pub(crate) fn files_of_folders(files: &[String]) -> Vec<Result<String, (String, InputError)>> {
    let files = if files.is_empty() { vec!["-".to_owned()] } else { files.to_vec() };
    let of = |file: String| match files_of(&file) {
        Ok(files) => files.into_iter().map(Ok).collect(),
        Err(error) => vec![Err((file, InputError::unreadable(&error)))],
    };
    files.into_iter().flat_map(of).collect()
}

/// All items of all inputs, of which some may be folders.
pub(crate) fn items_of_folders(files: &[String], reading: Reading) -> impl Iterator<Item = Item> + use<> {
    files_of_folders(files).into_iter().flat_map(move |file| -> Box<dyn Iterator<Item = Item>> {
        match file {
            Ok(file) => of_file(file.into(), reading),
            Err((file, mistake)) => {
                Box::new(std::iter::once(Item { file: file.into(), content: Err(mistake) }))
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
            Item { file: Arc::clone(&file), content: entry.map_err(in_puzzle) }
        })),
        Err(error) => Box::new(std::iter::once(Item { file, content: Err(InputError::unreadable(&error)) })),
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
