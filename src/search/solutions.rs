//! Lazy iteration over the solutions of a model.

use crate::model::{IntVar, Model, Options, Solution, Solver};
use crate::search::NetworkSearch;
use crate::search::alternating::Alternating;
use crate::search::choice::EngineChoice;
use crate::search::driver::Driver;
use crate::search::general::General;
use crate::search::learning::Learning;
use crate::search::limit::{Limits, Status};
use crate::search::statistics::Statistics;
#[cfg(feature = "threads")]
use crate::search::threads::ByThreads;

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
    Alternating(Box<Alternating>),
    #[cfg(feature = "threads")]
    ByThreads(Box<ByThreads>),
}

#[derive(Clone, Debug)]
struct Dense {
    search: NetworkSearch,
    is_at_solution: bool,
    /// The model, for a handover to the general engine.
    model: Model,
    learning: Learning,
}

impl Solutions {
    pub(super) fn general(solver: Solver, driver: Driver) -> Solutions {
        Solutions { engine: Engine::General(Box::new(General::new(solver, driver))) }
    }

    pub(super) fn alternating(search: Alternating) -> Solutions {
        Solutions { engine: Engine::Alternating(Box::new(search)) }
    }

    #[cfg(feature = "threads")]
    pub(super) fn by_threads(search: ByThreads) -> Solutions {
        Solutions { engine: Engine::ByThreads(Box::new(search)) }
    }

    /// The solutions of `model`, which `search` finds.
    pub(crate) fn dense(search: NetworkSearch, model: &Model, learning: Learning) -> Solutions {
        let dense = Dense { search, is_at_solution: false, model: model.clone(), learning };
        Solutions { engine: Engine::Dense(Box::new(dense)) }
    }

    /// Advances to the next solution without copying it; true if there is one, to be read by [`value`](Self::value).
    pub fn advance(&mut self) -> bool {
        match &mut self.engine {
            Engine::General(general) => general.advance(),
            Engine::Alternating(search) => search.advance(),
            #[cfg(feature = "threads")]
            Engine::ByThreads(search) => search.advance(),
            Engine::Dense(dense) => {
                dense.is_at_solution = dense.search.advance();
                if !dense.search.is_out_of_nodes() {
                    return dense.is_at_solution;
                }
                self.engine = Engine::General(Box::new(dense.hand_over()));
                self.advance()
            }
        }
    }

    /// The value of a variable in the solution that [`advance`](Self::advance) moved to; `None` if it has not moved to one.
    pub fn value(&self, var: IntVar) -> Option<i32> {
        match &self.engine {
            Engine::General(general) => general.solver.value(var),
            Engine::Alternating(search) => search.solver().value(var),
            #[cfg(feature = "threads")]
            Engine::ByThreads(search) => search.value(var),
            Engine::Dense(dense) => {
                let index = dense.model.index_of(var);
                dense.is_at_solution.then(|| dense.search.value(index))
            }
        }
    }

    /// Why the search ended; `None` while it goes on.
    pub fn status(&self) -> Option<Status> {
        match &self.engine {
            Engine::General(general) => general.driver.status(),
            Engine::Alternating(search) => search.status(),
            #[cfg(feature = "threads")]
            Engine::ByThreads(search) => search.status(),
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
            Engine::General(general) => general.driver.resume(limits),
            Engine::Alternating(search) => search.resume(limits),
            #[cfg(feature = "threads")]
            Engine::ByThreads(search) => search.resume(limits),
            Engine::Dense(dense) => dense.search.resume(limits),
        }
    }

    /// Ends the threads of a search by [several](crate::search::Search::threads), which search ahead of what was asked for, where they
    /// are. They begin again when the next solution is asked for.
    #[cfg(feature = "threads")]
    pub fn rest(&self) {
        if let Engine::ByThreads(search) = &self.engine {
            search.rest();
        }
    }

    /// The statistics so far.
    pub fn statistics(&self) -> Statistics {
        match &self.engine {
            Engine::General(general) => general.statistics(),
            Engine::Alternating(search) => search.statistics(),
            #[cfg(feature = "threads")]
            Engine::ByThreads(search) => search.statistics(),
            Engine::Dense(dense) => dense.search.statistics(),
        }
    }

    /// The share of the tree that is searched, from 0 to 1, as told to a [callback](Limits::watch) that is set from the start; `None` while
    /// it is not known, as of the dense engine, and of a search that learns alone.
    ///
    /// ```
    /// use std::time::Duration;
    /// use residua::constraints::all_different;
    /// use residua::model::Model;
    /// use residua::search::Limits;
    ///
    /// let mut model = Model::new();
    /// let xs = model.int_vars("x", 9, 0..9);
    /// for sign in [-1, 0, 1] {
    ///     model.post(all_different(xs.iter().zip(0..).map(|(&x, row)| x + sign * row)))?;
    /// }
    /// let limits = Limits::none().watch(Duration::from_secs(1), |progress| eprintln!("{progress}"));
    /// let mut solutions = model.search().limits(limits).solutions();
    /// assert_eq!(solutions.by_ref().count(), 352);
    /// assert_eq!(solutions.closed_share(), Some(1.0));
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    pub fn closed_share(&self) -> Option<f64> {
        match &self.engine {
            _ if self.status() == Some(Status::Exhausted) => Some(1.0),
            Engine::General(general) => general.driver.closed_share(),
            Engine::Alternating(_) | Engine::Dense(_) => None,
            #[cfg(feature = "threads")]
            Engine::ByThreads(search) => search.closed_share(),
        }
    }

    /// The number of open decisions, whose right branch is still to be searched; 0 for the dense engine, which does not tell.
    pub fn open_decisions(&self) -> usize {
        match &self.engine {
            Engine::General(general) => general.driver.open_decisions(),
            Engine::Alternating(search) => search.open_decisions(),
            #[cfg(feature = "threads")]
            Engine::ByThreads(search) => search.open_decisions(),
            Engine::Dense(_) => 0,
        }
    }

    /// The engine that is searching: the general one, or a form of the dense one.
    pub fn engine(&self) -> EngineChoice {
        match &self.engine {
            Engine::General(_) | Engine::Alternating(_) => EngineChoice::General,
            Engine::Dense(dense) => dense.search.choice(),
            #[cfg(feature = "threads")]
            Engine::ByThreads(search) => search.engine(),
        }
    }

    /// The current solution.
    fn solution(&self) -> Solution {
        match &self.engine {
            Engine::General(general) => general.solver.least_values(),
            Engine::Alternating(search) => search.solver().least_values(),
            #[cfg(feature = "threads")]
            Engine::ByThreads(search) => search.solution(),
            Engine::Dense(dense) => {
                let mut values = Vec::new();
                dense.search.solution(&mut values);
                Solution::new(values).of(&dense.model)
            }
        }
    }
}

impl Dense {
    /// The search by the general engine that continues this one, from the root.
    fn hand_over(&mut self) -> General {
        let options = Options::default();
        let compiled = || Solver::for_search(&self.model, options);
        General::after(&mut self.search, &[], (&self.model, options), self.learning, compiled)
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        self.advance().then(|| self.solution())
    }

    fn count(mut self) -> usize {
        #[cfg(feature = "threads")]
        if let Engine::ByThreads(search) = self.engine {
            return search.count();
        }
        let mut count = 0;
        while self.advance() {
            count += 1;
        }
        count
    }
}

impl std::iter::FusedIterator for Solutions {}
