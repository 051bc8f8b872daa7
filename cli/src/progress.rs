//! Progress bar and spinner on a terminal.

use std::fmt::Write;
use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use residua_report::clock::now;

/// A count that moves on standard error, if that is a terminal with nothing else on it.
#[derive(Debug)]
pub(crate) struct Progress {
    is_wanted: bool,
    start: Instant,
    /// The bar, once the work has turned out to be long.
    bar: Option<ProgressBar>,
    count: u64,
}

/// The bar is updated once for this many puzzles.
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
        if let Some(bar) = &self.bar {
            bar.set_position(self.count);
        } else if self.start.elapsed() >= LONG {
            let bar = hidden(COUNTING, self.start);
            bar.set_position(self.count);
            self.bar = Some(shown(bar));
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

/// A spinner on standard error while one puzzle takes long, if that is a terminal. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Waiting {
    /// The thread that shows the spinner, and the channel that is closed to end it.
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

/// Whether a spinner is shown, or is about to be.
static IS_SHOWN: AtomicBool = AtomicBool::new(false);

impl Waiting {
    /// Starts to wait while `what` is done to a puzzle.
    pub(crate) fn new(what: &str, place: &str) -> Waiting {
        Waiting::with_message(what, place, String::new)
    }

    /// Starts to wait, as [`new`](Self::new) does; `so_far` gives a message about the progress.
    pub(crate) fn with_message(
        what: &str,
        place: &str,
        so_far: impl Fn() -> String + Send + 'static,
    ) -> Waiting {
        // Where several puzzles are searched at once, one of them is shown.
        if !stderr().is_terminal() || IS_SHOWN.swap(true, Ordering::Relaxed) {
            return Waiting { thread: None };
        }
        let template = "{spinner} {prefix}, {elapsed}{msg}; press Ctrl-C for partial results";
        let prefix = format!("{what} {place}");
        let start = now();
        let (open, ended) = channel();
        let show = move || {
            if ended.recv_timeout(LONG) == Err(RecvTimeoutError::Timeout) {
                let bar = hidden(template, start);
                bar.set_prefix(prefix);
                bar.set_message(so_far());
                let bar = shown(bar);
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
            // A panic of the thread that shows the spinner does not concern the answer.
            let _ = thread.join();
            IS_SHOWN.store(false, Ordering::Relaxed);
        }
    }
}

const COUNTING: &str = "{spinner} {human_pos} puzzles, {rate}/s, {elapsed}";

/// A bar that counts the time from `start`, not drawn before it has a content.
fn hidden(template: &str, start: Instant) -> ProgressBar {
    // Of the whole run: `indicatif` would count what was done before the bar was shown as done at once.
    let rate = |state: &ProgressState, text: &mut dyn Write| {
        // A text that cannot be written is not shown.
        let _ = write!(text, "{:.0}", state.pos() as f64 / state.elapsed().as_secs_f64().max(1e-9));
    };
    let style = ProgressStyle::with_template(template).map(|style| style.with_key("rate", rate));
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()).with_elapsed(start.elapsed());
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar
}

/// The bar on standard error.
fn shown(bar: ProgressBar) -> ProgressBar {
    bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first picture of a bar is right: it is not drawn before its count and its time are set.
    #[test]
    fn a_bar_counts_from_the_start_of_the_work() {
        let start = now().checked_sub(5 * LONG).expect("the machine has run for some seconds");
        let bar = hidden(COUNTING, start);
        assert!(bar.is_hidden() && bar.elapsed() >= 5 * LONG);
    }
}
