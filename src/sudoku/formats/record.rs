//! One puzzle in each line: the search for the puzzle among the fields of a line.

use crate::sudoku::error::ParseError;
use crate::sudoku::error::ParseErrorKind;
use crate::sudoku::error::column_at;
use crate::sudoku::formats::Entry;
use crate::sudoku::formats::Size;
use crate::sudoku::formats::cells::Piece;
use crate::sudoku::formats::cells::read_cells;
use crate::sudoku::formats::glyph::Glyph;
use crate::sudoku::formats::glyph::fields;
use crate::sudoku::formats::glyph::glyph;
use crate::sudoku::formats::glyph::is_symbol;
use crate::sudoku::formats::open::is_framed;
use crate::sudoku::geometry::Geometry;

/// Finds the field of a line that is a puzzle by itself: the first with the right number of symbols, all of
/// them values; or else the first with the right number. `None` if the line is not a record of a puzzle.
pub(crate) fn read_fields(text: &str, line: usize, size: Size) -> Option<Result<Entry, ParseError>> {
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
        // A barred field is part of a drawn grid.
        geometry.filter(|_| !field.contains('|'))
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
    Some(read_cells(geometry, &[Piece { line, text, start, end: start + field.len() }], false))
}

/// Whether each symbol of `field` is a blank or a value of `geometry`.
fn keeps_to(field: &str, geometry: Geometry) -> bool {
    field.chars().all(|c| match glyph(c) {
        Glyph::Value(value) => usize::from(value) <= geometry.size(),
        Glyph::Other => false,
        _ => true,
    })
}
