//! `HoDoKu` format, a line of its library: `:0000:x:..3.5…:112 212:…:`, fields between colons.
//!
//! The fields are a technique, its candidates, the cells (`+5` is one that was entered), the candidates that are gone, each as value,
//! row and column, and then what the technique finds, which follows: that and the technique are [`Field::Step`]. The grid is one of 9 by 9.

use crate::error::{ParseError, ParseErrorKind, column_at};
use crate::formats::cells::{Piece, read_cells};
use crate::formats::entry::Entry;
use crate::formats::format::Format;
use crate::formats::size::Size;
use crate::geometry::Geometry;
use crate::metadata::Field;

/// The size of the grid.
const SIZE: usize = 9;

/// Whether `text` is such a line, as far as its first fields show.
pub(crate) fn is_hodoku(text: &str) -> bool {
    let mut fields = text.trim().split(':');
    let is_code =
        |field: &str| field.len() >= 4 && field.chars().all(|c| c.is_ascii_digit() || c == '-' || c == 'x');
    fields.next() == Some("") && fields.next().is_some_and(is_code) && fields.nth(1).is_some()
}

/// Reads such a line.
pub(crate) fn read_hodoku(text: &str, line: usize, size: Size) -> Result<Entry, ParseError> {
    let mut start = text.len() - text.trim_start().len();
    let mut fields = text[start..].split(':').map(|field| {
        let at = start;
        start += field.len() + 1;
        (at, field)
    });
    let (at, cells) = fields.nth(3).unwrap_or((0, ""));
    let piece = Piece { line, text, start: at, end: at + cells.len() };
    let count: usize = piece.tokens().map(|token| token.text.chars().count()).sum();
    let wrong = |kind, at, expected: String, found: String| {
        Err(ParseError::new(kind, (line, column_at(text, at)), expected, found))
    };
    if count != SIZE * SIZE {
        let expected = format!("{} cells", SIZE * SIZE);
        return wrong(ParseErrorKind::CellCount, at + cells.len(), expected, count.to_string());
    }
    let own = Geometry::from_cells(count).ok();
    let geometry = match size.geometry().or(own) {
        Some(geometry) if geometry.size() == SIZE => geometry,
        known => {
            return Err(size.mismatch(
                (line, 1),
                own.or(known).unwrap_or_else(|| unreachable!("invariant: 9 is a size")),
            ));
        }
    };
    let mut entry = read_cells(geometry, &[piece], false)?;
    let (mut at, gone) = fields.next().unwrap_or((text.len(), ""));
    let mut left: Vec<Option<Vec<i32>>> = vec![None; count];
    for word in gone.split(' ') {
        let digits: Vec<usize> =
            word.chars().map_while(|c| c.to_digit(10)).map(|digit| digit as usize).collect();
        match digits[..] {
            _ if word.trim().is_empty() => {}
            [value @ 1..=SIZE, row @ 1..=SIZE, column @ 1..=SIZE] if word.len() == 3 => {
                let values =
                    left[(row - 1) * SIZE + column - 1].get_or_insert_with(|| geometry.symbols().collect());
                values.retain(|own| *own != value as i32);
            }
            _ => {
                let expected = "value, row and column of a candidate, as in 112".to_owned();
                let found = format!("'{}'", word.chars().take(20).collect::<String>().escape_debug());
                return wrong(ParseErrorKind::Syntax, at, expected, found);
            }
        }
        at += word.len() + 1;
    }
    for (cell, values) in left.into_iter().enumerate() {
        if let Some(values) = values {
            let narrowed = entry.puzzle.with_candidates(cell, &values);
            entry.puzzle = narrowed.expect("invariant: the cell and the values are those of the grid");
        }
    }
    entry.format = Format::Hodoku;
    if let Some(step) = step_of(text) {
        entry.metadata.set(Field::Step, &step);
    }
    Ok(entry)
}

/// What a line says beside the grid: its technique, of which values, and what follows from it; `None` if it says nothing.
fn step_of(text: &str) -> Option<String> {
    let fields: Vec<&str> = text.trim().splitn(6, ':').collect();
    let (code, values) = (fields.get(1)?, fields.get(2)?);
    let effects = fields.get(5).map_or("", |effects| effects.trim_end_matches(':'));
    let says_nothing = *code == "0000" && matches!(*values, "" | "x") && effects.is_empty();
    (!says_nothing).then(|| format!("{code}:{values}:{effects}"))
}
