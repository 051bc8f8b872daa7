//! `residua export`: puzzles in the languages of other programs.
//!
//! | file | holds |
//! |---|---|
//! | `args.rs` | what can be asked for |
//! | `language.rs` | a puzzle as text in a language |
//! | `header.rs` | the puzzle in the comments of such a text |
//! | `target.rs` | standard output, a file, or a folder of files |

pub(crate) mod args;
pub(crate) mod header;
mod language;
mod target;

use std::io::{Write, stderr};
use std::process::ExitCode;

use residua_report::End;
use residua_report::Mistake;
use residua_report::puzzle::Found;
use residua_sudoku::Entry;

use crate::each::{complain, refuse_puzzle};
use crate::export::args::Export;
use crate::export::target::Target;
use crate::interrupt::stop_flag;
use crate::source::{Item, items_of_folders};

pub(crate) fn run(arguments: &Export) -> ExitCode {
    ExitCode::from(export(arguments) as u8)
}

fn export(arguments: &Export) -> End {
    let stop = stop_flag();
    let mut items = items_of_folders(&arguments.files, arguments.reading).peekable();
    let first = items.next();
    let is_several = items.peek().is_some();
    let mut target = match Target::new(arguments, is_several) {
        Ok(target) => target,
        Err(message) => {
            // If standard error cannot be written there is no other place to report it.
            let _ = writeln!(stderr(), "error: {message}");
            return End::Mistaken;
        }
    };
    let mut highest = End::Answered;
    for Item { file, content } in first.into_iter().chain(items) {
        let end = match content {
            Ok(Entry { puzzle, line, notes, .. }) => {
                let trust = arguments.reading.trust;
                let found = Found { file: &file, line, puzzle: &puzzle, notes: &notes, trust };
                export_one(arguments, &found, &mut target)
            }
            Err(mistake) => {
                complain(&file, &mistake);
                End::Mistaken
            }
        };
        highest = highest.max(end);
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            return End::Stopped;
        }
    }
    highest
}

/// Writes a puzzle in the language that was asked for.
fn export_one(arguments: &Export, found: &Found<'_>, target: &mut Target) -> End {
    let puzzle = found.as_puzzle();
    let text = match language::encode(arguments, &puzzle) {
        Ok(text) => text,
        Err(error) => return refuse_puzzle(found, &error.to_string()),
    };
    let written = target.write(found, &mut |output| {
        if let Some(mark) = arguments.comment() {
            header::write(output, arguments.to, mark, &puzzle)?;
        }
        write!(output, "{text}")
    });
    match written {
        Ok(()) => End::Answered,
        // A closed pipe is no error: the reader wants no more.
        Err((_, error)) if error.kind() == std::io::ErrorKind::BrokenPipe => End::Answered,
        Err((path, error)) => {
            let message = format!("cannot be written: {error}");
            complain(&path, &Mistake { line: 1, column: 1, message });
            End::Mistaken
        }
    }
}
