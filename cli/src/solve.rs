//! `residua solve`: batches of puzzles in, answers out, with one thread or more.
//!
//! Memory does not grow with the input: batches are read as they are needed, and with several threads a bounded number
//! of them is under way. The output keeps the order of the input, and nothing of it is held back while an input is waited
//! for.

use std::fs;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write, stderr, stdin, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use residua::search::Limits;
use residua_report::json::write_mistake;
use residua_report::puzzle::{Found, Solver, Unanswered};
use residua_report::{Answer, Asking, InputError, place};
use residua_sudoku::{Entry, Trust, render};

use crate::args::{Format, Solve, print_help};
use crate::batch::{Batch, batches};
use crate::each::written;
use crate::host::Terminal;
use crate::interrupt::{Until, stop_flag};
use crate::progress::Progress;
use crate::setting::Setting;
use crate::totals::{Counts, Reply, Totals};
use crate::workers;

/// What became of some items.
#[derive(Debug, Default)]
pub(crate) struct Replies {
    counts: Counts,
    /// For standard error.
    messages: Vec<String>,
}

impl Replies {
    pub(crate) fn add(&mut self, reply: Reply) {
        self.messages.extend(self.counts.add(reply));
    }
}

/// Answers everything that the arguments name; the exit code.
pub(crate) fn run(arguments: &Solve, setting: Setting) -> ExitCode {
    if arguments.inputs.files.is_empty() && stdin().is_terminal() {
        return print_help();
    }
    let stop = stop_flag();
    let limits = Limits::none().time(arguments.inputs.each.time).stop(Arc::clone(&stop));
    let is_json = arguments.format() == Format::Json && !arguments.summary;
    let session = |threads| PuzzleSession {
        solver: Solver::new(
            arguments.question(),
            Asking { threads, ..setting.asking(&limits) },
            arguments.with.clone(),
        ),
        trust: arguments.inputs.each.reading.trust,
        is_json,
    };
    let reads_stdin = arguments.inputs.files.iter().any(|file| file == "-");
    let is_typed = reads_stdin && stdin().is_terminal();
    if is_typed {
        let hint = "reading puzzles from the terminal; end with Ctrl-D (Windows: Ctrl-Z, Enter)";
        let _ = writeln!(stderr(), "{hint}");
    }
    let is_shown = !arguments.summary && stdout().is_terminal();
    let (is_one, batches) =
        of_one(&arguments.inputs.files, batches(&arguments.inputs.files, arguments.inputs.each.reading));
    let mut run = Run {
        totals: Totals::new(),
        // A list shows the progress of each puzzle.
        progress: Progress::new(!is_typed && !is_shown && !arguments.question().is_list()),
        stop,
        output: BufWriter::with_capacity(1 << 16, Until::new(stdout().lock(), !is_json)),
        is_eager: stdout().is_terminal(),
    };
    let threads = arguments.threads();
    let is_program = arguments.format() == Format::Prolog && !arguments.summary;
    let head = if is_program { render::PROLOG_HEAD } else { "" };
    let result = run.output.write_all(head.as_bytes()).and_then(|()| {
        if threads == 1 || is_one {
            run.alone(batches, session(threads))
        } else {
            run.together(batches, threads, || session(1))
        }
    });
    run.progress.finish();
    let result = result.and_then(|()| run.conclude(arguments)).and_then(|()| run.output.flush());
    if result.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::BrokenPipe) {
        return written(result);
    }
    ExitCode::from(run.totals.exit_code())
}

/// Whether there is but one puzzle, as far as that can be seen without waiting for more; and all.
fn of_one(
    files: &[String],
    mut batches: impl Iterator<Item = Batch> + Send + 'static,
) -> (bool, impl Iterator<Item = Batch> + Send + 'static) {
    let is_file = |file: &String| fs::metadata(file).is_ok_and(|data| data.is_file());
    let looked_at = if !files.is_empty() && files.iter().all(is_file) { 2 } else { 0 };
    let first: Vec<Batch> = batches.by_ref().take(looked_at).collect();
    let is_one = matches!(&first[..], [only] if only.is_one());
    (is_one, first.into_iter().chain(batches))
}

