//! The cells of an object: a string, or a list of numbers, strings or objects, in rows or not.

use crate::error::{ParseError, ParseErrorKind};
use crate::formats::entry::Entry;
use crate::formats::object::cell::Cell;
use crate::formats::object::lexeme::{Lexeme, unescaped};
use crate::formats::object::{Found, Object};
use crate::formats::reader::Reader;
use crate::formats::size::Size;
use crate::geometry::Geometry;

/// Strings of this many characters or more are rows; shorter ones are cells.
const ROW: usize = 4;

/// The cells, as they are written.
#[derive(Debug)]
pub(super) enum Cells {
    /// A puzzle in a string.
    Read(Box<Entry>),
    /// The cells of a list.
    Listed(Vec<Cell>),
}

impl Cells {
    /// How many there are.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Read(entry) => entry.puzzle.geometry().cells(),
            Self::Listed(cells) => cells.len(),
        }
    }
}

/// A list with cells in it, and how many there are.
#[derive(Clone, Copy, Debug)]
struct Row {
    cells: usize,
    /// Where it ends.
    end: usize,
}

impl Object {
    /// Reads a list of objects that are cells, whose bracket is at the byte `at`.
    pub(super) fn read_list(&self, at: usize, size: Size, ignores: bool) -> Result<Found, ParseError> {
        let mut remarks = Vec::new();
        let cells = self.read_grid(at, at, size.geometry(), ignores, &mut remarks)?;
        let mut entry = self.entry_of(cells, None, at, size)?;
        entry.remarks.extend(remarks);
        Ok(Found { entry, has_own_box: false })
    }

    /// Reads the value at the byte `start`, behind a name that ends at the byte `end`.
    pub(super) fn read_grid(
        &self,
        end: usize,
        start: usize,
        known: Option<Geometry>,
        ignores: bool,
        remarks: &mut Vec<String>,
    ) -> Result<Cells, ParseError> {
        let (mut cells, mut rows): (Vec<Cell>, Vec<Row>) = (Vec::new(), Vec::new());
        let mut strings: Vec<(usize, String)> = Vec::new();
        // By open list, how many cells it has so far.
        let mut open: Vec<usize> = Vec::new();
        let mut wants_value = false;
        let mut skipped_to = 0;
        for (at, lexeme) in self.lexemes_from(start) {
            if at < skipped_to {
                continue;
            }
            let is_comma = lexeme == Lexeme::Mark(',');
            match lexeme {
                Lexeme::Text(text) if open.is_empty() => {
                    strings.push((at, unescaped(text)));
                    break;
                }
                Lexeme::Mark('[') => open.push(0),
                Lexeme::Mark(']') if !open.is_empty() => {
                    let count = open.pop().unwrap_or(0);
                    if count > 0 && !open.is_empty() {
                        rows.push(Row { cells: count, end: at });
                    }
                    if open.is_empty() {
                        break;
                    }
                }
                Lexeme::Mark(',') if !open.is_empty() && !wants_value => {}
                Lexeme::Mark('{') if !open.is_empty() => {
                    cells.push(self.read_cell(at, ignores, remarks)?);
                    skipped_to = self.closing(at);
                    open.iter_mut().last().into_iter().for_each(|count| *count += 1);
                }
                Lexeme::Text(text) if unescaped(text).trim().chars().nth(ROW - 1).is_some() => {
                    strings.push((at, unescaped(text)));
                }
                Lexeme::Text(_) | Lexeme::Word(_) if !open.is_empty() => {
                    cells.push(Cell { at, value: self.symbol(at, lexeme)?, ..Cell::default() });
                    open.iter_mut().last().into_iter().for_each(|count| *count += 1);
                }
                other => {
                    let expected =
                        if open.is_empty() { "an array of integers, or a string" } else { "an integer" };
                    return Err(self.error(at, expected, &other.describe()));
                }
            }
            // The last comma of a list may follow its last value.
            wants_value = is_comma;
        }
        match (strings.first(), cells.first()) {
            (None, _) => {
                self.check_rows(&rows, cells.len(), end)?;
                Ok(Cells::Listed(cells))
            }
            (Some(_), None) => self.read_strings(&strings, known).map(|entry| Cells::Read(Box::new(entry))),
            (Some((at, _)), Some(_)) => {
                Err(self.error(*at, "cells, or rows, each in a string", "both in one list"))
            }
        }
    }

