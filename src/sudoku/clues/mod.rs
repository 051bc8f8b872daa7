//! Clues: which givens say nothing new, which to add, and which cells tell solutions apart.
//!
//! | file | answers |
//! |---|---|
//! | `redundant.rs` | which givens follow from the others |
//! | `completion.rs` | the fewest givens more that leave one solution |
//! | `separation.rs` | the same, where all solutions are at hand |
//! | `unavoidable.rs` | which sets of cells tell a solution from others |

mod completion;
mod redundant;
mod separation;
mod unavoidable;

pub use crate::sudoku::clues::completion::{Clue, Completion};
pub use crate::sudoku::clues::unavoidable::DeadlyPattern;
