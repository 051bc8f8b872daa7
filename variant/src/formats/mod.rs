//! Reading and writing variant puzzles.
//!
//! | file | holds |
//! |---|---|
//! | `read.rs` | a puzzle of a text in any of the formats |
//! | `recognise.rs` | recognition of variant puzzles |
//! | `write.rs` | a puzzle as a text of a format |
//! | `fitting.rs` | a puzzle as a text, without what the format has no place for |
//! | `found.rs` | what reading yields: puzzle, format, notes |
//! | `link.rs` | what links hold |
//! | `lz.rs` | compressed text |
//! | `json/` | JSON with places |
//! | `houses.rs` | sets of cells that formats call by name |
//! | `own/` | the JSON of this library |
//! | `fpuzzles/` | the JSON of f-puzzles |
//! | `scl/` | the JSON of `SudokuPad` |
//! | `iss/` | constraint strings of Interactive Sudoku Solver |
//! | `killer.rs` | killer puzzles in a line |

mod fitting;
mod found;
mod fpuzzles;
mod houses;
mod iss;
mod json;
mod killer;
mod link;
mod lz;
mod own;
mod read;
mod recognise;
mod scl;
mod write;

pub use crate::formats::fitting::{WriteOptions, WrittenVariant, write_fitting};
pub use crate::formats::found::{Format, ReadOptions, ReadVariant, WriteError};
pub use crate::formats::read::read;
pub use crate::formats::recognise::{is_variant, split_variants};
pub use crate::formats::write::write;
