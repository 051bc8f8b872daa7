//! Progress of a count, to be read from another thread while the count goes on.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The progress of a count.
///
/// ```
/// use residua::inspect::Counter;
/// use residua::search::Limits;
/// use residua_sudoku::Geometry;
///
/// let mut counter = Counter::new(&Geometry::new(2, 3)?.model(), &Limits::default());
/// let progress = counter.progress();
/// let watcher = std::thread::spawn(move || progress.share());
/// assert!(counter.count().is_exact());
/// assert!((0.0..=1.0).contains(&watcher.join().expect("it only reads")));
/// assert_eq!(counter.progress().share(), 1.0);
/// # Ok::<(), residua_sudoku::GeometryError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<SharedProgress>);

#[derive(Debug, Default)]
struct SharedProgress {
    /// The bits of an `f64`.
    share: AtomicU64,
    nodes: AtomicU64,
    /// Of several workers, each of which counts everything from another end: what is done is the sum, until they meet.
    workers: Mutex<Vec<Progress>>,
}

impl Progress {
    /// An estimate of the part of the work that is done, from 0 to 1. Branches are assumed to cost the same, which
    /// they do not: the later ones find much in the cache.
    pub fn share(&self) -> f64 {
        let of_workers: f64 = self.workers().iter().map(Progress::share).sum();
        f64::from_bits(self.0.share.load(Ordering::Relaxed)).max(of_workers.min(1.0))
    }

    /// The number of nodes so far.
    pub fn nodes(&self) -> u64 {
        let of_workers: u64 = self.workers().iter().map(Progress::nodes).sum();
        self.0.nodes.load(Ordering::Relaxed) + of_workers
    }

    /// Tells of it; what workers have done is part of it now.
    pub(in crate::inspect) fn tell(&self, share: f64, nodes: u64) {
        let mut workers = self.workers();
        self.0.share.store(share.to_bits(), Ordering::Relaxed);
        self.0.nodes.store(nodes, Ordering::Relaxed);
        workers.clear();
    }

    /// The progress of each of `count` workers, who go on with this count after that number of nodes.
    #[cfg(feature = "threads")]
    pub(super) fn of_workers(&self, count: usize, nodes: u64) -> Vec<Progress> {
        self.0.nodes.store(nodes, Ordering::Relaxed);
        let all: Vec<Progress> = (0..count).map(|_| Progress::default()).collect();
        self.workers().clone_from(&all);
        all
    }

    fn workers(&self) -> MutexGuard<'_, Vec<Progress>> {
        self.0.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The progress of all workers of a count, of which one tells.
#[derive(Clone, Debug)]
pub(super) struct Together {
    all: Progress,
    /// The nodes of the count before there were workers.
    before: u64,
}

impl Together {
    #[cfg(feature = "threads")]
    pub(super) fn new(all: Progress, before: u64) -> Together {
        Together { all, before }
    }

    /// The nodes of all workers.
    pub(super) fn nodes(&self) -> u64 {
        self.all.nodes().saturating_sub(self.before)
    }
}
