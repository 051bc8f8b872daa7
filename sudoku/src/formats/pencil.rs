//! Pencil-mark format: grids of candidates, in each cell the values that it may still have, written one behind the other.
//!
//! `│ 1  24  346 │ 5 …` is a row of what [`pencil`](crate::render::pencil) writes and of what many programs do, with
//! bars and rules or without. A cell with one value is given, one with several is marked with these, `∅` has no value left. In `.sdx` files of
//! `SudoCue`, which have such rows, `u3` is a 3 that is entered.
//! Above a size of 35 the values are integers, with commas between them.
//!
//! A set of candidates is distinguished from a number and from several cells by its values, which ascend and are at most the
//! number of words in its row. Where `12` might be a number too, a grid of candidates is recognised by its letters: the values
//! above 9 are in each of its rows.

use crate::error::ParseError;
use crate::formats::cells::{Piece, no_value};
use crate::formats::entry::Entry;
use crate::formats::glyph::{Glyph, Token, glyph};
use crate::formats::open::is_bar;
use crate::geometry::Geometry;
use crate::notes::Notes;
use crate::puzzle::Puzzle;

/// The largest size whose values are single symbols.
const SYMBOLS: usize = 35;

/// What stands for a cell that has no value left.
const NONE: &str = "∅";

/// What stands before a value that is entered.
const ENTERED: char = 'u';

/// The largest size in which it is no value.
const WITHOUT_U: usize = 29;

/// The value of a word such as `u3`: it is entered, as `SudoCue` writes it.
fn entered(word: &str, size: usize) -> Option<&str> {
    let value = word.strip_prefix(ENTERED).filter(|_| size <= WITHOUT_U)?;
    matches!(values(value, size)?[..], [_]).then_some(value)
}

/// The measures of a row as one of a grid of candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sets {
    /// Its words, each of them a cell.
    pub(crate) words: usize,
    /// How many of them are sets, not single values or blanks.
    pub(crate) several: usize,
    /// Some value is a letter.
    pub(crate) has_letters: bool,
    /// Some value is entered.
    pub(crate) has_entered: bool,
    /// Something is neither a set nor a value.
    pub(crate) has_others: bool,
}

impl Sets {
    /// Measures `line`.
    pub(crate) fn of(line: &str) -> Self {
        let words: Vec<Token<'_>> = words(line).collect();
        let size = words.len();
        let is_set = |word: &&Token<'_>| {
            let is_long =
                if size > SYMBOLS { word.text.contains(',') } else { word.text.chars().nth(1).is_some() };
            is_long || word.text == NONE
        };
        // A list is not a grid of candidates, but above 35 there are commas within the sets.
        let is_list =
            line.contains(['[', '(', '{', '"', '\'']) || size <= SYMBOLS && line.contains([',', ';']);
        let has_letter = |word: &Token<'_>| {
            let value = entered(word.text, size).unwrap_or(word.text);
            value.contains(|c: char| c.is_ascii_alphabetic())
        };
        let is_other =
            |word: &Token<'_>| values(word.text, size).is_none() && entered(word.text, size).is_none();
        Self {
            words: size,
            several: words.iter().filter(is_set).count(),
            has_letters: words.iter().any(has_letter),
            has_entered: words.iter().any(|word| entered(word.text, size).is_some()),
            has_others: is_list || words.iter().any(is_other),
        }
    }

    /// Whether `size` values are more than the digits, and letters stand for those above 9.
    pub(crate) fn needs_letters(self) -> bool {
        (10..=SYMBOLS).contains(&self.words)
    }
}

/// The words of a row, between blanks and bars.
fn words(line: &str) -> impl Iterator<Item = Token<'_>> {
    let mut at = 0;
    line.split(|c: char| c.is_whitespace() || is_bar(c)).filter_map(move |text| {
        let start = at;
        at += text.len() + line[at + text.len()..].chars().next().map_or(0, char::len_utf8);
        (!text.is_empty()).then_some(Token { text, at: start })
    })
}

/// The values that a word lists, in a grid of this size: no value for a blank or `∅`; `None` if it is not such a list.
fn values(word: &str, size: usize) -> Option<Vec<i32>> {
    if word == NONE {
        return Some(Vec::new());
    }
    let is_blank = |c| matches!(glyph(c), Glyph::Blank | Glyph::Zero);
    if word.chars().nth(1).is_none() && word.chars().all(is_blank) {
        return Some(Vec::new());
    }
    let values: Option<Vec<i32>> = if size > SYMBOLS {
        let is_number = |text: &&str| !text.starts_with(['0', '+']);
        word.split(',').map(|text| Some(text).filter(is_number)?.parse().ok()).collect()
    } else {
        let value = |c| match glyph(c) {
            Glyph::Value(value) => Some(i32::from(value)),
            _ => None,
        };
        word.chars().map(value).collect()
    };
    values.filter(|values| {
        values.is_sorted_by(|a, b| a < b) && values.iter().all(|v| (1..=size as i32).contains(v))
    })
}

/// Reads the rows of a grid of candidates, whose words have been counted.
///
/// # Errors
/// Where a word is neither a value nor a set of them.
pub(crate) fn read_sets(geometry: Geometry, pieces: &[Piece<'_>]) -> Result<Entry, ParseError> {
    let size = geometry.size();
    let mut givens = Vec::with_capacity(geometry.cells());
    let mut entries = vec![0; geometry.cells()];
    let mut marks = Vec::with_capacity(geometry.cells());
    let mut refuted = Vec::new();
    for piece in pieces {
        let content = &piece.text[piece.start..piece.end];
        for Token { text, at } in words(content) {
            let place = piece.place(piece.start + at);
            if let Some(&[value]) = entered(text, size).and_then(|text| values(text, size)).as_deref() {
                entries[givens.len()] = value;
                givens.push(0);
                marks.push(Vec::new());
                continue;
            }
            let values = values(text, size).ok_or_else(|| no_value(geometry, place, text))?;
            if text == NONE {
                refuted.push(givens.len());
            }
            givens.push(if let [value] = values[..] { value } else { 0 });
            // A set of all values is a blank.
            marks.push(if (2..size).contains(&values.len()) { values } else { Vec::new() });
        }
    }
    let invariant = "invariant: the cells were counted, and the values are those of the grid";
    let line = pieces.first().map_or(1, |piece| piece.line);
    let mut entry = Entry::new(geometry, givens, line)?;
    entry.notes = Notes::new(geometry, entries, marks).expect(invariant);
    for cell in refuted {
        let puzzle = std::mem::replace(&mut entry.puzzle, Puzzle::blank(geometry));
        entry.puzzle = puzzle.with_candidates(cell, &[]).expect(invariant);
    }
    Ok(entry)
}
