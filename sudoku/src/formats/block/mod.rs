//! Blocks: consecutive rows, collected until they form a grid.
//!
//! A block is interpreted only when it is complete or cut off, because a single row is ambiguous: `1 2 . 4 …` with
//! sixteen symbols may be a row of a 16-by-16 grid or a whole 4-by-4 one, and `10 11 12` three numbers or six
//! symbols. Its text is kept until then, within a limit.

mod format;
mod numbered;
mod open_end;
mod wrong;

pub(crate) use open_end::{continues, ends_open};

use std::mem;

use crate::error::ParseError;
use crate::error::ParseErrorKind;
use crate::formats::block::numbered::{Numbered, numbered};
use crate::formats::cells::Piece;
use crate::formats::cells::read_cells;
use crate::formats::drawing::Line;
use crate::formats::drawing::doubtful_row;
use crate::formats::drawing::drawn_boxes;
use crate::formats::entry::Entry;
use crate::formats::lines::LINE_LIMIT;
use crate::formats::pencil::Sets;
use crate::formats::pencil::read_sets;
use crate::formats::row::Reading;
use crate::formats::row::Row;
use crate::formats::size::Size;
use crate::formats::title::is_title;
use crate::geometry::Geometry;
use crate::geometry::MAX_SIZE;

/// The longest row written without separators: 1-9 and A-Z.
const PACKED: usize = 35;

/// The longest text kept, in bytes; the largest grid with all its drawing needs a quarter of it.
const TEXT_LIMIT: usize = 8 * LINE_LIMIT;

/// Rows gathered so far; never empty.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing of its own that the rows show")]
pub(crate) struct Block {
    /// The lines, one after another without their ends.
    text: String,
    /// The rows in order.
    rows: Vec<Placed>,
    /// Square brackets open after the last row.
    depth: usize,
    /// Cells, if every symbol is one.
    symbols: usize,
    /// Cells, if every token is one.
    tokens: usize,
    /// The first row that differs in length from the very first, if every symbol is a cell.
    uneven_symbols: Option<usize>,
    /// The first row that differs in length from the very first, if every token is a cell.
    uneven_tokens: Option<usize>,
    /// How the rows together are to be read, as far as they show.
    reading: Reading,
    /// A list of rows is closed.
    ends_list: bool,
    /// Some row has a bar, or belongs to a list with others: no row is a puzzle by itself.
    is_drawn: bool,
    /// Rows in which nothing is written.
    hollow: usize,
    /// Some cell has a symbol that stands for a blank, so that a row without any is a gap in the drawing.
    has_blanks: bool,
    /// The measures of the rows together as a grid of candidates, the words being those of the first.
    sets: Sets,
    /// Some row has another number of words than the first.
    uneven_words: bool,
    /// All rows start and end with bars.
    is_framed: bool,
    /// All rows have bars.
    is_barred: bool,
    /// Rules drawn below the first row.
    rules: usize,
    /// The first row is the heading of a table, with nothing in it.
    has_heading: bool,
    /// The first row has the numbers of the columns, perhaps.
    numbered: Option<Numbered>,
}

/// A row and its place.
#[derive(Clone, Copy, Debug)]
struct Placed {
    row: Row,
    /// The number of its line.
    line: usize,
    /// Its line in the text of the block, in bytes.
    from: usize,
    to: usize,
    /// The part of the line that holds cells, in bytes of the line.
    start: usize,
    end: usize,
    /// Rules above it.
    rules: usize,
}

impl Block {
    /// Appends a row. A row without anything written in it is left out if it is a gap and not a row of cells: if it has
    /// another length than the rows have, or they have symbols for open cells.
    pub(crate) fn push(&mut self, piece: Piece<'_>, row: Row) {
        if row.hollow && self.has_blanks {
            return;
        }
        let is_first = !row.hollow && self.hollow == self.rows.len();
        if self.hollow > 0 && (row.has_blanks || is_first && row.tokens != self.length()) {
            self.drop_hollow();
        }
        self.append(piece, row);
    }

