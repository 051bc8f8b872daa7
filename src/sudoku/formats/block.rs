//! Rows that come one after another, until they make a grid.
//!
//! A block is judged only when it is complete or cut off, because a single row leaves much open: `1 2 . 4 …` with
//! sixteen symbols may be a row of a 16-by-16 grid or a whole 4-by-4 one, and `10 11 12` three numbers or six
//! symbols. Its text is kept until then, within a limit.

use crate::sudoku::error::ParseError;
use crate::sudoku::error::ParseErrorKind;
use crate::sudoku::formats::Entry;
use crate::sudoku::formats::Size;
use crate::sudoku::formats::cells::Piece;
use crate::sudoku::formats::cells::read_cells;
use crate::sudoku::formats::lines::LINE_LIMIT;
use crate::sudoku::formats::row::Reading;
use crate::sudoku::formats::row::Row;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::geometry::MAX_SIZE;

/// The longest row written without separators: 1-9 and A-Z.
const PACKED: usize = 35;

/// The longest text kept, in bytes; the largest grid with all its drawing needs a quarter of it.
const TEXT_LIMIT: usize = 8 * LINE_LIMIT;

/// Rows gathered so far; never empty.
#[derive(Debug, Default)]
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
}

/// A row and where it stands.
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
}

impl Block {
    /// Appends a row.
    pub(crate) fn push(&mut self, piece: Piece<'_>, row: Row) {
        let from = self.text.len();
        self.text.push_str(piece.text);
        let Piece { line, start, end, .. } = piece;
        self.rows.push(Placed { row, line, from, to: self.text.len(), start, end });
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
    }

    /// Whether `row` cannot follow here, because the rows so far are puzzles by themselves and it is not.
    pub(crate) fn is_ended_by(&self, row: &Row) -> bool {
        self.lone_puzzles().is_some() && row.cells(false) != self.length()
    }

    /// The length of the first row, which the others should have too.
    pub(crate) fn length(&self) -> usize {
        self.rows.first().map_or(0, |first| first.row.cells(self.has_numbers()))
    }

