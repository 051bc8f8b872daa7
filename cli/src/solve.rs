//! `residua solve`: from the inputs to the output, with one thread or more.
//!
//! Memory does not grow with the input: batches are read as they are needed, and with several threads a bounded number
//! of them is under way. The output keeps the order of the input, and nothing of it is held back while an input is waited
//! for.

use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write, stderr, stdin, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use residua::search::Limits;
use residua_report::Mistake;
use residua_report::Verdict;
use residua_report::place;
use residua_report::puzzle::Found;
use residua_report::puzzle::clash::Clash;
use residua_sudoku::{Entry, Puzzle, Refutation};

use crate::answer::{Answer, Desk, Wanted};
use crate::args::{Format, Solve, print_help};
use crate::batch::{Batch, batches};
use crate::each::written;
use crate::interrupt::{Until, stop_flag};
use crate::print::{Listed, Printer};
use crate::progress::Progress;
use crate::setting::Setting;
use crate::totals::{Counts, Totals};
use crate::workers;

/// What became of an item.
#[derive(Debug)]
pub(crate) enum Reply {
    /// It was answered; `stopped` says whether a limit came before all that was asked for.
    Answered { verdict: Verdict, stopped: bool },
    /// It was no puzzle: a message for standard error, unless the output has it.
    Mistaken(Option<String>),
}

/// What became of some items.
#[derive(Debug, Default)]
pub(crate) struct Replies {
    counts: Counts,
    /// For standard error.
    messages: Vec<String>,
}

impl Replies {
    pub(crate) fn add(&mut self, reply: Reply) {
        match reply {
            Reply::Answered { verdict, stopped } => self.counts.add(verdict, stopped),
            Reply::Mistaken(message) => {
                self.counts.add_error();
                self.messages.extend(message);
            }
        }
    }
}

