//! FlatZinc, the language that MiniZinc compiles its models to.
//!
//! | file | holds |
//! |---|---|
//! | `scanner.rs` | the text as tokens |
//! | `parser.rs` | the tokens as items |
//! | `syntax.rs` | the items: variables, parameters, arrays, constraints, and what is asked |
//! | `problem.rs` | a file as a model, with what is asked and what is printed |
//! | `objective.rs` | what is asked |
//! | `translate.rs` | names and declarations: variables, arrays, and what they stand for (`entity.rs`) |
//! | `floats/` | floating-point numbers that are multiples of a known part, as integers |
//! | `wide.rs`, `widths.rs` | integers that leave 32 bits, and which they are |
//! | `wide_constraints.rs` | constraints over them |
//! | `bounds/`, `default_bounds.rs` | default bounds for variables without finite bounds |
//! | `roles.rs` | Booleans that need no variable |
//! | `introduced.rs` | variables of the compiler, and what defines them |
//! | `builtins.rs` | what the constraints mean, from their arguments (`arguments.rs`) |
//! | `natives.rs`, `packing.rs`, `tables.rs`, `tasks.rs` | what those of MiniZinc's library mean that residua has itself |
//! | `called.rs` | those that are made of several others, as the file calls them |
//! | `standard.rs` | names and signatures of MiniZinc's library where ours has others |
//! | `assume.rs` | what a file takes for true |
//! | `library.rs`, `install.rs` | the files by which MiniZinc leaves those to it, and how they get to where it looks |
//! | `json/` | FlatZinc JSON |
//! | `search.rs`, `ordered.rs` | how the file wants to be searched, and in which order what it leaves open |
//! | `naming.rs`, `indices.rs` | what variables are called in reports, and elements of arrays |
//! | `described.rs` | variables of the compiler, by what they stand for |
//! | `trace.rs` | where the constraints of the model come from, and what names stand for |
//! | `output.rs` | what is printed of a solution |
//! | `error.rs` | what is wrong with a file, and where |

mod arguments;
mod assume;
mod bounds;
mod builtins;
mod called;
mod default_bounds;
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
pub use crate::syntax::{Call, Constraint, Declaration, Goal, Kind, Program, Solve, Value};
pub use crate::trace::{Statement, Term, Trace};
pub use crate::wide::Wide;
