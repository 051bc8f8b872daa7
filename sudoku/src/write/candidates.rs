//! 729 candidates in a line: nine symbols for each cell of a 9-by-9 grid, `.` for a candidate that is gone.

use crate::formats::Entry;

/// The line of a puzzle. Marks restrict their cells; a single one would be a given, and is not written.
pub(super) fn candidates(entry: &Entry) -> String {
    let geometry = entry.puzzle.geometry();
    let mut text = String::with_capacity(geometry.cells() * geometry.size());
    for cell in 0..geometry.cells() {
        let given = entry.puzzle.given(cell);
        let marks = Some(entry.notes.marks(cell));
        let marks = marks.filter(|marks| marks.iter().any(|mark| *mark != marks[0]));
        let left = entry.puzzle.candidates(cell).or(marks);
        text.extend(geometry.symbols().map(|value| {
            let is_left =
                given.map_or_else(|| left.is_none_or(|left| left.contains(&value)), |given| given == value);
            char::from_digit(value as u32, 10).filter(|_| is_left).unwrap_or('.')
        }));
    }
    text
}
