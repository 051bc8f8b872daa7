//! Rows: the interpretation of one line of a grid, before its neighbours are read.

use crate::formats::glyph::Glyph;
use crate::formats::glyph::Token;
use crate::formats::glyph::glyph;
use crate::formats::glyph::tokens;
use crate::formats::open::is_bar;
use crate::formats::open::is_framed;
use crate::formats::pencil::Sets;
use crate::geometry::{Geometry, GeometryError};

/// How the tokens of a row are to be read; a later one wins over an earlier one when rows are put together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) enum Reading {
    /// Every token is a single symbol, so it does not matter.
    #[default]
    Either,
    /// Each token is a number or a symbol, and there are both: `12 . 7`.
    Numbers,
    /// Each symbol is a cell, as in `123 456 789`: groups of equal width leave no symbol alone.
    Symbols,
}

/// The measures of a line of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing of its own that the line shows")]
pub(crate) struct Row {
    /// Cells, if every symbol is one: `.73|...|8..` has 9.
    pub(crate) symbols: usize,
    /// Cells, if every token is one: `12 . 7` has 3.
    pub(crate) tokens: usize,
    /// How the row is to be read, as far as it shows.
    pub(crate) reading: Reading,
    /// The largest value of a symbol or number; `i32::MAX` where a symbol has no value at all.
    pub(crate) largest: i32,
    /// A bar is drawn in it: it is a row of a drawn grid, not a puzzle by itself.
    pub(crate) barred: bool,
    /// Square brackets opened.
    pub(crate) opened: usize,
    /// Square brackets closed.
    pub(crate) closed: usize,
    /// It ends in a comma after a bracket, so that more of the same list follows.
    pub(crate) continues: bool,
    /// Some cell has nothing written in it.
    pub(crate) has_open: bool,
    /// Nothing is written in any cell, and bars are drawn between them: it may be a gap in the drawing too.
    pub(crate) hollow: bool,
    /// Some cell has a symbol that stands for a blank.
    pub(crate) has_blanks: bool,
    /// Its measures as a row of candidates.
    pub(crate) sets: Sets,
    /// It starts and ends with a bar.
    pub(crate) framed: bool,
    /// It has letters for values, enough for a grid that counts from `A`, and no digits.
    pub(crate) is_lettered: bool,
}

/// The largest of the numbers of a line in which each cell is equally wide, two symbols or three: `00 03 12`, `-- 03 12`. Such numbers
/// fit a grid with such a row, or one with so many cells, and would be unusual groups of symbols.
fn padded(line: &str) -> Option<i32> {
    let (mut count, mut largest, mut width) = (0, 0, None);
    for token in tokens(line) {
        let own = token.text.chars().count();
        if *width.get_or_insert(own) != own {
            return None;
        }
        largest = largest.max(token.padded()?);
        count += 1;
    }
    let is_wide =
        |size: usize| size >= if width == Some(2) { 9 } else { 100 } && (width == Some(3) || size < 100);
    let fits = |geometry: Result<Geometry, GeometryError>| {
        geometry.is_ok_and(|own| is_wide(own.size()) && largest <= own.size() as i32)
    };
    (fits(Geometry::from_size(count)) || fits(Geometry::from_cells(count))).then_some(largest)
}

/// Whether some token of a line is a single symbol.
fn has_single(line: &str) -> bool {
    tokens(line).any(|token| token.is_single())
}

impl Row {
    /// Measures `line`.
    pub(crate) fn of(line: &str) -> Self {
        let mut row = Self {
            symbols: 0,
            tokens: 0,
            reading: Reading::Either,
            largest: 0,
            barred: line.contains(|c| c == '|' || ('\u{2500}'..='\u{257f}').contains(&c)),
            opened: line.matches('[').count(),
            closed: line.matches(']').count(),
            continues: line.trim_end().ends_with(','),
            has_open: false,
            hollow: false,
            has_blanks: false,
            sets: Sets::of(line),
            framed: is_framed(line),
            is_lettered: false,
        };
        let mut written = 0;
        let mut has_symbol = false;
        let mut largest_number = 0;
        if let Some(padded) = padded(line) {
            let all: Vec<Token<'_>> = tokens(line).collect();
            row.symbols = all.iter().map(|token| token.text.chars().count()).sum();
            (row.tokens, row.reading, row.largest) = (all.len(), Reading::Numbers, padded);
            row.has_blanks = all.iter().any(|token| token.padded() == Some(0));
            return row;
        }
        // In one piece, a plus stands before an entered digit, and sets no numbers apart.
        let has_entries =
            line.contains('+') && !line.contains(|c: char| c.is_whitespace() || c == ',' || is_bar(c));
        for token in tokens(line) {
            row.tokens += 1;
            if token.is_signed() {
                written += 1;
                row.symbols += 1;
                row.largest = i32::MAX;
                has_symbol = true;
                continue;
            }
            row.has_open |= token.text.is_empty();
            row.has_blanks |= token.text.contains(|c| matches!(glyph(c), Glyph::Blank | Glyph::Zero));
            written += token.text.len();
            row.symbols += token.text.chars().count().max(1);
            if token.is_single() {
                has_symbol = true;
            } else if token.padded() == Some(0) && !token.text.starts_with('0') && has_single(line) {
                // A blank as wide as a number.
                row.reading = row.reading.max(Reading::Numbers);
                continue;
            } else if let Some(number) = token.number().filter(|_| !has_entries) {
                row.reading = row.reading.max(Reading::Numbers);
                largest_number = largest_number.max(number);
                continue;
            } else {
                row.reading = Reading::Symbols;
            }
            let value = |c| match glyph(c) {
                Glyph::Value(value) => i32::from(value),
                Glyph::Other => i32::MAX,
                _ => 0,
            };
            row.largest = row.largest.max(token.text.chars().map(value).max().unwrap_or(0));
        }
        row.is_lettered = row.symbols > 9 && !line.contains(|c| matches!(c, '1'..='9')) && row.largest <= 35;
        row.hollow = row.tokens > 0 && written == 0 && line.contains(is_bar);
        if largest_number > 0 {
            if !has_symbol {
                row.reading = Reading::Symbols;
            }
            // As groups of symbols the digits are at most 9, and the other tokens have been counted.
            row.largest = row.largest.max(if row.reading == Reading::Numbers { largest_number } else { 9 });
        }
        row
    }

    /// The cells of this row, numbers being read as such or digit by digit.
    pub(crate) fn cells(&self, numbers: bool) -> usize {
        if numbers { self.tokens } else { self.symbols }
    }

    /// Whether it reads as a row of a grid with its own length as size.
    pub(crate) fn is_plausible(&self) -> bool {
        let length = self.cells(self.reading == Reading::Numbers);
        let fits = self.largest <= length as i32 || self.is_lettered && self.largest - 9 <= length as i32;
        Geometry::from_size(length).is_ok() && fits
    }
}
