//! Puzzles: Sudoku of any box size, with what is written into them.
//!
//! | file | holds |
//! |---|---|
//! | `found.rs` | a puzzle and where it was found, with what counts of what is written into it |
//! | `inspect/`, `count.rs`, `conflict.rs`, `clues.rs`, `why.rs` | the answers to the questions of these names |
//! | `solve/` | the solutions, and what is left where there are several |
//! | `question.rs` | what `why` is asked about a cell |
//! | `clash.rs` | what clashes in a puzzle without a solution |
//! | `pair.rs` | two solutions that differ in few cells |
//! | `left.rs`, `rules.rs` | what is left, in lines for people |
//! | `json.rs` | what all objects about puzzles have |

mod clash;
mod clues;
mod conflict;
mod count;
mod found;
mod inspect;
mod json;
mod left;
mod pair;
mod question;
mod rules;
mod solve;
mod why;

pub use crate::puzzle::clues::{Clues, clues};
pub use crate::puzzle::conflict::{Conflicting, conflict};
pub use crate::puzzle::count::{Counted, count};
pub use crate::puzzle::found::Found;
pub use crate::puzzle::inspect::{Account, compare, inspect};
pub use crate::puzzle::question::Asked;
pub use crate::puzzle::solve::{Solved, Solver, Unanswered};
pub use crate::puzzle::why::{Explained, why};
