//! Work at the root of a search that learns: begins runs, tries values, settles root facts, keeps stated nogoods, reduces the database,
//! adds new cuts.

use crate::model::Solver;
use crate::search::learning::failed_literals::NextTrial;
use crate::search::learning::{LearningSearch, Next};
use crate::search::limit::{Limit, Status};
use crate::store::{Atom, Reason};

impl LearningSearch {
    /// Begins another run.
    pub(super) fn start_over(&mut self, solver: &mut Solver) {
        self.statistics.restarts += 1;
        self.opening.end_run();
        self.runs.begin(self.statistics.failures, self.opening.kind());
        self.back_to(solver, 0);
        self.probe(solver);
        self.branchers.iter_mut().for_each(|brancher| brancher.on_restart());
        if self.runs.changes_phases(self.statistics.failures) {
            self.learner.change_phases();
        }
        if self.probing.objective.is_none() && !self.opening.is_open() {
            self.failed_literals.begin_if_due(self.work(solver), self.statistics.failures);
        }
    }

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

    /// Goes back to the root from a value that was tried, and was not refuted.
    pub(super) fn end_trial(&mut self, solver: &mut Solver) {
        if solver.level() > 0 {
            self.failed_literals.note(solver.store());
            self.learner.retract(solver.engine_mut());
        }
    }

    /// Tries the next value, or states what all values of a variable exclude; false at the end of the slice.
    pub(super) fn try_next(&mut self, solver: &mut Solver) -> bool {
        let refuted = self.failed_literals.count(self.statistics.failures);
        self.runs.postpone(refuted);
        match self.failed_literals.next(self.work(solver), solver.store()) {
            NextTrial::Try(candidate) => self.decide(candidate, solver),
            NextTrial::State(atoms) => {
                for atom in atoms {
                    if !self.is_refuted {
                        self.state(solver, atom);
                    }
                }
            }
            NextTrial::None => return false,
        }
        true
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
