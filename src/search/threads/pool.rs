//! Pool: the threads of a search, and the consumer of what they find.
//!
//! Workers that are stopped keep their place in their subproblems, so that the whole search can be stopped, copied and continued.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use std::{fmt, thread};

use crate::search::limit::{Limit, Limits, Status};
use crate::search::statistics::Statistics;
use crate::search::threads::desk::Desk;
use crate::search::threads::frontier::{Answer, Frontier, Rest};

/// What a thread does.
pub(super) trait Worker<A>: Send {
    /// Works until all is done, or the desk stops it; a worker that was stopped continues where it was.
    fn work(&mut self, desk: &Desk<A>);

    /// A copy that continues from the same place.
    fn copy(&self) -> Box<dyn Worker<A>>;
}

/// The threads of a search.
pub(super) struct Pool<A: Answer> {
    desk: Arc<Desk<A>>,
    workers: Mutex<Workers<A>>,
    /// The number of solutions that were handed out.
    handed: u64,
    status: Option<Status>,
}

/// The workers, in threads of their own or at rest.
struct Workers<A> {
    resting: Vec<Box<dyn Worker<A>>>,
    running: Vec<JoinHandle<Box<dyn Worker<A>>>>,
}

/// The time between two looks at a flag of the caller.
const LOOK: Duration = Duration::from_millis(2);

impl<A: Answer> Pool<A> {
    /// A pool of these workers, which start with the first question, within `limits` that count from now. What was done before is part of
    /// the statistics, and of what is limited.
    pub(super) fn new(
        rest: Rest,
        is_in_order: bool,
        workers: Vec<Box<dyn Worker<A>>>,
        limits: &Limits,
    ) -> Pool<A> {
        let handed = rest.done.solutions;
        Pool {
            desk: Arc::new(Desk::new(Frontier::new(rest, is_in_order), limits, i64::MAX)),
            workers: Mutex::new(Workers { resting: workers, running: Vec::new() }),
            handed,
            status: None,
        }
    }

    /// The next answer; `None` at the end, or at a limit.
    pub(super) fn next(&mut self) -> Option<A> {
        if self.status.is_some() {
            return None;
        }
        self.run();
        match self.wait() {
            Ok(answer) => Some(answer),
            Err(status) => {
                self.end(status);
                None
            }
        }
    }

    fn end(&mut self, status: Status) {
        self.status = Some(status);
        self.rest();
    }

    fn wait(&mut self) -> Result<A, Status> {
        let desk = self.desk.clone();
        let limits = desk.deadline().limits();
        let is_watched = limits.stop.is_some() || limits.watch.is_some();
        let mut frontier = desk.lock();
        loop {
            if let Some(panic) = frontier.panic.take() {
                drop(frontier);
                self.end(Status::Stopped(Limit::Stop));
                resume_unwind(panic);
            }
            if limits.stop.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                return Err(Status::Stopped(Limit::Stop));
            }
            if let Some(watch) = &limits.watch {
                drop(frontier);
                watch.tell(|| desk.lock().progress());
                frontier = desk.lock();
            }
            if let Some(answer) = frontier.next_answer() {
                // Others may wait for room.
                desk.notify();
                return Ok(answer);
            }
            if let Some(status) = frontier.ended {
                return Err(status);
            }
            if frontier.is_exhausted() {
                return Err(Status::Exhausted);
            }
            frontier = desk.wait(frontier, is_watched.then_some(LOOK));
        }
    }

    /// Counts a solution that is about to be handed out; `false` if that would be one too many: then it is stopped.
    pub(super) fn hand_out(&mut self) -> bool {
        if self.desk.deadline().limits().solutions.is_some_and(|limit| self.handed >= limit) {
            self.end(Status::Stopped(Limit::Solutions));
            return false;
        }
        self.handed += 1;
        true
    }

    /// Starts the threads, if they are not running.
    fn run(&self) {
        let mut workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        let workers = &mut *workers;
        if workers.running.is_empty() {
            self.desk.restart();
        }
        for mut worker in workers.resting.drain(..) {
            let desk = self.desk.clone();
            workers.running.push(thread::spawn(move || {
                // A worker that has panicked is not used again: the consumer panics, too.
                let work = catch_unwind(AssertUnwindSafe(|| worker.work(&desk)));
                if let Err(panic) = work {
                    desk.end_by_panic(panic);
                }
                worker
            }));
        }
    }

    /// Stops the threads, and waits for their end.
    pub(super) fn rest(&self) {
        let mut workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        if !workers.running.is_empty() {
            self.desk.stop();
        }
        let ended: Vec<_> = workers.running.drain(..).filter_map(|thread| thread.join().ok()).collect();
        workers.resting.extend(ended);
    }

    /// In an optimisation: looks for less than this value only.
    pub(super) fn improve(&self, value: i64) {
        self.desk.improve(value);
    }

    /// Why it ended; `None` while it goes on.
    pub(super) fn status(&self) -> Option<Status> {
        self.status
    }

    /// The statistics of all workers; the solutions are those that were handed out.
    pub(super) fn statistics(&self) -> Statistics {
        Statistics { solutions: self.handed, ..self.desk.lock().statistics }
    }

    /// The share of the tree that is searched; `None` if no callback is told of it, and the search is not exhausted.
    pub(super) fn closed_share(&self) -> Option<f64> {
        if self.status == Some(Status::Exhausted) { Some(1.0) } else { self.desk.lock().closed_share() }
    }

    /// The number of subproblems that are left.
    pub(super) fn subproblems(&self) -> usize {
        self.desk.lock().subproblems()
    }

    /// Continues after a limit, within `limits` that count from now. Does nothing if it was not stopped.
    pub(super) fn resume(&mut self, limits: Limits) {
        if !matches!(self.status, Some(Status::Stopped(_))) {
            return;
        }
        let mut frontier = self.desk.lock().copy();
        frontier.ended = None;
        let spent = Statistics { solutions: self.handed, ..frontier.statistics };
        self.desk = Arc::new(Desk::new(frontier, &limits.after(&spent), self.desk.best()));
        self.status = None;
    }
}

/// The threads are stopped where they are, and both continue from there when they are asked again.
impl<A: Answer> Clone for Pool<A> {
    fn clone(&self) -> Pool<A> {
        self.rest();
        let workers = self.workers.lock().unwrap_or_else(PoisonError::into_inner);
        let resting = workers.resting.iter().map(|worker| worker.copy()).collect();
        let limits = self.desk.deadline().left();
        Pool {
            desk: Arc::new(Desk::new(self.desk.lock().copy(), &limits, self.desk.best())),
            workers: Mutex::new(Workers { resting, running: Vec::new() }),
            handed: self.handed,
            status: self.status,
        }
    }
}

impl<A: Answer> Drop for Pool<A> {
    fn drop(&mut self) {
        self.rest();
    }
}

impl<A: Answer> fmt::Debug for Pool<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").field("status", &self.status).finish_non_exhaustive()
    }
}
