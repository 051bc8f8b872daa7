//! Search: propagate, then branch, depth first.
//!
//! | file | holds |
//! |---|---|
//! | `dfs.rs` | the driver: an explicit stack of decisions over a [`Solver`] |
//! | `brancher/` | what to decide next: variable orders, value orders, your own |
//! | `network.rs` | the same limits around the dense engine |
//! | `limit.rs` | when to stop early, and how that is told |
//! | `solutions.rs` | the lazy iterator over solutions |
//! | `statistics.rs` | what it took |
//!
//! The order of search depends on the model, the branchers and their seeds only.

pub mod brancher;
mod dfs;
mod limit;
mod network;
mod solutions;
mod statistics;

use crate::engine::Consistency;
use crate::model::{IntVar, Model, Options, Solution, Solver};
use crate::search::brancher::{Brancher, Ordered, ValueOrder, VariableOrder};

pub use crate::search::dfs::Dfs;
pub(crate) use crate::search::limit::{Deadline, Watchdog};
pub use crate::search::limit::{Limit, Limits, Outcome};
pub use crate::search::network::NetworkSearch;
pub use crate::search::solutions::Solutions;
pub use crate::search::statistics::Statistics;

/// How to search a model: built up, then set going by [`solutions`](Search::solutions).
///
/// ```
/// use residua::constraints::all_different;
/// use residua::model::Model;
/// use residua::search::brancher::{ValueOrder, VariableOrder};
/// use residua::search::{Limits, Outcome};
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 4, 1..=4);
/// model.post(all_different(xs.clone()))?;
/// let limits = Limits { solutions: Some(3), ..Limits::default() };
/// let mut found = model
///     .search()
///     .branch(&xs, VariableOrder::Input, ValueOrder::Descending)
///     .limits(limits)
///     .solutions();
/// assert_eq!(found.next().map(|s| s.values().to_vec()), Some(vec![4, 3, 2, 1]));
/// assert_eq!(found.by_ref().count(), 2);
/// assert!(matches!(found.outcome(), Some(Outcome::Stopped(_))));
/// # Ok::<(), residua::model::ModelError>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct Search {
    vars: Vec<IntVar>,
    solver: Solver,
    branchers: Vec<Box<dyn Brancher>>,
    limits: Limits,
}

impl Model {
    /// A search over this model, at domain consistency and in default order until told otherwise.
    pub fn search(&self) -> Search {
        self.search_with(Options::default())
    }

    /// A search over this model, made ready as `options` say.
    pub fn search_with(&self, options: Options) -> Search {
        let solver = Solver::new(self, options);
        Search { vars: self.vars().collect(), solver, branchers: Vec::new(), limits: Limits::default() }
    }

    /// A search at that consistency.
    pub fn search_at(&self, strength: Consistency) -> Search {
        self.search_with(Options { strength, ..Options::default() })
    }

    /// All solutions, one after another, found as they are asked for.
    pub fn solutions(&self) -> Solutions {
        self.search().solutions()
    }

    /// A solution, if there is one.
    pub fn solve(&self) -> Option<Solution> {
        self.solutions().next()
    }
}

impl Search {
    /// Decides `vars` next, in that order of variables and values. What is still open after the last such call is
    /// decided by [`VariableOrder::FirstFail`] and [`ValueOrder::Ascending`].
    pub fn branch(self, vars: &[IntVar], variables: VariableOrder, values: ValueOrder) -> Self {
        self.brancher(Ordered::new(vars, variables, values))
    }

    /// Decides next what `brancher` says, until it has nothing left to decide.
    pub fn brancher(mut self, brancher: impl Brancher + 'static) -> Self {
        self.branchers.push(Box::new(brancher));
        self
    }

    /// Stops early as `limits` say.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Starts.
    pub fn solutions(self) -> Solutions {
        let Search { vars, solver, mut branchers, limits } = self;
        let rest = Ordered::new(&vars, VariableOrder::FirstFail, ValueOrder::Ascending);
        branchers.push(Box::new(rest));
        Solutions::new(solver, Dfs::new(branchers, limits))
    }
}
