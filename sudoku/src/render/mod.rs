//! Rendering of grids. Each function takes a geometry and the cells row by row, 0 for a blank, and returns a text.
//!
//! | file | writes |
//! |---|---|
//! | `grid.rs` | definite cells: drawn with box characters, in ASCII, in one line |
//! | `pencil.rs` | the candidates of all cells |
//! | `structured.rs` | a JSON object, and bindings as a Prolog top level prints them |
//! | `program.rs` | a program for Prolog to consult |
//! | `picture/` | SVG, and pages for a browser |
//!
//! What [`boxed`], [`ascii`], [`line()`], [`json`], [`prolog`] and [`prolog_fact`] write,
//! [`Reader`](crate::Reader) reads back as the same puzzle (given the geometry, where the box is not the usual one of
//! its size and neither drawn nor named). What [`pencil()`] and [`prolog_clause`] write it reads back as givens, where a cell
//! has one value, and marks. Up to a size of 35 a
//! value is one symbol, `1`-`9` and `A`-`Z`; beyond, it is an integer, and columns are as wide as the longest.
//!
//! [`picture`] draws for human readers: SVG, and pages for a browser.
//!
//! Cells beyond the end of a slice that is too short are blanks.

mod grid;
mod pencil;
pub mod picture;
mod program;
mod structured;

use crate::geometry::Geometry;
pub use crate::render::grid::ascii;
pub use crate::render::grid::boxed;
pub use crate::render::grid::line;
pub use crate::render::grid::starred;
pub use crate::render::grid::write_line;
pub use crate::render::pencil::{pencil, write_pencil};
pub use crate::render::program::PROLOG_HEAD;
pub use crate::render::program::prolog_clause;
pub use crate::render::program::prolog_fact;
pub use crate::render::program::prolog_refuted;
pub use crate::render::structured::json;
pub use crate::render::structured::prolog;
pub use crate::render::structured::prolog_name;

/// The largest size whose values are single symbols.
const SYMBOLS: usize = 35;

/// The symbol of `value` in a grid of this geometry, or `blank` for 0.
fn symbol(geometry: Geometry, value: i32, blank: &str) -> String {
    let mut text = String::new();
    push_symbol(&mut text, geometry, value, blank);
    text
}

/// Appends the [`symbol`] of `value`.
fn push_symbol(text: &mut String, geometry: Geometry, value: i32, blank: &str) {
    match u32::try_from(value) {
        Ok(0) => text.push_str(blank),
        Ok(digit @ 1..36) if geometry.size() <= SYMBOLS => {
            let digit = char::from_digit(digit, 36).expect("invariant: it is below 36");
            text.push(digit.to_ascii_uppercase());
        }
        _ => text.push_str(&value.to_string()),
    }
}

/// The width of one cell, so that all columns of all grids of this geometry line up.
#[inline]
fn width(geometry: Geometry) -> usize {
    if geometry.size() <= SYMBOLS { 1 } else { geometry.size().to_string().len() }
}

/// The value of `cell`, 0 beyond the end.
fn value(cells: &[i32], cell: usize) -> i32 {
    cells.get(cell).copied().unwrap_or(0)
}
