//! Optimisation by several threads: one alone at first, and once that has not been enough, all of them, with one bound.

use crate::model::{Solution, Solver};
use crate::search::dfs::Dfs;
use crate::search::learning::Learning;
use crate::search::limit::{Deadline, Limits, Status};
use crate::search::objective::Objective;
use crate::search::statistics::Statistics;
use crate::search::subtree::Subtrees;
use crate::search::threads::frontier::Rest;
use crate::search::threads::improve::{Improvement, Improver, LearningImprover};
use crate::search::threads::pool::{Pool, Worker};
use crate::search::threads::setting::Threads;
use crate::search::turns::LearningSetup;

/// The improving solutions of a search by several threads.
#[derive(Clone, Debug)]
pub(in crate::search) struct ImprovingByThreads {
    stage: Stage,
    objective: Objective,
    learning: Learning,
    threads: Threads,
    deadline: Deadline,
    /// The value that solutions have to be below.
    below: i64,
    /// A solution that is to be handed out if the search continues.
    pending: Option<Improvement>,
}

#[derive(Clone, Debug)]
enum Stage {
    Alone(Box<(Solver, Dfs, LearningSetup)>),
    /// With a solver at the root.
    Together(Box<Pool<Improvement>>, Box<Solver>),
}

impl ImprovingByThreads {
    /// A search for the least value of this objective, a variable of the model, which one thread begins.
    pub(super) fn new(
        alone: (Solver, Dfs, LearningSetup),
        objective: Objective,
        learning: Learning,
        threads: Threads,
        deadline: Deadline,
    ) -> ImprovingByThreads {
        let stage = Stage::Alone(Box::new(alone));
        ImprovingByThreads { stage, objective, learning, threads, deadline, below: i64::MAX, pending: None }
    }

    /// The next solution that is better than what was [required](Self::require_below).
    pub(in crate::search) fn next_solution(&mut self) -> Option<Solution> {
        if let Stage::Alone(search) = &mut self.stage {
            let (solver, dfs, _) = &mut **search;
            if dfs.advance(solver) {
                return Some(solver.least_values());
            }
            if dfs.status().is_some() {
                return None;
            }
            self.go_together();
        }
        let Stage::Together(pool, _) = &mut self.stage else { return None };
        loop {
            let next = self.pending.take().or_else(|| pool.next())?;
            if next.value >= self.below {
                continue;
            }
            if !pool.hand_out() {
                self.pending = Some(next);
                return None;
            }
            return Some(next.solution);
        }
    }

    /// From now on looks for solutions below this value only.
    pub(in crate::search) fn require_below(&mut self, value: i64) {
        self.below = self.below.min(value);
        match &mut self.stage {
            Stage::Alone(search) => search.1.require(self.objective.at_most(value.saturating_sub(1))),
            Stage::Together(pool, _) => pool.improve(value),
        }
    }

    /// Hands what is left to all threads.
    fn go_together(&mut self) {
        let Stage::Alone(search) = &self.stage else { return };
        let (solver, dfs, setup) = &**search;
        let rest = Rest::of(dfs);
        let mut root = solver.clone();
        root.pop_to(0);
        let mut subtrees = Subtrees::depth_first(root.clone(), dfs.branchers().to_vec(), None);
        if rest.closed.is_some() {
            subtrees.keep_shares();
        }
        let improver = Improver::new(subtrees, self.objective.clone(), self.threads.moment);
        let learns = match self.learning {
            // An explanation that is wrong would make answers wrong.
            Learning::Auto => !root.engine().has_external_propagators(),
            Learning::On => true,
            Learning::Off => false,
        };
        let count = self.threads.count - usize::from(learns);
        let mut workers: Vec<Box<dyn Worker<Improvement>>> =
            (0..count).map(|_| Box::new(improver.clone()) as Box<dyn Worker<Improvement>>).collect();
        if learns {
            workers.push(Box::new(LearningImprover::new(
                setup.clone(),
                self.objective.clone(),
                self.threads.moment,
            )));
        }
        let pool = Pool::new(rest, false, workers, &self.deadline.left());
        pool.improve(self.below);
        self.stage = Stage::Together(Box::new(pool), Box::new(root));
    }

    /// A solver at the root.
    pub(in crate::search) fn root(&self) -> Solver {
        match &self.stage {
            Stage::Alone(search) => {
                let mut root = search.0.clone();
                root.pop_to(0);
                root
            }
            Stage::Together(_, root) => (**root).clone(),
        }
    }

    /// Does not count the solution just found.
    pub(in crate::search) fn uncount_solution(&mut self) {
        if let Stage::Alone(search) = &mut self.stage {
            search.1.uncount_solution();
        }
    }

    /// Why the search ended; `None` while it goes on.
    pub(in crate::search) fn status(&self) -> Option<Status> {
        match &self.stage {
            Stage::Alone(search) => search.1.status(),
            Stage::Together(pool, _) => pool.status(),
        }
    }

    /// Ends the threads where they are, until the next solution is asked for.
    pub(in crate::search) fn rest(&self) {
        if let Stage::Together(pool, _) = &self.stage {
            pool.rest();
        }
    }

    /// The statistics so far.
    pub(in crate::search) fn statistics(&self) -> Statistics {
        match &self.stage {
            Stage::Alone(search) => search.1.statistics(),
            Stage::Together(pool, _) => pool.statistics(),
        }
    }

    /// The share of the tree that is searched, if it is known.
    pub(in crate::search) fn closed_share(&self) -> Option<f64> {
        match &self.stage {
            Stage::Alone(search) => search.1.closed_share(),
            Stage::Together(pool, _) => pool.closed_share(),
        }
    }

    /// The number of open decisions of one thread, or of subproblems of all of them.
    pub(in crate::search) fn open_decisions(&self) -> usize {
        match &self.stage {
            Stage::Alone(search) => search.1.path().open().len(),
            Stage::Together(pool, _) => pool.subproblems(),
        }
    }

    /// Continues after a limit, within `limits` that count from now. Does nothing if it was not stopped.
    pub(in crate::search) fn resume(&mut self, limits: Limits) {
        if !matches!(self.status(), Some(Status::Stopped(_))) {
            return;
        }
        let spent = self.statistics();
        match &mut self.stage {
            Stage::Alone(search) => search.1.resume(limits.clone()),
            Stage::Together(pool, _) => pool.resume(limits.clone()),
        }
        self.deadline = limits.after(&spent).deadline();
    }
}
