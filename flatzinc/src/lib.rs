//! FlatZinc, the language that MiniZinc compiles its models to: parser, translation into models, output.
//!
//! | file | holds |
//! |---|---|
//! | `scanner.rs` | the text as tokens |
//! | `parser.rs` | the tokens as items |
//! | `syntax.rs` | the syntax tree: variables, parameters, arrays, constraints, and the solve item |
//! | `problem.rs` | a file as a model, with its objective and output |
//! | `objective.rs` | the objective |
//! | `translate.rs` | translation of declarations: variables and arrays |
//! | `denoted.rs` | what names and values in items denote (`entity.rs`) |
//! | `floats/` | scaling of floating-point variables to integers |
//! | `wide.rs`, `widths.rs` | integers that leave 32 bits, and their detection |
//! | `wide_constraints.rs` | constraints over them |
//! | `bounds/`, `default_bounds.rs` | bounds tightening, and default bounds for variables without finite bounds |
//! | `roles.rs` | Booleans that need no variable |
//! | `introduced.rs` | variables of the compiler, and their definitions |
//! | `builtins.rs` | builtin constraints, from their arguments (`arguments.rs`) |
//! | `natives.rs`, `packing.rs`, `tables.rs`, `tasks.rs` | constraints of MiniZinc's library that residua implements |
//! | `called.rs` | named conditions, composed of several constraints |
//! | `standard.rs` | names and signatures of MiniZinc's library where ours has others |
//! | `assume.rs` | assumptions |
//! | `library.rs`, `install.rs` | residua's MiniZinc library, and its installation |
//! | `json/` | FlatZinc JSON |
//! | `search.rs`, `ordered.rs` | search annotations, and the search that follows them |
//! | `naming.rs`, `indices.rs` | names of variables and of array elements in reports |
//! | `described.rs` | descriptions of variables of the compiler |
//! | `trace.rs` | the origins of constraints and names in the file |
//! | `output.rs`, `shown.rs` | output of solutions, as text and as data |
//! | `error.rs` | errors, with line and column |

mod arguments;
mod assume;
mod bounds;
mod builtins;
mod called;
mod default_bounds;
mod denoted;
mod described;
mod entity;
mod error;
mod floats;
mod indices;
mod install;
mod introduced;
pub mod json;
mod library;
mod naming;
mod natives;
mod objective;
mod ordered;
mod output;
mod packing;
mod parser;
mod problem;
mod roles;
mod scanner;
mod search;
mod shown;
mod standard;
mod syntax;
mod tables;
mod tasks;
mod trace;
mod translate;
mod wide;
mod wide_constraints;
mod widths;

pub use crate::error::FlatZincError;
pub use crate::install::install;
pub use crate::library::{CONFIGURATION, LIBRARY};
pub use crate::objective::Objective;
pub use crate::problem::Problem;
pub use crate::shown::Shown;
pub use crate::syntax::{Call, Constraint, Declaration, Goal, Kind, Program, Solve, Value};
pub use crate::trace::{Statement, Term, Trace};
pub use crate::wide::Wide;
