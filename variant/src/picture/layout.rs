//! Layout: the coordinates of everything in a picture of a variant puzzle, in units of the drawing.

use crate::extra::ExtraCells;
use crate::picture::pen::{Point, width};
use crate::shape::Shape;

/// The height of the slot of a candidate, and its width if it has one character.
pub(super) const SLOT: f64 = 14.0;

/// The padding around the candidates of a cell.
const PADDING: f64 = 4.0;

/// The least side of a cell.
const LEAST_SIDE: f64 = 48.0;

/// The margin around the whole, and left of text below.
pub(super) const MARGIN: f64 = 6.0;

/// The font size of candidates and of labels in corners.
pub(super) const SMALL: f64 = 11.0;

/// The font size of clues outside of the grid.
pub(super) const CLUE: f64 = 15.0;

/// The height of a clue outside of the grid.
pub(super) const CLUE_HEIGHT: f64 = 27.0;

/// The font size of the text below, and the height of its lines.
pub(super) const WORDS: f64 = 12.0;
pub(super) const WORDS_HEIGHT: f64 = 17.0;

/// The least width of a picture with text below.
const LEAST_WIDTH: f64 = 260.0;

/// What stands outside of the grid: how many clues at most one behind the other on each side, and how wide one is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outside {
    pub(super) left: usize,
    pub(super) right: usize,
    pub(super) above: usize,
    pub(super) below: usize,
    pub(super) width: f64,
}

/// The coordinates of a grid's parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout<'a> {
    shape: &'a Shape,
    rows: usize,
    columns: usize,
    low: i32,
    /// How many candidates are side by side.
    across: usize,
    down: usize,
    /// The width of the slot of a candidate.
    pub(super) slot: f64,
    /// The space above the candidates, for labels in corners.
    strip: f64,
    /// The side of a cell.
    pub(super) side: f64,
    left: f64,
    top: f64,
    outside: Outside,
    /// How many characters a digit has at most.
    digit: usize,
    /// The font size of the names of rows and columns.
    pub(super) label: f64,
}

