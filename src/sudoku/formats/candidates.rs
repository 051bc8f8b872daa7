//! A 9-by-9 puzzle by its candidates: 729 symbols in a line, nine for each cell.
//!
//! The `k`-th of the nine is `k` where the cell may have that value, and a blank where it may not, as in the collections of
//! pencil-mark puzzles that are made for solvers. Every other format has one symbol for a cell, and 729 of them would be a
//! 27-by-27 grid; one whose givens are all in the places of candidates is not plausible.

use crate::sudoku::formats::Entry;
use crate::sudoku::formats::glyph::{Glyph, fields, glyph};
use crate::sudoku::geometry::Geometry;
use crate::sudoku::notes::Notes;
use crate::sudoku::puzzle::Puzzle;

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
    Some(Entry { puzzle, line, notes: Notes::default() })
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

#[cfg(test)]
mod tests {
    use crate::sudoku::Reader;

    /// Nine symbols for each cell of a grid with these candidates.
    fn written(cells: &[&[i32]], blank: char) -> String {
        let symbol = |values: &&[i32], v: i32| {
            if values.contains(&v) { char::from(b'0' + v as u8) } else { blank }
        };
        cells.iter().flat_map(|values| (1..=9).map(move |v| symbol(values, v))).collect()
    }

    #[test]
    fn candidates_are_told_from_cells() {
        let all: &[i32] = &[1, 2, 3, 4, 5, 6, 7, 8, 9];
        let mut cells = vec![all; 81];
        (cells[0], cells[40], cells[80]) = (&[2, 7], &[5], &[]);
        for blank in ['.', '0'] {
            let line = written(&cells, blank);
            for text in [line.clone(), format!("{line}\tname"), format!("# a comment\n{line}\n{line}\n")] {
                let entries: Vec<_> = Reader::new(text.as_bytes(), None).collect();
                let puzzle = &entries.last().and_then(|entry| entry.as_ref().ok()).expect("a puzzle").puzzle;
                assert_eq!(puzzle.geometry().size(), 9);
                assert_eq!(puzzle.candidates(0), Some([2, 7].as_slice()));
                assert_eq!((puzzle.given(40), puzzle.clues()), (Some(5), 1));
                assert_eq!(puzzle.candidates(80), Some([].as_slice()));
                assert_eq!(puzzle.restricted().count(), 2);
            }
        }
        // A stated size takes precedence; a line that is all blank, or has symbols in other places, is a 27-by-27 grid.
        let line = written(&cells, '.');
        let size = |text: &str, geometry: Option<&str>| {
            let geometry = geometry.map(|text| text.parse().expect("a geometry"));
            let entry = Reader::new(text.as_bytes(), geometry).next();
            entry.and_then(Result::ok).map(|entry| entry.puzzle.geometry().size())
        };
        assert_eq!(size(&line, Some("3x9")), Some(27));
        assert_eq!(size(&".".repeat(729), None), Some(27));
        assert_eq!(size(&line.replace('9', "8"), None), Some(27));
    }
}
