//! Loop over subjects, error reports and the exit code, for all subcommands but `solve`.

use std::io::{self, BufWriter, Write, stderr, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use residua::search::Limits;
use residua_report::puzzle::Found;
use residua_report::{ExitStatus, InputError, Subject, json, place};
use residua_sudoku::Entry;

use crate::args::{Inputs, Reading};
use crate::interrupt::{Until, is_cut_short, stop_flag};
use crate::source::{Item, items};

/// A subject, or an input error with its file.
pub(crate) type Read = Result<Subject, (String, InputError)>;

/// The puzzles of the inputs, as they are asked for.
pub(crate) fn puzzles(inputs: &Inputs) -> impl Iterator<Item = Read> + use<> {
    let Reading { trust, .. } = inputs.each.reading;
    items(&inputs.files, inputs.each.reading).map(move |Item { file, content }| {
        let Entry { puzzle, line, notes, .. } = content.map_err(|mistake| (file.to_string(), mistake))?;
        Ok(Subject::of_puzzle(&Found { file: &file, line, puzzle: &puzzle, notes: &notes, trust }))
    })
}

/// Prints an error with its position on standard error.
pub(crate) fn complain(file: &str, mistake: &InputError) {
    let InputError { line, column, message } = mistake;
    // If standard error cannot be written there is no other place to report it.
    let _ = writeln!(stderr(), "error: {}:{column}: {message}", place(file, *line));
}

/// Answers one input after another, as they come, and then nothing, which is the end; the exit code is that of the highest end of all.
/// Ctrl-C raises the flag of the limits.
pub(crate) fn answer<T>(
    is_json: bool,
    time: Option<Duration>,
    inputs: impl Iterator<Item = T>,
    mut look: impl FnMut(Option<T>, &Limits, &mut dyn Write) -> io::Result<ExitStatus>,
) -> ExitCode {
    let mut output = BufWriter::with_capacity(1 << 16, Until::new(stdout().lock(), !is_json));
    let stop = stop_flag();
    let limits = Limits::none().time(time).stop(Arc::clone(&stop));
    let mut highest = ExitStatus::Answered;
    for input in inputs {
        let result = look(Some(input), &limits, &mut output);
        match result.and_then(|end| output.flush().map(|()| end)) {
            Ok(end) => highest = highest.max(end),
            // A closed pipe is no error: the reader wants no more.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::from(highest as u8),
            Err(error) => return written(Err(error)),
        }
        if stop.load(Ordering::Relaxed) {
            highest = ExitStatus::Stopped;
            break;
        }
    }
    match look(None, &limits, &mut output).and_then(|_| output.flush()) {
        Ok(()) => ExitCode::from(highest as u8),
        Err(error) => written(Err(error)),
    }
}

/// Answers subjects one after another; an input error is a line of JSON, if the output is, else reported on standard error.
pub(crate) fn answer_read(
    is_json: bool,
    time: Option<Duration>,
    inputs: impl Iterator<Item = Read>,
    mut look: impl FnMut(&mut Subject, &Limits, &mut dyn Write) -> io::Result<ExitStatus>,
) -> ExitCode {
    answer(is_json, time, inputs, |input, limits, output| match input {
        Some(Ok(mut subject)) => look(&mut subject, limits, output),
        Some(Err((file, mistake))) => {
            report_error(is_json, &file, &mistake, output).map(|()| ExitStatus::BadInput)
        }
        None => Ok(ExitStatus::Answered),
    })
}

/// Says that the options do not go with the inputs.
pub(crate) fn refuse(message: &str) -> ExitCode {
    // If standard error cannot be written there is no other place to report it.
    let _ = writeln!(stderr(), "error: {message}");
    ExitCode::from(ExitStatus::BadInput as u8)
}

/// Says something on standard error that is no part of the output.
pub(crate) fn note(message: &str) {
    // If standard error cannot be written there is no other place to report it.
    let _ = writeln!(stderr(), "{message}");
}

/// Reports an input error: as a JSON object in the output, or on standard error.
pub(crate) fn report_error(
    is_json: bool,
    file: &str,
    mistake: &InputError,
    output: &mut dyn Write,
) -> io::Result<()> {
    if is_json {
        return json::write_mistake(output, file, mistake.line, mistake.column, &mistake.message);
    }
    complain(file, mistake);
    Ok(())
}

/// Exit code of a run whose output is complete, or could not be written.
pub(crate) fn written(output: io::Result<()>) -> ExitCode {
    match output {
        Err(error) if is_cut_short(&error) => {
            let _ = writeln!(stderr(), "{error}");
            ExitCode::from(ExitStatus::Stopped as u8)
        }
        // A closed pipe is no error: the reader wants no more.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(stderr(), "error: cannot write the output: {error}");
            ExitCode::from(ExitStatus::BadInput as u8)
        }
        _ => ExitCode::from(ExitStatus::Answered as u8),
    }
}
