//! Puzzles: Sudoku of any box size, with what is written into them.
//!
//! | file | holds |
//! |---|---|
//! | `found.rs` | a puzzle and where it was found, with what counts of what is written into it |
//! | `grid.rs` | the same as a subject keeps it |
//! | `inspect/`, `clues.rs` | what is left of a puzzle, and what its clues say |
//! | `solve/` | the solutions, and what is left where there are several |
//! | `clue.rs` | clues, named and shown |
//! | `clash.rs` | what clashes in a puzzle without a solution |
//! | `left.rs`, `rules.rs` | what is left, in lines for people |
//! | `json.rs` | what all objects about puzzles have |

mod clash;
pub(crate) mod clue;
mod clues;
mod found;
mod grid;
mod inspect;
mod json;
mod left;
mod rules;
mod solve;

pub(crate) use crate::puzzle::clash::first_pair;
pub use crate::puzzle::clues::{Clues, NO_PUZZLE, clues};
pub use crate::puzzle::found::Found;
pub(crate) use crate::puzzle::grid::Grid;
pub(crate) use crate::puzzle::inspect::size;
pub use crate::puzzle::inspect::{Account, inspect};
pub(crate) use crate::puzzle::json::{Head, Subject};
pub(crate) use crate::puzzle::left::beside;
pub use crate::puzzle::solve::{Solved, Solver, Unanswered};
