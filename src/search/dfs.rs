//! The driver: depth first, two-way branching, an explicit stack.
//!
//! A node is a fixpoint. The left branch opens a level and assumes the decision; when it is done with, the level is
//! undone and the opposite is assumed where the decision was taken, with no level of its own. So there are as many
//! levels as open decisions, and the stack is bounded by memory only.

use crate::model::Solver;
use crate::search::brancher::{Brancher, Scopes};
use crate::search::limit::{Limit, Limits, Outcome, Watchdog};
use crate::search::statistics::Statistics;
use crate::store::{Atom, Failure};

/// A depth-first search that is led step by step over a [`Solver`].
///
/// Most callers want [`Solutions`](crate::search::Solutions); this is for those who keep a solver and search it again
/// and again under different assumptions.
#[derive(Clone, Debug)]
pub struct Dfs {
    branchers: Vec<Box<dyn Brancher>>,
    watchdog: Watchdog,
    /// The decisions whose left branch is being searched.
    decisions: Vec<Atom>,
    state: State,
    statistics: Statistics,
    /// What the solver had counted when this search started.
    propagations_before: u64,
    /// Which variables to blame for a failure, if a brancher wants to know.
    scopes: Option<Scopes>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Fresh,
    AtSolution,
    Ended(Outcome),
}

impl Dfs {
    /// A search that decides what the branchers say, in their order, and stops as `limits` say. The branchers together
    /// must decide all variables.
    pub fn new(branchers: Vec<Box<dyn Brancher>>, limits: Limits) -> Dfs {
        Dfs {
            branchers,
            watchdog: Watchdog::new(limits),
            decisions: Vec::new(),
            state: State::Fresh,
            statistics: Statistics::default(),
            propagations_before: 0,
            scopes: None,
        }
    }

    /// Moves on to the next solution; true if there is one. The solver then has every variable fixed.
    ///
    /// Between calls the solver must be left as it is.
    pub fn advance(&mut self, solver: &mut Solver) -> bool {
        let mut at_node = match self.state {
            State::Ended(_) => return false,
            State::Fresh => self.start(solver),
            State::AtSolution => self.resume(),
        };
        while self.state == State::Fresh {
            if !at_node {
                at_node = self.backtrack(solver);
                continue;
            }
            if let Some(decision) = self.choose(solver) {
                at_node = self.descend(solver, decision);
            } else {
                self.statistics.solutions += 1;
                self.state = State::AtSolution;
            }
        }
        self.statistics.propagations = solver.engine().propagations() - self.propagations_before;
        self.state == State::AtSolution
    }

    /// Why the search ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.state {
            State::Ended(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Counts so far.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Counts the solution just found as none: another engine gave it out before.
    pub(crate) fn disregard(&mut self) {
        self.statistics.solutions -= 1;
    }

    /// Undoes all levels that the search has opened, and makes it ready to start over.
    pub fn reset(&mut self, solver: &mut Solver) {
        for _ in self.decisions.drain(..) {
            solver.pop();
        }
        self.state = State::Fresh;
        self.statistics = Statistics::default();
    }

    fn end(&mut self, outcome: Outcome) {
        self.state = State::Ended(outcome);
    }

    /// Propagates the root; true if it is a node to search.
    fn start(&mut self, solver: &mut Solver) -> bool {
        self.propagations_before = solver.engine().propagations();
        self.watchdog.start();
        for brancher in &mut self.branchers {
            brancher.start(solver);
        }
        if self.branchers.iter().any(|b| b.wants_blame()) && self.scopes.is_none() {
            self.scopes = Some(Scopes::new(solver));
        }
        if self.stops(solver) {
            return false;
        }
        if !self.watchdog.wants_solution(&self.statistics) {
            self.end(Outcome::Stopped(Limit::Solutions));
            return false;
        }
        self.statistics.nodes += 1;
        let result = solver.propagate();
        self.survives(solver, &result)
    }

    /// Leaves a solution behind.
    fn resume(&mut self) -> bool {
        self.state = State::Fresh;
        if !self.watchdog.wants_solution(&self.statistics) {
            self.end(Outcome::Stopped(Limit::Solutions));
        }
        false
    }

    /// Whether a limit was reached; then the search has ended.
    #[inline]
    fn stops(&mut self, solver: &Solver) -> bool {
        self.statistics.propagations = solver.engine().propagations() - self.propagations_before;
        match self.watchdog.before_node(&self.statistics) {
            Some(limit) => {
                self.end(Outcome::Stopped(limit));
                true
            }
            None => false,
        }
    }

    #[inline]
    fn choose(&mut self, solver: &mut Solver) -> Option<Atom> {
        while let Some(var) = solver.engine_mut().next_touched() {
            self.branchers.iter_mut().for_each(|b| b.touched(var));
        }
        self.branchers.iter_mut().find_map(|brancher| brancher.choose(solver))
    }

    /// The left branch; true if it is a node.
    fn descend(&mut self, solver: &mut Solver, decision: Atom) -> bool {
        if self.stops(solver) {
            return false;
        }
        self.statistics.nodes += 1;
        self.statistics.decisions += 1;
        self.decisions.push(decision);
        self.statistics.depth = self.statistics.depth.max(self.decisions.len() as u64);
        solver.push();
        let result = solver.assume(decision).and_then(|_| solver.propagate());
        self.survives(solver, &result)
    }

    /// The right branch of the newest decision; true if it is a node. Ends the search where there is no decision.
    fn backtrack(&mut self, solver: &mut Solver) -> bool {
        let Some(decision) = self.decisions.pop() else {
            self.end(Outcome::Exhausted);
            return false;
        };
        solver.pop();
        if self.stops(solver) {
            return false;
        }
        self.statistics.nodes += 1;
        let result = solver.assume(!decision).and_then(|_| solver.propagate());
        self.survives(solver, &result)
    }

    #[inline]
    fn survives(&mut self, solver: &Solver, result: &Result<(), Failure>) -> bool {
        if result.is_ok() {
            return true;
        }
        self.statistics.failures += 1;
        if let (Some(scopes), Some(blamed)) = (&self.scopes, solver.engine().blamed()) {
            let scope = scopes.of(blamed);
            self.branchers.iter_mut().for_each(|brancher| brancher.blame(scope));
        }
        false
    }
}
