//! Encodings: any model in the language of another program.
//!
//! An encoding has exactly the solutions of the model, over its variables alone, and says so to nobody but whoever can
//! check it: the other program. A residual is a model, so what is left of a model is encoded the same way.
//!
//! | file | for |
//! |---|---|
//! | `prolog/` | SWI-Prolog, `library(clpfd)`: goals as its top level prints them, or a whole program |
//! | `json.rs` | programs: variables and statements as a JSON object |
//! | `statements.rs` | every encoding: what the constraints of a model say |
//!
//! Each encoding reads [`Statement`](crate::constraints::Statement)s, never the constraints of the catalogue by name, so
//! that one of your own is encoded as they are. A constraint that does not state itself makes the model
//! [`Unencodable`]; a program that says less than the model is never made.

pub mod prolog;

mod json;
mod statements;

pub use crate::encode::json::json;
pub use crate::encode::statements::Unencodable;
