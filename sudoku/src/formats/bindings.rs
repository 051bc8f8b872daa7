//! Bindings format, the answer of a Prolog top level: `G0000 = 5, G0007 = G0100, G0100 = 9, G0102 in 1..3, …`.
//!
//! `Grrcc` is the cell in row `rr` and column `cc`, both from 0, in two digits each (or in more, but as many for
//! the one as for the other). A cell bound to an integer is a given, and so is a cell bound to another cell that
//! has a value: that is how a top level prints two variables with the same value. Of a cell with a
//! domain the values are marked. What is left of the rules (`#\=`, `all_distinct`) is skipped, and other goals are
//! refused. The answer ends with a full stop, a semicolon or a blank line.

use std::collections::BTreeMap;
use std::mem;

use crate::error::ParseError;
use crate::error::ParseErrorKind;
use crate::error::column_at;
use crate::formats::cells::no_value;
use crate::formats::entry::Entry;
use crate::formats::goals::Goal;
use crate::formats::goals::goal;
use crate::formats::goals::goals;
use crate::formats::size::Size;
use crate::geometry::Geometry;
use crate::geometry::MAX_SIZE;
use crate::notes::Notes;
use crate::puzzle::Puzzle;

/// A row and a column, from 0.
type Cell = (usize, usize);

/// The bindings of one answer, as far as it has been read.
#[derive(Debug)]
pub(crate) struct Bindings {
    /// The number of the first line.
    line: usize,
    /// The values bound, each with its place.
    values: BTreeMap<Cell, (i32, (usize, usize))>,
    /// Cells bound to cells: a union-find forest, each to one nearer to its root.
    aliases: BTreeMap<Cell, Cell>,
    /// The domains of cells.
    domains: BTreeMap<Cell, Vec<i32>>,
    /// Values that are excluded from cells, in addition to their domains.
    without: Vec<(Cell, i32)>,
    /// Brackets open after the last line.
    depth: usize,
    /// The largest row or column named.
    largest: usize,
}

/// Whether `line` starts an answer: it binds or bounds a cell.
pub(crate) fn starts_answer(line: &str) -> bool {
    names(line).next().is_some_and(|(start, end, _)| {
        let rest = line[end..].trim_start();
        start == line.len() - line.trim_start().len()
            && (rest.starts_with('=') || rest.starts_with('#') || rest.starts_with("in "))
    })
}

impl Bindings {
    /// An answer that starts in line `line`, of which nothing has been added yet.
    pub(crate) fn new(line: usize) -> Self {
        Self {
            line,
            values: BTreeMap::new(),
            aliases: BTreeMap::new(),
            domains: BTreeMap::new(),
            without: Vec::new(),
            depth: 0,
            largest: 0,
        }
    }

    /// Adds a line; true if it ends the answer.
    ///
    /// # Errors
    /// If it names a cell that no grid has, or an impossible value.
    pub(crate) fn push(&mut self, line: &str, number: usize) -> Result<bool, ParseError> {
        // Columns are counted from the previous place, because a long line may contain many names.
        let (mut counted, mut column) = (0, 1);
        for (start, end, cell) in names(line) {
            column += line[counted..start].chars().count();
            counted = start;
            let place = (number, column);
            if cell.0.max(cell.1) >= MAX_SIZE {
                let expected = format!("a cell of a grid of side 1 to {MAX_SIZE}");
                return Err(ParseError::new(ParseErrorKind::Symbol, place, expected, &line[start..end]));
            }
            self.largest = self.largest.max(cell.0).max(cell.1);
            let is_start = line[..start].trim_end().chars().next_back().is_none_or(|c| c == ',');
            let Some(term) = line[end..].trim_start().strip_prefix('=').filter(|_| is_start) else {
                continue;
            };
            let term = term.trim_start();
            let digits = term.len() - term.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if digits > 0 {
                let value = term[..digits].parse().unwrap_or(i32::MAX);
                let place = (number, column + line[start..line.len() - term.len()].chars().count());
                self.values.insert(cell, (value, place));
            } else if let Some((0, _, other)) = names(term).next() {
                let (mine, theirs) = (self.root(cell), self.root(other));
                if mine != theirs {
                    self.aliases.insert(mine, theirs);
                }
            }
        }
        self.push_goals(line, number)?;
        Ok(line.trim_end().ends_with(['.', ';']))
    }

