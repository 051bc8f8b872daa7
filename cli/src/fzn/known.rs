//! Results so far, printed at the latest when the run has to end.
//!
//! A signal or the limit of time raises a flag, and the search stops at it soon. But a file may still be read, or a model be compiled, or a
//! single step take long, and MiniZinc ends a solver a fifth of a second after it has asked it to end. So a thread of its own waits
//! a moment, and then prints what is known and ends the process.

use std::io::{self, Write, stdout};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, sleep};
use std::time::Duration;

use residua_report::models::SearchVerdict;

use crate::fzn::log::Log;
use crate::fzn::statistics::Lines;

/// How long the search has to end by itself.
const MOMENT: Duration = Duration::from_millis(120);

/// How long to wait for a reader of the output.
const PATIENCE: Duration = Duration::from_millis(200);

/// The solutions that were found, as far as they matter for the output.
#[derive(Debug, Default)]
pub(crate) struct Known(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The best solution, if it is to be printed at the end only.
    best: String,
    /// Whether there is a solution, printed or not.
    is_found: bool,
    /// What is proved where there is no solution; nothing is yet, if it is empty.
    proved: String,
    /// What was counted until the last solution, if statistics are wanted.
    counts: Option<Lines>,
    /// Whether all is printed.
    is_over: bool,
}

impl State {
    /// What is left to be printed where the run ends now, after that time.
    fn last_words(&mut self, solving: Duration) -> String {
        let mut words = std::mem::take(&mut self.best);
        words.push_str(match &*self.proved {
            _ if self.is_found => "",
            "" => SearchVerdict::Unknown.line(),
            proved => proved,
        });
        if let Some(counts) = self.counts.take() {
            words.push_str(&counts.ended(solving));
        }
        words
    }
}

impl Known {
    /// Prints a solution.
    pub(crate) fn show(&self, solution: &str) -> io::Result<()> {
        let mut state = self.lock();
        state.is_found = true;
        print(&[solution])
    }

    /// Keeps a solution that is better than the one before, to be printed at the end.
    pub(crate) fn keep(&self, solution: String) {
        let mut state = self.lock();
        (state.is_found, state.best) = (true, solution);
    }

    /// Keeps that there is no solution, to be printed if the run is cut short.
    pub(crate) fn prove(&self, verdict: String) {
        self.lock().proved = verdict;
    }

    /// Keeps what was counted so far, to be printed if the run is cut short.
    pub(crate) fn count(&self, counts: Lines) {
        self.lock().counts = Some(counts);
    }

    /// Prints lines that are no solution.
    pub(crate) fn say(&self, lines: &str) -> io::Result<()> {
        let _state = self.lock();
        print(&[lines])
    }

    /// Prints the best solution, if it was kept, and how the run ended.
    pub(crate) fn end(&self, verdict: &str, lines: &str) -> io::Result<()> {
        let mut state = self.lock();
        state.is_over = true;
        print(&[&state.best, verdict, lines])
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // What a thread that panicked has kept is whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Prints what is known, and ends the process, unless that is happening.
    fn cut_short(&self, log: Log) {
        for _ in 0..PATIENCE.as_millis() {
            let mut state = match self.0.try_lock() {
                Ok(state) => state,
                Err(TryLockError::Poisoned(state)) => state.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    sleep(Duration::from_millis(1));
                    continue;
                }
            };
            if state.is_over {
                return;
            }
            // The process ends here: a failure to print cannot be reported any more.
            let _ = print(&[&state.last_words(log.elapsed())]);
            break;
        }
        process::exit(0);
    }
}

/// Writes to standard output, at once.
fn print(parts: &[&str]) -> io::Result<()> {
    let mut out = stdout().lock();
    out.write_all(parts.concat().as_bytes())?;
    out.flush()
}

/// Raises the flag on the first signal that asks the process to end, and when the time is up; a moment after that the process ends.
pub(crate) fn watch(known: &Arc<Known>, stop: &Arc<AtomicBool>, time: Option<Duration>, log: Log) {
    let stop_now = {
        let (known, stop) = (Arc::clone(known), Arc::clone(stop));
        move || {
            stop.store(true, Ordering::Relaxed);
            sleep(MOMENT);
            known.cut_short(log);
        }
    };
    if let Some(time) = time {
        let stop_now = stop_now.clone();
        let _ = thread::spawn(move || {
            sleep(time);
            stop_now();
        });
    }
    // Without a handler a signal ends the program at once, as it would by default.
    let _ = ctrlc::set_handler(stop_now);
}

#[cfg(test)]
mod tests {
    use residua::search::Statistics;

    use super::*;

    #[test]
    fn a_run_that_is_cut_short_tells_what_was_counted() {
        let known = Known::default();
        known.keep("x = 1;\n----------\n".to_owned());
        known.keep("x = 2;\n----------\n".to_owned());
        let mut counts = Statistics::default();
        (counts.nodes, counts.solutions) = (7, 2);
        known.count(Lines::of_search(Some(2.to_string()), &counts));
        let words = known.lock().last_words(Duration::from_millis(1500));
        assert!(words.starts_with("x = 2;\n----------\n%%%mzn-stat: objective=2\n"), "{words}");
        assert!(words.contains("%%%mzn-stat: nodes=7\n"), "{words}");
        assert!(words.ends_with("%%%mzn-stat: solveTime=1.500000\n%%%mzn-stat-end\n"), "{words}");
        // What is proved is told, though not all that could be said of it was found out.
        let proved = Known::default();
        proved.prove("=====UNSATISFIABLE=====\n".to_owned());
        assert_eq!(proved.lock().last_words(Duration::ZERO), "=====UNSATISFIABLE=====\n");
        // Nothing is known, and no statistics are wanted.
        assert_eq!(Known::default().lock().last_words(Duration::ZERO), SearchVerdict::Unknown.line());
    }
}
