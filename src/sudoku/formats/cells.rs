//! Text of known size, turned into values.

use crate::sudoku::error::ParseError;
use crate::sudoku::error::ParseErrorKind;
use crate::sudoku::error::column_at;
use crate::sudoku::formats::Entry;
use crate::sudoku::formats::glyph::Glyph;
use crate::sudoku::formats::glyph::Token;
use crate::sudoku::formats::glyph::glyph;
use crate::sudoku::formats::glyph::tokens;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::notes::Notes;

/// A piece of an input line that holds cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'a> {
    /// The number of the line in the input.
    pub(crate) line: usize,
    /// The whole line, by which columns are counted.
    pub(crate) text: &'a str,
    /// Where the cells start in it, in bytes.
    pub(crate) start: usize,
    /// Where they end.
    pub(crate) end: usize,
}

impl<'a> Piece<'a> {
    /// The tokens of the piece, placed in the whole line.
    pub(crate) fn tokens(self) -> impl Iterator<Item = Token<'a>> {
        tokens(&self.text[self.start..self.end])
            .map(move |token| Token { at: token.at + self.start, ..token })
    }

    /// The line and column of the byte offset `at` of the line.
    pub(crate) fn place(self, at: usize) -> (usize, usize) {
        (self.line, column_at(self.text, at))
    }
}

/// Reads the cells of `pieces`, whose number has been checked, as a puzzle of this geometry.
///
/// # Errors
/// Where a symbol or number is not a value of the grid.
pub(crate) fn read_cells(
    geometry: Geometry,
    pieces: &[Piece<'_>],
    numbers: bool,
) -> Result<Entry, ParseError> {
    let line = pieces.first().map_or(1, |piece| piece.line);
    let mut values = values(geometry, pieces, numbers)?;
    let notes = match pieces {
        [piece] if !numbers => entered(geometry, &piece.text[piece.start..piece.end], &mut values),
        _ => Notes::default(),
    };
    Ok(Entry { notes, ..Entry::new(geometry, values, line)? })
}

/// Moves entered digits, which have a plus before them, out of the values of a puzzle in one line.
fn entered(geometry: Geometry, text: &str, values: &mut [i32]) -> Notes {
    if !text.contains('+') {
        return Notes::default();
    }
    let mut entries = vec![0; values.len()];
    let mut cell = 0;
    for token in tokens(text) {
        if text[..token.at].ends_with('+') && !token.text.is_empty() {
            entries[cell] = std::mem::take(&mut values[cell]);
        }
        cell += if token.is_signed() { 1 } else { token.text.chars().count().max(1) };
    }
    Notes::new(geometry, entries, Vec::new()).unwrap_or_default()
}

/// The values of the cells of `pieces`, 0 for a blank.
fn values(geometry: Geometry, pieces: &[Piece<'_>], numbers: bool) -> Result<Vec<i32>, ParseError> {
    let counts_from_zero = geometry.size() == 16 && !numbers && counts_from_zero(pieces);
    let mut values = Vec::with_capacity(geometry.cells());
    for piece in pieces {
        for token in piece.tokens() {
            if token.is_signed() || numbers && !token.is_single() {
                let value = token.number().filter(|value| *value <= geometry.size() as i32);
                values.push(value.ok_or_else(|| no_value(geometry, piece.place(token.at), token.text))?);
                continue;
            }
            if token.text.is_empty() {
                values.push(0);
            }
            for (offset, c) in token.text.char_indices() {
                let value = match glyph(c) {
                    Glyph::Value(value) => i32::from(value) + i32::from(counts_from_zero),
                    Glyph::Zero => i32::from(counts_from_zero),
                    Glyph::Blank => 0,
                    _ => i32::MAX,
                };
                if value > geometry.size() as i32 {
                    let found = c.to_string();
                    return Err(no_value(geometry, piece.place(token.at + offset), &found));
                }
                values.push(value);
            }
        }
    }
    Ok(values)
}

/// The error of a token that is not a value of `geometry`.
pub(crate) fn no_value(geometry: Geometry, place: (usize, usize), found: &str) -> ParseError {
    let expected = format!("a value 1..{} or a blank", geometry.size());
    let short: String = found.chars().take(20).collect();
    ParseError::new(ParseErrorKind::Symbol, place, expected, format!("'{}'", short.escape_debug()))
}

/// Whether a 16-by-16 grid is written with `0`-`F`: it has zeros beside another blank, and no `G`.
///
/// Without another blank a zero is a blank itself, as everywhere else.
fn counts_from_zero(pieces: &[Piece<'_>]) -> bool {
    let symbols = || pieces.iter().flat_map(|piece| piece.text[piece.start..piece.end].chars());
    symbols().any(|c| c == '0')
        && symbols().any(|c| glyph(c) == Glyph::Blank)
        && !symbols().any(|c| matches!(c, 'g' | 'G'))
}