    /// Adds the domains in a line, and refuses other goals about cells.
    fn push_goals(&mut self, line: &str, number: usize) -> Result<(), ParseError> {
        // A goal that began in an earlier line continues up to its last bracket.
        let is_within = self.depth > 0;
        let mut start = 0;
        for (at, c) in line.char_indices() {
            match c {
                '[' | '(' => self.depth += 1,
                ']' | ')' => {
                    self.depth = self.depth.saturating_sub(1);
                    if is_within && start == 0 && self.depth == 0 {
                        start = at + 1;
                    }
                }
                _ => {}
            }
        }
        if is_within && start == 0 {
            return Ok(());
        }
        for (at, text) in goals(&line[start..]) {
            let cell = |name: &str| names(name).next().map(|(_, _, cell)| cell);
            match goal(text) {
                Goal::Domain(name, values) => {
                    self.domains.extend(cell(name).map(|cell| (cell, values)));
                }
                Goal::Without(name, value) => self.without.extend(cell(name).map(|cell| (cell, value))),
                Goal::Other if cell(text).is_some() => {
                    let place = (number, column_at(line, start + at));
                    let expected = "a binding, a domain, #\\= or all_distinct";
                    let found: String = text.chars().take(20).collect();
                    let found = format!("'{}'", found.escape_debug());
                    return Err(ParseError::new(ParseErrorKind::Syntax, place, expected, found));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The puzzle whose givens are the cells with a value.
    pub(crate) fn finish(mut self, size: Size) -> Result<Entry, ParseError> {
        let own = (self.largest + 1..=MAX_SIZE).find_map(|size| Geometry::from_size(size).ok());
        let place = (self.line, 1);
        let Some(geometry) = size.geometry().or(own) else {
            return Err(ParseError::new(ParseErrorKind::CellCount, place, "a cell of a grid", "none"));
        };
        let n = geometry.size();
        if self.largest >= n {
            let own = own.unwrap_or(geometry);
            return Err(size.mismatch(place, own));
        }
        let mut of_class = BTreeMap::new();
        let values = mem::take(&mut self.values);
        let mut givens = vec![0; geometry.cells()];
        for (cell, (value, place)) in &values {
            if !(1..=n as i32).contains(value) {
                return Err(no_value(geometry, *place, &value.to_string()));
            }
            of_class.insert(self.root(*cell), *value);
        }
        let aliased: Vec<Cell> = self.aliases.keys().copied().collect();
        for cell in aliased {
            let value = of_class.get(&self.root(cell));
            givens[cell.0 * n + cell.1] = value.copied().unwrap_or(0);
        }
        // A cell with a value of its own keeps it, even against its alias.
        for (cell, (value, _)) in values {
            givens[cell.0 * n + cell.1] = value;
        }
        let domains: Vec<(Cell, Vec<i32>)> = mem::take(&mut self.domains).into_iter().collect();
        let mut domains: BTreeMap<Cell, Vec<i32>> =
            domains.into_iter().map(|(cell, values)| (self.root(cell), values)).collect();
        for (cell, gone) in mem::take(&mut self.without) {
            let domain = domains.entry(self.root(cell)).or_insert_with(|| (1..=n as i32).collect());
            domain.retain(|value| *value != gone);
        }
        let mut marks = vec![Vec::new(); geometry.cells()];
        let mut refuted = Vec::new();
        for (cell, marks) in marks.iter_mut().enumerate().filter(|(cell, _)| givens[*cell] == 0) {
            let Some(values) = domains.get(&self.root((cell / n, cell % n))) else { continue };
            let values: Vec<i32> = values.iter().copied().filter(|value| *value <= n as i32).collect();
            match values.len() {
                0 => refuted.push(cell),
                // A domain with all values is not a restriction.
                length if length < n => *marks = values,
                _ => {}
            }
        }
        let mut entry = Entry::new(geometry, givens, self.line)?;
        let invariant = "invariant: the values were compared with the size";
        entry.notes = Notes::new(geometry, Vec::new(), marks).expect(invariant);
        for cell in refuted {
            let puzzle = mem::replace(&mut entry.puzzle, Puzzle::blank(geometry));
            entry.puzzle = puzzle.with_candidates(cell, &[]).expect(invariant);
        }
        Ok(entry)
    }

    /// The representative of all cells that are bound to `cell`; halves the path to it, so that long chains stay
    /// cheap.
    fn root(&mut self, mut cell: Cell) -> Cell {
        while let Some(next) = self.aliases.get(&cell).copied() {
            if let Some(further) = self.aliases.get(&next).copied() {
                self.aliases.insert(cell, further);
            }
            cell = next;
        }
        cell
    }
}

/// The cells named in `line`: start and end in bytes, row and column.
fn names(line: &str) -> impl Iterator<Item = (usize, usize, Cell)> {
    line.match_indices('G').filter_map(|(start, _)| {
        let after_word = line[..start].chars().next_back().is_some_and(char::is_alphanumeric);
        let digits = line[start + 1..].bytes().take_while(u8::is_ascii_digit).count();
        let end = start + 1 + digits;
        if after_word || digits < 4 || digits % 2 == 1 || digits > 12 {
            return None;
        }
        let (row, column) = line[start + 1..end].split_at(digits / 2);
        Some((start, end, (row.parse().ok()?, column.parse().ok()?)))
    })
}
