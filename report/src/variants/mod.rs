//! Variant puzzles: grids of any shape with any rules. All questions treat them as models; what is shown of cells is shown as a grid.
//!
//! | file | holds |
//! |---|---|
//! | `sheet.rs` | a puzzle with its position and trust, as data of a subject |
//! | `notes.rs` | entered digits and pencil marks |
//! | `head.rs` | JSON members common to all objects |
//! | `solution.rs` | solutions as grids, as lines, side by side |
//! | `residual.rs` | what is left, as text |
//! | `picture.rs` | what is left, as a picture |
//! | `clues.rs` | redundant givens and rules, and givens that make the solution unique |
//! | `completion.rs` | the fewest such givens |
//! | `clash.rs` | what clashes where there is no solution |

mod clash;
mod clues;
mod completion;
mod head;
mod notes;
mod picture;
mod residual;
mod sheet;
mod solution;

pub(crate) use crate::variants::clash::name_clash;
pub(crate) use crate::variants::clues::clues;
pub(crate) use crate::variants::head::SheetHead;
pub(crate) use crate::variants::picture::{section, svg, with_entries};
pub(crate) use crate::variants::residual::{numbers_left, write_left, write_residual};
pub(crate) use crate::variants::sheet::Sheet;
pub(crate) use crate::variants::solution::{write_pair, write_solution};
