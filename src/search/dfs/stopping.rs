//! Limits and pauses of a depth-first search.

use crate::engine::Interrupt;
use crate::model::Solver;
use crate::search::dfs::Dfs;
use crate::search::limit::{Limits, Status, Watchdog};

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
        let limit = self.watchdog.before_node(&self.statistics);
        self.status = limit.map(Status::Stopped);
        limit.is_some()
    }
}
