//! The lazy iterator over solutions.

use crate::model::{IntVar, Model, Options, Solution, Solver};
use crate::search::NetworkSearch;
use crate::search::choice::EngineChoice;
use crate::search::dfs::Dfs;
use crate::search::general::General;
use crate::search::limit::{Limits, Status};
use crate::search::statistics::Statistics;

/// The solutions of a model, each found when it is asked for, in constant memory: no clauses that block known
/// solutions, and no restart after the first solution.
///
/// It is `Send` and `Clone`: a clone continues from the same place, independently.
#[derive(Clone, Debug)]
#[must_use]
pub struct Solutions {
    engine: Engine,
}

#[derive(Clone, Debug)]
enum Engine {
    General(Box<General>),
    Dense(Box<Dense>),
}

#[derive(Clone, Debug)]
struct Dense {
    search: NetworkSearch,
    is_at_solution: bool,
    /// For the general engine, in case it has to take over.
    model: Model,
}

impl Solutions {
    pub(super) fn general(solver: Solver, dfs: Dfs) -> Solutions {
        Solutions { engine: Engine::General(Box::new(General::new(solver, dfs))) }
    }

    /// The solutions of `model`, which `search` finds.
    pub(super) fn dense(search: NetworkSearch, model: &Model) -> Solutions {
        let dense = Dense { search, is_at_solution: false, model: model.clone() };
        Solutions { engine: Engine::Dense(Box::new(dense)) }
    }

    /// Advances to the next solution without copying it; true if there is one, to be read by [`value`](Self::value).
    pub fn advance(&mut self) -> bool {
        match &mut self.engine {
            Engine::General(general) => general.advance(),
            Engine::Dense(dense) => {
                dense.is_at_solution = dense.search.advance();
                if !dense.search.gave_up() {
                    return dense.is_at_solution;
                }
                self.engine = Engine::General(Box::new(dense.give_over()));
                self.advance()
            }
        }
    }

    /// The value of a variable in the solution that [`advance`](Self::advance) moved to; `None` where there is none.
    pub fn value(&self, var: IntVar) -> Option<i32> {
        match &self.engine {
            Engine::General(general) => general.solver.value(var),
            Engine::Dense(dense) => {
                let index = dense.model.index_of(var);
                dense.is_at_solution.then(|| dense.search.value(index))
            }
        }
    }

    /// Why there are no more; `None` while there may be.
    pub fn status(&self) -> Option<Status> {
        match &self.engine {
            Engine::General(general) => general.dfs.status(),
            Engine::Dense(dense) => dense.search.status(),
        }
    }

    /// Continues after a limit, within `limits` that count from now. Does nothing if it was not stopped.
    ///
    /// ```
    /// use residua::constraints::all_different;
    /// use residua::model::Model;
    /// use residua::search::Limits;
    ///
    /// let mut model = Model::new();
    /// let xs = model.int_vars("x", 4, 0..4);
    /// model.post(all_different(xs))?;
    /// let ten = || Limits::none().solutions(10);
    /// let mut solutions = model.search().limits(ten()).solutions();
    /// assert_eq!(solutions.by_ref().count(), 10);
    /// solutions.resume(ten());
    /// assert_eq!(solutions.by_ref().count(), 10);
    /// solutions.resume(ten());
    /// assert_eq!(solutions.by_ref().count(), 4);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    pub fn resume(&mut self, limits: Limits) {
        match &mut self.engine {
            Engine::General(general) => general.dfs.resume(limits),
            Engine::Dense(dense) => dense.search.resume(limits),
        }
    }

    /// The statistics so far.
    pub fn statistics(&self) -> Statistics {
        match &self.engine {
            Engine::General(general) => general.statistics(),
            Engine::Dense(dense) => dense.search.statistics(),
        }
    }

    /// How many decisions are open, whose right branch is still to be searched; the dense engine does not say.
    pub fn open_decisions(&self) -> usize {
        match &self.engine {
            Engine::General(general) => general.dfs.path().open().len(),
            Engine::Dense(_) => 0,
        }
    }

    /// Which engine is searching: the general one, or a form of the dense one.
    pub fn engine(&self) -> EngineChoice {
        match &self.engine {
            Engine::General(_) => EngineChoice::General,
            Engine::Dense(dense) => dense.search.choice(),
        }
    }

    /// The current solution.
    fn solution(&self) -> Solution {
        match &self.engine {
            Engine::General(general) => general.solver.least_values(),
            Engine::Dense(dense) => {
                let mut values = Vec::new();
                dense.search.solution(&mut values);
                Solution::new(values).of(&dense.model)
            }
        }
    }
}

