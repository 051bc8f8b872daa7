//! Optimisation: branch and bound in one tree.
//!
//! The objective is a variable of its own in a copy of the model. Each solution is better than the one before: from where it was
//! found on, the search looks for less only, and nothing is searched twice. When the tree is exhausted, the last one is optimal.
//!
//! | Promise | |
//! |---|---|
//! | Cost | that of a search for all solutions that are better than the best so far |
//! | Source | Land & Doig, *An Automatic Method of Solving Discrete Programming Problems*, Econometrica 28(3), 1960 |

use std::sync::Arc;

use crate::constraints::Expr;
use crate::model::{Model, ModelError, Solution, Solver};
use crate::search::brancher::wants_large;
use crate::search::driver::Driver;
use crate::search::objective::Objective;
use crate::search::so_far::Goal;
#[cfg(feature = "threads")]
use crate::search::threads::ImprovingByThreads;
use crate::search::{Limits, Search, Statistics, Status};

/// The solutions of an optimisation, each better than the one before, found when it is asked for; then [`optimum`](Self::optimum) says
/// how good the last one is.
///
/// ```
/// use residua::model::Model;
/// use residua::search::Optimum;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=9));
/// model.post((2 * x + 3 * y).ge(12))?;
/// let mut better = model.minimize(5 * x + 4 * y)?;
/// let costs: Vec<i64> = better.by_ref().map(|(cost, _)| cost).collect();
/// assert_eq!(costs, [16]);
/// assert_eq!(better.optimum(), Optimum::Optimal(16));
/// # Ok::<(), residua::model::ModelError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct ImprovingSolutions {
    /// The model without the objective.
    model: Model,
    objective: Objective,
    is_maximum: bool,
    engine: Engine,
    best: Option<i64>,
    /// What those who watch it are told of the best value.
    goal: Option<Arc<Goal>>,
}

#[derive(Clone, Debug)]
enum Engine {
    One(Box<(Solver, Driver)>),
    #[cfg(feature = "threads")]
    ByThreads(Box<ImprovingByThreads>),
}

/// The result of an optimisation so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimum {
    /// Proved: no solution is better than this value.
    Optimal(i64),
    /// Proved: there is no solution.
    Infeasible,
    /// The search has not ended, or a limit stopped it.
    Open {
        /// The value of the best solution found, or [set](ImprovingSolutions::set_incumbent).
        best: Option<i64>,
        /// The bound: no solution is better than this.
        bound: i64,
    },
}

