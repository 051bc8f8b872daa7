//! Puzzles: Sudoku of any box size, with entries and pencil marks.
//!
//! | file | holds |
//! |---|---|
//! | `found.rs` | a puzzle with its position, notes and trust |
//! | `grid.rs` | owned puzzle data of a subject |
//! | `inspect/`, `clues.rs` | residual of a puzzle; redundant and missing givens |
//! | `solve/` | solutions, or the residual where there are several |
//! | `clue.rs` | clues: names and display |
//! | `clash.rs` | the conflict of an infeasible puzzle |
//! | `residual_text.rs`, `rules.rs` | residual and remaining rules as text |
//! | `json.rs` | JSON members common to all objects |

pub(crate) mod clash;
pub(crate) mod clue;
mod clues;
mod found;
mod grid;
mod inspect;
mod json;
mod residual_text;
mod rules;
mod solve;

pub(crate) use crate::puzzle::clash::first_pair;
pub use crate::puzzle::clues::{Clues, NO_PUZZLE, clues};
pub(crate) use crate::puzzle::clues::{write_completion, write_stopped};
pub use crate::puzzle::found::Found;
pub(crate) use crate::puzzle::found::left_out;
pub(crate) use crate::puzzle::grid::Grid;
pub(crate) use crate::puzzle::inspect::size;
pub use crate::puzzle::inspect::{InspectReport, inspect};
pub(crate) use crate::puzzle::json::{PuzzleHead, PuzzleId};
pub(crate) use crate::puzzle::residual_text::{MOST_DRAWN, beside};
pub use crate::puzzle::solve::{Solved, Solver, Unanswered};
