//! Object formats: a JSON object with a grid, or a Python dictionary from cells to values; and lists of objects, one for each cell.
//!
//! `{"box": "2x3", "givens": [0, 5, …], …}` is what `residua solve --format json` prints, and `{"puzzle": "53..7…"}` what others do.
//! What carries rules of its own, and what is not known to carry none, is refused by name: a killer without its cages is another puzzle.
//!
//! | file | holds |
//! |---|---|
//! | `lexeme.rs` | strings, words and marks |
//! | `names.rs` | the meanings of member names |
//! | `members.rs` | the members of an object, and those that are refused |
//! | `grid.rs` | the cells: a string, numbers, strings or objects, in rows or all in one list |
//! | `cell.rs` | a cell that is an object |
//! | `shape.rs` | box and size |
//! | `regions.rs` | regions, which must be the boxes of some shape |
//! | `notes.rs` | entered digits and marks |
//! | `dictionary.rs` | `{3: 2, …}`, `{(1, 6): 5, …}` |
//!
//! All of it is parsed without recursion, so nesting of any depth costs nothing.

mod cell;
mod dictionary;
mod grid;
mod lexeme;
mod members;
mod names;
mod notes;
mod regions;
mod shape;

pub(crate) use names::{names_grid, names_rule};
pub(crate) use regions::boxes_of;

use crate::error::ParseError;
use crate::error::ParseErrorKind;
use crate::error::column_at;
use crate::formats::entry::Entry;
use crate::formats::lines::LINE_LIMIT;
use crate::formats::object::lexeme::{Lexeme, lexemes};
use crate::formats::object::names::is_of_cell;
use crate::formats::size::Size;

/// Lines from an opening brace, or the bracket of a list of cells, to the one that closes it.
#[derive(Debug)]
pub(crate) struct Object {
    /// The lines, each with an end.
    text: String,
    /// The number of the first line.
    line: usize,
    /// How many characters of the first line come before the text.
    before: usize,
    /// Braces open.
    braces: usize,
    /// Brackets open.
    brackets: usize,
    /// It is a list of objects that are cells.
    is_list: bool,
    /// The quote that ends the string in which the text ends.
    quote: Option<char>,
}

/// What is found in an object.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) entry: Entry,
    /// The object states its box: it may differ in size from the first puzzle.
    pub(crate) has_own_box: bool,
}

/// How many characters of a line show how its first object starts.
const START: usize = 200;

/// Whether `text` starts with a list whose first object is a cell.
fn starts_cells(text: &str) -> bool {
    let Some(list) = text.find('[').filter(|opening| !text[..*opening].contains('{')) else { return false };
    let mut lexemes = lexemes(&text[list..]).map(|(_, lexeme)| lexeme);
    if lexemes.find(|lexeme| *lexeme != Lexeme::Mark('[')) != Some(Lexeme::Mark('{')) {
        return false;
    }
    match lexemes.next() {
        Some(Lexeme::Text(name)) => is_of_cell(name),
        // Nothing is said of the first cell.
        other => other == Some(Lexeme::Mark('}')),
    }
}

impl Object {
    /// An object that starts in line `line` behind this number of characters, of which nothing has been added yet. `opened` are the
    /// lines just before it that have nothing but the brackets of a list.
    pub(crate) fn new(line: usize, before: usize, opened: &str) -> Self {
        let line = line - opened.matches('\n').count();
        let brackets = opened.matches('[').count();
        Self { text: opened.to_owned(), line, before, braces: 0, brackets, is_list: false, quote: None }
    }