impl Model {
    /// The solutions of a search for the least value of `objective`, which may leave 32 bits:
    ///
    /// ```
    /// use residua::model::Model;
    /// use residua::search::Optimum;
    ///
    /// let mut model = Model::new();
    /// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=100));
    /// model.post((x + y).ge(150))?;
    /// let mut better = model.minimize(30_000_000 * x + 20_000_000 * y)?;
    /// let (cost, solution) = better.by_ref().last().expect("there are solutions");
    /// assert_eq!((cost, solution[x], solution[y]), (3_500_000_000, 50, 100));
    /// assert_eq!(better.optimum(), Optimum::Optimal(3_500_000_000));
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError`] if a variable of another model is in the objective, if a function in it leaves `i32`, or if its own values leave
    /// 58 bits.
    pub fn minimize(&self, objective: impl Into<Expr>) -> Result<ImprovingSolutions, ModelError> {
        self.search().minimize(objective)
    }

    /// The solutions of a search for the greatest value of `objective`.
    ///
    /// # Errors
    /// As of [`minimize`](Self::minimize).
    pub fn maximize(&self, objective: impl Into<Expr>) -> Result<ImprovingSolutions, ModelError> {
        self.search().maximize(objective)
    }
}

impl Search<'_> {
    /// Starts the search for the least value of `objective`; each solution is better than the one before. What the branchers leave open
    /// is decided toward the objective: where a variable makes it less by being large, its greatest value comes first.
    ///
    /// # Errors
    /// As of [`Model::minimize`].
    pub fn minimize(self, objective: impl Into<Expr>) -> Result<ImprovingSolutions, ModelError> {
        self.optimise(&objective.into(), false)
    }

    /// Starts the search for the greatest value of `objective`; each solution is better than the one before.
    ///
    /// # Errors
    /// As of [`Model::minimize`].
    pub fn maximize(self, objective: impl Into<Expr>) -> Result<ImprovingSolutions, ModelError> {
        self.optimise(&-objective.into(), true)
    }

    fn optimise(self, objective: &Expr, is_maximum: bool) -> Result<ImprovingSolutions, ModelError> {
        let model = self.model.clone();
        let mut with = model.clone();
        let large = wants_large(objective);
        let objective = Objective::add(objective, &mut with)?;
        let mut search = Search { model: &with, projection: None, large, ..self };
        let goal = search.limits.watch.as_mut().map(|watch| {
            let goal = Arc::new(Goal::default());
            watch.aim(Arc::clone(&goal));
            goal
        });
        let engine = Engine::new(search, &objective);
        Ok(ImprovingSolutions { model, objective, is_maximum, engine, best: None, goal })
    }
}

impl ImprovingSolutions {
    /// The result so far: the best value, and whether it is proved to be optimal.
    pub fn optimum(&self) -> Optimum {
        match (self.status(), self.best) {
            (Some(Status::Exhausted), Some(best)) => Optimum::Optimal(best),
            (Some(Status::Exhausted), None) => Optimum::Infeasible,
            (_, best) => Optimum::Open { best, bound: self.bound() },
        }
    }

    /// Why the search ended; `None` while it goes on.
    pub fn status(&self) -> Option<Status> {
        self.engine.status()
    }

    /// Continues after a limit, within `limits` that count from now. Does nothing if it was not stopped.
    pub fn resume(&mut self, limits: Limits) {
        let mut limits = limits;
        if let (Some(watch), Some(goal)) = (&mut limits.watch, &self.goal) {
            watch.aim(Arc::clone(goal));
        }
        self.engine.resume(limits);
    }

    /// Ends the threads of a search by [several](Search::threads), which search ahead of what was asked for, where they are. They begin
    /// again when the next solution is asked for.
    #[cfg(feature = "threads")]
    pub fn rest(&self) {
        if let Engine::ByThreads(search) = &self.engine {
            search.rest();
        }
    }

    /// The statistics so far.
    pub fn statistics(&self) -> Statistics {
        self.engine.statistics()
    }

    /// The share of the tree that is searched, from 0 to 1, as of [`Solutions`](crate::search::Solutions::closed_share).
    pub fn closed_share(&self) -> Option<f64> {
        if self.status() == Some(Status::Exhausted) { Some(1.0) } else { self.engine.closed_share() }
    }

    /// The number of open decisions, whose right branch is still to be searched.
    pub fn open_decisions(&self) -> usize {
        self.engine.open_decisions()
    }

    /// Sets the value of a solution that another search for the same objective has found: from now on, only better ones are looked for. If
    /// it is the best so far, [`optimum`](Self::optimum) reports it.
    ///
    /// ```
    /// use residua::model::Model;
    /// use residua::search::Optimum;
    ///
    /// let mut model = Model::new();
    /// let x = model.named_var("x", 3..=9);
    /// let mut better = model.maximize(x)?;
    /// better.set_incumbent(8);
    /// assert_eq!(better.by_ref().map(|(value, _)| value).collect::<Vec<i64>>(), [9]);
    /// assert_eq!(better.optimum(), Optimum::Optimal(9));
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    pub fn set_incumbent(&mut self, value: i64) {
        if self.is_better(value) {
            self.improve(value);
            self.ask_for_better();
        }
    }

    /// Notes a better value.
    fn improve(&mut self, value: i64) {
        self.best = Some(value);
        if let Some(goal) = &self.goal {
            goal.set(value, self.bound());
        }
    }

    /// Whether a solution of that value is better than the best so far.
    fn is_better(&self, value: i64) -> bool {
        self.best.is_none_or(|best| if self.is_maximum { value > best } else { value < best })
    }

