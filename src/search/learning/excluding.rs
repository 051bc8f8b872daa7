//! Blocking nogoods: exclude a solution, so that it is not found twice, however often the search restarts.

use crate::model::Solver;
use crate::search::learning::LearningSearch;
use crate::search::limit::{Limit, Status};
use crate::store::{Atom, Domains};

impl LearningSearch {
    /// Excludes the solution at hand, and those that are the same in the projection.
    pub(super) fn exclude(&mut self, solver: &mut Solver) {
        if !self.watchdog.wants_solution(&self.statistics) {
            self.status = Some(Status::Stopped(Limit::Solutions));
            return;
        }
        let (store, engine) = (solver.store(), solver.engine());
        let mut decisions = (0..store.level()).filter_map(|level| store.posted(store.end_of_level(level)));
        let atoms: Vec<Atom> = match &self.projection {
            Some(vars) => vars.iter().map(|&var| solver.inner(var.is(solver.view(var).min(store)))).collect(),
            // An auxiliary variable decided otherwise may lead to the same solution.
            None if decisions.any(|atom| engine.is_auxiliary(atom.var())) => {
                engine.own_vars().map(|var| Atom::eq(var, store.min(var))).collect()
            }
            None => (0..store.level()).filter_map(|level| store.posted(store.end_of_level(level))).collect(),
        };
        let nogood = self.learner.exclude(&atoms, solver.engine());
        self.follow(solver, nogood);
    }
}
