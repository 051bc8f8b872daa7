//! Record format, one puzzle in each line: the search for the puzzle among the fields of a line.

use crate::error::ParseError;
use crate::error::ParseErrorKind;
use crate::error::column_at;
use crate::formats::alphabet::Alphabet;
use crate::formats::cells::Piece;
use crate::formats::cells::read_cells;
use crate::formats::columns::foreign_column;
use crate::formats::entry::Entry;
use crate::formats::glyph::Glyph;
use crate::formats::glyph::fields;
use crate::formats::glyph::glyph;
use crate::formats::glyph::is_symbol;
use crate::formats::open::is_framed;
use crate::formats::size::Size;
use crate::geometry::Geometry;

/// Finds the field of a line that is a puzzle by itself: the first with the right number of symbols, all of
/// them values; or else the first with the right number. `None` if the line is not a record of a puzzle.
///
/// A column that states other regions than the boxes is refused, unless `ignores` says that it is passed over.
pub(crate) fn read_fields(
    text: &str,
    line: usize,
    size: Size,
    ignores: bool,
) -> Option<Result<Entry, ParseError>> {
    if is_framed(text) {
        return None;
    }
    let alone = fields(text).nth(1).is_none();
    let shape = |field: &str| {
        let symbols = field.chars().filter(|c| is_symbol(*c)).count();
        let geometry = match size.geometry() {
            Some(geometry) => Some(geometry).filter(|geometry| geometry.cells() == symbols),
            // Sixteen symbols alone in a line may also be a row of a 16-by-16 grid.
            None => Geometry::from_cells(symbols).ok().filter(|_| symbols > 16 || !alone),
        };
        // A barred field is part of a drawn grid, and one of many alike is a row of a larger one.
        geometry
            .filter(|_| !field.contains('|'))
            .filter(|_| size.geometry().is_some() || !is_row_of_many(text, symbols))
    };
    let candidates = || fields(text).filter_map(|(at, field)| Some((at, field, shape(field)?)));
    let clean = candidates().find(|(_, field, geometry)| keeps_to(field, *geometry));
    // Sixteen characters are too easily a word to be a broken puzzle.
    let broken = || candidates().find(|(.., geometry)| size.geometry().is_some() || geometry.cells() > 16);
    let (start, field, geometry) = clean.or_else(broken)?;
    // A puzzle with a cell missing must not be taken for its solution in the next field.
    let beside = fields(text)
        .take_while(|(at, _)| *at < start)
        .find(|(_, field)| field.chars().count() > geometry.cells() / 2 && keeps_to(field, geometry));
    if let Some((at, short)) = beside {
        let place = (line, column_at(text, at + short.len()));
        let expected = format!("{} cells", geometry.cells());
        let found = short.chars().filter(|c| is_symbol(*c)).count().to_string();
        return Some(Err(ParseError::new(ParseErrorKind::CellCount, place, expected, found)));
    }
    let entry = read_cells(geometry, &[Piece { line, text, start, end: start + field.len() }], false);
    Some(entry.and_then(|mut entry| match foreign_column(text, &entry.puzzle) {
        None => Ok(entry),
        Some(column) if ignores => {
            entry.remarks.push(format!("{} are skipped", column.describe(geometry)));
            Ok(entry)
        }
        Some(column) => {
            let place = (line, column_at(text, column.at));
            let kind = ParseErrorKind::NotUnderstood;
            Err(ParseError::new(kind, place, column.expected(geometry), column.describe(geometry)))
        }
    }))
}

/// From this number on, fields of a line that are about equally long are rows of one grid.
const MANY: usize = 8;

/// Whether a field with this number of symbols is one of many in its line that have as many, or nearly so.
fn is_row_of_many(text: &str, symbols: usize) -> bool {
    let is_alike = |field: &str| field.chars().filter(|c| is_symbol(*c)).count().abs_diff(symbols) < 2;
    fields(text).filter(|(_, field)| is_alike(field)).count() >= MANY
}

/// Whether each symbol of `field` is a blank or a value of `geometry`.
fn keeps_to(field: &str, geometry: Geometry) -> bool {
    let alphabet = Alphabet::of(geometry, || field.chars());
    field.chars().all(|c| match glyph(c) {
        Glyph::Separator | Glyph::Decoration => true,
        _ => alphabet.value(c).is_some_and(|value| value <= geometry.size() as i32),
    })
}
