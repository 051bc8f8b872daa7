//! `.sdk` files: rows behind lines that say something about the puzzle, as `SudoCue` writes them; with entered digits, behind `[Puzzle]` and
//! `[State]`, as `SadMan` does.

use std::fmt::Write;

use crate::formats::Entry;
use crate::formats::LETTERS;
use crate::write::piece::lines_of;
use crate::write::rows::rows;

/// The file of a puzzle.
pub(super) fn sdk(entry: &Entry) -> String {
    let mut text = String::new();
    for (letter, field) in LETTERS {
        for line in entry.metadata.get(field).into_iter().flat_map(lines_of) {
            // The blank shows that the letter stands alone.
            let _ = writeln!(text, "#{letter} {line}");
        }
    }
    let geometry = entry.puzzle.geometry();
    let mut state = entry.puzzle.givens().to_vec();
    for (cell, value) in entry.notes.entries() {
        if state[cell] == 0 {
            state[cell] = value;
        }
    }
    if state == entry.puzzle.givens() {
        text.push_str(&rows(geometry, &state));
        return text;
    }
    text.push_str("[Puzzle]\n");
    text.push_str(&rows(geometry, entry.puzzle.givens()));
    text.push_str("[State]\n");
    text.push_str(&rows(geometry, &state));
    text
}
