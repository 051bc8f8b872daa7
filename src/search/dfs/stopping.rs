//! Limits and pauses of a depth-first search.

use crate::engine::Interrupt;
use crate::model::Solver;
use crate::search::dfs::Dfs;
use crate::search::limit::{Limits, Status, Watchdog};
use crate::search::so_far::SearchProgress;

impl Dfs {
    /// Lets it pause once its solver has done this amount of [work](crate::engine::Engine::work). Then it has no status.
    pub(crate) fn pause_at(&mut self, work: u64) {
        self.pause = work;
    }

    /// Whether it pauses now.
    #[inline]
    pub(super) fn is_paused(&self, solver: &Solver) -> bool {
        solver.engine().work() >= self.pause
    }

    /// Keeps what the estimate of the [expected work](Self::expected_work) takes.
    #[must_use]
    pub(crate) fn measuring(mut self) -> Dfs {
        self.progress.is_kept = true;
        self
    }

    /// The work of the whole tree, as estimated from the path.
    pub(crate) fn expected_work(&self, solver: &Solver) -> f64 {
        let (depth, work) = (self.path.depth(), solver.engine().work());
        if self.restarts.is_some() && self.cutoff != u64::MAX {
            return self.progress.expected_with_runs(depth, work);
        }
        self.progress.expected(depth, work)
    }

    /// The share of the tree that is searched, from 0 to 1, as told to a [callback](Limits::watch) that is set from the start; `None` if
    /// there is none, and the search is not exhausted.
    pub fn closed_share(&self) -> Option<f64> {
        if self.status == Some(Status::Exhausted) { Some(1.0) } else { self.closed.so_far() }
    }

    /// Keeps the closed share, whether or not a callback is told of it; before the search starts.
    #[cfg(feature = "threads")]
    pub(crate) fn keep_share(&mut self) {
        self.closed.keep();
    }

    /// The share of the tree of each of that number of [open subproblems](Self::open_subproblems).
    #[cfg(feature = "threads")]
    pub(crate) fn open_shares(&self, subproblems: usize) -> Vec<f64> {
        let all = self.path.depth();
        let depth = self.projection.as_ref().map_or(all, |projection| projection.own_depth(&self.path));
        self.closed.of_open(depth.min(subproblems), subproblems)
    }

    /// Whether it restarts.
    pub(crate) fn is_restarting(&self) -> bool {
        self.restarts.is_some()
    }

    /// The interrupt that triggers when its time is up, or its flag is raised.
    pub(crate) fn interrupt(&self) -> &Interrupt {
        self.watchdog.interrupt()
    }

    /// The rest of its limits.
    pub(crate) fn limits_left(&self) -> Limits {
        self.watchdog.left(&self.statistics)
    }

    /// Continues a search that a limit stopped, within `limits` that count from now. Does nothing if it was not
    /// stopped.
    pub fn resume(&mut self, limits: Limits) {
        if matches!(self.status, Some(Status::Stopped(_))) {
            self.limit_to(limits);
        }
    }

    /// Replaces the limits by others that count from now; if one has stopped it, it continues.
    pub(crate) fn limit_to(&mut self, limits: Limits) {
        if matches!(self.status, Some(Status::Stopped(_))) {
            self.status = None;
        }
        self.watchdog = Watchdog::new(limits.after(&self.statistics));
        self.watchdog.start();
    }

    pub(super) fn count_propagations(&mut self, solver: &Solver) {
        self.statistics.propagations = solver.engine().propagations() - self.propagations_before;
    }

    /// Whether a limit was reached; then the search has ended.
    #[inline]
    pub(super) fn stops(&mut self, solver: &Solver) -> bool {
        self.count_propagations(solver);
        let Dfs { closed, path, statistics, .. } = self;
        let restarts = self.restarts.is_some() && self.cutoff != u64::MAX;
        let limit = self.watchdog.before_node_telling(statistics, || {
            let share = closed.tell();
            let expected = share.filter(|&share| share > 0.0 && !restarts);
            SearchProgress {
                closed: share,
                expected_nodes: expected.map(|share| statistics.nodes as f64 / share),
                open: Some(path.depth() as u64),
                ..SearchProgress::of(statistics)
            }
        });
        self.status = limit.map(Status::Stopped);
        limit.is_some()
    }
}
