//! Cells: conversion of text of a known size into values.

use crate::error::ParseError;
use crate::error::ParseErrorKind;
use crate::error::column_at;
use crate::formats::alphabet::Alphabet;
use crate::formats::entry::Entry;
use crate::formats::glyph::Token;
use crate::formats::glyph::is_symbol;
use crate::formats::glyph::tokens;
use crate::formats::groups::check_groups;
use crate::geometry::Geometry;
use crate::notes::Notes;

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
    check_groups(geometry, pieces, numbers)?;
    let symbols = || pieces.iter().flat_map(|piece| piece.text[piece.start..piece.end].chars());
    let single = || {
        let tokens = pieces.iter().flat_map(|piece| piece.tokens()).filter(Token::is_single);
        tokens.filter_map(|token| token.text.chars().next())
    };
    let alphabet =
        if numbers { Alphabet::of_numbers(geometry, single) } else { Alphabet::of(geometry, symbols) };
    let mut values = Vec::with_capacity(geometry.cells());
    for piece in pieces {
        let doubtful = doubtful_token(*piece).filter(|_| !numbers);
        for token in piece.tokens() {
            let is_doubtful = doubtful == Some(token);
            if token.is_signed() || numbers && !token.is_single() || is_doubtful {
                let number = token.number().or_else(|| token.padded().filter(|_| !is_doubtful));
                let value = number.filter(|value| *value <= geometry.size() as i32);
                values.push(value.ok_or_else(|| no_value(geometry, piece.place(token.at), token.text))?);
                continue;
            }
            if token.text.is_empty() {
                values.push(0);
            }
            for (offset, c) in token.text.char_indices() {
                let value = alphabet.value(c).filter(|value| *value <= geometry.size() as i32);
                let wrong = || no_value(geometry, piece.place(token.at + offset), &c.to_string());
                values.push(value.ok_or_else(wrong)?);
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

/// The first token of a piece that is neither one cell nor several: a number with a zero in front, beside single symbols.
pub(crate) fn doubtful_token(piece: Piece<'_>) -> Option<Token<'_>> {
    let has_single = piece.tokens().any(|token| token.is_single() && !token.text.is_empty());
    piece.tokens().find(|token| has_single && is_padded_cell(piece, *token))
}

/// Whether a token is a number with a zero in front, between separators.
fn is_padded_cell(piece: Piece<'_>, token: Token<'_>) -> bool {
    let is_apart = |c: char| !is_symbol(c) && c != '+';
    let (before, after) = (&piece.text[..token.at], &piece.text[token.at + token.text.len()..]);
    token.text.starts_with('0')
        && token.padded().is_some()
        && before.chars().next_back().is_none_or(is_apart)
        && after.chars().next().is_none_or(is_apart)
}
