//! Text in braces: a JSON object with `givens`, or a Python dictionary from cell numbers to values.
//!
//! `{"box": "2x3", "givens": [0, 5, …], …}` is what `residua solve --format json` prints; members other than `box`,
//! `givens`, `entries` and `marks` are skipped. `{3: 2, 5: 2, 6: 1}` numbers the cells from 1, row by row. A dictionary does not show the size of its
//! grid: if the caller does not state it, it is the smallest of 4, 9, 16, 25, … (square boxes, as in the program that writes
//! such dictionaries) that holds all its cells and values.
//!
//! Only these members are parsed, in one pass without recursion, so nesting of any depth costs nothing.

use crate::sudoku::error::ParseError;
use crate::sudoku::error::ParseErrorKind;
use crate::sudoku::error::column_at;
use crate::sudoku::formats::Entry;
use crate::sudoku::formats::Size;
use crate::sudoku::formats::cells::no_value;
use crate::sudoku::formats::lines::LINE_LIMIT;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::geometry::MAX_SIZE;

/// Lines from an opening brace to the one that closes it.
#[derive(Debug)]
pub(crate) struct Object {
    /// The lines, each with an end.
    text: String,
    /// The number of the first line.
    line: usize,
    /// Braces open.
    depth: usize,
    /// The text ends within a string.
    in_string: bool,
}

