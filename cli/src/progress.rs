//! The bar on a terminal, for long work.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::answer::now;

/// A count that moves on standard error, if that is a terminal with nothing else on it.
#[derive(Debug)]
pub(crate) struct Progress {
    is_wanted: bool,
    start: Instant,
    /// The bar, once the work has turned out to be long.
    bar: Option<ProgressBar>,
    count: u64,
}

/// The bar is told once for so many puzzles.
const STEP: u64 = 64;

/// Shorter work goes without a bar.
const LONG: Duration = Duration::from_secs(1);

impl Progress {
    /// A count from 0; `has_terminal` says that neither answers nor what is typed in share the terminal with the bar.
    pub(crate) fn new(has_terminal: bool) -> Progress {
        let is_wanted = stderr().is_terminal() && has_terminal;
        Progress { is_wanted, start: now(), bar: None, count: 0 }
    }

    pub(crate) fn step(&mut self) {
        self.count += 1;
        if !self.is_wanted || !self.count.is_multiple_of(STEP) {
            return;
        }
        if self.bar.is_none() && self.start.elapsed() >= LONG {
            self.bar = Some(bar());
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.count);
        }
    }

    /// Runs `print` with the bar out of the way.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {human_pos} puzzles, {per_sec}, {elapsed}");
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
