//! Files of `OpenSudoku`: of the second version, with a folder for each title; of the first version if more than a title is said, and the same of
//! all games, as there is a place for it.

use std::fmt::Write;

use crate::formats::Entry;
use crate::formats::OPENSUDOKU;
use crate::metadata::Field;
use crate::write::cell::candidates;

/// The file of these puzzles.
pub(super) fn opensudoku<'a>(entries: impl Iterator<Item = &'a Entry> + Clone) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let first = entries.clone().next().map(|entry| &entry.metadata);
    let says_more = |entry: &Entry| entry.metadata.fields().any(|(field, _)| field != Field::Title);
    let is_same = entries.clone().all(|entry| Some(&entry.metadata) == first);
    if let Some(said) = first.filter(|_| is_same && entries.clone().any(says_more)) {
        text.push_str("<opensudoku version=\"1\">\n");
        for (name, field) in OPENSUDOKU {
            if let Some(said) = said.get(field) {
                let _ = writeln!(text, "  <{name}>{}</{name}>", escaped(said));
            }
        }
        entries.for_each(|entry| push_game(&mut text, entry));
        return text + "</opensudoku>\n";
    }
    text.push_str("<opensudoku version=\"2\">\n");
    let mut folder = None;
    for entry in entries {
        let title = entry.metadata.get(Field::Title).unwrap_or("");
        if folder != Some(title) {
            text.push_str(if folder.is_some() { "  </folder>\n" } else { "" });
            let _ = writeln!(text, "  <folder name=\"{}\">", escaped(title));
            folder = Some(title);
        }
        push_game(&mut text, entry);
    }
    text + if folder.is_some() { "  </folder>\n</opensudoku>\n" } else { "</opensudoku>\n" }
}

/// Adds a game: its digits, or its cells if something is entered or marked.
fn push_game(text: &mut String, entry: &Entry) {
    let puzzle = &entry.puzzle;
    let mut data = String::new();
    if entry.notes.is_empty() && puzzle.restricted().next().is_none() {
        data.extend(puzzle.givens().iter().map(i32::to_string));
    } else {
        data.push_str("version: 2&#10;");
        for cell in 0..puzzle.geometry().cells() {
            let given = puzzle.given(cell);
            let value = given.or(entry.notes.entry(cell)).unwrap_or(0);
            let marks = candidates(entry, cell, true);
            let is_marked = given.is_none() && marks.len() < puzzle.geometry().size();
            let sum: u32 = if is_marked { marks.iter().map(|mark| 1 << (mark - 1)).sum() } else { 0 };
            let _ = write!(data, "{value}|{sum}|{}|", u8::from(given.is_none()));
        }
    }
    let _ = writeln!(text, "    <game data=\"{data}\"/>");
}

/// The text as it stands in XML; characters that cannot stand there are blanks.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\r' | '\t' | '\u{85}' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(escaped, "&#{};", c as u32);
            }
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