    /// An error unless all rows are equally long and as many as they have cells, or parts of such rows.
    fn check_rows(&self, rows: &[Row], total: usize, end: usize) -> Result<(), ParseError> {
        let Some(first) = rows.first() else { return Ok(()) };
        let listed: usize = rows.iter().map(|row| row.cells).sum();
        if listed < total {
            return Err(self.error(end, "rows, or cells, in one list", "both"));
        }
        let length = if rows.iter().any(|row| row.cells == rows.len()) { rows.len() } else { first.cells };
        match rows.iter().find(|row| row.cells != length) {
            None => Ok(()),
            Some(row) => {
                let place = self.place(row.end);
                let expected = format!("{length} cells in this row");
                Err(ParseError::new(ParseErrorKind::CellCount, place, expected, row.cells.to_string()))
            }
        }
    }

    /// Where the object whose brace is at the byte `opening` ends.
    fn closing(&self, opening: usize) -> usize {
        let mut depth = 0_usize;
        let closing = self.lexemes_from(opening).find(|(_, lexeme)| {
            match lexeme {
                Lexeme::Mark('{') => depth += 1,
                Lexeme::Mark('}') => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        closing.map_or(self.text.len(), |(at, _)| at + 1)
    }

    /// Reads the puzzle in one string, or in several, one for each row.
    fn read_strings(
        &self,
        strings: &[(usize, String)],
        known: Option<Geometry>,
    ) -> Result<Entry, ParseError> {
        let start = strings.first().map_or(0, |first| first.0);
        let text = strings.iter().map(|(_, text)| &**text).collect::<Vec<_>>().join("\n");
        if text.trim_start().starts_with(['{', '[', '(']) {
            return Err(self.error(start, "cells in a string", "a list or an object in a string"));
        }
        let mut reader = Reader::new(text.as_bytes(), known);
        let (first, second) = (reader.next(), reader.next());
        let placed = |error: ParseError| {
            // Where a string has no escapes, its columns are those of the line.
            let at = strings.get(error.line() - 1).map_or(start, |string| string.0);
            let (line, column) = self.place(at);
            ParseError::new(error.kind(), (line, column + error.column()), error.expected(), error.found())
        };
        match (first, second) {
            (Some(Ok(entry)), None) => Ok(Entry { line: self.line, ..entry }),
            (Some(Err(error)), _) | (_, Some(Err(error))) => Err(placed(error)),
            (Some(Ok(_)), Some(Ok(_))) => Err(self.error(start, "one puzzle", "several")),
            (None, _) => Err(self.error(start, "a puzzle", "none")),
        }
    }

    /// The puzzle of these cells. The name in front of them ends at the byte `end`.
    pub(super) fn entry_of(
        &self,
        cells: Cells,
        stated: Option<Geometry>,
        end: usize,
        size: Size,
    ) -> Result<Entry, ParseError> {
        match cells {
            Cells::Read(entry) => {
                let geometry = self.geometry_of(stated, end, entry.puzzle.geometry().cells(), size)?;
                if geometry == entry.puzzle.geometry() {
                    return Ok(*entry);
                }
                let Entry { puzzle, .. } = *entry;
                Ok(Entry { puzzle: puzzle.in_boxes(geometry), ..*entry })
            }
            Cells::Listed(cells) => {
                let regions = self.regions_of_cells(&cells)?;
                let stated = match (stated, regions) {
                    (Some(stated), Some((own, _))) if own.contains(&stated) => Some(stated),
                    (Some(stated), Some((_, at))) => {
                        return Err(
                            self.not_understood(at, &format!("regions that are not the boxes of {stated}"))
                        );
                    }
                    (None, Some((own, _))) => own.first().copied(),
                    (stated, None) => stated,
                };
                let geometry = self.geometry_of(stated, end, cells.len(), size)?;
                self.entry_of_cells(geometry, &cells)
            }
        }
    }
}