    /// Adds a line; where in the line the object is closed, if it is.
    ///
    /// # Errors
    /// If the object is longer than the longest line may be, or something else than another object follows it in its last line.
    pub(crate) fn push(&mut self, line: &str) -> Result<Option<usize>, ParseError> {
        if self.text.chars().all(|c| c.is_whitespace() || matches!(c, '[' | '{')) {
            // The first object of a list may just show that it is a cell.
            let start: String = line.chars().take(START).collect();
            self.is_list = starts_cells(&(self.text.clone() + &start));
        }
        let mut escaped = false;
        let mut closed = None;
        let mut is_separated = false;
        for (at, c) in line.char_indices() {
            match c {
                // The end of a list or a call around the object, or a separator between objects.
                _ if closed.is_some() && (c.is_whitespace() || matches!(c, ',' | ';' | ')' | ']' | '.')) => {
                    is_separated |= c == ',';
                }
                '#' if self.quote.is_none() => break,
                '{' if is_separated => break,
                _ if closed.is_some() => {
                    let found = format!("'{}'", c.escape_debug());
                    let expected = "nothing more in the line of a closing '}'";
                    self.text.push_str(line);
                    return Err(self.error(self.text.len() - line.len() + at, expected, &found));
                }
                _ if escaped => escaped = false,
                '\\' if self.quote.is_some() => escaped = true,
                '"' | '\'' => match self.quote {
                    Some(quote) if quote == c => self.quote = None,
                    Some(_) => {}
                    None => self.quote = Some(c),
                },
                _ if self.quote.is_some() => {}
                '{' => self.braces += 1,
                '[' => self.brackets += 1,
                '}' => self.braces = self.braces.saturating_sub(1),
                ']' => self.brackets = self.brackets.saturating_sub(1),
                _ => {}
            }
            let is_end =
                self.braces == 0 && if self.is_list { c == ']' && self.brackets == 0 } else { c == '}' };
            if is_end && self.quote.is_none() {
                closed = closed.or(Some(at + 1));
            }
        }
        self.text.push_str(&line[..closed.unwrap_or(line.len())]);
        self.text.push('\n');
        if self.text.len() > 2 * LINE_LIMIT {
            return Err(self.error(0, "an object of at most 1 MiB", "a longer one"));
        }
        Ok(closed)
    }

    /// Whether it is a single brace so far, so that what follows may be rows in braces.
    pub(crate) fn is_brace(&self) -> bool {
        self.text.trim_end().ends_with('{') && self.text.matches('{').count() == 1
    }

    /// The puzzle that the object is. `ignores` says that what is not understood is passed over, and told in the entry.
    pub(crate) fn finish(&self, size: Size, ignores: bool) -> Result<Found, ParseError> {
        let is_open = self.braces > 0 || self.is_list && self.brackets > 0;
        if is_open || self.quote.is_some() {
            let end = self.text.len().saturating_sub(1);
            return Err(self.error(end, "a closing '}'", "the end of the puzzle"));
        }
        if self.is_list {
            let at = self.text.find('[').unwrap_or(0);
            return self.read_list(at, size, ignores);
        }
        let opening = self.text.find('{').unwrap_or(0);
        match self.lexemes_from(opening).nth(1) {
            Some((_, Lexeme::Word(_) | Lexeme::Mark('(' | '{'))) => {
                Ok(Found { entry: self.read_dictionary(opening, size)?, has_own_box: false })
            }
            Some((_, Lexeme::Text(_))) => self.read_members(opening, size, ignores),
            Some((_, Lexeme::Mark('}'))) | None => {
                let expected = "a member called givens, or cells with values";
                Err(self.error(opening, expected, "an empty object"))
            }
            Some((place, other)) => {
                let expected = "an integer or a member called givens or puzzle";
                Err(self.error(place, expected, &other.describe()))
            }
        }
    }

    /// The lexemes from the byte `at` on, each with its place.
    fn lexemes_from(&self, at: usize) -> impl Iterator<Item = (usize, Lexeme<'_>)> {
        lexemes(&self.text[at..]).map(move |(place, lexeme)| (place + at, lexeme))
    }

    /// A syntax error at the byte `at`.
    fn error(&self, at: usize, expected: &str, found: &str) -> ParseError {
        ParseError::new(ParseErrorKind::Syntax, self.place(at), expected, found)
    }

    /// The error of something that may carry rules.
    fn not_understood(&self, at: usize, found: &str) -> ParseError {
        let expected = "nothing that is not understood and may carry rules";
        ParseError::new(ParseErrorKind::NotUnderstood, self.place(at), expected, found)
    }

    /// The line and column of the byte `at` of the text.
    fn place(&self, at: usize) -> (usize, usize) {
        let before = &self.text[..at.min(self.text.len())];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let column = column_at(&self.text[start..], at - start);
        let lines = before.matches('\n').count();
        (self.line + lines, column + if lines == 0 { self.before } else { 0 })
    }
}
