//! Crews: threads that work at one question, while the caller's thread waits for them.
//!
//! The threads of a search (`search/threads/pool.rs`) differ: they stay while the caller takes one solution after another, and they can be
//! copied. A crew has one answer, so its threads borrow what they work at, and end with it.
//!
//! Each worker has a stop flag of its own, so that it can be stopped alone. The waiting thread raises them all once the caller's flag is
//! raised, or a worker panics.
//!
//! | Promise | |
//! |---|---|
//! | Ends | when all threads have ended; a panic of one is a panic of the caller then |

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, scope};
use std::time::Duration;

use crate::search::{Deadline, Limits};

/// The time between two looks at the caller's stop flag.
const LOOK: Duration = Duration::from_millis(5);

/// The stop flags of a crew.
#[derive(Debug)]
pub(super) struct Crew<'a> {
    flags: Vec<Arc<AtomicBool>>,
    deadline: &'a Deadline,
    /// The number of workers that have not ended, and the first panic.
    state: Mutex<(usize, Option<Panic>)>,
    changed: Condvar,
}

type Panic = Box<dyn Any + Send>;

impl<'a> Crew<'a> {
    /// A crew of `workers` workers, which may work until the deadline.
    pub(super) fn new(workers: usize, deadline: &'a Deadline) -> Crew<'a> {
        let flags = (0..workers).map(|_| Arc::default()).collect();
        Crew { flags, deadline, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Runs `work` once for each worker, by its number, in threads as far as the system allows, and waits for all. Returns how many
    /// there were. After a panic of one, `end` is called, which is to end the others.
    pub(super) fn run(&self, work: impl Fn(usize) + Sync, end: impl Fn() + Sync) -> usize {
        let started = scope(|scope| {
            let start = |&number: &usize| {
                let (work, end) = (&work, &end);
                self.lock().0 += 1;
                let work = move || {
                    let result = catch_unwind(AssertUnwindSafe(|| work(number)));
                    if result.is_err() {
                        end();
                        self.stop_all();
                    }
                    let mut state = self.lock();
                    state.0 -= 1;
                    state.1 = state.1.take().or(result.err());
                    self.changed.notify_all();
                };
                let is_started = Builder::new().spawn_scoped(scope, work).is_ok();
                if !is_started {
                    self.lock().0 -= 1;
                }
                is_started
            };
            let started = (0..self.flags.len()).take_while(start).count();
            self.wait();
            started
        });
        if let Some(panic) = self.lock().1.take() {
            resume_unwind(panic);
        }
        started
    }

    /// The limits of a worker that starts now.
    pub(super) fn limits_of(&self, worker: usize) -> Limits {
        let left = self.deadline.left();
        // The caller's function is told by one of them.
        let watch = left.watch.clone().filter(|_| worker == 0);
        Limits { watch, stop: Some(Arc::clone(&self.flags[worker])), ..left }
    }

    /// The deadline of all.
    pub(super) fn deadline(&self) -> &'a Deadline {
        self.deadline
    }

    /// Raises or lowers the flag of a worker.
    pub(super) fn stop(&self, worker: usize, is_raised: bool) {
        self.flags[worker].store(is_raised, Ordering::Relaxed);
    }

    /// Raises all flags.
    pub(super) fn stop_all(&self) {
        (0..self.flags.len()).for_each(|worker| self.stop(worker, true));
    }

    fn lock(&self) -> MutexGuard<'_, (usize, Option<Panic>)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all workers have ended.
    fn wait(&self) {
        let mut state = self.lock();
        while state.0 > 0 {
            if self.deadline.limits().stop.is_none() {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            state = self.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
            // Workers see by themselves that their time is over: a flag would tell them that they are stopped.
            if self.deadline.limits().stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                self.stop_all();
            }
        }
    }
}
