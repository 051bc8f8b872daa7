//! Subtree search for the best value of an objective.

use crate::constraints::Expr;
use crate::model::{IntAtom, IntVar, ModelError};
use crate::search::Search;
use crate::search::brancher::wants_large;
use crate::search::limit::{Limits, Status};
use crate::search::objective::Objective;
use crate::search::split::Splitter;
use crate::search::statistics::Statistics;
use crate::search::subtree::Subtrees;

/// The search of a subtree for solutions that are better and better.
#[derive(Clone, Debug)]
pub(crate) struct OptimalSubtrees {
    subtrees: Subtrees,
    objective: Objective,
    is_maximum: bool,
    /// The variables of the model, and those of the objective after them.
    vars: Vec<IntVar>,
    /// The number of variables of the model.
    width: usize,
}

impl Search<'_> {
    /// A search of subtrees for the least value of an objective, or the greatest one.
    ///
    /// # Errors
    /// As of [`minimize`](Search::minimize).
    pub(crate) fn optimal_subtrees(
        self,
        objective: &Expr,
        is_maximum: bool,
    ) -> Result<OptimalSubtrees, ModelError> {
        let objective = if is_maximum { -objective.clone() } else { objective.clone() };
        let mut with = self.model.clone();
        let width = with.domains().len();
        let large = wants_large(&objective);
        let objective = Objective::add(&objective, &mut with)?;
        let vars = with.vars().collect();
        let mut subtrees = Search { model: &with, projection: None, large, ..self }.subtrees();
        subtrees.minimise(objective.bundles);
        Ok(OptimalSubtrees { subtrees, objective, is_maximum, vars, width })
    }
}

impl OptimalSubtrees {
    /// The variables that subproblems may be about.
    pub(crate) fn vars(&self) -> &[IntVar] {
        &self.vars
    }

    /// Begins to search the tree below these atoms for solutions that are better than the incumbent, once at most.
    pub(crate) fn enter(&mut self, below: Vec<IntAtom>, incumbent: Option<i64>, limits: Limits) {
        if let Some(value) = incumbent {
            self.require(value);
        }
        self.subtrees.enter(below, limits);
    }

    /// The next solution that is better than the one before: its value, and those of the variables.
    pub(crate) fn next(&mut self) -> Option<(i64, Vec<i32>)> {
        if !self.subtrees.advance() {
            return None;
        }
        let solution = self.subtrees.solution();
        let value = self.sign(self.objective.value(&solution));
        self.require(value);
        Some((value, solution.values()[..self.width].to_vec()))
    }

    fn require(&mut self, value: i64) {
        self.subtrees.require(self.objective.at_most(self.sign(value).saturating_sub(1)));
    }

    /// The value of the caller's objective, which is negated where it is to be great.
    fn sign(&self, value: i64) -> i64 {
        if self.is_maximum { value.saturating_neg() } else { value }
    }

    /// Why the search of the subtree ended.
    pub(crate) fn status(&self) -> Option<Status> {
        self.subtrees.status()
    }

    /// The statistics of the subtree so far.
    pub(crate) fn statistics(&self) -> Statistics {
        self.subtrees.statistics()
    }

    /// A splitter of its trees; `None` if its engine takes no decisions of branchers.
    pub(crate) fn splitter(&self) -> Option<Splitter> {
        self.subtrees.splitter()
    }

    /// What is left of the subtree, as subproblems, in the order of search; `None` if that cannot be told.
    pub(crate) fn rest(&self) -> Option<Vec<Vec<IntAtom>>> {
        self.subtrees.rest()
    }
}
