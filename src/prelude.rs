//! Prelude: the names that a program needs to make a model and solve it, in one line.
//!
//! ```
//! use residua::prelude::*;
//!
//! let mut model = Model::new();
//! let [x, y] = ["x", "y"].map(|name| model.named_var(name, 1..=9));
//! model.post(lt(x, y))?;
//! model.post(eq(x + y, 5))?;
//! let found = model.search().limits(Limits::none().nodes(1000)).solutions();
//! assert_eq!(found.map(|solution| (solution[x], solution[y])).collect::<Vec<_>>(), [(1, 4), (2, 3)]);
//! # Ok::<(), ModelError>(())
//! ```
//!
//! Puzzles are in the crate `residua-sudoku`; custom constraints also need
//! [`constraints`](crate::constraints), [`engine`](crate::engine) and [`store`](crate::store). Your own definitions take precedence over
//! these names.

pub use crate::constraints::constructors::*;
pub use crate::constraints::{At, Automaton, Condition, Connect, Constraint, Expr};
pub use crate::domain::Domain;
pub use crate::engine::Consistency;
pub use crate::inspect::{
    ConflictSet, Conflicts, Count, Counter, Explanation, Inspection, Marginals, Natural, Residual, Strength,
    Verdict, Why,
};
pub use crate::model::{
    ConstraintId, IntAtom, IntVar, IntView, Model, ModelError, Options, Solution, Solver, Violation,
};
pub use crate::search::brancher::{Brancher, ValueOrder, VariableOrder};
pub use crate::search::{
    AssumptionResult, Dfs, EngineChoice, ImprovingSolutions, IncrementalSearch, Learning, Limit, Limits,
    Optimum, Restarts, Search, Solutions, Statistics, Status,
};
