//! How many subproblems are answered, of how many that are known.

use std::sync::atomic::{AtomicUsize, Ordering};

use residua::subproblem::Report;

use crate::words::counted;

/// Two numbers that grow while subproblems are answered.
#[derive(Debug, Default)]
pub struct Tally {
    done: AtomicUsize,
    all: AtomicUsize,
}

impl Tally {
    /// Takes note of more subproblems.
    pub fn add(&self, more: usize) {
        self.all.fetch_add(more, Ordering::Relaxed);
    }

    /// Takes note of a report that is handed out with what is left.
    pub(crate) fn hand_out(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes note of a report, and of what is left of its subproblem.
    pub(crate) fn see(&self, report: &Report) {
        self.hand_out();
        self.add(report.rest.len());
    }

    /// Both, as what a progress bar adds.
    pub fn text(&self) -> String {
        let [done, all] = [&self.done, &self.all].map(|number| number.load(Ordering::Relaxed));
        format!(", {done} of {}", counted(all, "subproblem"))
    }
}
