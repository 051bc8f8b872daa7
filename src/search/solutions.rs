//! The lazy iterator over solutions.

use crate::model::{IntVar, Model, Options, Solution, Solver};
use crate::search::brancher::{Ordered, ValueOrder, VariableOrder};
use crate::search::choice::EngineChoice;
use crate::search::dfs::Dfs;
use crate::search::limit::Outcome;
use crate::search::network::NetworkSearch;
use crate::search::statistics::Statistics;

/// The solutions of a model, each found when it is asked for, in constant memory: no clauses that block what was
/// found, and no restart once there was something to find.
///
/// It is `Send` and `Clone`: a clone goes on from the same place, on its own.
#[derive(Clone, Debug)]
#[must_use]
pub struct Solutions {
    engine: Engine,
    /// What went into a dense search that the general engine began anew.
    before: Statistics,
}

#[derive(Clone, Debug)]
enum Engine {
    General(Box<General>),
    Dense(Box<Dense>),
}

#[derive(Clone, Debug)]
struct General {
    solver: Solver,
    dfs: Dfs,
}

#[derive(Clone, Debug)]
struct Dense {
    search: NetworkSearch,
    is_at_solution: bool,
    /// For the general engine, should it have to take over.
    model: Model,
}

impl Solutions {
    pub(in crate::search) fn general(solver: Solver, dfs: Dfs) -> Solutions {
        let engine = Engine::General(Box::new(General { solver, dfs }));
        Solutions { engine, before: Statistics::default() }
    }

    /// The solutions of `model`, which `search` finds.
    pub(in crate::search) fn dense(search: NetworkSearch, model: &Model) -> Solutions {
        let engine = Engine::Dense(Box::new(Dense { search, is_at_solution: false, model: model.clone() }));
        Solutions { engine, before: Statistics::default() }
    }

    /// Moves on to the next solution without copying it; true if there is one, to be read by [`value`](Self::value).
    pub fn advance(&mut self) -> bool {
        match &mut self.engine {
            Engine::General(general) => general.dfs.advance(&mut general.solver),
            Engine::Dense(dense) => {
                dense.is_at_solution = dense.search.advance();
                if !dense.search.is_lost() {
                    return dense.is_at_solution;
                }
                self.before = dense.search.statistics();
                self.engine = Engine::General(Box::new(General::after(dense)));
                self.advance()
            }
        }
    }

    /// The value of a variable in the solution that [`advance`](Self::advance) moved to; `None` where there is none.
    pub fn value(&self, var: IntVar) -> Option<i32> {
        match &self.engine {
            Engine::General(general) => general.solver.value(var),
            Engine::Dense(dense) => dense.is_at_solution.then(|| dense.search.value(var.id().index())),
        }
    }

    /// Why there are no more; `None` while there may be.
    pub fn outcome(&self) -> Option<Outcome> {
        match &self.engine {
            Engine::General(general) => general.dfs.outcome(),
            Engine::Dense(dense) => dense.search.outcome(),
        }
    }

    /// What it took so far.
    pub fn statistics(&self) -> Statistics {
        let now = match &self.engine {
            Engine::General(general) => general.dfs.statistics(),
            Engine::Dense(dense) => dense.search.statistics(),
        };
        self.before.and(&now)
    }

    /// Which engine is at work: the general one, or a form of the dense one.
    pub fn engine(&self) -> EngineChoice {
        match &self.engine {
            Engine::General(_) => EngineChoice::General,
            Engine::Dense(dense) => EngineChoice::Dense(dense.search.form()),
        }
    }

    /// The solution that it stands at.
    fn solution(&self) -> Solution {
        match &self.engine {
            Engine::General(general) => general.solver.solution(),
            Engine::Dense(dense) => {
                let mut values = Vec::new();
                dense.search.solution(&mut values);
                Solution::new(values)
            }
        }
    }
}

impl General {
    /// A search from the root, within what a dense one has left of its limits.
    fn after(dense: &Dense) -> General {
        let vars: Vec<IntVar> = dense.model.vars().collect();
        let order = Ordered::new(&vars, VariableOrder::FirstFail, ValueOrder::Ascending);
        let solver = Solver::new(&dense.model, Options::default());
        General { solver, dfs: Dfs::new(vec![Box::new(order)], dense.search.limits_left()) }
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        self.advance().then(|| self.solution())
    }

    fn count(mut self) -> usize {
        let mut count = 0;
        while self.advance() {
            count += 1;
        }
        count
    }
}

impl std::iter::FusedIterator for Solutions {}