impl Dense {
    /// The general engine, at the root.
    fn give_over(&mut self) -> General {
        let vars: Vec<IntVar> = self.model.vars().collect();
        let solver = Solver::for_search(&self.model, Options::default());
        General::after(&mut self.search, &[], solver, &vars)
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

#[cfg(all(test, feature = "dense"))]
mod tests {
    use super::*;
    use crate::constraints::all_different;
    use crate::search::{Limit, network_of};

    /// A Latin square of order 5, in which each cell may have some of the values; another one for each seed.
    fn square(seed: u32) -> Model {
        let mut model = Model::new();
        let mut state = seed;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        let mut cell = || model.int_var((0..5).filter(|_| random(20) < 13).collect::<Vec<_>>());
        let cells: Vec<IntVar> = (0..25).map(|_| cell()).collect();
        for i in 0..5 {
            let row = (0..5).map(|k| cells[5 * i + k]);
            let column = (0..5).map(|k| cells[5 * k + i]);
            model.post(all_different(row)).expect("the model's own variables");
            model.post(all_different(column)).expect("the model's own variables");
        }
        model
    }

    /// A search that gives up after `nodes` nodes without another solution.
    fn impatient(model: &Model, nodes: u64, limits: Limits) -> Solutions {
        let network = network_of(model).expect("nothing but all_different");
        let search = NetworkSearch::new(&network, limits).expect("there is a form for squares");
        Solutions::dense(search.with_patience(nodes), model)
    }

    fn after_a_solution(solutions: &Solutions) -> bool {
        matches!(&solutions.engine, Engine::General(general) if general.has_taken_over_after_a_solution())
    }

    /// Whenever the general engine takes over, each solution is returned once.
    #[test]
    fn nothing_comes_twice_and_nothing_is_lost() {
        let mut takes_over = 0;
        for seed in 0..200 {
            let model = square(seed);
            let general = model.search().engine(EngineChoice::General).solutions();
            let mut expected: Vec<Vec<i32>> = general.map(|solution| solution.values().to_vec()).collect();
            expected.sort_unstable();
            let mut first = impatient(&model, u64::MAX, Limits::default());
            first.advance();
            for nodes in [first.statistics().nodes, 2, 4] {
                let mut solutions = impatient(&model, nodes, Limits::default());
                let mut all: Vec<Vec<i32>> =
                    solutions.by_ref().map(|solution| solution.values().to_vec()).collect();
                takes_over += u64::from(after_a_solution(&solutions));
                assert_eq!(solutions.status(), Some(Status::Exhausted));
                assert_eq!(solutions.statistics().solutions, expected.len() as u64);
                all.sort_unstable();
                assert_eq!(all, expected, "seed {seed}, node_budget {nodes}");
            }
        }
        assert!(takes_over > 10, "{takes_over} searches gave up after a solution");
    }

    #[test]
    fn a_limit_on_solutions_is_one_for_both_engines() {
        for seed in 0..30 {
            let model = square(seed);
            let all = model.search().engine(EngineChoice::General).solutions().count() as u64;
            for (nodes, most) in [(2, 5), (3, 5), (4, 12)] {
                let limits = Limits::none().solutions(most);
                let mut solutions = impatient(&model, nodes, limits);
                assert_eq!(
                    solutions.by_ref().count() as u64,
                    most.min(all),
                    "seed {seed}, node_budget {nodes}"
                );
                let is_stopped = solutions.status() == Some(Status::Stopped(Limit::Solutions));
                assert!(is_stopped == (most < all) || most == all, "seed {seed}: {:?}", solutions.status());
            }
        }
    }
}
