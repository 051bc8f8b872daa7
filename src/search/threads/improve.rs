//! Workers of an optimisation: each looks for solutions that are better than all that any has found.

use crate::model::{Solution, Solver};
use crate::search::learning::LearningSearch;
use crate::search::limit::Status;
use crate::search::objective::Objective;
use crate::search::statistics::Statistics;
use crate::search::subtree::Subtrees;
use crate::search::threads::beside::Learner;
use crate::search::threads::desk::Desk;
use crate::search::threads::frontier::{Answer, Place};
use crate::search::threads::pool::Worker;
use crate::search::threads::subproblems::{Collect, SubproblemWorker};
use crate::search::turns::LearningSetup;

/// A solution that is better than those before it, and its value, which is to be small.
#[derive(Clone, Debug)]
pub(super) struct Improvement {
    pub(super) value: i64,
    pub(super) solution: Solution,
}

impl Answer for Improvement {
    fn words(&self) -> usize {
        self.solution.values().len()
    }
}

/// A worker that searches subproblems depth first.
pub(super) type Improver = SubproblemWorker<Improvements>;

impl Improver {
    /// A worker that looks at what others have found, and what they need, after each `moment` of work.
    pub(super) fn new(subtrees: Subtrees, objective: Objective, moment: u64) -> Improver {
        SubproblemWorker::over(subtrees, Improvements { objective, below: i64::MAX }, moment)
    }
}

/// Hands in each solution at once, and requires better ones than all that any worker has found.
#[derive(Clone, Debug)]
pub(super) struct Improvements {
    objective: Objective,
    /// The value that solutions have to be below, as far as its search was told.
    below: i64,
}

impl Collect<Improvement> for Improvements {
    fn require(&mut self, subtrees: &mut Subtrees, desk: &Desk<Improvement>) {
        if desk.best() < self.below {
            self.below = desk.best();
            subtrees.require(self.objective.at_most(self.below.saturating_sub(1)));
        }
    }

    fn take(&mut self, place: &Place, subtrees: &mut Subtrees, desk: &Desk<Improvement>) {
        desk.offer(place, &self.objective, subtrees.solution());
        self.require(subtrees, desk);
    }

    fn hand_in(&mut self, _: &Place, _: &Desk<Improvement>) {}
}

/// A worker that searches the whole tree by learning.
#[derive(Clone, Debug)]
pub(super) struct LearningImprover {
    learner: Learner,
    objective: Objective,
    below: i64,
    moment: u64,
    told: Statistics,
}

impl LearningImprover {
    pub(super) fn new(setup: LearningSetup, objective: Objective, moment: u64) -> LearningImprover {
        let learner = Learner::Planned(Box::new(setup));
        LearningImprover { learner, objective, below: i64::MAX, moment, told: Statistics::default() }
    }

    fn look(
        (objective, below): (&Objective, &mut i64),
        search: &mut LearningSearch,
        desk: &Desk<Improvement>,
    ) {
        if desk.best() < *below {
            *below = desk.best();
            search.require(objective.at_most(below.saturating_sub(1)));
        }
    }
}

impl Worker<Improvement> for LearningImprover {
    fn work(&mut self, desk: &Desk<Improvement>) {
        let objective = &self.objective;
        let started = self.learner.start(desk, |search| search.minimise(objective.bundles));
        let Some((solver, search)): Option<&mut (Solver, LearningSearch)> = started else { return };
        search.resume(desk.limits());
        while !desk.is_stopped() {
            LearningImprover::look((objective, &mut self.below), search, desk);
            search.pause_at(search.work(solver) + self.moment);
            if search.advance(solver) {
                desk.offer(&Vec::new(), objective, solver.least_values());
                continue;
            }
            desk.tell(search.statistics(), &mut self.told, None);
            match search.status() {
                None => {}
                Some(Status::Exhausted) => return desk.end(Status::Exhausted),
                Some(Status::Stopped(limit)) if desk.confirms(limit) => return,
                Some(Status::Stopped(_)) => search.resume(desk.limits()),
            }
        }
    }

    fn copy(&self) -> Box<dyn Worker<Improvement>> {
        Box::new(self.clone())
    }
}

impl Desk<Improvement> {
    /// Hands in a solution, if it is better than all before it. Its value is published under the lock, so a thread that reads the value
    /// finds the solution in the frontier.
    fn offer(&self, place: &Place, objective: &Objective, solution: Solution) {
        let value = objective.value(&solution);
        let mut frontier = self.lock();
        if self.improve(value) {
            frontier.keep(place, Improvement { value, solution });
            self.notify();
        }
    }
}