/// One lexical unit of such a text, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lexeme<'a> {
    /// A string without its quotes, escapes left as they are.
    Text(&'a str),
    /// A run of letters, digits, signs and points.
    Word(&'a str),
    /// Any other character that is not white space.
    Mark(char),
}

impl Object {
    /// An object that starts in line `line`, of which nothing has been added yet.
    pub(crate) fn new(line: usize) -> Self {
        Self { text: String::new(), line, depth: 0, in_string: false }
    }

    /// Adds a line; true if it closes the object.
    ///
    /// # Errors
    /// If the object is longer than the longest line may be, or something follows it in its last line.
    pub(crate) fn push(&mut self, line: &str) -> Result<bool, ParseError> {
        let before = self.text.len();
        self.text.push_str(line);
        self.text.push('\n');
        if self.text.len() > 2 * LINE_LIMIT {
            return Err(self.error(0, "an object of at most 1 MiB", "a longer one"));
        }
        let mut escaped = false;
        let mut is_closed = false;
        for (at, c) in line.char_indices() {
            match c {
                // The end of a list or a call around the object, or a separator between objects.
                _ if is_closed && (c.is_whitespace() || matches!(c, ',' | ';' | ')' | ']')) => {}
                '#' if !self.in_string => break,
                _ if is_closed => {
                    let found = format!("'{}'", c.escape_debug());
                    return Err(self.error(before + at, "nothing more in the line of a closing '}'", &found));
                }
                _ if escaped => escaped = false,
                '\\' if self.in_string => escaped = true,
                '"' => self.in_string = !self.in_string,
                '{' if !self.in_string => self.depth += 1,
                '}' if !self.in_string => {
                    self.depth = self.depth.saturating_sub(1);
                    is_closed = self.depth == 0;
                }
                _ => {}
            }
        }
        Ok(self.depth == 0)
    }

    /// The puzzle that the object is.
    pub(crate) fn finish(&self, size: Size) -> Result<Entry, ParseError> {
        if self.depth > 0 {
            return Err(self.error(
                self.text.len().saturating_sub(1),
                "a closing '}'",
                "the end of the puzzle",
            ));
        }
        match self.member("givens") {
            Some(at) => self.read_givens(at, size),
            None => self.read_dictionary(size),
        }
    }

    /// Reads the array behind the name `givens`, which ends at the byte `at`.
    fn read_givens(&self, at: usize, size: Size) -> Result<Entry, ParseError> {
        let mut givens = Vec::new();
        let mut places = Vec::new();
        self.each_entry(at, |place, word| {
            let wrong = || self.error(place, "an integer", &Lexeme::Word(word).describe());
            givens.push(word.parse::<i32>().map_err(|_| wrong())?);
            places.push(place);
            Ok(())
        })?;
        let geometry = self.geometry_of(at, givens.len(), size)?;
        let wrong = givens.iter().position(|value| !(0..=geometry.size() as i32).contains(value));
        if let Some(index) = wrong {
            return Err(no_value(geometry, self.place(places[index]), &givens[index].to_string()));
        }
        let notes = self.read_notes(geometry)?;
        Ok(Entry { notes, ..Entry::new(geometry, givens, self.line)? })
    }

    /// The geometry of a grid with `count` cells; the name `givens` ends at the byte `at`.
    fn geometry_of(&self, at: usize, count: usize, size: Size) -> Result<Geometry, ParseError> {
        let wrong_count = |expected: String| {
            ParseError::new(ParseErrorKind::CellCount, self.place(at), expected, count.to_string())
        };
        if let Some(stated) = self.stated_box()? {
            return match size {
                _ if stated.cells() != count => {
                    Err(wrong_count(format!("{} givens (boxes of {stated})", stated.cells())))
                }
                Size::Stated(known) if known != stated => Err(size.mismatch(self.place(at), stated)),
                // It may differ in size from the first puzzle.
                _ => Ok(stated),
            };
        }
        match (size.geometry(), Geometry::from_cells(count)) {
            (Some(known), _) if known.cells() == count => Ok(known),
            (Some(_), Ok(own)) => Err(size.mismatch(self.place(at), own)),
            (None, Ok(own)) => Ok(own),
            (Some(known), Err(_)) => Err(wrong_count(format!("{} givens", known.cells()))),
            (None, Err(_)) => Err(wrong_count("a square number of givens (16, 36, 64, 81, …)".to_owned())),
        }
    }

    /// The box that the object states, if it does.
    ///
    /// # Errors
    /// If what it states is not a box.
    pub(crate) fn stated_box(&self) -> Result<Option<Geometry>, ParseError> {
        let Some(at) = self.member("box") else { return Ok(None) };
        let wrong = |place, found: &str| self.error(place, "a box, rows by columns, like \"3x3\"", found);
        match self.lexemes_from(at).nth(1) {
            Some((_, Lexeme::Word("null"))) => Ok(None),
            Some((place, Lexeme::Text(text))) => match text.parse() {
                Ok(geometry) => Ok(Some(geometry)),
                Err(_) => Err(wrong(place, &Lexeme::Text(text).describe())),
            },
            Some((place, other)) => Err(wrong(place, &other.describe())),
            None => Err(wrong(at, "the end of the puzzle")),
        }
    }

    /// Reads `{cell: value, …}`.
    fn read_dictionary(&self, size: Size) -> Result<Entry, ParseError> {
        let mut pairs: Vec<(usize, i32, usize)> = Vec::new();
        let mut key = None;
        let opening = self.text.find('{').unwrap_or(0);
        let mut expected = "an integer or a member called givens";
        for (place, lexeme) in lexemes(&self.text) {
            match (lexeme, key) {
                (Lexeme::Mark('{' | '}' | '(' | ')' | '='), None) | (Lexeme::Mark(':'), Some(_)) => {}
                (Lexeme::Mark(','), None) if !pairs.is_empty() => {}
                // The name that a program gives to the dictionary.
                (Lexeme::Word(_), None) if place < opening => {}
                (Lexeme::Word(word), None) if word.parse::<usize>().is_ok() => {
                    key = word.parse().ok();
                    expected = "an integer";
                }
                (Lexeme::Word(word), Some(cell)) if word.parse::<i32>().is_ok() => {
                    pairs.extend(word.parse().map(|value| (cell, value, place)));
                    key = None;
                }
                (other, _) => return Err(self.error(place, expected, &other.describe())),
            }
        }
        if pairs.is_empty() {
            return Err(self.error(
                opening,
                "a member called givens, or cells with values",
                "an empty object",
            ));
        }
        let most_cells = pairs.iter().map(|pair| pair.0).max().unwrap_or(0);
        let most = pairs.iter().map(|pair| pair.1).max().unwrap_or(0);
        let fits = |side: &usize| side.pow(4) >= most_cells && side.pow(2) as i32 >= most;
        let guess = || (2..=MAX_SIZE.isqrt()).find(fits).and_then(|side| Geometry::new(side, side).ok());
        let Some(geometry) = size.geometry().or_else(guess) else {
            return Err(self.error(0, "cells 1 to 234256", &format!("cell {most_cells} or value {most}")));
        };
        let mut givens = vec![0; geometry.cells()];
        for (cell, value, place) in pairs {
            if !(0..=geometry.size() as i32).contains(&value) {
                return Err(no_value(geometry, self.place(place), &value.to_string()));
            }
            let Some(given) = cell.checked_sub(1).and_then(|cell| givens.get_mut(cell)) else {
                let expected = format!("a cell 1..{}", geometry.cells());
                return Err(self.error(place, &expected, &format!("cell {cell}")));
            };
            *given = value;
        }
        Entry::new(geometry, givens, self.line)
    }

    /// Where the name of a member of the outermost object ends.
    pub(super) fn member(&self, name: &str) -> Option<usize> {
        let mut depth = 0_usize;
        lexemes(&self.text).find_map(|(place, lexeme)| {
            match lexeme {
                Lexeme::Mark('{' | '[') => depth += 1,
                Lexeme::Mark('}' | ']') => depth = depth.saturating_sub(1),
                Lexeme::Text(text) if depth == 1 && text == name => {
                    let end = place + name.len() + 2;
                    // Not a value that reads like the name.
                    let is_name = self.text.get(end..).is_some_and(|rest| rest.trim_start().starts_with(':'));
                    return is_name.then_some(end);
                }
                _ => {}
            }
            None
        })
    }

    /// Reads the array of integers, also one of arrays, that starts at the byte `at`: each of its words, with its place; `null` as
    /// `0`.
    pub(super) fn each_entry(
        &self,
        at: usize,
        mut read: impl FnMut(usize, &str) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        let mut depth = 0_usize;
        for (place, lexeme) in self.lexemes_from(at) {
            match lexeme {
                Lexeme::Mark(':') if depth == 0 => {}
                Lexeme::Mark('[') => depth += 1,
                Lexeme::Mark(']') if depth > 1 => depth -= 1,
                Lexeme::Mark(']') if depth == 1 => break,
                Lexeme::Mark(',') if depth > 0 => {}
                Lexeme::Word("null" | "None") if depth > 0 => read(place, "0")?,
                Lexeme::Word(word) if depth > 0 => read(place, word)?,
                other => {
                    let expected = if depth == 0 { "an array of integers" } else { "an integer" };
                    return Err(self.error(place, expected, &other.describe()));
                }
            }
        }
        Ok(())
    }

    /// The lexemes from the byte `at` on, each with its place.
    pub(super) fn lexemes_from(&self, at: usize) -> impl Iterator<Item = (usize, Lexeme<'_>)> {
        lexemes(&self.text[at..]).map(move |(place, lexeme)| (place + at, lexeme))
    }

    /// A syntax error at the byte `at`.
    pub(super) fn error(&self, at: usize, expected: &str, found: &str) -> ParseError {
        ParseError::new(ParseErrorKind::Syntax, self.place(at), expected, found)
    }

    /// The line and column of the byte `at` of the text.
    pub(super) fn place(&self, at: usize) -> (usize, usize) {
        let before = &self.text[..at.min(self.text.len())];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        (self.line + before.matches('\n').count(), column_at(&self.text[start..], at - start))
    }
}

impl Lexeme<'_> {
    /// How an error message names it.
    pub(super) fn describe(self) -> String {
        let short = |text: &str| text.chars().take(20).collect::<String>().escape_debug().to_string();
        match self {
            Self::Text(text) => format!("the string \"{}\"", short(text)),
            Self::Word(text) => format!("'{}'", short(text)),
            Self::Mark(mark) => format!("'{}'", mark.escape_debug()),
        }
    }
}

/// The lexemes of `text`, each with its place in bytes; comments from `#` to the end of the line left out.
fn lexemes(text: &str) -> impl Iterator<Item = (usize, Lexeme<'_>)> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '+' | '_');
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let c = rest.chars().next()?;
            let start = at;
            let lexeme = match c {
                '"' => {
                    let body = &rest[1..];
                    let end = string_end(body);
                    at += (end + 2).min(rest.len());
                    Lexeme::Text(&body[..end])
                }
                '#' => {
                    at += rest.find('\n').unwrap_or(rest.len());
                    continue;
                }
                c if is_word(c) => {
                    let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                    at += end;
                    Lexeme::Word(&rest[..end])
                }
                c => {
                    at += c.len_utf8();
                    if c.is_whitespace() {
                        continue;
                    }
                    Lexeme::Mark(c)
                }
            };
            return Some((start, lexeme));
        }
    })
}

/// Where the string that starts with `body` ends, in bytes.
fn string_end(body: &str) -> usize {
    let mut escaped = false;
    let quote = body.char_indices().find(|(_, c)| {
        let closes = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        closes
    });
    quote.map_or(body.len(), |(at, _)| at)
}
