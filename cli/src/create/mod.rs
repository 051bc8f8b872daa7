//! `residua create`: puzzle generation.
//!
//! | file | holds |
//! |---|---|
//! | `arguments.rs` | arguments |
//! | `workers.rs` | worker threads, with output in order |
//! | `output.rs` | created puzzles as text and as JSON |

pub(crate) mod arguments;
mod output;
mod workers;

use std::collections::hash_map::RandomState;
use std::fmt::Display;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufWriter, IsTerminal, Write, stderr, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::thread;
use std::time::Duration;

use residua::search::{Limit, Limits};
use residua_report::ExitStatus;
use residua_report::InputError;
use residua_report::input::open;
use residua_report::place;
use residua_sudoku::create::{Creation, Target};
use residua_sudoku::{Geometry, Puzzle, Reader, Trust};

use crate::create::arguments::{Create, Givens};
use crate::create::output::{Writer, in_words};
use crate::create::workers::Outcome;
use crate::each::written;
use crate::interrupt::stop_flag;
use crate::progress::{Progress, Waiting};
use crate::setting::Setting;

/// How long a puzzle may take: some take any number of tries, and in large grids a single one may not end.
const TIME: Duration = Duration::from_secs(10);

/// How long a puzzle takes before that is worth a spinner.
const PATIENCE: Duration = Duration::from_millis(500);

pub(crate) fn run(arguments: &Create, setting: Setting) -> ExitCode {
    let stop = stop_flag();
    let seed = arguments.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    let request = creation(arguments).map(|creation| {
        let time = arguments.time.or(arguments.remove.is_none().then_some(TIME));
        let limits = Limits::none().time(time).stop(Arc::clone(&stop));
        creation.seed(seed).limits(limits).engine(setting.engine)
    });
    let creator = request.and_then(|creation| {
        let creator = creation.creator().map_err(|error| error.to_string())?;
        setting.asking(&Limits::none()).note_misfit_unless(|engine| engine.fits(&creator.geometry().model()));
        let threads = match arguments.threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let started = workers::start(&creator, threads, arguments.count);
        let channels = started.map_err(|error| format!("cannot start a thread: {error}"))?;
        Ok((creator.geometry(), channels))
    });
    let (geometry, channels) = match creator {
        Ok(created) => created,
        Err(message) => {
            complain(format_args!("error: {message}"));
            return ExitCode::from(ExitStatus::BadInput as u8);
        }
    };
    if arguments.seed.is_none() {
        complain(format_args!("reproduce with --seed {seed}"));
    }
    let writer = Writer { format: arguments.format(), geometry, seed };
    let mut run = Run { progress: Progress::new(!stdout().is_terminal()), made: 0, is_missed: false };
    let mut output = BufWriter::with_capacity(1 << 16, stdout().lock());
    let result = run.take(&channels, arguments.count, writer, &mut output).and_then(|()| output.flush());
    run.progress.finish();
    if result.is_err() {
        // Nothing takes what is still made.
        stop.store(true, Ordering::Relaxed);
        return written(result);
    }
    run.end(&stop, arguments.count)
}

/// A message on standard error; if that cannot be written there is no other place to report it.
fn complain(message: impl Display) {
    let _ = writeln!(stderr(), "{message}");
}

/// What is asked for, with what the files say.
fn creation(arguments: &Create) -> Result<Creation, String> {
    let target = match (&arguments.pattern, arguments.remove, arguments.givens) {
        (Some(_), ..) => None,
        (None, Some(count), _) => Some(Target::Removed(count)),
        (None, None, Givens::Exactly(count)) => Some(Target::Givens(count)),
        (None, None, Givens::Minimal) => Some(Target::Minimal),
    };
    let creation = match (&arguments.from, &arguments.pattern) {
        (Some(file), _) => Creation::from(&only_grid(file, arguments.geometry)?),
        (None, Some(file)) => {
            let grid = only_grid(file, arguments.geometry)?;
            let pattern = grid.givens().iter().map(|&value| value != 0).collect();
            Creation::new(grid.geometry()).target(Target::Pattern(pattern))
        }
        (None, None) => {
            let usual = || Geometry::new(3, 3).map_err(|error| error.to_string());
            Creation::new(arguments.geometry.map_or_else(usual, Ok)?)
        }
    };
    let creation = creation.symmetry(arguments.symmetry).solutions(arguments.solutions);
    Ok(match target {
        Some(target) => creation.target(target),
        None => creation,
    })
}

/// The grid of a file, with the digits that are entered into it.
fn only_grid(file: &str, geometry: Option<Geometry>) -> Result<Puzzle, String> {
    let wrong = |InputError { line, column, message }| format!("{}:{column}: {message}", place(file, line));
    let input = open(file).map_err(|error| wrong(InputError::unreadable(&error)))?;
    let mut reader = Reader::new(input, geometry);
    let first = reader.next().unwrap_or_else(|| unreachable!("invariant: an empty input is a mistake"));
    let entry = first.map_err(|error| wrong(error.into()))?;
    match reader.next() {
        None => Ok(entry.puzzle.trusting(&entry.notes, Trust::Entries)),
        Some(second) => {
            let line = second.map_or_else(|error| error.line(), |entry| entry.line);
            Err(wrong(InputError {
                line,
                column: 1,
                message: "expected one grid, found a second one".to_owned(),
            }))
        }
    }
}

/// A run under way.
#[derive(Debug)]
struct Run {
    progress: Progress,
    /// How many puzzles created.
    made: u64,
    /// Whether some could not be had.
    is_missed: bool,
}

impl Run {
    /// Writes what comes through the channels in turn, as soon as it comes.
    fn take(
        &mut self,
        channels: &[Receiver<Outcome>],
        count: u64,
        writer: Writer,
        output: &mut impl Write,
    ) -> io::Result<()> {
        for (index, channel) in (0..count).zip(channels.iter().cycle()) {
            let outcome = match channel.try_recv() {
                Ok(outcome) => Some(outcome),
                Err(TryRecvError::Disconnected) => None,
                Err(TryRecvError::Empty) => {
                    output.flush()?;
                    self.wait(channel, index)
                }
            };
            match outcome {
                Some(Ok(created)) => {
                    self.made += 1;
                    self.progress.step(1);
                    writer.created(output, index, &created)?;
                }
                Some(Err(missed)) => {
                    self.is_missed = true;
                    writer.missed(output, index, &missed)?;
                    output.flush()?;
                    self.progress.aside(|| complain(in_words(index, &missed)));
                    if missed.limit == Limit::Stop {
                        break;
                    }
                }
                None => break,
            }
        }
        Ok(())
    }

    /// Waits for the next puzzle; where that takes long, with a spinner.
    fn wait(&self, channel: &Receiver<Outcome>, index: u64) -> Option<Outcome> {
        match channel.recv_timeout(PATIENCE) {
            Ok(outcome) => Some(outcome),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => self.progress.aside(|| {
                let _waiting = Waiting::new("creating", &format!("puzzle {}", index + 1));
                channel.recv().ok()
            }),
        }
    }

    fn end(&self, stop: &AtomicBool, count: u64) -> ExitCode {
        let is_stopped = stop.load(Ordering::Relaxed) && self.made < count;
        if (is_stopped || self.is_missed) && count > 1 {
            complain(format_args!("{} of {count} puzzles created", self.made));
        }
        let end = if is_stopped || self.is_missed { ExitStatus::Stopped } else { ExitStatus::Answered };
        ExitCode::from(end as u8)
    }
}
