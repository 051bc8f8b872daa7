//! Puzzle after puzzle, for the subcommands that look closely at each.

use std::io::{self, BufWriter, Write, stderr, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use residua::model::Model;
use residua::search::Limits;
use residua::sudoku::Puzzle;

use crate::args::Inputs;
use crate::interrupt::stop_flag;
use crate::report::json;
use crate::source::{Mistake, items};

/// What became of a puzzle, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum End {
    Answered = 0,
    Refuted = 1,
    Mistaken = 2,
    Stopped = 3,
}

/// A puzzle and where it was found.
#[derive(Debug)]
pub(crate) struct Found<'a> {
    pub(crate) file: &'a str,
    pub(crate) line: usize,
    pub(crate) puzzle: &'a Puzzle,
}

impl Found<'_> {
    /// The puzzle as a model.
    pub(crate) fn model(&self) -> Model {
        self.puzzle.model()
    }

    /// Tells that what was asked does not fit this puzzle.
    pub(crate) fn refuse(&self, message: &str) -> End {
        complain(self.file, &Mistake { line: self.line, column: 1, message: message.to_owned() });
        End::Mistaken
    }
}

/// What a subcommand does with each puzzle.
pub(crate) trait Look {
    /// Writes what there is to say of a puzzle.
    fn puzzle(&mut self, found: &Found<'_>, limits: &Limits, output: &mut dyn Write) -> io::Result<End>;

    /// Tells a mistake in an input.
    fn mistake(&mut self, file: &str, mistake: &Mistake, _output: &mut dyn Write) -> io::Result<()> {
        complain(file, mistake);
        Ok(())
    }

    /// Writes what belongs behind all puzzles.
    fn finish(&mut self, _output: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// Text, or lines of JSON, in which mistakes are objects too.
struct Plain<F> {
    look: F,
    is_json: bool,
}

impl<F: FnMut(&Found<'_>, &Limits, &mut dyn Write) -> io::Result<End>> Look for Plain<F> {
    fn puzzle(&mut self, found: &Found<'_>, limits: &Limits, output: &mut dyn Write) -> io::Result<End> {
        (self.look)(found, limits, output)
    }

    fn mistake(&mut self, file: &str, mistake: &Mistake, output: &mut dyn Write) -> io::Result<()> {
        if self.is_json {
            return json::write_mistake(output, file, mistake.line, mistake.column, &mistake.message);
        }
        complain(file, mistake);
        Ok(())
    }
}

/// Tells a mistake on standard error.
fn complain(file: &str, mistake: &Mistake) {
    let Mistake { line, column, message } = mistake;
    // Nobody is left to tell if standard error cannot be written.
    let _ = writeln!(stderr(), "error: {file}:{line}:{column}: {message}");
}

/// Runs `look` on each puzzle of the inputs; mistakes are told on standard error.
pub(crate) fn run(
    inputs: &Inputs,
    look: impl FnMut(&Found<'_>, &Limits, &mut dyn Write) -> io::Result<End>,
) -> ExitCode {
    run_with(inputs, Plain { look, is_json: false })
}

/// Runs `look`, which writes a line of JSON for each puzzle of the inputs; mistakes are told by one of their own.
pub(crate) fn run_json(
    inputs: &Inputs,
    look: impl FnMut(&Found<'_>, &Limits, &mut dyn Write) -> io::Result<End>,
) -> ExitCode {
    run_with(inputs, Plain { look, is_json: true })
}

/// Looks at each puzzle of the inputs; mistakes are passed over, Ctrl-C raises the flag of the limits.
pub(crate) fn run_with(inputs: &Inputs, mut look: impl Look) -> ExitCode {
    let mut output = BufWriter::new(stdout().lock());
    match look_at_all(inputs, &mut look, &mut output) {
        Ok(end) => ExitCode::from(end as u8),
        Err(error) => {
            let _ = writeln!(stderr(), "error: the output cannot be written: {error}");
            ExitCode::from(End::Mistaken as u8)
        }
    }
}

/// The highest end of all.
fn look_at_all(inputs: &Inputs, look: &mut impl Look, output: &mut dyn Write) -> io::Result<End> {
    let stop = stop_flag();
    let limits = Limits { time: inputs.time, stop: Some(Arc::clone(&stop)), ..Limits::default() };
    let mut highest = End::Answered;
    for item in items(&inputs.files, inputs.geometry) {
        let result = match &item.content {
            Ok((puzzle, line)) => {
                look.puzzle(&Found { file: &item.file, line: *line, puzzle }, &limits, output)
            }
            Err(mistake) => look.mistake(&item.file, mistake, output).map(|()| End::Mistaken),
        };
        match result.and_then(|end| output.flush().map(|()| end)) {
            Ok(end) => highest = highest.max(end),
            // Whoever read the output has had enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(highest),
            Err(error) => return Err(error),
        }
        if stop.load(Ordering::Relaxed) {
            highest = End::Stopped;
            break;
        }
    }
    look.finish(output).and_then(|()| output.flush())?;
    Ok(highest)
}
