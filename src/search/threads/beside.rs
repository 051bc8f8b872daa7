//! A search that learns, of the whole tree, beside workers that search its subproblems depth first.
//!
//! Neither way is always the better one, so one thread goes the other way while the problem is open: until there is a solution, where all
//! are asked for, and to the end in an optimisation. It cannot be split: what it has searched is told by its nogoods alone.

use crate::engine::Interrupt;
use crate::model::Solver;
use crate::search::learning::LearningSearch;
use crate::search::limit::Status;
use crate::search::statistics::Statistics;
use crate::search::threads::desk::Desk;
use crate::search::threads::enumerate::{Batch, Enumerator};
use crate::search::threads::frontier::Answer;
use crate::search::threads::pool::Worker;
use crate::search::turns::LearningSetup;

/// The search that learns, made by the thread that runs it.
#[derive(Clone, Debug)]
pub(super) enum Learner {
    Planned(Box<LearningSetup>),
    Started(Box<(Solver, LearningSearch)>),
}

impl Learner {
    /// The solver and the search; `None` if the desk stops the thread first.
    pub(super) fn start<A: Answer>(
        &mut self,
        desk: &Desk<A>,
        prepare: impl FnOnce(&mut LearningSearch),
    ) -> Option<&mut (Solver, LearningSearch)> {
        if let Learner::Planned(setup) = self {
            let interrupt = Interrupt::new(None, desk.limits().stop);
            let (solver, mut search) = setup.start_within(&interrupt, || desk.limits()).ok()?;
            prepare(&mut search);
            *self = Learner::Started(Box::new((solver, search)));
        }
        match self {
            Learner::Planned(_) => None,
            Learner::Started(search) => Some(search),
        }
    }
}

/// A worker that looks for a first solution by learning, and enumerates like all others once there is one.
#[derive(Clone, Debug)]
pub(super) struct LearningFirst {
    learner: Option<Learner>,
    enumerator: Enumerator,
    /// Whether a solution may be handed out out of order.
    hands_out: bool,
    told: Statistics,
}

impl LearningFirst {
    pub(super) fn new(setup: LearningSetup, enumerator: Enumerator, hands_out: bool) -> LearningFirst {
        let learner = Some(Learner::Planned(Box::new(setup)));
        LearningFirst { learner, enumerator, hands_out, told: Statistics::default() }
    }

    /// Searches for a first solution; `false` if the desk stops it.
    fn learn(&mut self, desk: &Desk<Batch>) -> bool {
        let Some(learner) = &mut self.learner else { return true };
        let Some((solver, search)) = learner.start(desk, |_| {}) else { return false };
        while !desk.has_found() {
            search.pause_at(search.work(solver) + self.enumerator.moment());
            let found = search.advance(solver);
            desk.tell(search.statistics(), &mut self.told, None);
            if found {
                if self.hands_out {
                    let mut values = Vec::new();
                    solver.append_least_values(&mut values);
                    desk.post(&Vec::new(), Batch { values, solutions: 1, is_early: true });
                }
                break;
            }
            match search.status() {
                None => {}
                Some(Status::Exhausted) => {
                    desk.end(Status::Exhausted);
                    return false;
                }
                Some(Status::Stopped(limit)) if desk.confirms(limit) => return false,
                Some(Status::Stopped(_)) => search.resume(desk.limits()),
            }
        }
        self.learner = None;
        true
    }
}

impl Worker<Batch> for LearningFirst {
    fn work(&mut self, desk: &Desk<Batch>) {
        if self.learn(desk) {
            self.enumerator.work(desk);
        }
    }

    fn copy(&self) -> Box<dyn Worker<Batch>> {
        Box::new(self.clone())
    }
}
