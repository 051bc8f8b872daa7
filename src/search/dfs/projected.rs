//! Projected enumeration: the steps from a solution to the next one that differs in the projection.

use crate::engine::Fixpoint;
use crate::model::Solver;
use crate::search::dfs::{Dfs, Next};
use crate::search::limit::{Limit, Status};

impl Dfs {
    /// Goes from a solution back to where the first decision about a variable outside of the projection was taken.
    pub(super) fn leave(&mut self, solver: &mut Solver) {
        if !self.watchdog.wants_solution(&self.statistics) {
            self.status = Some(Status::Stopped(Limit::Solutions));
            return;
        }
        self.is_left = false;
        let projection = self.projection.as_mut().expect("invariant: there is a projection");
        projection.leave(&mut self.path, solver);
        self.closed.back_to(self.path.depth());
        self.next = Next::Again;
    }

    /// Decides the next variable of the projection as it was in the solution; once all are, takes the right branch.
    pub(super) fn decide_again(&mut self, solver: &mut Solver) {
        match solver.propagate_within(self.watchdog.interrupt()) {
            Ok(Fixpoint::Reached) => {}
            Ok(Fixpoint::Interrupted(cause)) => return self.status = Some(Status::Stopped(cause.into())),
            Err(failure) => return self.fail(solver, failure),
        }
        if self.stops(solver) {
            return;
        }
        let projection = self.projection.as_mut().expect("invariant: there is a projection");
        let Some(decision) = projection.next(solver) else {
            self.next = Next::Turn;
            return;
        };
        self.statistics.nodes += 1;
        self.statistics.decisions += 1;
        self.closed.descend(self.path.depth(), decision, solver);
        self.path.descend(decision);
        solver.push();
        if let Err(failure) = solver.assume(decision) {
            self.fail(solver, failure);
        }
    }
}
