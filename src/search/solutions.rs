//! The lazy iterator over solutions.

use crate::model::{IntVar, Solution, Solver};
use crate::search::dfs::Dfs;
use crate::search::limit::Outcome;
use crate::search::statistics::Statistics;

/// The solutions of a model, each found when it is asked for, in constant memory: no clauses that block what was
/// found, no restarts.
///
/// It is `Send` and `Clone`: a clone goes on from the same place, on its own.
#[derive(Clone, Debug)]
#[must_use]
pub struct Solutions {
    solver: Solver,
    dfs: Dfs,
}

impl Solutions {
    pub(in crate::search) fn new(solver: Solver, dfs: Dfs) -> Solutions {
        Solutions { solver, dfs }
    }

    /// Moves on to the next solution without copying it; true if there is one, to be read by [`value`](Self::value).
    pub fn advance(&mut self) -> bool {
        self.dfs.advance(&mut self.solver)
    }

    /// The value of a variable in the solution that [`advance`](Self::advance) moved to; `None` where there is none.
    pub fn value(&self, var: IntVar) -> Option<i32> {
        self.solver.value(var)
    }

    /// Why there are no more; `None` while there may be.
    pub fn outcome(&self) -> Option<Outcome> {
        self.dfs.outcome()
    }

    /// What it took so far.
    pub fn statistics(&self) -> Statistics {
        self.dfs.statistics()
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        self.advance().then(|| self.solver.solution())
    }

    fn count(mut self) -> usize {
        let mut count = 0;
        while self.advance() {
            count += 1;
        }
        count
    }
}

impl std::iter::FusedIterator for Solutions {}
