//! Puzzle after puzzle, for the subcommands that look closely at each.

use std::io::{self, BufWriter, Write, stderr, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use residua::search::Limits;
use residua::sudoku::Puzzle;

use crate::args::Inputs;
use crate::interrupt::stop_flag;
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
    /// Tells that what was asked does not fit this puzzle.
    pub(crate) fn refuse(&self, message: &str) -> End {
        // Nobody is left to tell if standard error cannot be written.
        let _ = writeln!(stderr(), "error: {}:{}:1: {message}", self.file, self.line);
        End::Mistaken
    }
}

/// Runs `look` on each puzzle of the inputs; mistakes are told and passed over, Ctrl-C raises the flag of the limits.
pub(crate) fn run(
    inputs: &Inputs,
    mut look: impl FnMut(&Found<'_>, &Limits, &mut dyn Write) -> io::Result<End>,
) -> ExitCode {
    let stop = stop_flag();
    let limits = Limits { time: inputs.time, stop: Some(Arc::clone(&stop)), ..Limits::default() };
    let mut output = BufWriter::new(stdout().lock());
    let mut highest = End::Answered;
    for item in items(&inputs.files, inputs.geometry) {
        let result = match &item.content {
            Ok((puzzle, line)) => {
                let found = Found { file: &item.file, line: *line, puzzle };
                look(&found, &limits, &mut output).and_then(|end| output.flush().map(|()| end))
            }
            Err(Mistake { line, column, message }) => {
                // Nobody is left to tell if standard error cannot be written.
                let _ = writeln!(stderr(), "error: {}:{line}:{column}: {message}", item.file);
                Ok(End::Mistaken)
            }
        };
        match result {
            Ok(end) => highest = highest.max(end),
            // Whoever read the output has had enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            Err(error) => {
                let _ = writeln!(stderr(), "error: the output cannot be written: {error}");
                return ExitCode::from(End::Mistaken as u8);
            }
        }
        if stop.load(Ordering::Relaxed) {
            highest = End::Stopped;
            break;
        }
    }
    ExitCode::from(highest as u8)
}
