//! The bar on a terminal, for long work.

use std::io::{IsTerminal, stderr};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A count that moves on standard error, if that is a terminal.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    count: u64,
}

/// The bar is told once for so many puzzles.
const STEP: u64 = 64;

impl Progress {
    /// A bar, unless puzzles are typed in where it would be drawn.
    pub(crate) fn new(is_typed: bool) -> Progress {
        let bar = (stderr().is_terminal() && !is_typed).then(|| {
            let style = ProgressStyle::with_template("{spinner} {human_pos} puzzles, {per_sec}, {elapsed}");
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            bar.enable_steady_tick(Duration::from_millis(500));
            bar
        });
        Progress { bar, count: 0 }
    }

    pub(crate) fn step(&mut self) {
        self.count += 1;
        if let Some(bar) = &self.bar
            && self.count.is_multiple_of(STEP)
        {
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
