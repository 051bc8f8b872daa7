//! The JSON of f-puzzles: a square with a list for each kind of rule.
//!
//! | file | holds |
//! |---|---|
//! | `fields.rs` | which field is which kind of rule |
//! | `read.rs` | a puzzle of the JSON |
//! | `cells.rs` | its grid: digits, marks, regions |
//! | `lists.rs` | its lists of rules |
//! | `negative.rs` | what it says of neighbours without a dot |
//! | `write.rs` | the JSON of a puzzle |

mod cells;
mod fields;
mod lists;
mod negative;
mod read;
mod write;

pub(super) use crate::formats::fpuzzles::read::read;
pub(super) use crate::formats::fpuzzles::write::write;
