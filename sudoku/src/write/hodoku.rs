//! Lines of a library of `HoDoKu`: `:0000:x:cells:removed candidates:::`.

use crate::formats::Entry;
use crate::metadata::Field;
use crate::write::line;
use crate::write::piece::lines_of;

/// The line of a puzzle: what the puzzle or its marks exclude is removed.
pub(super) fn hodoku(entry: &Entry) -> String {
    let geometry = entry.puzzle.geometry();
    let mut removed = Vec::new();
    for cell in 0..geometry.cells() {
        let marks = Some(entry.notes.marks(cell)).filter(|marks| !marks.is_empty());
        let Some(left) = entry.puzzle.candidates(cell).or(marks) else { continue };
        let (row, column) = (geometry.row_of(cell) + 1, geometry.column_of(cell) + 1);
        let gone = geometry.symbols().filter(|value| !left.contains(value));
        removed.extend(gone.map(|value| format!("{value}{row}{column}")));
    }
    let step = entry.metadata.get(Field::Step).and_then(step).unwrap_or(("0000", "x", ""));
    let (code, values, effects) = step;
    format!(":{code}:{values}:{}:{}:{effects}::", line::line(entry), removed.join(" "))
}

/// The technique of a step, its values, and what follows from it, if these are what such a line can have.
fn step(text: &str) -> Option<(&str, &str, &str)> {
    let (code, rest) = text.split_once(':')?;
    let (values, effects) = rest.split_once(':')?;
    let is_code = code.len() >= 4 && code.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | 'x'));
    (is_code && lines_of(text).nth(1).is_none()).then_some((code, values, effects))
}
