//! Restarts of a depth-first search.

use crate::model::Solver;
use crate::search::dfs::Dfs;
use crate::search::restart::Cutoffs;

impl Dfs {
    /// Begins a run, if the search restarts at all: with the next cutoff, or with the same as before.
    pub(super) fn begin_run(&mut self, length: fn(&mut Cutoffs) -> u64) {
        if let Some(cutoffs) = &mut self.restarts {
            self.cutoff = self.statistics.failures.saturating_add(length(cutoffs));
        }
    }

    /// Goes back to the root, where what was refuted there stays refuted.
    pub(super) fn restart(&mut self, solver: &mut Solver) {
        if self.stops(solver) {
            return;
        }
        self.progress.start_over(self.path.depth(), solver.engine().work());
        for _ in 0..self.path.depth() {
            solver.pop();
        }
        self.path.restart();
        self.closed.back_to(0);
        self.is_left = false;
        self.statistics.restarts += 1;
        self.begin_run(Cutoffs::next);
        self.branchers.iter_mut().for_each(|brancher| brancher.on_restart());
        match self.required.map(|cut| cut.assume(solver)) {
            Some(Err(failure)) => self.fail(solver, failure),
            _ => self.propagate(solver),
        }
    }
}
