//! Candidates format: a 9-by-9 puzzle as 729 symbols in a line, nine for each cell.
//!
//! The `k`-th of the nine is `k` where the cell may have that value, and a blank where it may not, as in the collections of
//! pencil-mark puzzles that are made for solvers. Every other format has one symbol for a cell, and 729 of them would be a
//! 27-by-27 grid; one whose givens are all in the places of candidates is not plausible.

use crate::formats::entry::Entry;
use crate::formats::format::Format;
use crate::formats::glyph::{Glyph, fields, glyph};
use crate::geometry::Geometry;
use crate::puzzle::Puzzle;

/// The size of the grid.
const SIZE: usize = 9;

/// Reads a line with a field that lists candidates, if there is one, and the geometry, where it is known, has nine values. Where
/// one candidate is left in a cell, that is its given.
pub(crate) fn read_candidates(text: &str, line: usize, geometry: Option<Geometry>) -> Option<Entry> {
    let geometry = geometry.or_else(|| Geometry::from_size(SIZE).ok())?;
    if geometry.size() != SIZE {
        return None;
    }
    let cells = fields(text).find_map(|(_, field)| cells_of(field))?;
    let mut puzzle = Puzzle::blank(geometry);
    for (cell, values) in cells.iter().enumerate().filter(|(_, values)| values.len() < SIZE) {
        let narrowed = match **values {
            [value] => puzzle.with_given(cell, value),
            _ => puzzle.with_candidates(cell, values),
        };
        puzzle = narrowed.expect("invariant: the cell and the values are those of the grid");
    }
    Some(Entry { format: Format::Candidates, ..Entry::of(puzzle, line) })
}

/// The candidates of each cell, if that is what the field lists.
fn cells_of(field: &str) -> Option<Vec<Vec<i32>>> {
    if field.len() != SIZE * SIZE * SIZE {
        return None;
    }
    let mut cells = vec![Vec::new(); SIZE * SIZE];
    for (at, c) in field.chars().enumerate() {
        match glyph(c) {
            Glyph::Blank | Glyph::Zero => {}
            Glyph::Value(value) if usize::from(value) == at % SIZE + 1 => {
                cells[at / SIZE].push(i32::from(value));
            }
            _ => return None,
        }
    }
    // A blank grid of 27 by 27, or one with a few givens, is read as such.
    (cells.iter().map(Vec::len).sum::<usize>() >= SIZE * SIZE).then_some(cells)
}
