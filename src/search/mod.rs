//! Search: depth first, with nogood learning, or both; solutions, optimisation, questions under assumptions.
//!
//! | file | holds |
//! |---|---|
//! | `start.rs` | start of a configured search: its engine, its branchers |
//! | `dfs/` | depth-first search: an explicit stack of decisions over a [`Solver`](crate::model::Solver) |
//! | `learning/` | search with nogood learning |
//! | `driver.rs` | one of the two, or both in turn |
//! | `turns.rs` | both in turn, by their shares of work |
//! | `usual.rs` | the default variable order |
//! | `assumption.rs` | propagation under assumptions, within limits |
//! | `incremental.rs` | incremental solving under changing assumptions, with cores |
//! | `estimate.rs` | the size of a tree, estimated by random probes |
//! | `share.rs` | the shares of a tree to the left and the right of a decision |
//! | `possible.rs` | values that variables can have under assumptions |
//! | `optimum.rs` | optimisation by branch and bound |
//! | `objective.rs` | the objective as a variable, also beyond 32 bits |
//! | `restart.rs` | restart policies |
//! | `path.rs` | the path to the current node, and the open subproblems |
//! | `partition.rs` | subproblems of a search |
//! | `logarithm.rs` | logarithms of whole numbers |
//! | `split.rs` | tree splitting: disjoint subproblems of similar size |
//! | `split_network.rs` | the same by the dense engine |
//! | `subtree/` | subtree search: one engine, one subproblem after another |
//! | `optimal_subtree.rs` | subtree search for the best value of an objective |
//! | `threads/` | one search by several threads |
//! | `projection.rs` | projected enumeration: solutions that differ in some of the variables |
//! | `alternating.rs` | projected enumeration by two searches in turn |
//! | `brancher/` | decisions: variable orders, value orders, your own |
//! | `translation.rs` | translation of a model into a network, for the dense engine |
//! | `network.rs` | the dense engine within the same limits; `no_network.rs` replaces it without the feature |
//! | `network_facts.rs` | domains of a network as atoms of its model |
//! | `choice.rs` | engine selection, and when the dense one pays |
//! | `handover.rs` | node and failure budgets after which another search continues |
//! | `general.rs` | search by the general engine, also after a handover from the dense one |
//! | `repeated.rs` | repeated search of one model with changing facts |
//! | `limit.rs` | limits, and how a stop is reported |
//! | `watch.rs` | progress callbacks |
//! | `so_far.rs` | what they are told |
//! | `solutions.rs` | the lazy iterator over solutions |
//! | `random.rs` | random numbers for branchers and tests |
//! | `statistics.rs` | the counters of a search |
//!
//! Where a model is a network of `all_different` and `≠` on which the dense engine is fast, and only solutions in any
//! order are asked for, that engine finds them; where other options or a brancher are given, the general engine does.
//!
//! The order of search depends on the model, the branchers and their seeds only, and on the engine where one is
//! [pinned](Search::engine).

mod alternating;
mod assumption;
pub mod brancher;
mod choice;
mod dfs;
mod driver;
mod estimate;
mod general;
pub(crate) mod handover;
mod incremental;
mod learning;
mod limit;
mod logarithm;
#[cfg(feature = "dense")]
mod network;
mod network_facts;
#[cfg(not(feature = "dense"))]
mod no_network;
mod objective;
mod optimal_subtree;
mod optimum;
mod partition;
mod path;
mod possible;
mod projection;
mod random;
mod repeated;
mod restart;
mod share;
mod so_far;
mod solutions;
mod split;
mod split_network;
mod start;
mod statistics;
mod subtree;
#[cfg(feature = "threads")]
mod threads;
#[cfg(feature = "dense")]
mod translation;
mod turns;
mod usual;
mod watch;

use std::collections::BTreeSet;

use crate::engine::Consistency;
use crate::model::{IntVar, Model, Options, Solution};
use crate::search::alternating::Alternating;
use crate::search::brancher::{Brancher, Ordered, ValueOrder, VariableOrder};
use crate::search::projection::Projection;
pub(crate) use crate::search::turns::LearningSetup;

pub use crate::search::choice::EngineChoice;
pub use crate::search::dfs::Dfs;
pub(crate) use crate::search::dfs::{FoundAssignments, Plan};
pub(crate) use crate::search::driver::Driver;
pub use crate::search::estimate::Estimate;
pub use crate::search::incremental::{AssumptionResult, IncrementalSearch};
pub use crate::search::learning::Learning;
pub(crate) use crate::search::learning::{DecisionPolicy, LearningSearch};
pub(crate) use crate::search::limit::Watchdog;
pub use crate::search::limit::{Deadline, Limit, Limits, Status};
#[cfg(feature = "dense")]
pub use crate::search::network::NetworkSearch;
#[cfg(not(feature = "dense"))]
pub(crate) use crate::search::no_network::NetworkSearch;
pub(crate) use crate::search::optimal_subtree::OptimalSubtrees;
pub use crate::search::optimum::{ImprovingSolutions, Optimum};
pub use crate::search::path::Path;
pub use crate::search::random::Random;
pub use crate::search::repeated::{Contradiction, RepeatedSearch};
pub use crate::search::restart::Restarts;
pub use crate::search::so_far::SearchProgress;
pub use crate::search::solutions::Solutions;
pub use crate::search::statistics::Statistics;
pub(crate) use crate::search::subtree::Subtrees;
#[cfg(feature = "dense")]
pub use crate::search::translation::network_of;
pub use crate::search::watch::Watch;

