//! Python dictionary format: `{3: 2, 5: 2, 6: 1}` numbers the cells from 1, row by row; `{(1, 6): 5}` names row and column.
//!
//! Rows and columns count from 0 if some row or column is 0, otherwise from 1. A dictionary does not show the size of its grid: if
//! the caller does not state it, it is the smallest of 4, 9, 16, 25, … (square boxes, as in the programs that write such
//! dictionaries) that holds all its cells and values.

use crate::error::ParseError;
use crate::formats::cells::no_value;
use crate::formats::entry::Entry;
use crate::formats::format::Format;
use crate::formats::object::Object;
use crate::formats::object::lexeme::Lexeme;
use crate::formats::size::Size;
use crate::geometry::{Geometry, MAX_SIZE};

/// A cell as it is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Name {
    /// Its number, from 1.
    Number(usize),
    /// Its row and its column.
    Pair(usize, usize),
}

/// A cell, its value, and where that is.
type Pair = (Name, i32, usize);

impl Object {
    /// Reads `{cell: value, …}`, whose brace is at the byte `opening`.
    pub(super) fn read_dictionary(&self, opening: usize, size: Size) -> Result<Entry, ParseError> {
        let pairs = self.pairs(opening)?;
        let coordinates = || {
            pairs.iter().filter_map(|pair| if let Name::Pair(r, c) = pair.0 { Some((r, c)) } else { None })
        };
        let is_named = coordinates().next().is_some();
        if is_named && coordinates().count() < pairs.len() {
            let other = pairs.iter().find(|pair| matches!(pair.0, Name::Number(_))).map_or(0, |pair| pair.2);
            return Err(self.error(
                other,
                "rows and columns for all cells, or numbers",
                "both in one dictionary",
            ));
        }
        let base = usize::from(!coordinates().any(|(row, column)| row == 0 || column == 0));
        let largest = coordinates().map(|(row, column)| row.max(column)).max();
        let most_cells = pairs
            .iter()
            .map(|pair| if let Name::Number(number) = pair.0 { number } else { 0 })
            .max()
            .unwrap_or(0);
        let least_size = largest.map_or(0, |largest| largest.saturating_add(1) - base);
        let most = pairs.iter().map(|pair| pair.1).max().unwrap_or(0);
        let fits = |side: &usize| {
            side.pow(4) >= most_cells && side.pow(2) as i32 >= most && side.pow(2) >= least_size
        };
        let guess = || (2..=MAX_SIZE.isqrt()).find(fits).and_then(|side| Geometry::new(side, side).ok());
        let Some(geometry) = size.geometry().or_else(guess) else {
            let most_cells = most_cells.max(least_size);
            return Err(self.error(0, "cells 1 to 234256", &format!("cell {most_cells} or value {most}")));
        };
        let mut givens = vec![0; geometry.cells()];
        let mut seen = vec![false; geometry.cells()];
        for (name, value, place) in pairs {
            if !(0..=geometry.size() as i32).contains(&value) {
                return Err(no_value(geometry, self.place(place), &value.to_string()));
            }
            let cell = match name {
                Name::Number(number) => number.checked_sub(1).filter(|cell| *cell < geometry.cells()),
                Name::Pair(row, column) => geometry.cell(row - base, column - base),
            };
            let Some(cell) = cell else {
                let (expected, found) = match name {
                    Name::Number(number) => {
                        (format!("a cell 1..{}", geometry.cells()), format!("cell {number}"))
                    }
                    Name::Pair(row, column) => {
                        let last = geometry.size() - 1 + base;
                        (format!("a row and a column in {base}..{last}"), format!("({row}, {column})"))
                    }
                };
                return Err(self.error(place, &expected, &found));
            };
            if std::mem::replace(&mut seen[cell], true) && givens[cell] != value {
                let found = format!("{value} after {}", givens[cell]);
                return Err(self.error(place, &format!("one value for {}", geometry.name(cell)), &found));
            }
            givens[cell] = value;
        }
        let mut entry = Entry { format: Format::Dictionary, ..Entry::new(geometry, givens, self.line)? };
        // Neither a 0 nor the last number shows which it is.
        if is_named && base == 1 && largest.is_some_and(|largest| largest < geometry.size()) {
            entry.remarks.push("rows and columns are taken to count from 1".to_owned());
        }
        Ok(entry)
    }

    /// The cells with their values.
    fn pairs(&self, opening: usize) -> Result<Vec<Pair>, ParseError> {
        let mut pairs: Vec<Pair> = Vec::new();
        let mut numbers: Vec<usize> = Vec::new();
        let (mut in_pair, mut has_colon) = (false, false);
        let mut expected = "an integer or a member called givens or puzzle";
        for (place, lexeme) in self.lexemes_from(opening) {
            let key = match numbers[..] {
                [number] if !in_pair => Some(Name::Number(number)),
                [row, column] if !in_pair => Some(Name::Pair(row, column)),
                _ => None,
            };
            match (lexeme, key) {
                (Lexeme::Mark('{' | '}'), None) if numbers.is_empty() => {}
                (Lexeme::Mark('('), None) if numbers.is_empty() && !in_pair => in_pair = true,
                (Lexeme::Mark(','), None) if in_pair && numbers.len() == 1 => {}
                (Lexeme::Mark(')'), None) if in_pair && numbers.len() == 2 => in_pair = false,
                (Lexeme::Mark(','), None) if !in_pair && !pairs.is_empty() => {}
                // What surrounds the dictionary.
                (Lexeme::Mark(')' | ']' | '.' | ';'), None)
                    if numbers.is_empty() && !in_pair && !pairs.is_empty() => {}
                (Lexeme::Mark(':'), Some(_)) if !has_colon => has_colon = true,
                (Lexeme::Word(word), None) if word.parse::<usize>().is_ok() => {
                    numbers.extend(word.parse::<usize>());
                    expected = "an integer";
                }
                (Lexeme::Word(word), Some(name)) if has_colon && word.parse::<i32>().is_ok() => {
                    pairs.extend(word.parse().map(|value| (name, value, place)));
                    numbers.clear();
                    has_colon = false;
                }
                (other, _) => return Err(self.error(place, expected, &other.describe())),
            }
        }
        Ok(pairs)
    }
}
