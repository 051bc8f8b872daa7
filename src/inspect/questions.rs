//! Satisfiability under assumptions: depth-first search, with a handover to a search that learns after a number of failures.
//!
//! Most questions are easy, and a depth-first search answers them sooner than one that learns. What is learned from a hard one is of
//! use for all that follow. For exact domains and relations mostly many questions are hard where one is: from then on they ask only the
//! search that learns.
//!
//! Models with propagators of other crates are searched depth first only: a wrong explanation would make answers wrong.

use crate::model::{IntAtom, Model, Options, Solver};
use crate::search::brancher::Brancher;
use crate::search::handover::QUESTION_FAILURES;
use crate::search::{AssumptionResult, Deadline, Dfs, IncrementalSearch, Limit, Status};

/// Questions to one model, and the search that learns, once it is used.
#[derive(Clone, Debug)]
pub(super) struct Questions {
    failure_budget: u64,
    /// The nodes of the depth-first searches.
    nodes: u64,
    learning: Option<Box<IncrementalSearch>>,
}

impl Questions {
    /// Questions to a solver.
    pub(super) fn of(solver: &Solver) -> Questions {
        let failure_budget =
            if solver.engine().has_external_propagators() { u64::MAX } else { QUESTION_FAILURES };
        Questions { failure_budget, nodes: 0, learning: None }
    }

    /// Sets the number of failures before the handover, if one is given.
    #[must_use]
    pub(super) fn with_failure_budget(self, failures: Option<u64>) -> Questions {
        let failure_budget =
            failures.filter(|_| self.failure_budget != u64::MAX).unwrap_or(self.failure_budget);
        Questions { failure_budget, ..self }
    }

    /// Whether the search that learns is used.
    pub(super) fn learns(&self) -> bool {
        self.learning.is_some()
    }

    /// The nodes of all searches.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes + self.learning.as_ref().map_or(0, |learning| learning.statistics().nodes)
    }

    /// Looks for a solution depth first, from a fixpoint of the solver at which the goals hold. `None` after too many failures:
    /// then the other search is to be asked.
    pub(super) fn descend(
        &mut self,
        goals: &[IntAtom],
        solver: &mut Solver,
        brancher: Box<dyn Brancher>,
        deadline: &Deadline,
    ) -> Result<Option<AssumptionResult>, Limit> {
        let limits = deadline.left().solutions(1);
        let is_callers = limits.failures.is_some_and(|failures| failures <= self.failure_budget);
        let failures = limits.failures.filter(|_| is_callers).unwrap_or(self.failure_budget);
        let mut dfs = Dfs::new(vec![brancher], limits.failures(failures));
        let found = dfs.next_solution(solver);
        let status = dfs.status();
        self.nodes += dfs.statistics().nodes;
        let hands_over = status == Some(Status::Stopped(Limit::Failures)) && !is_callers;
        dfs.reset(solver);
        match (found, status) {
            (Some(solution), _) => Ok(Some(AssumptionResult::Solution(solution))),
            (None, _) if hands_over => Ok(None),
            (None, Some(Status::Stopped(limit))) => Err(limit),
            (None, _) => Ok(Some(AssumptionResult::Core(goals.to_vec()))),
        }
    }

    /// Looks for a solution of the model by a search that learns. `model` is called once at most.
    pub(super) fn learn(
        &mut self,
        goals: &[IntAtom],
        model: impl FnOnce() -> (Model, Options),
        brancher: Box<dyn Brancher>,
        deadline: &Deadline,
    ) -> Result<AssumptionResult, Limit> {
        let learning = self.learning.get_or_insert_with(|| {
            let (model, options) = model();
            Box::new(IncrementalSearch::of(&model, options))
        });
        learning.branch_by(brancher);
        learning.limit_to(deadline.left());
        learning.satisfy(goals)
    }

    /// Adds an atom that holds in every solution.
    pub(super) fn add_fact(&mut self, atom: IntAtom) {
        if let Some(learning) = &mut self.learning {
            learning.add_fact(atom);
        }
    }
}
