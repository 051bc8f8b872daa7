//! Notes and the log of `-v`, on standard error.

use std::io::{Write, stderr};
use std::time::{Duration, Instant};

use residua_report::clock::now;

/// Lines with the time since the start, where they are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Log {
    start: Instant,
    is_wanted: bool,
}

/// More notes than this are counted, unless lines are wanted.
const MOST: usize = 10;

impl Log {
    /// A log that starts now.
    pub(crate) fn new(is_wanted: bool) -> Log {
        Log { start: now(), is_wanted }
    }

    /// The time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// What is being done.
    pub(crate) fn line(&self, text: impl FnOnce() -> String) {
        if self.is_wanted {
            // If standard error cannot be written there is no other place to report it.
            let _ = writeln!(stderr(), "{:.3} s: {}", self.elapsed().as_secs_f64(), text());
        }
    }

    /// What a reader should know.
    pub(crate) fn notes(&self, notes: &[String]) {
        let shown = if self.is_wanted { notes.len() } else { notes.len().min(MOST) };
        notes[..shown].iter().for_each(|text| note(text));
        if shown < notes.len() {
            note(&format!("{} more notes; -v shows them", notes.len() - shown));
        }
    }
}

/// What a reader should know.
pub(crate) fn note(text: &str) {
    let _ = writeln!(stderr(), "note: {text}");
}
