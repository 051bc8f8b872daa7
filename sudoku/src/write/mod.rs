//! Writing puzzles in the formats of people and of other programs.
//!
//! Formats differ in what they hold: entered digits, pencil marks, the shape of a box, an author. What is written is read again before it is
//! returned, and compared with the puzzle: so [`Outcome`] says of each what is not in the text, and a puzzle that would be read as another
//! one is not written at all.
//!
//! | file | holds |
//! |---|---|
//! | `writer.rs` | the writer: texts, read again |
//! | `piece.rs` | the text of one puzzle, and of several together |
//! | `loss.rs` | what a text does not hold of a puzzle |
//! | `cell.rs` | what is shown in a cell, as a set of candidates |
//! | `line.rs` | one puzzle in a line, `.sdm` |
//! | `sdk.rs` | `.sdk`: rows behind lines that say something about them |
//! | `rows.rs` | rows of symbols, letters, numbers, cells between commas and tabs |
//! | `frame.rs` | frames of `Simple Sudoku` and of `SumoCue` |
//! | `sdx.rs` | candidates of `SudoCue` |
//! | `hodoku.rs` | lines of a library of `HoDoKu` |
//! | `opensudoku.rs` | the XML of `OpenSudoku` |
//! | `candidates.rs` | 729 candidates in a line |
//! | `json.rs` | JSON objects, which hold everything |

mod candidates;
mod cell;
mod frame;
mod hodoku;
mod json;
mod line;
mod loss;
mod opensudoku;
mod piece;
mod rows;
mod sdk;
mod sdx;
mod writer;

pub use crate::write::loss::Loss;
pub use crate::write::piece::{extension, formats, holds_one, is_by_lines};
pub use crate::write::writer::{Outcome, Writer, Written};
