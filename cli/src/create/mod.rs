//! `residua create`: puzzle generation.
//!
//! | file | holds |
//! |---|---|
//! | `arguments.rs` | arguments |
//! | `workers.rs` | kinds of puzzles, and worker threads with output in order |
//! | `output.rs` | plain puzzles, as text and as JSON |
//! | `with_rules.rs` | puzzles with further rules |

pub(crate) mod arguments;
mod output;
mod with_rules;
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

use residua::search::Limits;
use residua_report::ExitStatus;
use residua_report::InputError;
use residua_report::input::open;
use residua_report::place;
use residua_sudoku::create::{Creation, Target};
use residua_sudoku::{Geometry, Puzzle, Reader, Trust};

use crate::create::arguments::{Create, Givens};
use crate::create::output::Plain;
use crate::create::with_rules::WithRules;
use crate::create::workers::{After, Maker, Outcome};
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
    let time = arguments.time.or(arguments.remove.is_none().then_some(TIME));
    let limits = Limits::none().time(time).stop(Arc::clone(&stop));
    let run = Run {
        progress: Progress::new(!stdout().is_terminal()),
        made: 0,
        is_missed: false,
        is_impossible: false,
    };
    if arguments.is_of_variants() {
        return match WithRules::new(arguments, seed, limits) {
            Ok(maker) => run.make(&maker, arguments, seed, &stop),
            Err(message) => bad_input(&message),
        };
    }
    let plain = creation(arguments).and_then(|creation| {
        let creation = creation.seed(seed).limits(limits).engine(setting.engine);
        let creator = creation.creator().map_err(|error| error.to_string())?;
        setting.asking(&Limits::none()).note_misfit_unless(|engine| engine.fits(&creator.geometry().model()));
        Ok(Plain { creator, format: arguments.format(), seed })
    });
    match plain {
        Ok(maker) => run.make(&maker, arguments, seed, &stop),
        Err(message) => bad_input(&message),
    }
}

fn bad_input(message: &str) -> ExitCode {
    complain(format_args!("error: {message}"));
    ExitCode::from(ExitStatus::BadInput as u8)
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
    let mut creation = creation.symmetry(arguments.symmetry).solutions(arguments.solutions);
    if let Some(hardest) = &arguments.difficulty {
        creation = creation.difficulty(hardest.clone());
    }
    if let Some(technique) = arguments.technique {
        creation = creation.technique(technique);
    }
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
    /// Whether none exists.
    is_impossible: bool,
}

impl Run {
    /// Makes the puzzles that the arguments ask for, and writes them.
    fn make<M: Maker>(mut self, maker: &M, arguments: &Create, seed: u64, stop: &AtomicBool) -> ExitCode {
        let threads = match arguments.threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let channels = match workers::start(maker, threads, arguments.count) {
            Ok(channels) => channels,
            Err(error) => return bad_input(&format!("cannot start a thread: {error}")),
        };
        if arguments.seed.is_none() {
            complain(format_args!("reproduce with --seed {seed}"));
        }
        let mut output = BufWriter::with_capacity(1 << 16, stdout().lock());
        let result = self.take(&channels, arguments.count, maker, &mut output).and_then(|()| output.flush());
        self.progress.finish();
        if result.is_err() {
            // Nothing takes what is still made.
            stop.store(true, Ordering::Relaxed);
            return written(result);
        }
        self.end(stop, arguments.count)
    }

    /// Writes what comes through the channels in turn, as soon as it comes.
    fn take<M: Maker>(
        &mut self,
        channels: &[Receiver<Outcome<M>>],
        count: u64,
        maker: &M,
        output: &mut dyn Write,
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
                    maker.write(output, index, &created)?;
                }
                Some(Err(missed)) => {
                    self.is_missed = true;
                    self.is_impossible = M::after(&missed) == After::Impossible;
                    maker.write_missed(output, index, &missed)?;
                    output.flush()?;
                    self.progress.aside(|| complain(M::in_words(index, &missed)));
                    if M::after(&missed) != After::GoOn {
                        break;
                    }
                }
                None => break,
            }
        }
        Ok(())
    }

    /// Waits for the next puzzle; where that takes long, with a spinner.
    fn wait<O>(&self, channel: &Receiver<O>, index: u64) -> Option<O> {
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
        if self.is_impossible {
            return ExitCode::from(ExitStatus::BadInput as u8);
        }
        let is_stopped = stop.load(Ordering::Relaxed) && self.made < count;
        if (is_stopped || self.is_missed) && count > 1 {
            complain(format_args!("{} of {count} puzzles created", self.made));
        }
        let end = if is_stopped || self.is_missed { ExitStatus::Stopped } else { ExitStatus::Answered };
        ExitCode::from(end as u8)
    }
}