    /// From the next right branch on, looks only for solutions that are better than the best so far.
    fn ask_for_better(&mut self) {
        if let Some(best) = self.best {
            let below = if self.is_maximum { best.saturating_neg() } else { best };
            self.engine.require_below(below, &self.objective);
        }
    }

    /// The bound of the objective after propagation of the root.
    fn bound(&self) -> i64 {
        self.sign(self.objective.least(&self.engine.root()))
    }

    /// The value of the caller's objective, which may be negated.
    fn sign(&self, value: i64) -> i64 {
        if self.is_maximum { -value } else { value }
    }
}

impl Engine {
    /// The search of a model with that objective among its variables.
    fn new(search: Search<'_>, objective: &Objective) -> Engine {
        #[cfg(feature = "threads")]
        if search.threads.are_several() {
            return Engine::ByThreads(Box::new(search.improving_by_threads(objective)));
        }
        let (solver, mut driver) = search.start();
        driver.minimise(objective.bundles);
        Engine::One(Box::new((solver, driver)))
    }

    fn next_solution(&mut self) -> Option<Solution> {
        match self {
            Engine::One(search) => search.1.next_solution(&mut search.0),
            #[cfg(feature = "threads")]
            Engine::ByThreads(search) => search.next_solution(),
        }
    }

    /// From the next right branch on, looks for solutions below that value only.
    fn require_below(&mut self, value: i64, objective: &Objective) {
        match self {
            Engine::One(search) => search.1.require(objective.at_most(value.saturating_sub(1))),
            #[cfg(feature = "threads")]
            Engine::ByThreads(search) => search.require_below(value),
        }
    }

    /// A solver at the root.
    fn root(&self) -> Solver {
        match self {
            Engine::One(search) => {
                let mut root = search.0.clone();
                root.pop_to(0);
                root
            }
            #[cfg(feature = "threads")]
            Engine::ByThreads(search) => search.root(),
        }
    }

    fn uncount_solution(&mut self) {
        match self {
            Engine::One(search) => search.1.uncount_solution(),
            #[cfg(feature = "threads")]
            Engine::ByThreads(search) => search.uncount_solution(),
        }
    }

    fn status(&self) -> Option<Status> {
        match self {
            Engine::One(search) => search.1.status(),
            #[cfg(feature = "threads")]
            Engine::ByThreads(search) => search.status(),
        }
    }

    fn statistics(&self) -> Statistics {
        match self {
            Engine::One(search) => search.1.statistics(),
            #[cfg(feature = "threads")]
            Engine::ByThreads(search) => search.statistics(),
        }
    }

    fn closed_share(&self) -> Option<f64> {
        match self {
            Engine::One(search) => search.1.closed_share(),
            #[cfg(feature = "threads")]
            Engine::ByThreads(search) => search.closed_share(),
        }
    }

    fn open_decisions(&self) -> usize {
        match self {
            Engine::One(search) => search.1.open_decisions(),
            #[cfg(feature = "threads")]
            Engine::ByThreads(search) => search.open_decisions(),
        }
    }

    fn resume(&mut self, limits: Limits) {
        match self {
            Engine::One(search) => search.1.resume(limits),
            #[cfg(feature = "threads")]
            Engine::ByThreads(search) => search.resume(limits),
        }
    }
}

impl Iterator for ImprovingSolutions {
    type Item = (i64, Solution);

    fn next(&mut self) -> Option<(i64, Solution)> {
        loop {
            let solution = self.engine.next_solution()?;
            let value = self.sign(self.objective.value(&solution));
            let is_better = self.is_better(value);
            if is_better {
                self.improve(value);
            } else {
                // Another search has found a better one since.
                self.engine.uncount_solution();
            }
            self.ask_for_better();
            if is_better {
                let values = &solution.values()[..self.model.domains().len()];
                return Some((value, Solution::new(values).of(&self.model)));
            }
        }
    }
}

impl std::iter::FusedIterator for ImprovingSolutions {}