    /// Whether there is no row.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Records a rule between rows.
    pub(crate) fn rule(&mut self, line: &str) {
        if self.rows.is_empty() {
            return;
        }
        self.rules += 1;
        self.has_heading |= line.trim_start().starts_with('|') && self.rows.len() == 1 && self.hollow == 1;
    }

    /// Leaves out all rows in which nothing is written.
    fn drop_hollow(&mut self) {
        let old = mem::take(self);
        for index in 0..old.rows.len() {
            let placed = old.rows[index];
            if !placed.row.hollow {
                self.rules = placed.rules;
                self.append(old.piece(index), placed.row);
            }
        }
        self.rules = old.rules;
    }

    fn append(&mut self, piece: Piece<'_>, row: Row) {
        if self.rows.is_empty() {
            self.numbered = numbered(piece);
        }
        let from = self.text.len();
        self.text.push_str(piece.text);
        let Piece { line, start, end, .. } = piece;
        self.rows.push(Placed { row, line, from, to: self.text.len(), start, end, rules: self.rules });
        self.symbols += row.symbols;
        self.tokens += row.tokens;
        let first = self.rows[0].row;
        let index = self.rows.len() - 1;
        self.uneven_symbols = self.uneven_symbols.or((row.symbols != first.symbols).then_some(index));
        self.uneven_tokens = self.uneven_tokens.or((row.tokens != first.tokens).then_some(index));
        self.reading = self.reading.max(row.reading);
        let nested = self.depth > 0 || row.opened > 1;
        self.depth = (self.depth + row.opened).saturating_sub(row.closed);
        self.ends_list |= nested && self.depth == 0;
        self.is_drawn |= row.barred || nested || self.depth > 0 || (row.closed > 0 && row.continues);
        self.hollow += usize::from(row.hollow);
        self.has_blanks |= row.has_blanks;
        self.is_framed = row.framed && (self.is_framed || index == 0);
        self.is_barred = row.barred && (self.is_barred || index == 0);
        self.uneven_words |= row.sets.words != first.sets.words;
        self.sets = Sets {
            words: first.sets.words,
            several: self.sets.several + row.sets.several,
            has_letters: self.sets.has_letters || row.sets.has_letters,
            has_entered: self.sets.has_entered || row.sets.has_entered,
            has_others: self.sets.has_others || row.sets.has_others,
        };
    }

    /// Whether the rows are those of a grid of candidates. Without a frame, a single set may also be a mistake.
    pub(crate) fn is_of_sets(&self) -> bool {
        let Sets { words, several, has_letters, has_entered, has_others } = self.sets;
        let fits = Geometry::from_size(words).is_ok() && (has_letters || !self.sets.needs_letters());
        (several > 1 || has_entered || several == 1 && self.is_framed)
            && fits
            && !has_others
            && !self.uneven_words
    }

    /// Whether it is square so far: as many rows as cells in each of them.
    pub(crate) fn is_square(&self) -> bool {
        self.rows.len() == self.length() && self.uneven_row().is_none()
    }

    /// Whether `row` cannot follow here, because the rows so far are puzzles by themselves and it is not.
    pub(crate) fn is_ended_by(&self, row: &Row) -> bool {
        let is_alike = row.cells(false) == self.length()
            || row.tokens == self.length() && row.tokens == self.rows[0].row.tokens;
        self.lone_puzzles().is_some() && !is_alike
    }

    /// The length of the first row, which the others should have too.
    pub(crate) fn length(&self) -> usize {
        if self.is_of_sets() {
            return self.sets.words;
        }
        self.rows.first().map_or(0, |first| first.row.cells(self.has_numbers()))
    }

    /// Whether the rows make a whole, so that what comes next is another puzzle.
    pub(crate) fn is_complete(&self, size: Size) -> bool {
        let (count, total, length) = (self.rows.len(), self.total(), self.length());
        if self.ends_list || total > MAX_SIZE * MAX_SIZE || self.text.len() > TEXT_LIMIT {
            return true;
        }
        if self.has_heading || self.is_of_sets() {
            return count >= length + usize::from(self.has_heading);
        }
        if let Some(numbered) = self.numbered {
            return count >= numbered.lines();
        }
        if self.is_drawn_otherwise(size) {
            return count >= length;
        }
        if let Some(geometry) = size.geometry() {
            let n = geometry.size();
            let wraps = length == n || length.is_multiple_of(n);
            total >= geometry.cells() || self.depth == 0 && (count >= n || (length > n && !wraps))
        } else {
            let is_spaced = self.has_numbers() || self.symbols == self.tokens;
            let longest = if is_spaced { MAX_SIZE } else { PACKED };
            (count >= length && Geometry::from_size(length).is_ok()) || self.depth == 0 && length > longest
        }
    }

