//! A count by several workers, each of which counts everything, in an order of its own, with one cache for all.
//!
//! What one has counted the others find in the cache: a worker needs to count itself only what no other has finished, and the
//! first that comes to the end has the number. So nothing is divided beforehand, and nothing that occurs in several parts is counted in each.
//!
//! | Promise | |
//! |---|---|
//! | Result | that of one worker; at a limit, the best lower bound of all |
//! | Cost | components that two workers happen to count at the same time are counted twice |
//! | Source | Stivala, Stuckey, Garcia de la Banda, Hermenegildo & Wirth, *Lock-free Parallel Dynamic Programming*, Journal of Parallel and Distributed Computing 70, 2010 |

use std::sync::{Mutex, PoisonError};

use crate::inspect::count::Counter;
use crate::inspect::count::order::Order;
use crate::inspect::count::progress::{Progress, Together};
use crate::inspect::count::tally::Tally;
use crate::inspect::crew::Crew;
use crate::inspect::threads::Threads;
use crate::search::{Limit, Limits, Statistics, Watchdog};

/// A worker that is done: its counter, and its tally.
type Done = (Counter, Tally);

impl Counter {
    /// The tally of what is left, by more workers, if the count has paused for them; otherwise the one that was found.
    pub(super) fn count_by_threads(&mut self, found: Tally) -> Tally {
        let is_paused = self.stopped == Some(Limit::Nodes) && self.is_paused();
        let left = self.watchdog.left(&self.statistics);
        if !is_paused || left.nodes == Some(0) || left.failures == Some(0) {
            self.pause_at = None;
            return found;
        }
        (self.stopped, self.pause_at) = (None, None);
        let workers = self.threads.count;
        let beside = self.beside.take();
        let progress = self.progress.of_workers(workers, self.statistics.nodes);
        let mut clones: Vec<Option<Counter>> =
            (0..).zip(progress).map(|(worker, progress)| Some(self.worker(worker, progress))).collect();
        if let Some(Some(first)) = clones.first_mut() {
            first.beside = beside;
        }
        let (clones, done) = (Mutex::new(clones), Mutex::new(Vec::<Done>::new()));
        let deadline = left.deadline();
        let crew = Crew::new(workers, &deadline);
        let work = |worker: usize| {
            let clone = clones.lock().unwrap_or_else(PoisonError::into_inner)[worker].take();
            let Some(mut counter) = clone else { return };
            counter.watchdog = Watchdog::new(share(crew.limits_of(worker), worker, workers));
            counter.watchdog.start();
            let tally = counter.walk();
            if counter.is_done() {
                crew.stop_all();
            }
            done.lock().unwrap_or_else(PoisonError::into_inner).push((counter, tally));
        };
        let started = crew.run(work, || {});
        // Where no thread could be started.
        if started == 0 {
            self.beside = clones
                .into_inner()
                .unwrap_or_else(PoisonError::into_inner)
                .remove(0)
                .and_then(|first| first.beside);
            return self.walk();
        }
        self.take_best(done.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// One of the workers.
    fn worker(&self, worker: usize, progress: Progress) -> Counter {
        let together = Some(Together::new(self.progress.clone(), self.statistics.nodes));
        Counter {
            threads: Threads::ONE,
            order: Order { worker, of: self.threads.count },
            statistics: Statistics::default(),
            enumeration: None,
            progress,
            together,
            ..self.clone()
        }
    }

    /// Whether it has come to the end, by itself or by the enumeration beside it.
    fn is_done(&self) -> bool {
        matches!(self.stopped, None | Some(Limit::Solutions))
    }

    /// The tally of a worker that is done; otherwise the greatest, with the limit that was reached.
    fn take_best(&mut self, mut done: Vec<Done>) -> Tally {
        for (counter, _) in &done {
            self.add(&counter.statistics);
        }
        self.beside = done.iter_mut().find_map(|(counter, _)| counter.beside.take());
        // Of several that are greatest the last one counts.
        let best =
            done.into_iter().max_by(|(a, x), (b, y)| (a.is_done(), &x.total).cmp(&(b.is_done(), &y.total)));
        let (counter, tally) = best.expect("invariant: a worker was started");
        self.stopped = counter.stopped;
        tally
    }
}

/// A worker's share of the limits on nodes and failures.
fn share(limits: Limits, worker: usize, of: usize) -> Limits {
    let (worker, of) = (worker as u64, of as u64);
    let part = |limit: Option<u64>| limit.map(|limit| limit / of + u64::from(worker < limit % of));
    Limits { nodes: part(limits.nodes), failures: part(limits.failures), ..limits }
}