/// A run under way.
#[derive(Debug)]
struct Run {
    totals: Totals,
    progress: Progress,
    stop: Arc<AtomicBool>,
    output: BufWriter<Until<StdoutLock<'static>>>,
    /// Whether the output is a terminal, where each answer is shown as soon as it is found.
    is_eager: bool,
}

impl Run {
    #[inline]
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Answers the batches one after another, here.
    fn alone(&mut self, batches: impl Iterator<Item = Batch>, mut session: PuzzleSession) -> io::Result<()> {
        for batch in batches {
            batch.try_for_each(|item| {
                if self.is_stopped() {
                    return Ok(());
                }
                let reply = session.respond(&batch.file, item, &mut self.output)?;
                self.note_one(reply);
                if self.is_eager { self.output.flush() } else { Ok(()) }
            })?;
            if self.is_stopped() {
                break;
            }
            // What comes next may have to be waited for.
            self.output.flush()?;
        }
        Ok(())
    }

    /// Answers the batches on several threads.
    fn together(
        &mut self,
        batches: impl Iterator<Item = Batch> + Send + 'static,
        threads: usize,
        session: impl Fn() -> PuzzleSession,
    ) -> io::Result<()> {
        let stop = Arc::clone(&self.stop);
        workers::answer(batches, threads, session, &stop, |piece| {
            let Some(piece) = piece else { return self.output.flush() };
            self.output.write_all(&piece.text)?;
            self.note(&piece.replies);
            Ok(())
        })
    }

    fn note(&mut self, Replies { counts, messages }: &Replies) {
        self.progress.step(counts.items());
        self.totals.add(counts);
        for message in messages {
            self.complain(message);
        }
    }

    #[inline]
    fn note_one(&mut self, reply: Reply) {
        self.progress.step(1);
        if let Some(message) = self.totals.counts.add(reply) {
            self.complain(&message);
        }
    }

    fn complain(&mut self, message: &str) {
        // If standard error cannot be written there is no other place to report it.
        let _ = self.progress.aside(|| writeln!(stderr(), "{message}"));
    }

    /// Prints the totals: on standard output if they are all that is wanted, else on standard error for many puzzles.
    fn conclude(&mut self, arguments: &Solve) -> io::Result<()> {
        if self.is_stopped() {
            self.totals.interrupt();
        }
        match (arguments.summary, arguments.format()) {
            (true, Format::Json) => writeln!(self.output, "{}", self.totals.json()),
            (true, _) => writeln!(self.output, "{}", self.totals),
            (false, _) if self.totals.puzzles() > 1 => writeln!(stderr(), "{}", self.totals),
            (false, _) => Ok(()),
        }
    }
}

/// Session that answers puzzles one after another.
#[derive(Debug)]
pub(crate) struct PuzzleSession {
    solver: Solver<'static>,
    /// What counts of what is written into a grid.
    trust: Trust,
    /// Whether mistakes go into the output, and not to standard error as text.
    is_json: bool,
}

impl PuzzleSession {
    /// Answers a puzzle, and writes the answer; or writes what is wrong.
    pub(crate) fn respond(
        &mut self,
        file: &str,
        item: Result<&Entry, &InputError>,
        output: &mut dyn Write,
    ) -> io::Result<Reply> {
        let Entry { puzzle, line, notes, .. } = match item {
            Ok(entry) => entry,
            Err(mistake) => return self.refuse(file, mistake, output),
        };
        let found = Found { file, line: *line, puzzle, notes, trust: self.trust };
        let mistake = match self.solver.solve(&found, output) {
            Ok(solved) => {
                solved.write(output, &Terminal)?;
                return Ok(Reply::Answered(solved.verdict(), solved.end()));
            }
            Err(Unanswered::Output(error)) => return Err(error),
            Err(Unanswered::Program(mistake)) => mistake,
        };
        self.refuse(file, &mistake, output)
    }

    /// Writes what is wrong, or hands it back for standard error.
    fn refuse(&self, file: &str, mistake: &InputError, output: &mut dyn Write) -> io::Result<Reply> {
        let InputError { line, column, message } = mistake;
        if self.is_json {
            write_mistake(output, file, *line, *column, message)?;
            return Ok(Reply::BadInput(None));
        }
        Ok(Reply::BadInput(Some(format!("error: {}:{column}: {message}", place(file, *line)))))
    }
}
