//! Sudoku of any r-by-c box: geometry, puzzles, reading and writing them.
//!
//! | file | holds |
//! |---|---|
//! | `geometry.rs` | the shape of a grid: rows, columns, boxes, and their names |
//! | `puzzle.rs` | a geometry with givens |
//! | `metadata.rs` | what a file says about a puzzle |
//! | `notes.rs` | entered digits and pencil marks, and whether they count |
//! | `doubt.rs` | those that contradict an answer |
//! | `model.rs` | a puzzle as a model |
//! | `solver.rs` | solver of many puzzles of one geometry |
//! | `dense.rs` | facts of a puzzle for the dense engine |
//! | `clues/` | redundant givens, missing ones, unavoidable sets |
//! | `create/` | new puzzles, from random grids |
//! | `steps/` | steps of a solution, as people take them, and ratings |
//! | `formats/` | reading puzzles |
//! | `render/` | writing them, as text and as pictures |
//! | `write/` | writing them in the formats of other programs, and what is lost in these |
//! | `error.rs` | parse errors, with their places |

mod clues;
pub mod create;
mod dense;
mod doubt;
mod error;
pub mod formats;
mod geometry;
mod metadata;
mod model;
mod notes;
mod puzzle;
pub mod render;
mod solver;
pub mod steps;
pub mod write;

pub use crate::clues::{Clue, Completion, DeadlyPattern};
pub use crate::doubt::{Doubt, Written, doubts};
pub use crate::error::{ParseError, ParseErrorKind, column_at};
pub use crate::formats::Entry;
pub use crate::formats::Format;
pub use crate::formats::Reader;
pub use crate::formats::Records;
pub use crate::geometry::Geometry;
pub use crate::geometry::GeometryError;
pub use crate::geometry::House;
pub use crate::geometry::HouseKind;
pub use crate::geometry::MAX_SIZE;
pub use crate::metadata::{Field, Metadata};
pub use crate::notes::{Notes, Trust};
pub use crate::puzzle::Clash;
pub use crate::puzzle::Puzzle;
pub use crate::puzzle::PuzzleError;
pub use crate::solver::{PuzzleSolver, Refutation};
