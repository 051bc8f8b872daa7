//! Columns of a table beside the puzzle. Names, ratings and solutions are passed over; the name of a rule and other regions are refused, as they
//! make another puzzle of it, and so is a solution that is not one with these boxes.
//!
//! A column with a symbol for each cell is one of regions if it has as many symbols as the grid has rows, each as often, and some
//! symbol twice in a row or in a column, where a solution has each once. The boxes of the grid are no other regions.

use crate::formats::glyph::{Glyph, fields, glyph};
use crate::formats::object::{boxes_of, names_grid, names_rule};
use crate::geometry::Geometry;
use crate::puzzle::Puzzle;

/// A column that belongs to another kind of Sudoku.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Column {
    /// Its number among the fields, from 1.
    number: usize,
    /// Its place in the line, in bytes.
    pub(crate) at: usize,
    holds: Holds,
}

/// What such a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Holds {
    Regions,
    Solution,
    Rule,
}

impl Column {
    /// What an error says of it, in a grid of this geometry.
    pub(crate) fn describe(&self, geometry: Geometry) -> String {
        let number = self.number;
        match self.holds {
            Holds::Regions => format!("regions in column {number} that are not the boxes of {geometry}"),
            Holds::Solution => {
                format!("values of a solution in column {number} that break the boxes of {geometry}")
            }
            Holds::Rule => format!("the name of a rule in column {number}"),
        }
    }

    /// What is expected in place of it.
    pub(crate) fn expected(&self, geometry: Geometry) -> String {
        match self.holds {
            Holds::Regions | Holds::Solution => format!("no other regions than the boxes of {geometry}"),
            Holds::Rule => "a puzzle without further rules".to_owned(),
        }
    }
}

/// No name of a rule is longer.
const LONGEST_NAME: usize = 30;

/// The first field of the line of a puzzle that belongs to another kind of Sudoku.
pub(crate) fn foreign_column(text: &str, puzzle: &Puzzle) -> Option<Column> {
    let geometry = puzzle.geometry();
    let cells = geometry.cells();
    let rule =
        separated(text).enumerate().find(|(_, (_, name))| name.len() <= LONGEST_NAME && names_rule(name));
    if let Some((number, (at, _))) = rule {
        return Some(Column { number: number + 1, at, holds: Holds::Rule });
    }
    if text.len() < 2 * cells {
        return None;
    }
    let of_cells = |field: &str| field.len() >= cells && field.chars().count() == cells;
    fields(text).enumerate().filter(|(_, (_, field))| of_cells(field)).find_map(|(number, (at, field))| {
        let symbols: Vec<char> = field.chars().collect();
        let is_solution = breaks_boxes(&symbols, puzzle);
        let is_foreign =
            is_solution || are_regions(&symbols, geometry) && !boxes_of(&symbols).contains(&geometry);
        let holds = if is_solution { Holds::Solution } else { Holds::Regions };
        is_foreign.then_some(Column { number: number + 1, at, holds })
    })
}

/// Whether these symbols, one for each cell, state regions.
fn are_regions(symbols: &[char], geometry: Geometry) -> bool {
    let size = geometry.size();
    let mut sorted = symbols.to_vec();
    sorted.sort_unstable();
    let are_even = sorted.chunk_by(|a, b| a == b).all(|same| same.len() == size);
    // Rows and columns are regions of any grid, and add nothing to it.
    let are_rows = symbols.chunks(size).all(|row| row.iter().all(|symbol| *symbol == row[0]));
    let are_columns = symbols.chunks(size).all(|row| *row == symbols[..size]);
    let lines = geometry.rows().chain(geometry.columns());
    are_even && !are_rows && !are_columns && lines.into_iter().any(|line| has_twice(symbols, &line))
}

/// Whether these symbols are the values of a solution of the puzzle in all rows and columns, but not in all boxes.
fn breaks_boxes(symbols: &[char], puzzle: &Puzzle) -> bool {
    let geometry = puzzle.geometry();
    let value = |c: &char| if let Glyph::Value(value) = glyph(*c) { i32::from(value) } else { 0 };
    let keeps = |(symbol, given): (&char, &i32)| {
        (1..=geometry.size() as i32).contains(&value(symbol)) && (*given == 0 || *given == value(symbol))
    };
    symbols.iter().zip(puzzle.givens()).all(keeps)
        && geometry.rows().chain(geometry.columns()).all(|line| !has_twice(symbols, &line))
        && geometry.boxes().any(|cells| has_twice(symbols, &cells))
}

/// Whether two of these cells have the same symbol.
fn has_twice(symbols: &[char], cells: &[usize]) -> bool {
    let mut seen: Vec<char> = cells.iter().map(|cell| symbols[*cell]).collect();
    seen.sort_unstable();
    seen.windows(2).any(|pair| pair[0] == pair[1])
}

/// Whether the text is the heading of a table: a name for each column, one of them that of a column of grids.
pub(crate) fn is_table_heading(text: &str) -> bool {
    let is_letter = |c: char| c.is_alphabetic() || matches!(c, ' ' | '_' | '-' | '"' | '\'');
    let names = || text.split(['\t', ',', ';']);
    names().nth(1).is_some()
        && names().all(|name| name.contains(char::is_alphabetic) && name.chars().all(is_letter))
        && names().any(|name| names_grid(name.trim_matches(['"', '\'', ' '])))
}

/// The column of rules, or of regions, that the heading of a table names: its place in bytes, and its name. A heading names a column
/// of grids as well.
pub(crate) fn foreign_heading(text: &str) -> Option<(usize, String)> {
    if !separated(text).any(|(_, name)| names_grid(name)) {
        return None;
    }
    separated(text).find(|(_, name)| names_rule(name)).map(|(at, name)| (at, name.to_owned()))
}

/// The texts between tabs, commas and semicolons without quotes, each with its place in bytes.
fn separated(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(['\t', ',', ';'])
        .map(|name| (name.as_ptr() as usize - text.as_ptr() as usize, name.trim_matches(['"', '\'', ' '])))
}