/// A search of a model: configured by its methods, then started by [`solutions`](Search::solutions).
///
/// ```
/// use residua::constraints::all_different;
/// use residua::model::Model;
/// use residua::search::brancher::{ValueOrder, VariableOrder};
/// use residua::search::{Limits, Status};
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 4, 1..=4);
/// model.post(all_different(xs.clone()))?;
/// let limits = Limits::none().solutions(3);
/// let mut found = model
///     .search()
///     .branch(&xs, VariableOrder::Input, ValueOrder::Descending)
///     .limits(limits)
///     .solutions();
/// assert_eq!(found.next().map(|s| s.values().to_vec()), Some(vec![4, 3, 2, 1]));
/// assert_eq!(found.by_ref().count(), 2);
/// assert!(matches!(found.status(), Some(Status::Stopped(_))));
/// # Ok::<(), residua::model::ModelError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Search<'a> {
    model: &'a Model,
    options: Options,
    branchers: Vec<Box<dyn Brancher>>,
    /// The branchers that decide what is open after all others.
    last: Vec<Box<dyn Brancher>>,
    restarts: Option<Restarts>,
    limits: Limits,
    engine: EngineChoice,
    projection: Option<Projection>,
    learning: Learning,
    /// Whether a search that learns takes the branchers' decisions only.
    follows: bool,
    /// The branchers of the search once it learns, if they are others.
    later: Option<Vec<Box<dyn Brancher>>>,
    /// The variables that get their greatest value first, where nothing else decides.
    large: BTreeSet<IntVar>,
    #[cfg(feature = "threads")]
    threads: threads::Threads,
}

impl Model {
    /// A search over this model, at domain consistency and in default order unless configured otherwise.
    pub fn search(&self) -> Search<'_> {
        Search {
            model: self,
            options: Options::default(),
            branchers: Vec::new(),
            last: Vec::new(),
            restarts: None,
            limits: Limits::default(),
            engine: EngineChoice::Auto,
            projection: None,
            learning: Learning::default(),
            follows: false,
            later: None,
            large: BTreeSet::new(),
            #[cfg(feature = "threads")]
            threads: threads::Threads::default(),
        }
    }

    /// All solutions, one after another, each found when it is asked for.
    pub fn solutions(&self) -> Solutions {
        self.search().solutions()
    }

    /// A solution, if there is one.
    pub fn solve(&self) -> Option<Solution> {
        self.solutions().next()
    }
}

