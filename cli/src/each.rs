//! Puzzle after puzzle, for the subcommands that look closely at each.

use std::io::{self, BufWriter, Write, stderr, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use residua::search::Limits;
use residua_report::Mistake;
use residua_report::place;
use residua_report::puzzle::Found;
use residua_report::{End, Subject, json};
use residua_sudoku::Entry;

use crate::args::Inputs;
use crate::interrupt::{Until, is_cut_short, stop_flag};
use crate::source::items;

/// What a subcommand does with each puzzle.
pub(crate) trait Look {
    /// Writes what there is to say of a puzzle.
    fn puzzle(&mut self, subject: &mut Subject, limits: &Limits, output: &mut dyn Write) -> io::Result<End>;

    /// Reports a mistake in an input.
    fn mistake(&mut self, file: &str, mistake: &Mistake, _output: &mut dyn Write) -> io::Result<()> {
        complain(file, mistake);
        Ok(())
    }

    /// Writes what follows after all puzzles.
    fn finish(&mut self, _output: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// Text, or lines of JSON, in which mistakes are objects too.
struct Plain<F> {
    look: F,
    is_json: bool,
}

impl<F: FnMut(&mut Subject, &Limits, &mut dyn Write) -> io::Result<End>> Look for Plain<F> {
    fn puzzle(&mut self, subject: &mut Subject, limits: &Limits, output: &mut dyn Write) -> io::Result<End> {
        (self.look)(subject, limits, output)
    }

    fn mistake(&mut self, file: &str, mistake: &Mistake, output: &mut dyn Write) -> io::Result<()> {
        tell(self.is_json, file, mistake, output)
    }
}

/// Reports that a question does not fit a subject.
pub(crate) fn refuse_subject(subject: &Subject, message: &str) -> End {
    let mistake = Mistake { line: subject.line(), column: 1, message: message.to_owned() };
    complain(subject.file(), &mistake);
    End::Mistaken
}

/// Reports a mistake on standard error.
pub(crate) fn complain(file: &str, mistake: &Mistake) {
    let Mistake { line, column, message } = mistake;
    // If standard error cannot be written there is no other place to report it.
    let _ = writeln!(stderr(), "error: {}:{column}: {message}", place(file, *line));
}

/// Runs `look` on each puzzle of the inputs, for output that is JSON or not: if it is, each mistake is a line of it; else mistakes are
/// reported on standard error.
pub(crate) fn run_as(
    is_json: bool,
    inputs: &Inputs,
    look: impl FnMut(&mut Subject, &Limits, &mut dyn Write) -> io::Result<End>,
) -> ExitCode {
    run_to(is_json, inputs, Plain { look, is_json })
}

/// Looks at each puzzle of the inputs; mistakes are passed over, Ctrl-C raises the flag of the limits.
pub(crate) fn run_with(inputs: &Inputs, look: impl Look) -> ExitCode {
    run_to(false, inputs, look)
}

fn run_to(is_json: bool, inputs: &Inputs, mut look: impl Look) -> ExitCode {
    let Inputs { files, each } = inputs;
    let items = items(files, each.reading);
    answer(is_json, each.time, items, |item, limits, output| {
        let Some(item) = item else { return look.finish(output).map(|()| End::Answered) };
        match &item.content {
            Ok(Entry { puzzle, line, notes, .. }) => {
                let trust = each.reading.trust;
                let found = Found { file: &item.file, line: *line, puzzle, notes, trust };
                look.puzzle(&mut Subject::of_puzzle(&found), limits, output)
            }
            Err(mistake) => look.mistake(&item.file, mistake, output).map(|()| End::Mistaken),
        }
    })
}

/// Answers one input after another, as they come, and then nothing, which is the end; the exit code is that of the highest end of all.
/// Ctrl-C raises the flag of the limits.
pub(crate) fn answer<T>(
    is_json: bool,
    time: Option<Duration>,
    inputs: impl Iterator<Item = T>,
    mut look: impl FnMut(Option<T>, &Limits, &mut dyn Write) -> io::Result<End>,
) -> ExitCode {
    let mut output = BufWriter::with_capacity(1 << 16, Until::new(stdout().lock(), !is_json));
    let stop = stop_flag();
    let limits = Limits::none().time(time).stop(Arc::clone(&stop));
    let mut highest = End::Answered;
    for input in inputs {
        let result = look(Some(input), &limits, &mut output);
        match result.and_then(|end| output.flush().map(|()| end)) {
            Ok(end) => highest = highest.max(end),
            // A closed pipe is no error: the reader wants no more.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::from(highest as u8),
            Err(error) => return written(Err(error)),
        }
        if stop.load(Ordering::Relaxed) {
            highest = End::Stopped;
            break;
        }
    }
    match look(None, &limits, &mut output).and_then(|_| output.flush()) {
        Ok(()) => ExitCode::from(highest as u8),
        Err(error) => written(Err(error)),
    }
}

/// The same for inputs that are no puzzles, each read, or with a mistake in the file of that name.
pub(crate) fn answer_read<T>(
    is_json: bool,
    time: Option<Duration>,
    inputs: impl Iterator<Item = Result<T, (String, Mistake)>>,
    mut look: impl FnMut(T, &Limits, &mut dyn Write) -> io::Result<End>,
) -> ExitCode {
    answer(is_json, time, inputs, |input, limits, output| match input {
        Some(Ok(subject)) => look(subject, limits, output),
        Some(Err((file, mistake))) => tell(is_json, &file, &mistake, output).map(|()| End::Mistaken),
        None => Ok(End::Answered),
    })
}

/// Says that the options do not go with the inputs.
pub(crate) fn refuse(message: &str) -> ExitCode {
    // If standard error cannot be written there is no other place to report it.
    let _ = writeln!(stderr(), "error: {message}");
    ExitCode::from(End::Mistaken as u8)
}

/// Reports a mistake: an object among others, or on standard error.
pub(crate) fn tell(is_json: bool, file: &str, mistake: &Mistake, output: &mut dyn Write) -> io::Result<()> {
    if is_json {
        return json::write_mistake(output, file, mistake.line, mistake.column, &mistake.message);
    }
    complain(file, mistake);
    Ok(())
}

/// What becomes of a run with all of its output, if that could be written.
pub(crate) fn written(output: io::Result<()>) -> ExitCode {
    match output {
        Err(error) if is_cut_short(&error) => {
            let _ = writeln!(stderr(), "{error}");
            ExitCode::from(End::Stopped as u8)
        }
        // A closed pipe is no error: the reader wants no more.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(stderr(), "error: the output cannot be written: {error}");
            ExitCode::from(End::Mistaken as u8)
        }
        _ => ExitCode::from(End::Answered as u8),
    }
}
