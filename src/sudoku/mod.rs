//! Sudoku of any r-by-c box: geometry, puzzles, reading and writing them.

mod clues;
mod error;
pub mod formats;
mod geometry;
mod model;
mod notes;
mod puzzle;
pub mod render;
mod solver;

pub use crate::sudoku::clues::{Clue, Completion, DeadlyPattern};
pub use crate::sudoku::error::ParseError;
pub use crate::sudoku::error::ParseErrorKind;
pub use crate::sudoku::formats::Entry;
pub use crate::sudoku::formats::Reader;
pub use crate::sudoku::formats::Records;
pub use crate::sudoku::geometry::Geometry;
pub use crate::sudoku::geometry::GeometryError;
pub use crate::sudoku::geometry::House;
pub use crate::sudoku::geometry::HouseKind;
pub use crate::sudoku::geometry::MAX_SIZE;
pub use crate::sudoku::notes::{Doubt, Notes, Trust};
pub use crate::sudoku::puzzle::Clash;
pub use crate::sudoku::puzzle::Puzzle;
pub use crate::sudoku::puzzle::PuzzleError;
pub use crate::sudoku::solver::{PuzzleSolver, Refutation};
