//! The JSON of `SudokuPad`, which is mostly a picture: digits, regions and cages are rules, lines and symbols are paint.
//!
//! | file | holds |
//! |---|---|
//! | `read.rs` | a puzzle of the JSON |
//! | `cages.rs` | its cages, some of which are texts about the puzzle |
//! | `write.rs` | the JSON of a puzzle |

mod cages;
mod read;
mod write;

pub(super) use crate::formats::scl::read::read;
pub(super) use crate::formats::scl::write::write;
