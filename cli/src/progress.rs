//! The bar on a terminal, for long work.

use std::io::{IsTerminal, stderr};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
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

    pub(crate) fn step(&mut self, more: u64) {
        let before = self.count;
        self.count += more;
        if !self.is_wanted || before / STEP == self.count / STEP {
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

/// A sign of life on standard error while one puzzle takes long, if that is a terminal. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Waiting {
    /// Closed at the end, and whoever shows the sign.
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Waiting {
    /// Starts to wait while `what` is done to a puzzle.
    pub(crate) fn new(what: &str, place: &str) -> Waiting {
        Waiting::telling(what, place, String::new)
    }

    /// The same, with what `so_far` says of how far it has come.
    pub(crate) fn telling(what: &str, place: &str, so_far: impl Fn() -> String + Send + 'static) -> Waiting {
        if !stderr().is_terminal() {
            return Waiting { thread: None };
        }
        let template = "{spinner} {prefix}, {elapsed}{msg}; Ctrl-C ends with what is known";
        let prefix = format!("{what} {place}");
        let (open, ended) = channel();
        let show = move || {
            if ended.recv_timeout(LONG) == Err(RecvTimeoutError::Timeout) {
                let bar = spinner(template);
                bar.set_prefix(prefix);
                // Nothing is sent: the other end is dropped in the end.
                while ended.recv_timeout(LONG / 2) == Err(RecvTimeoutError::Timeout) {
                    bar.set_message(so_far());
                }
                bar.finish_and_clear();
            }
        };
        Waiting { thread: Some((open, thread::spawn(show))) }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some((open, thread)) = self.thread.take() {
            drop(open);
            // Without the sign the work is as good.
            let _ = thread.join();
        }
    }
}

fn bar() -> ProgressBar {
    spinner("{spinner} {human_pos} puzzles, {per_sec}, {elapsed}")
}

fn spinner(template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
