//! Totals of a run: puzzles by verdict, speed, exit code.

use std::fmt;
use std::time::Instant;

use residua_report::clock::now;
use residua_report::words::counted;
use residua_report::{ExitStatus, Verdict};
use serde::Serialize;

/// The exit code of a run in which a limit was reached.
pub(crate) const STOPPED: u8 = 3;

/// What became of an item.
#[derive(Debug)]
pub(crate) enum Reply {
    Answered(Verdict, ExitStatus),
    /// It was no puzzle: a message for standard error, unless the output has it.
    BadInput(Option<String>),
}

/// Counts of answers, and the highest exit code of them all.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    unique: u64,
    multiple: u64,
    none: u64,
    unknown: u64,
    errors: u64,
    exit_code: u8,
}

/// Counts of all answers so far, and since when.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Totals {
    start: Instant,
    pub(crate) counts: Counts,
}

/// The totals as an object for programs.
#[derive(Debug, Serialize)]
struct Object {
    puzzles: u64,
    unique: u64,
    multiple: u64,
    none: u64,
    unknown: u64,
    errors: u64,
    seconds: f64,
    per_second: f64,
}

impl Counts {
    /// Counts what became of an item; what is to be said of it on standard error.
    #[inline]
    pub(crate) fn add(&mut self, reply: Reply) -> Option<String> {
        let (count, end, message) = match reply {
            Reply::Answered(Verdict::Unique, end) => (&mut self.unique, end, None),
            Reply::Answered(Verdict::Multiple, end) => (&mut self.multiple, end, None),
            Reply::Answered(Verdict::Infeasible, end) => (&mut self.none, end, None),
            Reply::Answered(Verdict::Unknown, end) => (&mut self.unknown, end, None),
            Reply::BadInput(message) => (&mut self.errors, ExitStatus::BadInput, message),
        };
        *count += 1;
        if end as u8 > self.exit_code {
            self.exit_code = end as u8;
        }
        message
    }

    /// How many puzzles were answered.
    fn puzzles(&self) -> u64 {
        self.unique + self.multiple + self.none + self.unknown
    }

    /// How many items were read, mistakes included.
    pub(crate) fn items(&self) -> u64 {
        self.puzzles() + self.errors
    }
}

impl Totals {
    pub(crate) fn new() -> Totals {
        Totals { start: now(), counts: Counts::default() }
    }

    pub(crate) fn add(&mut self, more: &Counts) {
        let counts = &mut self.counts;
        counts.unique += more.unique;
        counts.multiple += more.multiple;
        counts.none += more.none;
        counts.unknown += more.unknown;
        counts.errors += more.errors;
        counts.exit_code = counts.exit_code.max(more.exit_code);
    }

    /// Ctrl-C ended the run.
    pub(crate) fn interrupt(&mut self) {
        self.counts.exit_code = self.counts.exit_code.max(STOPPED);
    }

    /// The highest code of all answers.
    pub(crate) fn exit_code(&self) -> u8 {
        self.counts.exit_code
    }

    /// How many puzzles were answered.
    pub(crate) fn puzzles(&self) -> u64 {
        self.counts.puzzles()
    }

    /// The totals as one line of JSON.
    pub(crate) fn json(&self) -> String {
        let Counts { unique, multiple, none, unknown, errors, .. } = self.counts;
        let (seconds, per_second) = self.speed();
        let puzzles = self.puzzles();
        let object = Object { puzzles, unique, multiple, none, unknown, errors, seconds, per_second };
        serde_json::to_string(&object).expect("invariant: numbers can be written as JSON")
    }

    fn speed(&self) -> (f64, f64) {
        let seconds = self.start.elapsed().as_secs_f64();
        (seconds, self.puzzles() as f64 / seconds.max(1e-9))
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, per_second) = self.speed();
        let Counts { unique, multiple, none, unknown, errors, .. } = self.counts;
        let (puzzles, errors) = (counted(self.puzzles(), "puzzle"), counted(errors, "error"));
        write!(
            f,
            "{puzzles}: {unique} unique, {multiple} multiple, {none} none, {unknown} unknown, {errors}; "
        )?;
        write!(f, "{seconds:.3} s, {per_second:.0} puzzles/s")
    }
}
