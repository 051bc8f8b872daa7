//! Clues: which givens are redundant, which to add, and which cells distinguish solutions.
//!
//! | file | answers |
//! |---|---|
//! | `redundant.rs` | which givens follow from the others |
//! | `completion.rs` | the fewest additional givens that leave one solution |
//! | `separation.rs` | the same, where all solutions are known |
//! | `unavoidable.rs` | which sets of cells distinguish a solution from others |

mod completion;
mod redundant;
mod separation;
mod unavoidable;

pub use crate::clues::completion::{Clue, Completion};
pub use crate::clues::unavoidable::DeadlyPattern;
