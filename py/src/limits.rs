//! Limits of a question, and how a long search lets Ctrl-C through.
//!
//! A search runs without Python's lock, in turns of some milliseconds; between two turns Python handles its signals. So an interrupt ends
//! it within a turn, nothing of it goes on behind the exception, and the same search can be resumed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use residua::search::{ImprovingSolutions, Limit, Limits, Solutions, Statistics, Status};
use residua_report::clock::now;

/// How long a search runs before Python handles its signals.
const TURN: Duration = Duration::from_millis(40);

/// How long a search by several threads runs before Python handles its signals: the threads end with each turn, and wait for the last.
const LONG_TURN: Duration = Duration::from_millis(100);

/// The limits that a caller gave.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Given {
    pub(crate) time: Option<Duration>,
    pub(crate) nodes: Option<u64>,
    pub(crate) failures: Option<u64>,
    pub(crate) solutions: Option<u64>,
    /// Whether several threads search.
    are_several: bool,
}

impl Given {
    /// A time in seconds, and counts.
    pub(crate) fn new(
        time: Option<f64>,
        nodes: Option<u64>,
        failures: Option<u64>,
        solutions: Option<u64>,
    ) -> PyResult<Given> {
        let time = time.map(|seconds| {
            Duration::try_from_secs_f64(seconds).map_err(|_| {
                PyValueError::new_err(format!("time is a number of seconds from 0, found {seconds}"))
            })
        });
        Ok(Given { time: time.transpose()?, nodes, failures, solutions, are_several: false })
    }

    /// For a search by that number of threads.
    pub(crate) fn by(self, threads: usize) -> Given {
        Given { are_several: threads > 1, ..self }
    }

    /// The time of one turn, with that left of the whole.
    fn turn(&self, left: Option<Duration>) -> Duration {
        let turn = if self.are_several { LONG_TURN } else { TURN };
        left.map_or(turn, |left| left.min(turn))
    }

    /// As limits of the library.
    pub(crate) fn limits(&self) -> Limits {
        let Given { time, nodes, failures, solutions, .. } = *self;
        Limits::none().time(time).nodes(nodes).failures(failures).solutions(solutions)
    }
}

/// A search that can be stopped, and resumed.
pub(crate) trait Resumable {
    type Item;
    fn next(&mut self) -> Option<Self::Item>;
    fn status(&self) -> Option<Status>;
    fn resume(&mut self, limits: Limits);
    fn statistics(&self) -> Statistics;
    /// Ends its threads, until it goes on.
    fn rest(&self);
}

impl Resumable for Solutions {
    type Item = ();

    fn next(&mut self) -> Option<()> {
        self.advance().then_some(())
    }

    fn status(&self) -> Option<Status> {
        Solutions::status(self)
    }

    fn resume(&mut self, limits: Limits) {
        Solutions::resume(self, limits);
    }

    fn statistics(&self) -> Statistics {
        Solutions::statistics(self)
    }

    fn rest(&self) {
        Solutions::rest(self);
    }
}

impl Resumable for ImprovingSolutions {
    type Item = (i64, residua::model::Solution);

    fn next(&mut self) -> Option<Self::Item> {
        Iterator::next(self)
    }

    fn status(&self) -> Option<Status> {
        ImprovingSolutions::status(self)
    }

    fn resume(&mut self, limits: Limits) {
        ImprovingSolutions::resume(self, limits);
    }

    fn statistics(&self) -> Statistics {
        ImprovingSolutions::statistics(self)
    }

    fn rest(&self) {
        ImprovingSolutions::rest(self);
    }
}

/// A search in turns, within the limits that were given.
#[derive(Debug)]
pub(crate) struct Turns<S> {
    pub(crate) search: S,
    given: Given,
    start: Instant,
    /// The limit that was reached, if one of those given was.
    stopped: Option<Limit>,
    is_closed: bool,
}