impl Search<'_> {
    /// Sets the options of the solver.
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Sets the consistency of constraints that do not say themselves at which they propagate.
    pub fn consistency(mut self, consistency: Consistency) -> Self {
        self.options.consistency = consistency;
        self
    }

    /// Decides `vars` next, in that order of variables and values. What is still open after the last such call is
    /// decided by [`VariableOrder::FirstFail`] and [`ValueOrder::Ascending`]. Where there is no such call at all, models of few values with
    /// other constraints than `≠` and `all_different` are decided by [`VariableOrder::DomWdeg`].
    ///
    /// # Panics
    /// If one of them is a variable of another model.
    pub fn branch(self, vars: &[IntVar], variables: VariableOrder, values: ValueOrder) -> Self {
        self.assert_has(vars, "order");
        self.brancher(Ordered::new(vars, variables, values))
    }

    /// The model that is searched.
    pub(crate) fn model(&self) -> &Model {
        self.model
    }

    /// The variables in which solutions differ, if not in all.
    pub(crate) fn projected_vars(&self) -> Option<&[IntVar]> {
        self.projection.as_ref().map(Projection::vars)
    }

    /// How it searches, apart from limits and threads, as text: the same wherever it is set up in the same way.
    pub(crate) fn described(&self) -> String {
        let Search { options, branchers, last, restarts, engine, learning, follows, later, .. } = self;
        let projection = self.projected_vars();
        format!(
            "{options:?} {branchers:?} {last:?} {restarts:?} {engine} {projection:?} {learning:?} {follows} {later:?}"
        )
    }

    fn assert_has(&self, vars: &[IntVar], of: &str) {
        let foreign = vars.iter().find(|&&var| !self.model.has(var));
        assert!(
            foreign.is_none(),
            "variable number {:?} of the {of} is a variable of another model",
            foreign.map(|var| var.index())
        );
    }

    /// Finds solutions that differ in `vars`: of those that have the same values there, the first one. What the branchers
    /// leave open of them is decided before the other variables.
    ///
    /// Without branchers, they may be found by two searches in turn, where one of them takes long to see that values of `vars` have no
    /// completion: in any order, with up to 64 MiB to remember what was found before. Otherwise that takes no memory. Searches for the
    /// [least](Self::minimize) or the [greatest](Self::maximize) value of an objective find no two solutions that are equally good, and
    /// need no projection.
    ///
    /// ```
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=9));
    /// model.post((x + y).eq(3))?;
    /// let z = model.named_var("z", 0..=9);
    /// model.post(z.le(x))?;
    /// assert_eq!(model.solutions().count(), 10);
    /// assert_eq!(model.search().project(&[x, y]).solutions().count(), 4);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    ///
    /// # Panics
    /// If one of them is a variable of another model.
    pub fn project(mut self, vars: &[IntVar]) -> Self {
        self.assert_has(vars, "projection");
        let projection = Projection::new(vars);
        // All solutions differ in all variables.
        let is_proper = projection.vars().len() < self.model.domains().len();
        self.projection = is_proper.then_some(projection);
        self
    }

    /// Adds a brancher, which decides after those that were given before, until it has no decisions left.
    pub fn brancher(mut self, brancher: impl Brancher + 'static) -> Self {
        self.branchers.push(Box::new(brancher));
        self
    }

    /// Sets the brancher that decides what all others leave open, in place of the default order. Where nothing else is given, the
    /// dense engine may search instead.
    pub fn lastly(mut self, brancher: impl Brancher + 'static) -> Self {
        self.last.push(Box::new(brancher));
        self
    }

    /// Restarts at the root at these numbers of failures, as long as no solution could come twice: until the first
    /// one is found, and in an optimisation until the end. Branchers that learn from failures, or that are random, may then
    /// find a shorter way. The dense engine ignores it.
    ///
    /// ```
    /// use residua::constraints::all_different;
    /// use residua::model::Model;
    /// use residua::search::brancher::{ValueOrder, VariableOrder};
    /// use residua::search::{Restarts, Status};
    ///
    /// let mut model = Model::new();
    /// let xs = model.int_vars("x", 12, 0..12);
    /// for sign in [-1, 0, 1] {
    ///     model.post(all_different(xs.iter().zip(0..).map(|(&x, row)| x + sign * row)))?;
    /// }
    /// let search = model.search().branch(&xs, VariableOrder::DomWdeg, ValueOrder::Random(1));
    /// let mut better = search.restarts(Restarts::Luby(5)).minimize(xs[0] + xs[1] + xs[2])?;
    /// assert_eq!(better.by_ref().last().map(|(sum, _)| sum), Some(4));
    /// assert!(better.status() == Some(Status::Exhausted) && better.statistics().restarts > 0);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    pub fn restarts(mut self, restarts: impl Into<Option<Restarts>>) -> Self {
        self.restarts = restarts.into();
        self
    }

    /// Sets the limits.
    pub fn limits(mut self, limits: impl Into<Limits>) -> Self {
        self.limits = limits.into();
        self
    }

    /// Pins the engine, where it fits: the dense one takes no branchers, and no options but the default ones.
    pub fn engine(mut self, engine: EngineChoice) -> Self {
        self.engine = engine;
        self
    }

    /// Sets whether the search learns nogoods from its failures.
    pub fn learn(mut self, learning: Learning) -> Self {
        self.learning = learning;
        self
    }

    /// Lets a search that learns take decisions from the branchers only. Otherwise it may put variables that are often in conflicts first.
    pub fn follow_branchers(mut self) -> Self {
        self.follows = true;
        self
    }

    /// Lets a search that learns take decisions from the branchers of `other`, in place of those of this search, in turn with its own.
    pub fn learn_with(self, other: Search<'_>) -> Self {
        Search { later: Some(other.branchers.into_iter().chain(other.last).collect()), ..self }
    }

    /// Starts the search.
    pub fn solutions(self) -> Solutions {
        #[cfg(feature = "threads")]
        if self.threads.are_several() {
            return Solutions::by_threads(self.by_threads());
        }
        if let Some(search) = self.dense() {
            return Solutions::dense(search, self.model, self.learning);
        }
        let is_plain = self.branchers.is_empty() && self.later.is_none() && self.restarts.is_none();
        if let Some(projection) = self.projection.clone().filter(|_| is_plain) {
            let (plan, limits) =
                (Plan::new(self.model, self.options, projection.vars()), self.limits.clone());
            return Solutions::alternating(Alternating::new(self.start(), projection.vars(), plan, limits));
        }
        let (solver, driver) = self.start();
        Solutions::general(solver, driver)
    }
}