    /// Whether the rows are drawn as those of a grid of another size than the first puzzle: they may show their own box.
    fn is_drawn_otherwise(&self, size: Size) -> bool {
        let Size::Settled(known) = size else { return false };
        let length = self.length();
        let is_row = self.is_framed || self.is_barred && length != known.cells();
        is_row && length != known.size() && self.uneven_row().is_none() && Geometry::from_size(length).is_ok()
    }

    /// The puzzle, or the puzzles, that the rows are; or what is wrong with them. With each, whether its box is drawn.
    pub(crate) fn finish(mut self, size: Size, found: &mut dyn FnMut(Result<Entry, ParseError>, bool)) {
        if self.has_heading && self.rows.len() == self.length() + 1 {
            self.drop_hollow_heading();
        }
        if let Some((cells, numbered)) = self.without_numbers() {
            return cells.finish(size, &mut |entry, has_own_box| {
                let remarked = |mut entry: Entry| {
                    entry.remarks.push(numbered.remark());
                    entry
                };
                found(entry.map(remarked), has_own_box);
            });
        }
        match (size.geometry(), self.lone_puzzles()) {
            (None, Some(geometry)) => {
                for index in 0..self.rows.len() {
                    found(read_cells(geometry, &[self.piece(index)], self.has_numbers()), false);
                }
            }
            (known, _) => {
                let drawn = self.drawn_boxes().filter(|_| !matches!(size, Size::Stated(_)));
                let format = self.format();
                let entry = self.judge(drawn.or(known), size);
                found(entry.map(|entry| Entry { format, ..entry }), drawn.is_some());
            }
        }
    }

    /// The one puzzle that the rows are.
    fn judge(&self, known: Option<Geometry>, size: Size) -> Result<Entry, ParseError> {
        let lines: Vec<Line<'_>> = self.lines().collect();
        if let Some(index) = doubtful_row(&lines) {
            let piece = self.piece(index);
            let expected = "cells, with '.' for those that are open";
            let found = "a line that may be a row of open cells or a gap between rows";
            return Err(ParseError::new(ParseErrorKind::Syntax, piece.place(piece.start), expected, found));
        }
        let length = self.length();
        let is_square = self.is_square();
        let own = if is_square { Geometry::from_size(length) } else { Geometry::from_cells(self.total()) };
        let geometry = match (known, own) {
            (None, Ok(own)) => own,
            (Some(known), _) if self.total() == known.cells() => known,
            (Some(_), Ok(own)) => return Err(size.mismatch(self.piece(0).place(self.start()), own)),
            _ => return Err(self.wrong_count(known)),
        };
        if self.uneven_row().is_some() && !self.is_wrapped(geometry.size()) {
            return Err(self.wrong_row(geometry.size()));
        }
        let pieces: Vec<Piece<'_>> = (0..self.rows.len()).map(|index| self.piece(index)).collect();
        if self.is_of_sets() {
            return read_sets(geometry, &pieces);
        }
        self.refuse_title(&pieces)?;
        read_cells(geometry, &pieces, self.has_numbers())
    }

    /// An error if the first row may be a title and has another number of tokens than the second.
    fn refuse_title(&self, pieces: &[Piece<'_>]) -> Result<(), ParseError> {
        let [first, second, ..] = pieces else { return Ok(()) };
        let is_alike = self.rows[0].row.tokens == self.rows[1].row.tokens;
        if is_alike || !is_title(&first.text[first.start..first.end]) {
            return Ok(());
        }
        let expected = "a row like the next, or a title that can be no row";
        let found = format!("what may be either, before line {}", second.line);
        Err(ParseError::new(ParseErrorKind::Syntax, first.place(first.start), expected, found))
    }

    /// The geometry whose boxes are drawn around the cells.
    fn drawn_boxes(&self) -> Option<Geometry> {
        let lines: Vec<Line<'_>> = self.lines().collect();
        let of_sets = self.is_of_sets();
        let cells_of = |piece: Piece<'_>| {
            let row = Row::of(&piece.text[piece.start..piece.end]);
            if of_sets { row.sets.words } else { row.cells(self.has_numbers()) }
        };
        drawn_boxes(&lines, self.length(), cells_of).filter(|_| self.is_square())
    }

