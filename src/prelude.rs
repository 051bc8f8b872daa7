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

pub use crate::constraints::{
    At, Automaton, Condition, Connect, Constraint, Expr, abs, all_different, all_different_except, all_equal,
    all_of, among, any_of, arg_max, arg_min, at_least, at_most, bin_packing, bin_packing_capa, circuit,
    clause, count, cumulative, decreasing, diffn, diffn_nonstrict, disjunctive, disjunctive_strict, distance,
    div, div_floor, element, element_2d, element_var, eq, exact_sum, exactly, ge, global_cardinality, gt,
    how_many, if_then_else, iff, in_set, increasing, inverse, inverse_partial, knapsack, le, lex_chain,
    lex_less, lex_lesseq, lt, max_of, maximum, mdd, min_of, minimum, mod_floor, modulo, ne, negative_table,
    not, number_of, nvalue, pair_table, pow, regular, same_values, short_table, sliding_among, sliding_sum,
    sort, strictly_decreasing, strictly_increasing, subcircuit, sum, symmetric_all_different, table, times,
    value_precede, value_precede_chain,
};
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