impl<'a> Layout<'a> {
    /// The layout of a grid. `is_open` says whether candidates are shown, `has_labels` whether there are labels in corners.
    pub(super) fn new(shape: &'a Shape, is_open: bool, has_labels: bool, outside: Outside) -> Layout<'a> {
        let digits = shape.digits();
        let digit = [digits.start(), digits.end()].map(|digit| digit.to_string().len());
        let digit = digit.into_iter().max().unwrap_or(1);
        let slot = if digit == 1 { SLOT } else { 7.0 * digit as f64 + 5.0 };
        let across = shape.digit_count().isqrt();
        let across = if across * across < shape.digit_count() { across + 1 } else { across };
        let down = shape.digit_count().div_ceil(across);
        let strip = if has_labels && is_open { 10.0 } else { 0.0 };
        let open = (across as f64 * slot).max(down as f64 * SLOT + strip) + 2.0 * PADDING;
        let side = if is_open { open.max(LEAST_SIDE) } else { LEAST_SIDE };
        let label = (side / 4.0).clamp(SMALL, 16.0);
        let longest = shape.rows().to_string().len() + 1;
        let left = width(&"r".repeat(longest), label) + 2.0 * MARGIN + outside.left as f64 * outside.width;
        let top = 2.0 * label + outside.above as f64 * CLUE_HEIGHT;
        Layout {
            shape,
            rows: shape.rows(),
            columns: shape.columns(),
            low: *digits.start(),
            across,
            down,
            slot,
            strip,
            side,
            left: left.round(),
            top: top.round(),
            outside,
            digit,
            label,
        }
    }

    /// The width of the picture.
    pub(super) fn width(self, has_words: bool) -> f64 {
        let right = self.x(self.columns) + self.outside.right as f64 * self.outside.width + MARGIN;
        let columns = self.shape.extra().iter().map(|block| block.columns().min(block.cells().len()));
        let right = right.max(self.x(columns.max().unwrap_or(0)) + MARGIN);
        if has_words { right.max(LEAST_WIDTH) } else { right }
    }

    /// Where the grid and all that is outside of it ends.
    pub(super) fn bottom(self) -> f64 {
        match self.shape.drawn_rows() {
            rows if rows > self.rows => self.y(rows) + MARGIN,
            rows => self.y(rows) + self.outside.below as f64 * CLUE_HEIGHT + MARGIN,
        }
    }

    /// The left edge of a column; of the one beyond the last, the right edge of the grid.
    pub(super) fn x(self, column: usize) -> f64 {
        self.left + column as f64 * self.side
    }

    /// The upper edge of a row; those of extra cells come after what is below the grid.
    pub(super) fn y(self, row: usize) -> f64 {
        let clues = if row > self.rows { self.outside.below as f64 * CLUE_HEIGHT } else { 0.0 };
        self.top + row as f64 * self.side + clues
    }

    /// The upper left corner of a cell.
    pub(super) fn corner(self, cell: usize) -> Point {
        let (row, column) = self.shape.place(cell);
        Point::new(self.x(column), self.y(row))
    }

    /// The middle of a cell.
    pub(super) fn centre(self, cell: usize) -> Point {
        self.corner(cell) + self.half()
    }

    /// The way from the upper left corner of a cell to its middle.
    pub(super) fn half(self) -> Point {
        Point::new(self.side / 2.0, self.side / 2.0)
    }

    /// The middles of cells.
    pub(super) fn centres(self, cells: &[usize]) -> Vec<Point> {
        cells.iter().map(|&cell| self.centre(cell)).collect()
    }

    /// The font size of a digit.
    pub(super) fn value(self) -> f64 {
        (0.6 * self.side).min(1.5 * self.side / self.digit.max(2) as f64)
    }

    /// The middle of a candidate in the cell with that corner.
    pub(super) fn candidate(self, corner: Point, digit: i32) -> Point {
        let place = usize::try_from(i64::from(digit) - i64::from(self.low)).unwrap_or(0);
        let (row, column) = ((place / self.across) as f64, (place % self.across) as f64);
        let spare = self.side - self.strip - self.down as f64 * SLOT;
        let left = (self.side - self.across as f64 * self.slot) / 2.0;
        let at = Point::new(left + (column + 0.5) * self.slot, self.strip + spare / 2.0 + (row + 0.5) * SLOT);
        corner + at
    }

    /// The middle of the name of a row.
    pub(super) fn row_label(self, row: usize) -> Point {
        let space = self.left - self.outside.left as f64 * self.outside.width;
        Point::new(space / 2.0, self.y(row) + self.side / 2.0)
    }

    /// The middle of the name of a column.
    pub(super) fn column_label(self, column: usize) -> Point {
        Point::new(self.x(column) + self.side / 2.0, self.label)
    }

    /// The middle of the name of a block of extra cells, above it.
    pub(super) fn block_label(self, block: &ExtraCells) -> Point {
        let half = width(block.name(), self.label) / 2.0;
        Point::new(self.x(0) + half, self.y(block.top()) - self.label)
    }

    /// The middle of a clue in a place that is none of the grid's cells, by row and column from 0, behind `level` others.
    pub(super) fn clue(self, (row, column): (i64, i64), level: usize) -> Point {
        let (wide, high) = (self.outside.width, CLUE_HEIGHT);
        let behind = level as f64;
        let along = |at: i64, count: usize, start: f64, extent: f64| match usize::try_from(at) {
            Err(_) => start - (behind + 0.5) * extent,
            Ok(at) if at >= count => start + count as f64 * self.side + (behind + 0.5) * extent,
            Ok(at) => start + (at as f64 + 0.5) * self.side,
        };
        Point::new(along(column, self.columns, self.left, wide), along(row, self.rows, self.top, high))
    }
}
