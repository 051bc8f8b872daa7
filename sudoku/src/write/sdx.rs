//! `.sdx` files of `SudoCue`: cells between blanks, `3` given, `u3` entered, `1567` candidates.

use crate::formats::Entry;
use crate::write::cell::{candidates, symbols};

/// The rows of a puzzle.
pub(super) fn sdx(entry: &Entry) -> String {
    let geometry = entry.puzzle.geometry();
    let cell = |cell: usize| match (entry.puzzle.given(cell), entry.notes.entry(cell)) {
        (Some(value), _) => symbols(&[value]),
        (None, Some(value)) => format!("u{}", symbols(&[value])),
        (None, None) => symbols(&candidates(entry, cell, false)),
    };
    let cells: Vec<String> = (0..geometry.cells()).map(cell).collect();
    cells.chunks(geometry.size()).map(|row| row.join(" ") + "\n").collect()
}