/// Answers everything that the arguments name; the exit code.
pub(crate) fn run(arguments: &Solve, setting: Setting) -> ExitCode {
    if arguments.inputs.files.is_empty() && stdin().is_terminal() {
        return print_help();
    }
    let stop = stop_flag();
    let wanted = Wanted {
        consistency: arguments.consistency,
        engine: setting.engine,
        learning: arguments.learn.into(),
        trust: arguments.inputs.each.reading.trust,
        solutions: if arguments.all { arguments.most.limit } else { Some(arguments.most.limit.unwrap_or(2)) },
        always_root: matches!(
            arguments.format(),
            Format::Json | Format::Pencil | Format::Prolog | Format::Clpfd
        ),
        rules: arguments.format() != Format::Line,
        verdict_only: arguments.summary,
        counts: !arguments.summary && (arguments.stats || arguments.format() == Format::Json),
        limits: Limits::none()
            .time(arguments.inputs.each.time)
            .nodes(arguments.nodes)
            .stop(Arc::clone(&stop)),
        with: arguments.with.clone(),
    };
    let printer = Printer::new(arguments, setting.paint);
    let reads_stdin = arguments.inputs.files.iter().any(|file| file == "-");
    let is_typed = reads_stdin && stdin().is_terminal();
    if is_typed {
        let hint = "reading puzzles from the terminal: end with Ctrl-D (on Windows, Ctrl-Z Enter)";
        let _ = writeln!(stderr(), "{hint}");
    }
    let is_shown = !arguments.summary && stdout().is_terminal();
    let batches = batches(&arguments.inputs.files, arguments.inputs.each.reading);
    let mut run = Run {
        totals: Totals::new(),
        progress: Progress::new(!is_typed && !is_shown),
        stop,
        output: BufWriter::with_capacity(1 << 16, Until::new(stdout().lock(), printer.speaks_text())),
        is_eager: stdout().is_terminal(),
    };
    let threads = match arguments.threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let result = printer.begin(&mut run.output).and_then(|()| {
        if threads == 1 {
            run.alone(batches, &mut Desk::new(wanted), printer)
        } else {
            run.together(batches, threads, &wanted, printer)
        }
    });
    run.progress.finish();
    let result = result.and_then(|()| run.conclude(arguments)).and_then(|()| run.output.flush());
    if result.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::BrokenPipe) {
        return written(result);
    }
    ExitCode::from(run.totals.exit_code())
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
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Answers the batches one after another, here.
    fn alone(
        &mut self,
        batches: impl Iterator<Item = Batch>,
        desk: &mut Desk,
        printer: Printer,
    ) -> io::Result<()> {
        for batch in batches {
            batch.try_for_each(|item| {
                if self.is_stopped() {
                    return Ok(());
                }
                let mut replies = Replies::default();
                replies.add(respond(&batch.file, item, desk, printer, &self.stop, &mut self.output)?);
                self.note(&replies);
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
        wanted: &Wanted,
        printer: Printer,
    ) -> io::Result<()> {
        let stop = Arc::clone(&self.stop);
        workers::answer(batches, threads, wanted, printer, &stop, |piece| {
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
            // If standard error cannot be written there is no other place to report it.
            let _ = self.progress.aside(|| writeln!(stderr(), "{message}"));
        }
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

/// The time for finding the clash of a puzzle that was answered within a limit of time.
const NAMING: Duration = Duration::from_millis(100);

/// Answers a puzzle, which is in that line, and writes the answer; or writes what is wrong.
pub(crate) fn respond(
    file: &str,
    item: Result<&Entry, &Mistake>,
    desk: &mut Desk,
    printer: Printer,
    stop: &AtomicBool,
    output: &mut impl Write,
) -> io::Result<Reply> {
    let found = match item {
        Ok(entry) => {
            let Entry { puzzle, line, notes, .. } = entry;
            Found { file, line: *line, puzzle, notes, trust: desk.trust() }
        }
        Err(mistake) => return refuse(file, mistake, printer, output),
    };
    let puzzle = found.as_puzzle();
    let mut listed = Listed::default();
    let mut written = Ok(());
    let time = desk.time();
    let answer = desk.answer(&puzzle, |grid| {
        if written.is_ok() {
            written = printer.solution(output, &found, &puzzle, grid, &mut listed);
        }
        if written.is_err() {
            // The output is closed: there is no use in searching further.
            stop.store(true, Ordering::Relaxed);
        }
    });
    written?;
    let mut answer = match answer {
        Ok(answer) => answer,
        Err(message) => {
            let mistake = Mistake { line: found.line, column: 1, message };
            return refuse(file, &mistake, printer, output);
        }
    };
    if printer.names_clash() {
        name_clash(&mut answer, &found, &puzzle, time);
    }
    printer.answer(output, &found, &puzzle, &answer, &listed)?;
    Ok(Reply::Answered { stopped: answer.stopped().is_some(), verdict: answer.verdict })
}

/// Writes what is wrong, or hands it back for standard error.
fn refuse(file: &str, mistake: &Mistake, printer: Printer, output: &mut impl Write) -> io::Result<Reply> {
    let Mistake { line, column, message } = mistake;
    printer.mistake(output, file, *line, *column, message)?;
    let text = format!("error: {}:{column}: {message}", place(file, *line));
    Ok(Reply::Mistaken(printer.speaks_text().then_some(text)))
}

/// Puts the clash that is named everywhere in place of the one that propagation met first.
fn name_clash(answer: &mut Answer<'_>, found: &Found<'_>, puzzle: &Puzzle, time: Option<Duration>) {
    match answer.refutation {
        None | Some(Refutation::Givens(_) | Refutation::Search { .. }) => {}
        Some(_) => {
            // It is no part of what was asked for: under a limit of time it may take a little more.
            let limits = Limits::none().time(time.map(|time| time.min(NAMING)));
            let model = found.model();
            let clash = Clash::first(&model, puzzle, &limits);
            if let Some(refutation) = clash.and_then(|clash| clash.refutation(&model, puzzle)) {
                answer.refutation = Some(refutation);
            }
        }
    }
}
