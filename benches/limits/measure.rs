//! One measurement, and the process that it is made in.

use std::fmt::{self, Display, Formatter};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use residua::model::{Model, Options, Solver};
use residua::search::{Limits, Status};

use crate::rows::Row;

/// The time that a limited search is given, and the most that any process is.
const LIMIT: Duration = Duration::from_secs(1);
const MOST: u64 = 20;

/// The most memory that a process may have, in KiB.
const MEMORY: u64 = 8 << 20;

/// What a process says of a constraint that cannot be posted.
pub(crate) const REFUSED: &str = "refused";

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The propagation of the root.
    Root,
    /// A search with a limit on its time.
    Limited,
}

impl Mode {
    pub(crate) fn of(name: &str) -> Option<Mode> {
        [Mode::Root, Mode::Limited].into_iter().find(|mode| mode.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Mode::Root => "root",
            Mode::Limited => "limited",
        }
    }
}

/// What a process said.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    pub(crate) outcome: Outcome,
}

#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    /// Seconds to post, and seconds that what was measured took; whether a limit stopped it.
    Done {
        post: f64,
        taken: f64,
        is_stopped: bool,
    },
    /// It cannot be posted.
    Refused,
    /// It took more time, or more memory, than a process is given.
    Late,
    Died,
}

/// Measures in this process; what the other one reads.
pub(crate) fn here(row: &Row, size: usize, mode: Mode) -> String {
    let start = Instant::now();
    let mut model = Model::new();
    if (row.make)(&mut model, size).is_err() {
        return REFUSED.to_owned();
    }
    let post = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let is_stopped = match mode {
        Mode::Root => {
            let mut solver = Solver::new(&model, Options::default());
            let _ = solver.propagate();
            false
        }
        Mode::Limited => {
            let mut solutions = model.search().limits(Limits::none().time(LIMIT)).solutions();
            solutions.advance();
            matches!(solutions.status(), Some(Status::Stopped(_)))
        }
    };
    format!("{post} {} {is_stopped}", start.elapsed().as_secs_f64())
}

/// Measures in a process of its own.
pub(crate) fn measure(row: &Row, size: usize, mode: Mode) -> Measured {
    let outcome = run(row, size, mode).unwrap_or(Outcome::Died);
    Measured { outcome }
}

fn run(row: &Row, size: usize, mode: Mode) -> Option<Outcome> {
    let itself = std::env::current_exe().ok()?;
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -v {MEMORY}; exec timeout {MOST} \"$@\""))
        .arg("sh")
        .arg(itself)
        .args([row.name, &size.to_string(), mode.name()])
        .stderr(Stdio::null())
        .output()
        .ok()?;
    // What `timeout` ends with where the time is up.
    if output.status.code() == Some(124) {
        return Some(Outcome::Late);
    }
    let said = String::from_utf8(output.stdout).ok()?;
    let words: Vec<&str> = said.split_whitespace().collect();
    match words[..] {
        [REFUSED] => Some(Outcome::Refused),
        [post, taken, is_stopped] => Some(Outcome::Done {
            post: post.parse().ok()?,
            taken: taken.parse().ok()?,
            is_stopped: is_stopped.parse().ok()?,
        }),
        _ => None,
    }
}

impl Measured {
    pub(crate) fn post(&self) -> String {
        match self.outcome {
            Outcome::Done { post, .. } => format!("{post:.2}"),
            _ => self.outcome.to_string(),
        }
    }

    pub(crate) fn taken(&self) -> String {
        match self.outcome {
            Outcome::Done { taken, .. } => format!("{taken:.2}"),
            _ => self.outcome.to_string(),
        }
    }

    /// How long a limited search took beyond its limit; or all that it took, where it was done before.
    pub(crate) fn beyond(&self) -> String {
        match self.outcome {
            Outcome::Done { taken, is_stopped: true, .. } => format!("{:+.2}", taken - LIMIT.as_secs_f64()),
            Outcome::Done { taken, .. } => format!("done in {taken:.2}"),
            _ => self.outcome.to_string(),
        }
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Done { .. } => "done",
            Outcome::Refused => "refused",
            Outcome::Late => "late",
            Outcome::Died => "died",
        })
    }
}
