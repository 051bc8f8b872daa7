//! Drivers: depth-first search, search that learns, or both in turn.

use crate::model::{IntAtom, IntVar, Solution, Solver};
use crate::search::brancher::{Ordered, ValueOrder, VariableOrder};
use crate::search::dfs::Dfs;
use crate::search::learning::{Learning, LearningSearch};
use crate::search::limit::{Limits, Status};
use crate::search::objective::Cut;
use crate::search::statistics::Statistics;
use crate::search::turns::{FirstTurn, LearningSetup, Turns};

/// A search that is advanced step by step over a solver.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "there is one of them a search, and the larger one is the usual one"
)]
pub(crate) enum Driver {
    DepthFirst(Dfs),
    Learning(Box<LearningSearch>),
    Turns(Box<Turns>),
}

impl LearningSetup {
    /// The two searches in turn, or the one that `learning` selects. The depth-first one decides variables with the fewest values first.
    pub(crate) fn driver(self, limits: Limits, learning: Learning) -> Driver {
        let vars: Vec<IntVar> = self.model.vars().collect();
        let order = Ordered::new(&vars, VariableOrder::FirstFail, ValueOrder::Ascending);
        self.after(Dfs::new(vec![Box::new(order)], limits), learning)
    }

    /// The two searches in turn, or the one that `learning` selects, with this depth-first search.
    pub(crate) fn after(self, dfs: Dfs, learning: Learning) -> Driver {
        match learning {
            Learning::Auto => Driver::Turns(Box::new(self.beside(dfs, FirstTurn::DepthFirst))),
            Learning::On => Driver::Turns(Box::new(self.beside(dfs, FirstTurn::Learning))),
            Learning::Off => Driver::DepthFirst(dfs),
        }
    }
}

impl Driver {
    pub(crate) fn advance(&mut self, solver: &mut Solver) -> bool {
        match self {
            Driver::DepthFirst(dfs) => dfs.advance(solver),
            Driver::Learning(search) => search.advance(solver),
            Driver::Turns(search) => search.advance(solver),
        }
    }

    pub(crate) fn next_solution(&mut self, solver: &mut Solver) -> Option<Solution> {
        self.advance(solver).then(|| solver.least_values())
    }

    pub(crate) fn status(&self) -> Option<Status> {
        match self {
            Driver::DepthFirst(dfs) => dfs.status(),
            Driver::Learning(search) => search.status(),
            Driver::Turns(search) => search.status(),
        }
    }

    pub(crate) fn statistics(&self) -> Statistics {
        match self {
            Driver::DepthFirst(dfs) => dfs.statistics(),
            Driver::Learning(search) => search.statistics(),
            Driver::Turns(search) => search.statistics(),
        }
    }

    pub(crate) fn resume(&mut self, limits: Limits) {
        match self {
            Driver::DepthFirst(dfs) => dfs.resume(limits),
            Driver::Learning(search) => search.resume(limits),
            Driver::Turns(search) => search.resume(limits),
        }
    }

    /// Replaces the limits by others that count from now; if one has stopped the search, it continues.
    pub(crate) fn limit_to(&mut self, limits: Limits) {
        match self {
            Driver::DepthFirst(dfs) => dfs.limit_to(limits),
            Driver::Learning(search) => search.continue_within(limits),
            Driver::Turns(search) => search.limit_to(limits),
        }
    }

    /// Whether most decisions are about variables outside of the projection; true for a search that learns, which does not count them.
    pub(crate) fn mostly_completes(&self) -> bool {
        match self {
            Driver::DepthFirst(dfs) => dfs.mostly_completes(),
            Driver::Learning(_) => true,
            Driver::Turns(search) => search.mostly_completes(),
        }
    }

    pub(crate) fn uncount_solution(&mut self) {
        match self {
            Driver::DepthFirst(dfs) => dfs.uncount_solution(),
            Driver::Learning(search) => search.uncount_solution(),
            Driver::Turns(search) => search.uncount_solution(),
        }
    }

    pub(crate) fn require(&mut self, cut: Cut) {
        match self {
            Driver::DepthFirst(dfs) => dfs.require(cut),
            Driver::Learning(search) => search.require(cut),
            Driver::Turns(search) => search.require(cut),
        }
    }

    /// Sets the objective, which the caller requires to be less and less.
    pub(crate) fn minimise(&mut self, objective: IntVar) {
        match self {
            Driver::DepthFirst(_) => {}
            Driver::Learning(search) => search.minimise(objective),
            Driver::Turns(search) => search.minimise(objective),
        }
    }

    /// The share of the tree that is searched, if it is known: a search that learns has no tree.
    pub(crate) fn closed_share(&self) -> Option<f64> {
        match self {
            _ if self.status() == Some(Status::Exhausted) => Some(1.0),
            Driver::DepthFirst(dfs) => dfs.closed_share(),
            Driver::Learning(_) => None,
            Driver::Turns(search) => search.closed_share(),
        }
    }

    /// The number of open decisions, whose right branch is still to be searched; 0 for a search that learns, which has no such branches.
    pub(crate) fn open_decisions(&self) -> usize {
        match self {
            Driver::DepthFirst(dfs) => dfs.path().open().len(),
            Driver::Learning(_) => 0,
            Driver::Turns(search) => search.open_decisions(),
        }
    }

    /// Undoes all levels that the search has opened, and prepares it to start from the beginning.
    pub(crate) fn reset(&mut self, solver: &mut Solver) {
        match self {
            Driver::DepthFirst(dfs) => dfs.reset(solver),
            Driver::Learning(search) => search.reset(solver),
            Driver::Turns(search) => search.reset(solver),
        }
    }

    /// Marks the search as exhausted until it is reset: the facts contradict each other, or the model.
    pub(crate) fn refute(&mut self) {
        match self {
            Driver::DepthFirst(dfs) => dfs.refute(),
            Driver::Learning(search) => search.refute(),
            Driver::Turns(search) => search.refute(),
        }
    }

    /// Sets the facts besides the model, before the search starts, for the search that learns.
    pub(crate) fn set_facts(&mut self, facts: Vec<IntAtom>) {
        if let Driver::Turns(search) = self {
            search.set_facts(facts);
        }
    }

    /// The facts besides the model.
    pub(crate) fn facts(&self) -> Vec<IntAtom> {
        match self {
            Driver::Turns(search) => search.facts(),
            Driver::DepthFirst(_) | Driver::Learning(_) => Vec::new(),
        }
    }

    /// Whether the search has learned, so that its solver is not to be used for another one.
    pub(crate) fn learns(&self) -> bool {
        match self {
            Driver::DepthFirst(_) => false,
            Driver::Learning(_) => true,
            Driver::Turns(search) => search.learns(),
        }
    }
}
