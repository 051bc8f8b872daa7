//! How far long work has come, to be read from another thread while it goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How far a count has come.
///
/// ```
/// use residua::inspect::Counter;
/// use residua::search::Limits;
/// use residua::sudoku::Geometry;
///
/// let mut counter = Counter::new(&Geometry::new(2, 3)?.model(), &Limits::default());
/// let progress = counter.progress();
/// let watcher = std::thread::spawn(move || progress.share());
/// assert!(counter.count().is_exact());
/// assert!((0.0..=1.0).contains(&watcher.join().expect("it only reads")));
/// assert_eq!(counter.progress().share(), 1.0);
/// # Ok::<(), residua::sudoku::GeometryError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Told>);

#[derive(Debug, Default)]
struct Told {
    /// The bits of an `f64`.
    share: AtomicU64,
    nodes: AtomicU64,
}

impl Progress {
    /// About which part of the work is done, from 0 to 1. Branches are taken to cost the same, which they do not: the
    /// later ones find much that is known already.
    pub fn share(&self) -> f64 {
        f64::from_bits(self.0.share.load(Ordering::Relaxed))
    }

    /// How many nodes there were.
    pub fn nodes(&self) -> u64 {
        self.0.nodes.load(Ordering::Relaxed)
    }

    pub(in crate::inspect) fn tell(&self, share: f64, nodes: u64) {
        self.0.share.store(share.to_bits(), Ordering::Relaxed);
        self.0.nodes.store(nodes, Ordering::Relaxed);
    }
}
