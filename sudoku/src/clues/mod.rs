//! Clues: redundant givens, minimum completions, and unavoidable sets.
//!
//! | file | holds |
//! |---|---|
//! | `redundant.rs` | redundant givens, which follow from the others |
//! | `completion.rs` | the fewest additional givens that leave one solution |
//! | `separation.rs` | the fewest additional givens, where all solutions were enumerated |
//! | `unavoidable.rs` | unavoidable sets, the cells in which two solutions differ |

mod completion;
mod redundant;
mod separation;
mod unavoidable;

pub use crate::clues::completion::{Clue, Completion};
pub use crate::clues::unavoidable::DeadlyPattern;
