//! Tasks: a question about a model, with how it is searched, to be answered in parts.

use std::collections::BTreeMap;

use crate::constraints::Expr;
use crate::inspect::Natural;
use crate::model::ModelError;
use crate::search::{Limit, Limits, Search};
use crate::subproblem::digest::Digest;
use crate::subproblem::found::Found;
use crate::subproblem::unit::Subproblem;
use crate::subproblem::worker::Worker;

/// What is asked of a model. Of a [projected](Search::project) search, the solutions are those that differ in the projection.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Question {
    /// All solutions, in the order of search.
    Solutions,
    /// A solution, or that there is none.
    FirstSolution,
    /// The number of solutions.
    Count,
    /// The number of solutions, and of those with each value of each variable.
    Marginals,
    /// The least value of an objective, and a solution that has it.
    Minimum(Expr),
    /// The greatest value of an objective, and a solution that has it.
    Maximum(Expr),
    /// The values of each variable that are part of a solution.
    Domains,
}

/// A question about a model, to be answered in parts: subproblems, which are the same for a model, a search, a question, a budget and a
/// number of parts, wherever they are made.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    pub(super) search: Search<'a>,
    pub(super) question: Question,
    pub(super) budget: u64,
}

/// The nodes of a subproblem after which it is split again: some tenths of a second, for most models.
const BUDGET: u64 = 100_000;

impl<'a> Task<'a> {
    /// A question about the model of a search. Its branchers, consistency, projection, learning and engine are those of the search; its
    /// limits are not used.
    ///
    /// # Errors
    /// If the objective of an optimisation cannot be one, as of [`Search::minimize`].
    pub fn new(search: Search<'a>, question: Question) -> Result<Task<'a>, ModelError> {
        let task = Task { search: search.limits(Limits::none()), question, budget: BUDGET };
        if let Some((objective, is_maximum)) = task.objective() {
            task.search.clone().optimal_subtrees(objective, is_maximum)?;
        }
        Ok(task)
    }

    /// Sets the number of nodes after which a subproblem is handed back in parts; at least 1.
    #[must_use]
    pub fn budget(self, nodes: u64) -> Task<'a> {
        Task { budget: nodes.max(1), ..self }
    }

    /// The digest of the search: of all that the subproblems of a [split](Self::split) depend on, except for their number. They may be used
    /// for any question. Branchers of your own count by their [`Debug`](std::fmt::Debug) text.
    pub fn search_digest(&self) -> Digest {
        let digest = Digest::START.text(env!("CARGO_PKG_VERSION")).text(self.search.model());
        digest.text(self.search.described())
    }

    /// The digest of the task, of which its reports are: of the search, the question and the budget.
    pub fn digest(&self) -> Digest {
        let model = self.search.model();
        let question = match &self.question {
            Question::Minimum(objective) => format!("minimum {}", model.show_expr(objective)),
            Question::Maximum(objective) => format!("maximum {}", model.show_expr(objective)),
            other => format!("{other:?}"),
        };
        Digest::START.text(self.search_digest()).text(question).number(self.budget)
    }

    /// Splits the task into at most `parts` subproblems, none of which propagation refutes: many more than workers, so that their sizes even
    /// out. If propagation finds that there is no solution, there is one: the whole.
    ///
    /// # Errors
    /// The limit, if one of the search on time, or its stop flag, is reached.
    pub fn split(&self, parts: usize) -> Result<Vec<Subproblem>, Limit> {
        Ok(Subproblem::all(self.search_digest(), self.search.clone().split(parts)?))
    }

    /// Whether something can be what was found of a subproblem of it: solutions of all variables, with values of their domains, where
    /// solutions are asked for. What was read from elsewhere may be anything.
    pub fn fits(&self, found: &Found) -> bool {
        found.fits(&self.nothing(), self.search.model().domains())
    }

    /// A worker for subproblems of the task.
    pub fn worker(&self) -> Worker<'a> {
        Worker::new(self.clone())
    }

    /// The objective, and whether it is to be great.
    pub(super) fn objective(&self) -> Option<(&Expr, bool)> {
        match &self.question {
            Question::Minimum(objective) => Some((objective, false)),
            Question::Maximum(objective) => Some((objective, true)),
            _ => None,
        }
    }

    pub(super) fn is_maximum(&self) -> bool {
        self.objective().is_some_and(|(_, is_maximum)| is_maximum)
    }

    pub(super) fn is_first(&self) -> bool {
        matches!(self.question, Question::FirstSolution)
    }

    /// What is found where there is nothing.
    pub(super) fn nothing(&self) -> Found {
        match self.question {
            Question::Solutions | Question::FirstSolution => Found::Solutions(Vec::new()),
            Question::Count => Found::Count(Natural::ZERO),
            Question::Marginals => Found::Marginals(Natural::ZERO, Vec::<BTreeMap<_, _>>::new()),
            Question::Minimum(_) | Question::Maximum(_) => Found::Best(None),
            Question::Domains => Found::Domains(None),
        }
    }
}
