//! `residua solve`: from the inputs to the output, with one thread or more.
//!
//! Memory does not grow with the input: items are read as they are needed, and with several threads a bounded number
//! of batches is under way. The output keeps the order of the input.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, IsTerminal, Write, stderr, stdin, stdout};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use residua::search::Limits;

use crate::answer::{Desk, Verdict, Wanted};
use crate::args::{Format, Solve};
use crate::progress::Progress;
use crate::report::Printer;
use crate::source::{Item, Mistake, items};
use crate::totals::Totals;

/// How many items a worker takes at once.
const BATCH: usize = 64;

/// What became of an item: a verdict, or a message for standard error.
type Reply = Result<Verdict, Option<String>>;

/// Answers everything that the arguments name; the exit code.
pub(crate) fn run(arguments: &Solve) -> ExitCode {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    // Without a handler Ctrl-C ends the program at once, which is no worse than usual.
    let _ = ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed));
    let wanted = Wanted {
        strength: arguments.strength,
        solutions: if arguments.all { None } else { Some(arguments.limit.unwrap_or(2)) },
        always_residual: matches!(arguments.format, Format::Json | Format::Pencil | Format::Prolog),
        verdict_only: arguments.summary,
        limits: Limits {
            time: arguments.time,
            nodes: arguments.nodes,
            stop: Some(Arc::clone(&stop)),
            ..Limits::default()
        },
    };
    let printer = Printer::new(arguments);
    let reads_stdin = arguments.files.is_empty() || arguments.files.iter().any(|file| file == "-");
    let is_typed = reads_stdin && stdin().is_terminal();
    if is_typed {
        let _ = writeln!(
            stderr(),
            "reading puzzles from the terminal: end with Ctrl-D (on Windows, Ctrl-Z Enter)"
        );
    }
    let mut run =
        Run { totals: Totals::new(), progress: Progress::new(is_typed), stop, silent: arguments.summary };
    let items = items(&arguments.files, arguments.geometry);
    let mut output = BufWriter::with_capacity(1 << 16, stdout().lock());
    let threads = match arguments.threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let result = if threads == 1 {
        run.alone(items, &mut Desk::new(wanted), printer, &mut output)
    } else {
        run.together(items, threads, &wanted, printer, &mut output)
    };
    run.progress.finish();
    let result = result.and_then(|()| run.conclude(arguments, &mut output)).and_then(|()| output.flush());
    match result {
        // Whoever read the output has had enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) => {
            let _ = writeln!(stderr(), "error: the output cannot be written: {error}");
            return ExitCode::from(2);
        }
        Ok(()) => {}
    }
    ExitCode::from(run.totals.exit_code())
}

/// A run under way.
struct Run {
    totals: Totals,
    progress: Progress,
    stop: Arc<AtomicBool>,
    /// Whether nothing is printed but the totals.
    silent: bool,
}

impl Run {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Answers the items one after another, here.
    fn alone(
        &mut self,
        items: impl Iterator<Item = Item>,
        desk: &mut Desk,
        printer: Printer,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let eager = stdout().is_terminal();
        for item in items {
            let reply = respond(&item, desk, printer, &self.stop, output)?;
            self.note(reply);
            if eager {
                output.flush()?;
            }
            if self.is_stopped() {
                break;
            }
        }
        Ok(())
    }

