//! JSON objects, one in a line: `box`, `givens`, and where there are any `entries`, `marks`, `allowed` (the values to which the puzzle
//! restricts cells), and what is said about the puzzle.

use std::fmt::Write;

use crate::formats::Entry;
use crate::render;

/// The object of a puzzle.
pub(super) fn json(entry: &Entry) -> String {
    let puzzle = &entry.puzzle;
    let geometry = puzzle.geometry();
    let mut text = render::json(geometry, puzzle.givens());
    let _ = text.pop();
    let cells = 0..geometry.cells();
    if entry.notes.entries().next().is_some() {
        let values = cells.clone().map(|cell| entry.notes.entry(cell).unwrap_or(0).to_string());
        let _ = write!(text, ",\"entries\":[{}]", values.collect::<Vec<_>>().join(","));
    }
    if entry.notes.marked_cells().next().is_some() {
        let lists = cells.clone().map(|cell| list(entry.notes.marks(cell)));
        let _ = write!(text, ",\"marks\":[{}]", lists.collect::<Vec<_>>().join(","));
    }
    if puzzle.restricted().next().is_some() {
        let lists = cells.map(|cell| puzzle.candidates(cell).map_or_else(|| "null".to_owned(), list));
        let _ = write!(text, ",\"allowed\":[{}]", lists.collect::<Vec<_>>().join(","));
    }
    for (field, said) in entry.metadata.fields() {
        let _ = write!(text, ",\"{field}\":\"{}\"", escaped(said));
    }
    text + "}"
}

fn list(values: &[i32]) -> String {
    format!("[{}]", values.iter().map(i32::to_string).collect::<Vec<_>>().join(","))
}

/// The text as it stands in a string. Whatever ends a line anywhere is escaped.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '\n' => escaped.push_str("\\n"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                let _ = write!(escaped, "\\u{:04x}", c as u32);
            }
            c => escaped.push(c),
        }
    }
    escaped
}
