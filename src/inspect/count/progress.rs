//! Progress of a count, to be read from another thread while the count goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

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
}

impl Progress {
    /// An estimate of the part of the work that is done, from 0 to 1. Branches are assumed to cost the same, which
    /// they do not: the later ones find much in the cache.
    pub fn share(&self) -> f64 {
        f64::from_bits(self.0.share.load(Ordering::Relaxed))
    }

    /// The number of nodes so far.
    pub fn nodes(&self) -> u64 {
        self.0.nodes.load(Ordering::Relaxed)
    }

    pub(in crate::inspect) fn tell(&self, share: f64, nodes: u64) {
        self.0.share.store(share.to_bits(), Ordering::Relaxed);
        self.0.nodes.store(nodes, Ordering::Relaxed);
    }
}
