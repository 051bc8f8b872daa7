//! Encodings of models in the languages of other programs.
//!
//! An encoding has exactly the solutions of the model, over its variables alone; the tests check that by running the
//! other program. A residual is a model, so what is left of a model is encoded the same way.
//!
//! | file | for |
//! |---|---|
//! | `cnf/` | SAT solvers: CNF in the format of DIMACS |
//! | `program/` | solvers of linear programs: 0–1 integer programs in the formats LP and MPS |
//! | `minizinc/` | MiniZinc, and by it any solver that it drives |
//! | `polynomial/` | SymPy, Singular and CoCoA: polynomial equations, for Gröbner bases |
//! | `prolog/` | SWI-Prolog, `library(clpfd)`: goals as its top level prints them, or a whole program |
//! | `json/` | programs: a model as a JSON object, written and read |
//! | `graph/` | graph colouring: DIMACS `.col`, GraphML, Graphviz DOT |
//! | `dimacs/` | the other way: formulas and graphs in files, as models |
//! | `answer/` | answers of those programs, read back |
//! | `error.rs` | encoding errors |
//! | `read_error.rs` | read errors, with line and column |
//! | `cases.rs` | several encodings: case enumeration of functions |
//! | `comment.rs` | every encoding: text of a model in a comment |
//! | `identifier.rs` | every encoding: names of a model as names of a language |
//! | `sides.rs` | MiniZinc, Prolog: linear statements as two sums of positive terms |
//! | `statements.rs` | every encoding: the statements of the constraints of a model |
//!
//! Each encoding reads [`Statement`](residua::constraints::Statement)s, never the constraints of the catalogue by name,
//! so that a constraint of your own is encoded in the same way. A constraint without a statement makes the model
//! [`Unencodable`]; a program that is weaker than the model is never written. JSON has the constraints of the catalogue, by their types,
//! beside their statements, so that [`from_json`] makes the same constraints of them.

pub mod answer;
pub mod cnf;
pub mod dimacs;
pub mod graph;
pub mod minizinc;
pub mod polynomial;
pub mod program;
pub mod prolog;

mod cases;
mod comment;
mod error;
mod identifier;
mod json;
mod read_error;
mod sides;
mod statements;

pub use crate::error::EncodeError;
pub use crate::json::{from_json, json};
pub use crate::read_error::ReadError;
pub use crate::statements::Unencodable;