    /// Whether the rows make a whole, so that what comes next is another puzzle.
    pub(crate) fn is_complete(&self, size: Size) -> bool {
        let (count, total, length) = (self.rows.len(), self.total(), self.length());
        if self.ends_list || total > MAX_SIZE * MAX_SIZE || self.text.len() > TEXT_LIMIT {
            return true;
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

    /// The puzzle, or the puzzles, that the rows are; or what is wrong with them.
    pub(crate) fn finish(self, size: Size, found: &mut dyn FnMut(Result<Entry, ParseError>)) {
        match (size.geometry(), self.lone_puzzles()) {
            (None, Some(geometry)) => {
                for index in 0..self.rows.len() {
                    found(read_cells(geometry, &[self.piece(index)], self.has_numbers()));
                }
            }
            (known, _) => found(self.judge(known, size)),
        }
    }

    /// The one puzzle that the rows are.
    fn judge(&self, known: Option<Geometry>, size: Size) -> Result<Entry, ParseError> {
        let length = self.length();
        let is_square = self.rows.len() == length && self.uneven_row().is_none();
        let own = if is_square { Geometry::from_size(length) } else { Geometry::from_cells(self.total()) };
        let geometry = match (known, own) {
            (None, Ok(own)) => own,
            (Some(known), _) if self.total() == known.cells() => known,
            (Some(_), Ok(own)) => return Err(size.mismatch(self.piece(0).place(self.start()), own)),
            _ => return Err(self.wrong_count(known)),
        };
        if (length == geometry.size()) && self.uneven_row().is_some() {
            return Err(self.wrong_count(Some(geometry)));
        }
        let pieces: Vec<Piece<'_>> = (0..self.rows.len()).map(|index| self.piece(index)).collect();
        read_cells(geometry, &pieces, self.has_numbers())
    }

    /// Says which row is too short or too long or missing, as exactly as possible.
    fn wrong_count(&self, known: Option<Geometry>) -> ParseError {
        let numbers = self.has_numbers();
        let length = known.map_or(self.length(), Geometry::size);
        let last = self.rows.len() - 1;
        let is_grid = (self.rows.len() > 1 || self.is_drawn) && self.length() == length;
        if is_grid && let Some(index) = self.uneven_row() {
            let found = self.rows[index].row.cells(numbers);
            return self.count_error(index, length, format!("{length} cells in this row"), found);
        }
        if is_grid && self.total() > length && (known.is_some() || Geometry::from_size(length).is_ok()) {
            let expected = format!("{length} rows of {length} cells");
            let found = format!("{} rows", self.rows.len());
            return ParseError::new(ParseErrorKind::CellCount, self.end_of(last), expected, found);
        }
        let Some(geometry) = known else {
            let expected = "a square grid (16, 36, 64, 81, 100, 144, 225, 256, … cells)";
            let found = format!("{} cells", self.total());
            return ParseError::new(ParseErrorKind::CellCount, self.end_of(last), expected, found);
        };
        let cells = geometry.cells();
        // The last row holds the first surplus cell, or lacks what is missing.
        let before = self.total() - self.rows[last].row.cells(numbers);
        self.count_error(last, cells.saturating_sub(before), format!("{cells} cells"), self.total())
    }

    /// The error of a wrong number of cells, at the first surplus one of row `index` or behind its last.
    fn count_error(&self, index: usize, surplus_at: usize, expected: String, found: usize) -> ParseError {
        let piece = self.piece(index);
        let place = if self.has_numbers() {
            piece.tokens().nth(surplus_at).map(|token| token.at)
        } else {
            let symbols = |token: crate::sudoku::formats::glyph::Token<'_>| {
                let at = token.at;
                token.text.char_indices().map(move |(offset, _)| at + offset).collect::<Vec<_>>()
            };
            piece.tokens().flat_map(symbols).nth(surplus_at)
        };
        let place = place.map_or_else(|| self.end_of(index), |at| piece.place(at));
        ParseError::new(ParseErrorKind::CellCount, place, expected, format!("{found}"))
    }

    /// The usual geometry of each row, if each row may be a puzzle by itself: nothing is drawn around them, their
    /// length is the square of a size, and (nearly) all keep to the values of that size.
    fn lone_puzzles(&self) -> Option<Geometry> {
        let geometry = Geometry::from_cells(self.length()).ok().filter(|_| !self.is_drawn)?;
        let keeps = |placed: &&Placed| placed.row.largest <= geometry.size() as i32;
        let keeping = self.rows.iter().filter(keeps).count();
        let is_whole_grid = self.rows.len() >= self.length();
        let enough = if is_whole_grid { keeping == self.rows.len() } else { 2 * keeping > self.rows.len() };
        (enough && self.uneven_row().is_none()).then_some(geometry)
    }

    /// The first row whose length differs from the first one's.
    fn uneven_row(&self) -> Option<usize> {
        if self.has_numbers() { self.uneven_tokens } else { self.uneven_symbols }
    }

    /// Whether the rows hold numbers: no row speaks against it, by itself or by its length.
    fn has_numbers(&self) -> bool {
        let only_symbols_match = self.uneven_tokens.is_some() && self.uneven_symbols.is_none();
        self.reading == Reading::Numbers && !only_symbols_match
    }

    /// All cells.
    fn total(&self) -> usize {
        if self.has_numbers() { self.tokens } else { self.symbols }
    }

    /// The piece of row `index`.
    fn piece(&self, index: usize) -> Piece<'_> {
        let Placed { line, from, to, start, end, .. } = self.rows[index];
        Piece { line, text: &self.text[from..to], start, end }
    }

    /// Where the first cell stands in its line, in bytes.
    fn start(&self) -> usize {
        self.piece(0).tokens().next().map_or(0, |token| token.at)
    }

    /// The place just behind the last cell of row `index`.
    fn end_of(&self, index: usize) -> (usize, usize) {
        let piece = self.piece(index);
        piece.place(piece.tokens().last().map_or(piece.end, |token| token.at + token.text.len()))
    }
}