/// How a turn ended.
pub(crate) enum Turn<T> {
    Found(T),
    /// There is nothing more, or a limit was reached.
    End,
    /// The search goes on.
    Pause,
}

impl<S: Resumable> Turns<S> {
    /// A search that was started with [`first`](Self::first) limits.
    pub(crate) fn new(search: S, given: Given, start: Instant) -> Turns<S> {
        Turns { search, given, start, stopped: None, is_closed: false }
    }

    /// The limits of the first turn. They hold back even a long propagation before the first node.
    pub(crate) fn first(given: &Given) -> Limits {
        given.limits().time(given.turn(given.time))
    }

    /// Runs for one turn.
    pub(crate) fn turn(&mut self) -> Turn<S::Item> {
        if self.is_closed || self.stopped.is_some() {
            return Turn::End;
        }
        if let Some(found) = self.search.next() {
            return Turn::Found(found);
        }
        match self.search.status() {
            Some(Status::Stopped(Limit::Time)) => {
                let left = self.given.time.map(|time| time.saturating_sub(self.start.elapsed()));
                if left.is_some_and(|left| left.is_zero()) {
                    self.stopped = Some(Limit::Time);
                    return Turn::End;
                }
                let done = self.search.statistics();
                let rest = Given {
                    time: Some(self.given.turn(left)),
                    nodes: self.given.nodes.map(|most| most.saturating_sub(done.nodes)),
                    failures: self.given.failures.map(|most| most.saturating_sub(done.failures)),
                    solutions: self.given.solutions.map(|most| most.saturating_sub(done.solutions)),
                    ..self.given
                };
                self.search.resume(rest.limits());
                Turn::Pause
            }
            Some(Status::Stopped(limit)) => {
                self.stopped = Some(limit);
                Turn::End
            }
            _ => Turn::End,
        }
    }

    /// Ends the search, as far as it is.
    pub(crate) fn close(&mut self) {
        self.is_closed = true;
        self.search.rest();
    }

    /// Why it ended: `"exhausted"`, or the limit; `None` while it goes on.
    pub(crate) fn outcome(&self) -> Option<String> {
        if let Some(limit) = self.stopped {
            return Some(limit.to_string());
        }
        match self.search.status() {
            Some(Status::Exhausted) => Some("exhausted".to_owned()),
            _ if self.is_closed => Some("closed".to_owned()),
            Some(Status::Stopped(Limit::Time)) | None => None,
            Some(Status::Stopped(limit)) => Some(limit.to_string()),
        }
    }
}

/// Does long work without Python's lock, in a thread that ends before this returns. Python handles its signals meanwhile: an interrupt raises
/// the flag, and is returned once the work has ended.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            let flag = &stop;
            let worker = scope.spawn(move || {
                // After an interrupt the receiver is gone, and the answer is dropped.
                let _ = sender.send(work(flag));
            });
            let mut interrupt = None;
            let result = loop {
                match receiver.recv_timeout(TURN) {
                    Ok(result) => break Some(result),
                    Err(RecvTimeoutError::Disconnected) => break None,
                    Err(RecvTimeoutError::Timeout) if interrupt.is_some() => {}
                    Err(RecvTimeoutError::Timeout) => {
                        let signals = Python::attach(|py| -> PyResult<()> { py.check_signals() });
                        if let Err(error) = signals {
                            stop.store(true, Ordering::Relaxed);
                            interrupt = Some(error);
                        }
                    }
                }
            };
            match (worker.join(), result, interrupt) {
                (_, _, Some(interrupt)) => Err(interrupt),
                (Ok(()), Some(result), None) => Ok(result),
                (Err(panic), ..) => std::panic::resume_unwind(panic),
                (Ok(()), None, None) => unreachable!("the worker sends a result or panics"),
            }
        })
    })
}

/// The time now, from which limits count.
pub(crate) fn start() -> Instant {
    now()
}
