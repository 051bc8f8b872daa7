//! One puzzle in a line: `.` for a blank and `+5` for an entered 5, or `0` for a blank in `.sdm` collections.

use crate::formats::Entry;
use crate::render;
use crate::write::piece::SYMBOLS;

/// The puzzle with its entered digits.
pub(super) fn line(entry: &Entry) -> String {
    let geometry = entry.puzzle.geometry();
    let plain = render::line(geometry, entry.puzzle.givens());
    let mut entries = entry.notes.entries().peekable();
    if geometry.size() > SYMBOLS || entries.peek().is_none() {
        return plain;
    }
    let mut text = String::with_capacity(plain.len() + 8);
    for (cell, symbol) in plain.chars().enumerate() {
        match entries.next_if(|(entered, _)| *entered == cell) {
            Some((_, value)) if entry.puzzle.given(cell).is_none() => {
                text.push('+');
                text.push_str(&super::cell::symbols(&[value]));
            }
            _ => text.push(symbol),
        }
    }
    text
}

/// The givens alone, `0` for a blank.
pub(super) fn sdm(entry: &Entry) -> String {
    render::line(entry.puzzle.geometry(), entry.puzzle.givens()).replace('.', "0")
}
