//! `residua export`: puzzles and models in the languages of other solvers.
//!
//! | file | holds |
//! |---|---|
//! | `args.rs` | arguments |
//! | `target.rs` | output: standard output, a file, or a folder |

pub(crate) mod args;
pub(crate) mod target;

use std::io::{self, Write, stderr};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use residua::model::Model;
use residua_report::export::{encode, write_header};
use residua_report::puzzle::Found;
use residua_report::{ExitStatus, InputError};
use residua_sudoku::Entry;

use crate::each::{Read, complain, refuse};
use crate::export::args::Export;
use crate::export::target::Target;
use crate::interrupt::stop_flag;
use crate::source::{Item, items_of_folders};

/// Writes each puzzle of the inputs in the language that was asked for.
pub(crate) fn run(arguments: &Export) -> ExitCode {
    let items = items_of_folders(&arguments.files, arguments.reading);
    each(arguments, "puzzles", items, |Item { file, content }, target| {
        let Entry { puzzle, line, notes, .. } = content.map_err(|mistake| (file.to_string(), mistake))?;
        let trust = arguments.reading.trust;
        let found = Found { file: &file, line, puzzle: &puzzle, notes: &notes, trust };
        let puzzle = found.as_puzzle();
        let head = |output: &mut dyn Write| write_header(output, arguments.to.into(), &puzzle);
        write(arguments, &puzzle.model(), (&file, line), target, head)
    })
}

/// Exports inputs other than puzzles, each of them read, or an error.
pub(crate) fn subjects(arguments: &Export, subjects: impl Iterator<Item = Read>) -> ExitCode {
    each(arguments, "inputs", subjects, |subject, target| {
        let subject = subject?;
        for note in subject.export_notes() {
            // If standard error cannot be written there is no other place to report it.
            let _ = writeln!(stderr(), "note: {}: {note}", subject.file());
        }
        write(arguments, subject.model(), (subject.file(), subject.line()), target, |_| Ok(()))
    })
}

/// Writes one input after another, until Ctrl-C; the exit code is that of the highest end of all.
fn each<T>(
    arguments: &Export,
    what: &str,
    inputs: impl Iterator<Item = T>,
    mut export: impl FnMut(T, &mut Target) -> Result<(), (String, InputError)>,
) -> ExitCode {
    let stop = stop_flag();
    let mut inputs = inputs.peekable();
    let first = inputs.next();
    let is_several = inputs.peek().is_some();
    let mut target = match Target::new(arguments.output.as_deref(), arguments.extension(), is_several, what) {
        Ok(target) => target,
        Err(message) => return refuse(&message),
    };
    let mut highest = ExitStatus::Answered;
    for input in first.into_iter().chain(inputs) {
        if let Err((file, mistake)) = export(input, &mut target) {
            complain(&file, &mistake);
            highest = highest.max(ExitStatus::BadInput);
        }
        if stop.load(Ordering::Relaxed) {
            highest = ExitStatus::Stopped;
            break;
        }
    }
    ExitCode::from(highest as u8)
}

/// Writes the model of what begins in that line of that file.
fn write(
    arguments: &Export,
    model: &Model,
    (file, line): (&str, usize),
    target: &mut Target,
    head: impl Fn(&mut dyn Write) -> io::Result<()>,
) -> Result<(), (String, InputError)> {
    let text = encode(&arguments.question(), model)
        .map_err(|error| (file.to_owned(), InputError { line, column: 1, message: error.to_string() }))?;
    let written = target.write((file, line), &mut |output| {
        head(output)?;
        write!(output, "{text}")
    });
    match written {
        // A closed pipe is no error: the reader wants no more.
        Err((path, error)) if error.kind() != io::ErrorKind::BrokenPipe => {
            let message = format!("cannot be written: {error}");
            Err((path, InputError { line: 1, column: 1, message }))
        }
        _ => Ok(()),
    }
}
