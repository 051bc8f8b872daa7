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
//! | `solution.rs`, `solutions.rs`, `iterated.rs` | solutions, and searches as iterators |
//! | `inspected.rs` | the number of solutions by value, and what propagation leaves |
//! | `subject.rs`, `answer.rs` | questions, and their answers as text and JSON |
//! | `program.rs` | FlatZinc as its solve item says |
//! | `puzzle.rs` | Sudoku puzzles |
//! | `variant.rs` | variant puzzles |
//! | `shape.rs`, `rule.rs` | their grids and rules, as Python states them |
//! | `creation.rs` | random puzzles |
//! | `export.rs` | models and puzzles in the languages of other solvers |
//! | `decode.rs` | other solvers' outputs |
//! | `clauses.rs` | clauses of integers |
//! | `limits.rs` | limits, and Ctrl-C |
//! | `threads.rs` | the number of threads |
//! | `shared.rs` | the model that objects belong to |
//! | `error.rs` | errors as exceptions |
//! | `wording.rs` | options in texts by their names in Python |

#![expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]

mod answer;
mod arguments;
mod assumptions;
mod catalogue;
mod clauses;
mod creation;
mod decode;
mod error;
mod export;
mod expression;
mod inspected;
mod iterated;
mod limits;
mod model;
mod options;
mod program;
mod puzzle;
mod rule;
mod shape;
mod shared;
mod solution;
mod solutions;
mod subject;
mod threads;
mod variable;
mod variant;
mod wording;

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
    module.add_class::<answer::Answer>()?;
    module.add_class::<puzzle::Puzzle>()?;
    module.add_class::<variant::Variant>()?;
    module.add_class::<program::Program>()?;
    module.add_class::<program::ProgramSolutions>()?;
    clauses::register(module)?;
    decode::register(module)?;
    catalogue::register(module)
}