    /// Hands batches of items to workers and puts their output back in order.
    fn together(
        &mut self,
        items: impl Iterator<Item = Item>,
        threads: usize,
        wanted: &Wanted,
        printer: Printer,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let (to_workers, batches) = mpsc::sync_channel::<(usize, Vec<Item>)>(2 * threads);
        let (to_writer, replies) = mpsc::channel::<(usize, Vec<u8>, Vec<Reply>)>();
        let batches = Arc::new(Mutex::new(batches));
        thread::scope(|scope| {
            for _ in 0..threads {
                let (batches, to_writer) = (Arc::clone(&batches), to_writer.clone());
                let (stop, mut desk) = (Arc::clone(&self.stop), Desk::new(wanted.clone()));
                let _ = scope.spawn(move || {
                    while let Some((number, batch)) = next_batch(&batches) {
                        let mut text = Vec::new();
                        let answer = |item| respond(item, &mut desk, printer, &stop, &mut text);
                        let replies = batch.iter().map(answer).collect::<io::Result<_>>();
                        let replies = replies.expect("invariant: writing to memory does not fail");
                        if to_writer.send((number, text, replies)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(to_writer);
            let mut order = Order::default();
            let mut items = items.peekable();
            let mut sent = 0;
            let mut result = Ok(());
            while items.peek().is_some() && result.is_ok() && !self.is_stopped() {
                let batch: Vec<Item> = items.by_ref().take(BATCH).collect();
                if to_workers.send((sent, batch)).is_err() {
                    break;
                }
                sent += 1;
                // Never so far ahead of the writer that replies pile up.
                while result.is_ok() && sent - order.written > 4 * threads {
                    result = self.write_next(&replies, &mut order, output);
                }
            }
            drop(to_workers);
            while result.is_ok() && order.written < sent {
                result = self.write_next(&replies, &mut order, output);
            }
            if result.is_err() {
                self.stop.store(true, Ordering::Relaxed);
            }
            result
        })
    }

    /// Waits for a batch to be answered, and writes what is next in order.
    fn write_next(
        &mut self,
        replies: &mpsc::Receiver<(usize, Vec<u8>, Vec<Reply>)>,
        order: &mut Order,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let received = replies.recv().map_err(|_| io::Error::other("a worker ended early"))?;
        let _ = order.waiting.insert(received.0, (received.1, received.2));
        while let Some((text, replies)) = order.waiting.remove(&order.written) {
            output.write_all(&text)?;
            for reply in replies {
                self.note(reply);
            }
            order.written += 1;
        }
        Ok(())
    }

    fn note(&mut self, reply: Reply) {
        self.progress.step();
        match reply {
            Ok(verdict) => self.totals.add(&verdict),
            Err(message) => {
                self.totals.add_error();
                if let (Some(message), false) = (message, self.silent) {
                    // Nobody is left to tell if standard error cannot be written.
                    let _ = self.progress.aside(|| writeln!(stderr(), "{message}"));
                }
            }
        }
    }

    /// Prints the totals: on standard output if they are all that is wanted, else on standard error for many puzzles.
    fn conclude(&mut self, arguments: &Solve, output: &mut impl Write) -> io::Result<()> {
        if self.is_stopped() {
            self.totals.interrupt();
        }
        match (arguments.summary, arguments.format) {
            (true, Format::Json) => writeln!(output, "{}", self.totals.json()),
            (true, _) => writeln!(output, "{}", self.totals),
            (false, _) if self.totals.puzzles() > 1 => writeln!(stderr(), "{}", self.totals),
            (false, _) => Ok(()),
        }
    }
}

/// Replies that came before their turn.
#[derive(Default)]
struct Order {
    waiting: BTreeMap<usize, (Vec<u8>, Vec<Reply>)>,
    /// How many batches have been written.
    written: usize,
}

fn next_batch(batches: &Mutex<mpsc::Receiver<(usize, Vec<Item>)>>) -> Option<(usize, Vec<Item>)> {
    batches.lock().ok()?.recv().ok()
}

/// Answers an item and writes the answer.
fn respond(
    item: &Item,
    desk: &mut Desk,
    printer: Printer,
    stop: &AtomicBool,
    output: &mut impl Write,
) -> io::Result<Reply> {
    let (puzzle, line) = match &item.content {
        Ok(content) => content,
        Err(Mistake { line, column, message }) => {
            printer.mistake(output, &item.file, *line, *column, message)?;
            let text = format!("error: {}:{line}:{column}: {message}", item.file);
            return Ok(Err(printer.speaks_text().then_some(text)));
        }
    };
    let mut collected = Vec::new();
    let mut written = Ok(());
    let answer = desk.answer(puzzle, |grid| {
        if written.is_ok() {
            written = printer.solution(output, puzzle, grid, &mut collected);
        }
        if written.is_err() {
            // Nobody reads on: searching further would be for nothing.
            stop.store(true, Ordering::Relaxed);
        }
    });
    written?;
    printer.answer(output, &item.file, *line, puzzle, &answer, &collected)?;
    Ok(Ok(answer.verdict))
}
