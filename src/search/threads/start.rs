//! Start of a search by several threads: the setting, and the search by one thread with which each begins.

use crate::model::Solver;
use crate::search::Search;
use crate::search::dfs::Dfs;
use crate::search::learning::Learning;
use crate::search::limit::Deadline;
use crate::search::objective::Objective;
use crate::search::statistics::Statistics;
use crate::search::threads::frontier::{Part, Rest};
use crate::search::threads::{ByThreads, ImprovingByThreads, Stage};
use crate::search::turns::LearningSetup;

impl Search<'_> {
    /// Searches by this number of threads: the same solutions, the same optimum, the same proofs. Solutions come as they are found, unless
    /// they are asked for [in order](Self::in_order). One thread searches alone at first: small problems are solved no later than
    /// without others.
    ///
    /// Limits hold for all threads together; those on nodes and failures are exceeded by what each thread does in some milliseconds. At a
    /// limit, and when the solutions are dropped, the threads end.
    ///
    /// A search that may [learn](crate::search::Learning::Auto) does so in one of the threads, beside the others, until there is a solution,
    /// and in an optimisation to the end.
    ///
    /// ```
    /// use residua::constraints::all_different;
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let xs = model.int_vars("x", 9, 0..9);
    /// for sign in [-1, 0, 1] {
    ///     model.post(all_different(xs.iter().zip(0..).map(|(&x, row)| x + sign * row)))?;
    /// }
    /// assert_eq!(model.search().threads(4).solutions().count(), 352);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    pub fn threads(mut self, count: usize) -> Self {
        self.threads.count = count;
        self
    }

    /// Hands out solutions in an order that depends on the search alone, whatever the number of threads, if it is two or more. Threads
    /// that are ahead may have to wait for those that are behind.
    pub fn in_order(mut self) -> Self {
        self.threads.in_order = true;
        self
    }

    /// Sets the work that one thread does alone, and half of that between two looks at what others need. For tests, of small models.
    #[doc(hidden)]
    pub fn alone_for(mut self, work: u64) -> Self {
        (self.threads.alone, self.threads.moment) = (work, (work / 2).max(1));
        self
    }

    /// The solutions, by several threads.
    pub(in crate::search) fn by_threads(self) -> ByThreads {
        let (model, learning, threads) = (self.model, self.learning, self.threads);
        let (deadline, choice) = (self.limits.deadline(), self.engine);
        let stage = if learning == Learning::On {
            let parts = self.clone().parts(deadline.interrupt());
            let shares = vec![1.0 / parts.len() as f64; parts.len()];
            let parts = Part::all(parts, shares);
            let closed = deadline.limits().watch.is_some().then_some(0.0);
            let rest = Rest { parts, closed, done: Statistics::default() };
            let workers = threads.enumerators(&self.subtrees(), false);
            Stage::together(threads.pool(rest, workers, &deadline))
        } else if let Some(search) = self.dense() {
            Stage::dense(search, choice, deadline.limits())
        } else {
            Stage::depth_first(self.alone(&deadline))
        };
        ByThreads::new(stage, model, learning, threads, deadline)
    }

    /// The improving solutions, by several threads.
    pub(in crate::search) fn improving_by_threads(self, objective: &Objective) -> ImprovingByThreads {
        let (threads, learning, deadline) = (self.threads, self.learning, self.limits.deadline());
        ImprovingByThreads::new(self.alone(&deadline), objective.clone(), learning, threads, deadline)
    }

    /// The depth-first search by one thread alone, which pauses when the others are to join in, and the setup of one that learns.
    fn alone(self, deadline: &Deadline) -> (Solver, Dfs, LearningSetup) {
        let (model, options, restarts, work) = (self.model, self.options, self.restarts, self.threads.alone);
        let (branchers, setup) = self.setup();
        let solver = Solver::for_search(model, options);
        let mut dfs = Dfs::new(branchers, deadline.left()).restarting(restarts).measuring();
        if let Some(projection) = &setup.projection {
            dfs = dfs.project(projection);
        }
        dfs.pause_at(solver.engine().work() + work);
        if deadline.limits().watch.is_some() {
            dfs.keep_share();
        }
        (solver, dfs, setup)
    }
}
