//! Desk: where the workers of a search take subproblems and hand in what they find.

use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::model::IntAtom;
use crate::search::limit::{Deadline, Limit, Limits, Status};
use crate::search::statistics::Statistics;
use crate::search::threads::frontier::{Answer, Frontier, Part, Place};

/// The shared state of the workers and the consumer of a search.
#[derive(Debug)]
pub(super) struct Desk<A> {
    frontier: Mutex<Frontier<A>>,
    /// Notified at each change of it that a worker or the consumer may wait for.
    changed: Condvar,
    /// Raised to stop the workers.
    stop: Arc<AtomicBool>,
    /// Whether a worker waits for a subproblem.
    is_hungry: AtomicBool,
    /// The limits from the start of the workers on.
    deadline: Deadline,
    is_in_order: bool,
    /// In an optimisation: the least value that any worker has found.
    best: AtomicI64,
}

impl<A: Answer> Desk<A> {
    /// A desk for the workers of a search whose best value so far is this one.
    pub(super) fn new(frontier: Frontier<A>, limits: &Limits, best: i64) -> Desk<A> {
        Desk {
            is_in_order: frontier.is_in_order(),
            frontier: Mutex::new(frontier),
            changed: Condvar::new(),
            stop: Arc::new(AtomicBool::new(false)),
            is_hungry: AtomicBool::new(false),
            deadline: limits.deadline(),
            best: AtomicI64::new(best),
        }
    }

    /// The least value that any worker has found.
    pub(super) fn best(&self) -> i64 {
        self.best.load(Ordering::Relaxed)
    }

    /// Notes a value that was found; whether it is less than all before it.
    pub(super) fn improve(&self, value: i64) -> bool {
        value < self.best.fetch_min(value, Ordering::Relaxed)
    }

    /// The frontier. Nothing in it is left half done by a panic, which happens while a worker searches.
    pub(super) fn lock(&self) -> MutexGuard<'_, Frontier<A>> {
        self.frontier.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a change, or for that time.
    pub(super) fn wait<'a>(
        &self,
        frontier: MutexGuard<'a, Frontier<A>>,
        at_most: Option<Duration>,
    ) -> MutexGuard<'a, Frontier<A>> {
        match at_most {
            Some(time) => {
                let waited = self.changed.wait_timeout(frontier, time);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
            None => self.changed.wait(frontier).unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Notifies all waiting threads of a change.
    pub(super) fn notify(&self) {
        self.changed.notify_all();
    }

    /// Lets all workers stop where they are.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        // A thread that is about to wait holds the lock: after it is free, each has seen the flag, or is notified.
        drop(self.lock());
        self.notify();
    }

    /// Lets workers start again, once all have stopped.
    pub(super) fn restart(&self) {
        self.stop.store(false, Ordering::Relaxed);
        self.is_hungry.store(false, Ordering::Relaxed);
    }

    /// Whether the workers are to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The limits of all workers together.
    pub(super) fn deadline(&self) -> &Deadline {
        &self.deadline
    }

    /// The limits for what a worker does now.
    pub(super) fn limits(&self) -> Limits {
        let left = self.deadline.left().solutions(None).stop(self.stop.clone());
        let spent = self.lock().statistics;
        let less = |limit: Option<u64>, count: u64| limit.map(|limit| limit.saturating_sub(count));
        Limits {
            nodes: less(left.nodes, spent.nodes),
            failures: less(left.failures, spent.failures),
            watch: None,
            ..left
        }
    }

    /// The next subproblem; `None` once there are no more, or the workers are to stop.
    pub(super) fn take(&self) -> Option<(Place, Vec<IntAtom>)> {
        let mut frontier = self.lock();
        loop {
            if self.is_stopped() {
                return None;
            }
            if let Some(taken) = frontier.take() {
                return Some(taken);
            }
            if frontier.is_exhausted() {
                self.notify();
                return None;
            }
            frontier.waiting += 1;
            self.is_hungry.store(true, Ordering::Relaxed);
            frontier = self.wait(frontier, None);
            frontier.waiting -= 1;
        }
    }

    /// Whether a worker that has been at its subproblem for this number of moments is to hand in what is left of it.
    pub(super) fn wants_rest(&self, moments: u32) -> bool {
        if self.is_in_order { moments >= MOMENTS } else { self.is_hungry.load(Ordering::Relaxed) }
    }

    /// Whether some worker has found a solution.
    pub(super) fn has_found(&self) -> bool {
        self.lock().has_found()
    }

    /// Hands in what is left of a subproblem: nothing, once it is searched.
    pub(super) fn close(&self, place: &Place, rest: Vec<Part>) {
        let mut frontier = self.lock();
        frontier.close(place, rest);
        let is_hungry = frontier.is_empty() && frontier.waiting > 0;
        self.is_hungry.store(is_hungry, Ordering::Relaxed);
        self.notify();
    }

    /// Hands in an answer, once there is room for it.
    pub(super) fn post(&self, place: &Place, answer: A) {
        let mut frontier = self.lock();
        while !frontier.has_room(place) && !self.is_stopped() {
            frontier = self.wait(frontier, None);
        }
        frontier.keep(place, answer);
        self.notify();
    }

    /// Adds what is new in the statistics of a worker, of which it was `told` before, and ends the search where a limit is reached. The
    /// worker is at a subproblem, of which that share is closed, or at the whole tree.
    pub(super) fn tell(&self, so_far: Statistics, told: &mut Statistics, at: Option<(&Place, f64)>) {
        let mut frontier = self.lock();
        let new = so_far.without(told);
        frontier.statistics = frontier.statistics.and(&new);
        *told = so_far;
        match at {
            Some((place, closed)) => frontier.see(place, closed),
            None => frontier.see_beside(new.nodes),
        }
        let spent = frontier.statistics;
        drop(frontier);
        let limits = self.deadline.limits();
        if limits.nodes.is_some_and(|limit| spent.nodes >= limit) {
            self.end(Status::Stopped(Limit::Nodes));
        } else if limits.failures.is_some_and(|limit| spent.failures >= limit) {
            self.end(Status::Stopped(Limit::Failures));
        }
    }

    /// Whether the workers are to stop because of a limit that one of them met; then the search ends, unless it was only interrupted.
    pub(super) fn confirms(&self, limit: Limit) -> bool {
        let is_reached = match limit {
            Limit::Stop => return self.is_stopped(),
            Limit::Time => self.deadline.check().is_err(),
            Limit::Nodes => self.limits().nodes == Some(0),
            Limit::Failures => self.limits().failures == Some(0),
            Limit::Solutions | Limit::Memory => true,
        };
        if is_reached {
            self.end(Status::Stopped(limit));
        }
        is_reached
    }

    /// Ends the search; the first reason counts.
    pub(super) fn end(&self, status: Status) {
        self.lock().ended.get_or_insert(status);
        self.stop();
    }

    /// Ends the search by a panic.
    pub(super) fn end_by_panic(&self, panic: Box<dyn Any + Send>) {
        self.lock().panic.get_or_insert(panic);
        self.stop();
    }
}

/// Where solutions are handed out in order, a subproblem is handed in after this number of moments, so that its parts do not depend on who
/// waits when.
const MOMENTS: u32 = 8;
