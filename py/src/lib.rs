//! `residua_cp._core`: the engine and its answers, as Python objects. The package around it is in `python/residua_cp`.
//!
//! | file | holds |
//! |---|---|
//! | `model.rs` | models: variables, constraints, searches |
//! | `options.rs` | options of searches |
//! | `assumptions.rs` | questions under assumptions |
//! | `expression.rs`, `variable.rs` | expressions and constraints with operators, and variables |
//! | `catalogue/` | the constraints of the catalogue as functions |
//! | `arguments.rs` | Python arguments as numbers, expressions, conditions and domains |
//! | `solution.rs`, `solutions.rs` | solutions, and searches as iterators |
//! | `subject.rs` | questions, and their answers as text and JSON |
//! | `puzzle.rs` | Sudoku puzzles |
//! | `export.rs` | models in the languages of other solvers |
//! | `clauses.rs` | clauses of integers |
//! | `limits.rs` | limits, and Ctrl-C |
//! | `shared.rs` | the model that objects belong to |
//! | `error.rs` | errors as exceptions |

#![expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]

mod arguments;
mod assumptions;
mod catalogue;
mod clauses;
mod error;
mod export;
mod expression;
mod limits;
mod model;
mod options;
mod puzzle;
mod shared;
mod solution;
mod solutions;
mod subject;
mod variable;

use pyo3::prelude::*;

/// The extension module. It needs no global lock: all that objects share is behind locks of their own.
#[pymodule(gil_used = false)]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("ModelError", py.get_type::<error::ModelError>())?;
    module.add("ParseError", py.get_type::<error::ParseError>())?;
    module.add_class::<model::Model>()?;
    module.add_class::<expression::Expression>()?;
    module.add_class::<variable::IntVar>()?;
    module.add_class::<expression::Constraint>()?;
    module.add_class::<solution::Solution>()?;
    module.add_class::<solutions::Solutions>()?;
    module.add_class::<solutions::Improvements>()?;
    module.add_class::<subject::Subject>()?;
    module.add_class::<subject::Answer>()?;
    module.add_class::<puzzle::Puzzle>()?;
    clauses::register(module)?;
    catalogue::register(module)
}
