//! Where a search stops early: at a limit, or because it has met too many dead ends.

use crate::model::Solver;
use crate::search::dfs::Dfs;
use crate::search::limit::{Limits, Status, Watchdog};

impl Dfs {
    /// The same search, which gives up after so many failures without a solution; if each solution has to be better than the one
    /// before, also after some.
    pub(crate) fn with_patience(self, failures: u64) -> Dfs {
        Dfs { patience: failures, gives_up_at: failures, ..self }
    }

    /// Whether it gave up. Then it has no status.
    pub(crate) fn gave_up(&self) -> bool {
        self.status.is_none() && self.statistics.failures >= self.gives_up_at
    }

    /// Does not give up any more.
    pub(crate) fn persevere(&mut self) {
        (self.patience, self.gives_up_at) = (u64::MAX, u64::MAX);
    }

    /// What is left of its limits.
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
