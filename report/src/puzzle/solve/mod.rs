//! `residua solve` of puzzles: solutions, or the residual where there are several.
//!
//! | file | holds |
//! |---|---|
//! | `solver.rs` | solver for a sequence of puzzles |
//! | `solved.rs` | answer for one puzzle |
//! | `listing.rs` | solution listing, written as found |
//! | `text.rs`, `line.rs`, `json.rs`, `prolog.rs` | an answer as text, in one line, as JSON, for Prolog |

mod json;
mod line;
mod listing;
mod prolog;
mod solved;
mod solver;
mod text;

pub(in crate::puzzle) use crate::puzzle::solve::prolog::goals;
pub use crate::puzzle::solve::solved::Solved;
pub use crate::puzzle::solve::solver::{Solver, Unanswered};
