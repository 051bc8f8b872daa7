//! `residua convert`: puzzles in other formats.
//!
//! | file | holds |
//! |---|---|
//! | `args.rs` | arguments |
//! | `sources.rs` | puzzles of the inputs, plain ones and those with further rules |
//! | `variants.rs` | puzzles written in formats of puzzles with further rules |

pub(crate) mod args;
mod sources;
mod variants;

use std::fs::File;
use std::io::{self, Write, stdout};
use std::process::ExitCode;
use std::sync::Arc;

use residua_report::{Convert as Question, Converted, Converter, ExitStatus, InputError, Source};
use residua_sudoku::{Format, write};

use crate::convert::args::{Convert, To};
use crate::convert::sources::{PlainSources, Sources};
use crate::each::{complain, note, refuse, written};
use crate::export::target::{Target, is_folder};

/// How many puzzles are converted together, where each has a line of its own.
const TOGETHER: usize = 1024;

/// Writes the puzzles of the inputs in the format that was asked for.
pub(crate) fn run(arguments: &Convert) -> ExitCode {
    let sources = match Sources::new(arguments) {
        Ok(sources) => sources,
        Err((file, mistake)) => {
            complain(&file, &mistake);
            return ended(false);
        }
    };
    match arguments.to {
        To::Plain(to) => plain(arguments, to, PlainSources::new(sources, to, arguments.drop_rules)),
        To::Variant(to) => variants::write(arguments, to, sources),
    }
}

/// Writes plain puzzles.
fn plain(arguments: &Convert, to: Format, mut sources: PlainSources) -> ExitCode {
    let question = Question { to, strict: arguments.strict, trust: arguments.reading.trust };
    if let Some(folder) = arguments.output.as_deref().filter(|path| is_folder(path)) {
        return each(question, folder, sources);
    }
    let all = if write::is_by_lines(to) { TOGETHER } else { usize::MAX };
    let mut puzzles: Vec<Source> = sources.by_ref().take(all).collect();
    if write::holds_one(to) && puzzles.len() > 1 {
        return refuse(&format!("a file of {to} holds one puzzle: -o FOLDER/ writes a file for each"));
    }
    let mut output = match opened(arguments.output.as_deref()) {
        Ok(output) => output,
        Err(code) => return code,
    };
    let mut converter = Converter::new(question);
    let mut is_right = true;
    while !puzzles.is_empty() {
        let Converted { text, notes, mistakes } = converter.convert(puzzles);
        if let Err(error) = output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
            return written(Err(error));
        }
        is_right &= told(&notes, &mistakes);
        puzzles = sources.by_ref().take(all).collect();
    }
    ended(is_right && sources.are_right())
}

/// The file that is written, or standard output.
fn opened(path: Option<&str>) -> Result<Box<dyn Write>, ExitCode> {
    match path {
        None => Ok(Box::new(stdout().lock())),
        Some(path) => match File::create(path) {
            Ok(file) => Ok(Box::new(file)),
            Err(error) => Err(refuse(&format!("{path}: cannot be written: {error}"))),
        },
    }
}

/// Writes each puzzle into a file of its own.
fn each(question: Question, folder: &str, mut sources: PlainSources) -> ExitCode {
    let extension = write::extension(question.to);
    let mut target = match Target::new(Some(folder), extension, true, "puzzles") {
        Ok(target) => target,
        Err(message) => return refuse(&message),
    };
    let mut is_right = true;
    for source in sources.by_ref() {
        let place = (Arc::clone(&source.file), source.entry.line);
        let converted = Converter::new(question).convert(vec![source]);
        is_right &= told(&converted.notes, &converted.mistakes);
        if !converted.mistakes.is_empty() {
            continue;
        }
        let put = &mut |output: &mut dyn Write| output.write_all(converted.text.as_bytes());
        match target.write((&place.0, place.1), put) {
            Err((path, error)) if error.kind() != io::ErrorKind::BrokenPipe => {
                return refuse(&format!("{path}: cannot be written: {error}"));
            }
            _ => {}
        }
    }
    ended(is_right && sources.are_right())
}

fn ended(is_right: bool) -> ExitCode {
    let end = if is_right { ExitStatus::Answered } else { ExitStatus::BadInput };
    ExitCode::from(end as u8)
}

/// Says what is lost and what is not written; whether everything is.
fn told(notes: &[String], mistakes: &[(Arc<str>, InputError)]) -> bool {
    for text in notes {
        note(&format!("note: {text}"));
    }
    for (file, mistake) in mistakes {
        complain(file, mistake);
    }
    mistakes.is_empty()
}
