//! Progress of a search: what a callback is told.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use crate::search::statistics::{Statistics, counted};

/// The progress of a search, of which a callback is told by [`Limits::watch`](crate::search::Limits::watch).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SearchProgress {
    /// The statistics so far.
    pub statistics: Statistics,
    /// The share of the tree that is searched, from 0 to 1, where each value of a variable weighs the same. It never decreases. `None` for a
    /// search that has no tree: by the dense engine in one thread, and by learning. Of several threads it is the sum of the shares of their
    /// subproblems.
    pub closed: Option<f64>,
    /// The number of nodes of the whole search, if the rest of the tree has as many for its share as what is searched; `None` before
    /// anything is, and while it restarts.
    pub expected_nodes: Option<f64>,
    /// The number of open subproblems: of several threads, those that are taken or left; of a depth-first search, its open decisions.
    pub open: Option<u64>,
    /// In an optimisation: the value of the best solution so far.
    pub best: Option<i64>,
    /// In an optimisation, once it has a solution: none is better than this.
    pub bound: Option<i64>,
}

impl SearchProgress {
    /// What is known of any search.
    pub(crate) fn of(statistics: &Statistics) -> SearchProgress {
        SearchProgress { statistics: *statistics, ..SearchProgress::default() }
    }
}

impl fmt::Display for SearchProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SearchProgress { statistics, closed, expected_nodes, open, best, bound } = self;
        if let Some(closed) = closed {
            write!(f, "about {:.3} % closed, ", 100.0 * closed)?;
        }
        f.write_str(&counted(statistics.nodes, "node"))?;
        if let Some(nodes) = expected_nodes {
            write!(f, " of about {nodes:.1e}")?;
        }
        write!(f, ", {}", counted(statistics.solutions, "solution"))?;
        if let Some(open) = open {
            write!(f, ", {open} open")?;
        }
        if let Some(best) = best {
            write!(f, ", best {best}")?;
        }
        bound.map_or(Ok(()), |bound| write!(f, ", bound {bound}"))
    }
}

/// The best value and the bound of an optimisation, for those who watch it.
#[derive(Debug, Default)]
pub(super) struct Goal {
    is_known: AtomicBool,
    best: AtomicI64,
    bound: AtomicI64,
}

impl Goal {
    pub(super) fn set(&self, best: i64, bound: i64) {
        self.best.store(best, Ordering::Relaxed);
        self.bound.store(bound, Ordering::Relaxed);
        self.is_known.store(true, Ordering::Release);
    }

    /// Both, once there is a solution.
    pub(super) fn get(&self) -> Option<(i64, i64)> {
        let is_known = self.is_known.load(Ordering::Acquire);
        is_known.then(|| (self.best.load(Ordering::Relaxed), self.bound.load(Ordering::Relaxed)))
    }
}
