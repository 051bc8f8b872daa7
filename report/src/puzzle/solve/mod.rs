//! The solutions of a puzzle; of one with several, what is left.
//!
//! | file | holds |
//! |---|---|
//! | `solver.rs` | puzzle after puzzle, each answered as far as the output needs it |
//! | `solved.rs` | an answer |
//! | `listing.rs` | solutions that are written as they are found |
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