    /// The rows as lines of a drawing.
    fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let line = |index| {
            let Placed { row, rules, .. } = self.rows[index];
            Line { piece: self.piece(index), rules, hollow: row.hollow }
        };
        (0..self.rows.len()).map(line)
    }

    /// Leaves out the first row, which is the heading of a table.
    fn drop_hollow_heading(&mut self) {
        let old = mem::take(self);
        for index in 1..old.rows.len() {
            self.rules = old.rows[index].rules;
            self.append(old.piece(index), old.rows[index].row);
        }
    }

    /// The usual geometry of each row, if each row may be a puzzle by itself: nothing is drawn around them, their
    /// length is the square of a size, and (nearly) all have only values of that size. Rows of nothing but tabs are gaps, or
    /// belong to others.
    fn lone_puzzles(&self) -> Option<Geometry> {
        let is_single = !self.is_drawn && !self.is_of_sets() && self.hollow < self.rows.len();
        let geometry = Geometry::from_cells(self.length()).ok().filter(|_| is_single)?;
        let keeps = |placed: &&Placed| placed.row.largest <= geometry.size() as i32;
        let keeping = self.rows.iter().filter(keeps).count();
        let is_whole_grid = self.rows.len() >= self.length();
        let enough = if is_whole_grid { keeping == self.rows.len() } else { 2 * keeping > self.rows.len() };
        (enough && self.uneven_row().is_none()).then_some(geometry)
    }

    /// Whether the lines are not rows but a text that is wrapped: all of them longer than a row but the last, or one list in brackets
    /// that is opened in the first and closed in the last.
    fn is_wrapped(&self, size: usize) -> bool {
        let [first, before @ .., last] = &self.rows[..] else { return false };
        let cells = |placed: &Placed| placed.row.cells(self.has_numbers());
        let is_filled = cells(first) > size
            && before.iter().all(|placed| cells(placed) == cells(first))
            && cells(last) < cells(first);
        let is_list = first.row.opened == 1
            && first.row.closed == 0
            && before.iter().chain([last]).all(|placed| placed.row.opened == 0)
            && before.iter().all(|placed| placed.row.closed == 0)
            && self.rows.len() != size;
        is_filled || is_list
    }

    /// The first row whose length differs from the first one's.
    fn uneven_row(&self) -> Option<usize> {
        if self.is_of_sets() {
            return None;
        }
        if self.has_numbers() { self.uneven_tokens } else { self.uneven_symbols }
    }

    /// Whether the rows hold numbers: no row excludes it, by its content or by its length.
    fn has_numbers(&self) -> bool {
        let only_symbols_match = self.uneven_tokens.is_some() && self.uneven_symbols.is_none();
        self.reading == Reading::Numbers && !only_symbols_match
    }

    /// All cells.
    fn total(&self) -> usize {
        if self.is_of_sets() {
            return self.sets.words * self.rows.len();
        }
        if self.has_numbers() { self.tokens } else { self.symbols }
    }

    /// The piece of row `index`.
    fn piece(&self, index: usize) -> Piece<'_> {
        let Placed { line, from, to, start, end, .. } = self.rows[index];
        Piece { line, text: &self.text[from..to], start, end }
    }

    /// Where the first cell is in its line, in bytes.
    fn start(&self) -> usize {
        self.piece(0).tokens().next().map_or(0, |token| token.at)
    }

    /// The place just behind the last cell of row `index`.
    fn end_of(&self, index: usize) -> (usize, usize) {
        let piece = self.piece(index);
        piece.place(piece.tokens().last().map_or(piece.end, |token| token.at + token.text.len()))
    }
}
