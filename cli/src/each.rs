//! Puzzle after puzzle, for the subcommands that look closely at each.

use std::borrow::Cow;
use std::io::{self, BufWriter, Write, stderr, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use residua::model::Model;
use residua::search::Limits;
use residua_sudoku::{Entry, Notes, Puzzle, Trust};

use crate::args::Inputs;
use crate::interrupt::{Until, is_cut_short, stop_flag};
use crate::place::place;
use crate::report::json;
use crate::source::{Mistake, items};
use crate::words::counted;

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
    /// What is written into it apart from its givens.
    pub(crate) notes: &'a Notes,
    /// What counts of that.
    pub(crate) trust: Trust,
}

impl Found<'_> {
    /// The file and the line, as text.
    pub(crate) fn place(&self) -> String {
        place(self.file, self.line)
    }

    /// The puzzle as a model, with all that counts.
    pub(crate) fn model(&self) -> Model {
        self.puzzle.model_trusting(self.notes, self.trust)
    }

    /// The puzzle with all that counts: entered digits as givens, marks as all that their cells may have.
    pub(crate) fn as_puzzle(&self) -> Cow<'_, Puzzle> {
        if self.trust == Trust::Givens || self.notes.is_empty() {
            Cow::Borrowed(self.puzzle)
        } else {
            Cow::Owned(self.puzzle.trusting(self.notes, self.trust))
        }
    }

    /// What counts, in words.
    pub(crate) fn clues_in_words(&self) -> &'static str {
        let (entries, marks) =
            (self.notes.entries().next().is_some(), self.notes.marked_cells().next().is_some());
        match self.trust {
            Trust::Marks if marks => "givens, entered digits and marks",
            Trust::Entries | Trust::Marks if entries => "givens and entered digits",
            _ => "givens",
        }
    }

    /// What of the notes does not count, in words.
    pub(crate) fn left_out(&self) -> Option<String> {
        let (entries, marks) = (self.notes.entries().count(), self.notes.marked_cells().count());
        let entries = (entries > 0 && self.trust < Trust::Entries).then(|| counted(entries, "entered digit"));
        let marks = (marks > 0 && self.trust < Trust::Marks)
            .then(|| format!("the pencil marks of {}", counted(marks, "cell")));
        let parts: Vec<String> = [entries, marks].into_iter().flatten().collect();
        (!parts.is_empty())
            .then(|| format!("what does not count (--trust {}): {}", self.trust, parts.join(", ")))
    }

    /// Reports that the question does not fit this puzzle.
    pub(crate) fn refuse(&self, message: &str) -> End {
        complain(self.file, &Mistake { line: self.line, column: 1, message: message.to_owned() });
        End::Mistaken
    }
}

/// What a subcommand does with each puzzle.
pub(crate) trait Look {
    /// Writes what there is to say of a puzzle.
    fn puzzle(&mut self, found: &Found<'_>, limits: &Limits, output: &mut dyn Write) -> io::Result<End>;

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

impl<F: FnMut(&Found<'_>, &Limits, &mut dyn Write) -> io::Result<End>> Look for Plain<F> {
    fn puzzle(&mut self, found: &Found<'_>, limits: &Limits, output: &mut dyn Write) -> io::Result<End> {
        (self.look)(found, limits, output)
    }

    fn mistake(&mut self, file: &str, mistake: &Mistake, output: &mut dyn Write) -> io::Result<()> {
        tell(self.is_json, file, mistake, output)
    }
}

/// Reports a mistake on standard error.
pub(crate) fn complain(file: &str, mistake: &Mistake) {
    let Mistake { line, column, message } = mistake;
    // If standard error cannot be written there is no other place to report it.
    let _ = writeln!(stderr(), "error: {}:{column}: {message}", place(file, *line));
}

/// Runs `look` on each puzzle of the inputs; mistakes are reported on standard error.
pub(crate) fn run(
    inputs: &Inputs,
    look: impl FnMut(&Found<'_>, &Limits, &mut dyn Write) -> io::Result<End>,
) -> ExitCode {
    run_as(false, inputs, look)
}

/// The same, for output that is JSON or not: if it is, each mistake is a line of it too.
pub(crate) fn run_as(
    is_json: bool,
    inputs: &Inputs,
    look: impl FnMut(&Found<'_>, &Limits, &mut dyn Write) -> io::Result<End>,
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
                look.puzzle(&Found { file: &item.file, line: *line, puzzle, notes, trust }, limits, output)
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
fn tell(is_json: bool, file: &str, mistake: &Mistake, output: &mut dyn Write) -> io::Result<()> {
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
