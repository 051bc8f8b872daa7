//! Whether there is a solution in which some atoms hold: depth first, and once that has met many dead ends by a search that learns.
//!
//! Most questions are easy, and a depth-first search answers them sooner than one that remembers. What is learned from one that is not is of
//! use for all that follow; exact domains and relations, of which mostly many are hard where one is, ask the search that learns alone from
//! then on.
//!
//! Models with propagators of other crates are searched depth first only: a wrong explanation would make answers wrong.

use crate::model::{IntAtom, Model, Options, Solver};
use crate::search::brancher::Brancher;
use crate::search::{AssumptionResult, Deadline, Dfs, IncrementalSearch, Limit, Status};

/// So many dead ends are met without a solution before the search learns.
const PATIENCE: u64 = 500;

/// The two searches of a model, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Questions {
    patience: u64,
    learning: Option<Box<IncrementalSearch>>,
}

impl Questions {
    /// Questions to a solver.
    pub(super) fn of(solver: &Solver) -> Questions {
        let patience = if solver.engine().has_external_propagators() { u64::MAX } else { PATIENCE };
        Questions { patience, learning: None }
    }

    /// The same with that patience, if one is given.
    #[must_use]
    pub(super) fn with_patience(self, dead_ends: Option<u64>) -> Questions {
        let patience = dead_ends.filter(|_| self.patience != u64::MAX).unwrap_or(self.patience);
        Questions { patience, ..self }
    }

    /// Whether the search that learns has taken over.
    pub(super) fn learns(&self) -> bool {
        self.learning.is_some()
    }

    /// Looks for a solution depth first, from a fixpoint of the solver at which the goals hold. `None`, if it met too many dead ends:
    /// then the other search is to be asked.
    pub(super) fn descend(
        &self,
        goals: &[IntAtom],
        solver: &mut Solver,
        brancher: Box<dyn Brancher>,
        deadline: &Deadline,
    ) -> Result<Option<AssumptionResult>, Limit> {
        let limits = deadline.left().solutions(1);
        let is_patient = limits.failures.is_some_and(|failures| failures <= self.patience);
        let failures = limits.failures.filter(|_| is_patient).unwrap_or(self.patience);
        let mut dfs = Dfs::new(vec![brancher], limits.failures(failures));
        let found = dfs.next_solution(solver);
        let status = dfs.status();
        let gave_up = status == Some(Status::Stopped(Limit::Failures)) && !is_patient;
        dfs.reset(solver);
        match (found, status) {
            (Some(solution), _) => Ok(Some(AssumptionResult::Solution(solution))),
            (None, _) if gave_up => Ok(None),
            (None, Some(Status::Stopped(limit))) => Err(limit),
            (None, _) => Ok(Some(AssumptionResult::Core(goals.to_vec()))),
        }
    }

    /// Looks for a solution of the model by a search that learns. The model is asked for once.
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

    /// That atom holds in every solution.
    pub(super) fn know(&mut self, atom: IntAtom) {
        if let Some(learning) = &mut self.learning {
            learning.know(atom);
        }
    }
}
