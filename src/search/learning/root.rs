//! Work at the root of a search that learns: settles root facts, keeps stated nogoods, reduces the database, adds new cuts.

use crate::model::Solver;
use crate::search::learning::{LearningSearch, Next};
use crate::search::limit::{Limit, Status};
use crate::store::{Atom, Reason};

impl LearningSearch {
    /// Settles the root, keeps what constraints stated, and reduces the base where it is full. False, if something is to be propagated
    /// then.
    pub(super) fn settle(&mut self, solver: &mut Solver) -> bool {
        self.learner.settle(solver.engine_mut());
        let stated = solver.engine_mut().take_nogoods();
        let Some(mut alone) = self.learner.keep_stated(stated, solver.store()) else {
            self.refute();
            return false;
        };
        if self.learner.is_full() {
            alone.extend(self.learner.reduce(solver.store()));
        }
        let is_settled = alone.is_empty();
        for atom in alone {
            self.state(solver, !atom);
        }
        if self.learner.is_cramped() {
            if self.watchdog.memory().is_some() && self.status.is_none() {
                self.status = Some(Status::Stopped(Limit::Memory));
                return false;
            }
            self.learner.raise_ceiling();
        }
        is_settled
    }

    /// States at the root that an atom is true.
    pub(super) fn state(&mut self, solver: &mut Solver, atom: Atom) {
        self.next = Next::Propagate;
        if solver.engine_mut().imply(atom, Reason::DECISION).is_err() {
            self.refute();
        }
    }

    pub(super) fn state_required(&mut self, solver: &mut Solver) {
        if let Some(required) = self.required.take() {
            if self.next == Next::Exclude {
                self.learner.prefer_solution(solver.store());
            }
            self.back_to(solver, 0);
            if let Some(atoms) = required.nogood() {
                let atoms = atoms.map(|atom| solver.inner(atom));
                solver.engine_mut().state_nogood(atoms);
            }
            let atom = solver.inner(required.most());
            self.state(solver, atom);
        }
    }
}
