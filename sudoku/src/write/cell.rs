//! Cells as sets of candidates, as frames and rows of candidates show them.

use crate::formats::Entry;

/// The candidates that are shown in an open cell: those to which the puzzle restricts it, or its marks, or all.
///
/// A cell with one value is read as a given one. So a single mark is shown only where the givens are known otherwise: `shows_single`.
pub(super) fn candidates(entry: &Entry, cell: usize, shows_single: bool) -> Vec<i32> {
    let mut marks = entry.notes.marks(cell).to_vec();
    marks.sort_unstable();
    marks.dedup();
    let marks = Some(marks).filter(|marks| marks.len() > usize::from(!shows_single));
    let restricted = entry.puzzle.candidates(cell).filter(|values| !values.is_empty()).map(<[i32]>::to_vec);
    restricted.or(marks).unwrap_or_else(|| entry.puzzle.geometry().symbols().collect())
}

/// The symbols of some values, one after another.
pub(super) fn symbols(values: &[i32]) -> String {
    let symbol = |value: &i32| char::from_digit(*value as u32, 36).unwrap_or('?').to_ascii_uppercase();
    values.iter().map(symbol).collect()
}
