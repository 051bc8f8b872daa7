//! Layout: the coordinates of everything in a picture, in units of the drawing.

use crate::geometry::Geometry;
use crate::render::width;

/// The coordinates of a grid's parts. A cell is as large as its candidates need, arranged like a box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    geometry: Geometry,
    /// The width of the slot of one candidate; its height is [`SLOT`].
    pub(super) slot: usize,
    /// The space above the candidates, for the letters of equal cells.
    strip: usize,
    /// The side of a cell.
    pub(super) side: usize,
    /// The space left of the grid and above it, for the names of rows and columns.
    left: usize,
    top: usize,
    /// The font size of these names.
    pub(super) label: usize,
}

/// The side of the slot of a candidate that is one symbol.
pub(super) const SLOT: usize = 14;

/// The padding around the candidates of a cell.
const PADDING: usize = 4;

/// The margin around the whole.
const MARGIN: usize = 6;

/// The font size of candidates.
pub(super) const SMALL: usize = 11;

impl Layout {
    /// The layout of a grid, with space for letters if cells are equal.
    pub(super) fn new(geometry: Geometry, has_equal: bool) -> Layout {
        let slot = if width(geometry) == 1 { SLOT } else { 7 * width(geometry) + 5 };
        let strip = if has_equal { 10 } else { 0 };
        let across = geometry.box_columns() * slot + 2 * PADDING;
        let down = geometry.box_rows() * SLOT + 2 * PADDING + strip;
        let side = across.max(down).max(40);
        let label = SMALL.max(side / 4);
        let letters = geometry.size().to_string().len() + 1;
        let left = letters * label * 6 / 10 + 2 * MARGIN;
        Layout { geometry, slot, strip, side, left, top: 2 * label + 2, label }
    }

    /// The width and the height of the picture.
    pub(super) fn extent(self) -> (usize, usize) {
        let grid = self.geometry.size() * self.side;
        (self.left + grid + MARGIN, self.top + grid + MARGIN)
    }

    /// The left edge of a column; of the one beyond the last, the right edge of the grid.
    pub(super) fn x(self, column: usize) -> usize {
        self.left + column * self.side
    }

    /// The upper edge of a row.
    pub(super) fn y(self, row: usize) -> usize {
        self.top + row * self.side
    }

    /// The upper left corner of a cell.
    pub(super) fn corner(self, cell: usize) -> (usize, usize) {
        (self.x(self.geometry.column_of(cell)), self.y(self.geometry.row_of(cell)))
    }

    /// The position of the text of a value, in the middle of the cell with that corner, and its font size.
    pub(super) fn value(self, (x, y): (usize, usize)) -> (usize, usize, usize) {
        let size = (self.side * 6 / 10).min(self.side * 3 / 2 / width(self.geometry).max(2));
        (x + self.side / 2, y + baseline(self.side, size), size)
    }

    /// The position of the text of a candidate in the cell with that corner: candidates are arranged in it like the values 1, 2, 3, … in
    /// a box.
    pub(super) fn candidate(self, (x, y): (usize, usize), value: i32) -> (usize, usize) {
        let (rows, columns) = (self.geometry.box_rows(), self.geometry.box_columns());
        let place = value.max(1) as usize - 1;
        let spare = self.side - self.strip - rows * SLOT;
        let left = x + (self.side - columns * self.slot) / 2 + place % columns * self.slot;
        let top = y + self.strip + spare / 2 + place / columns * SLOT;
        (left + self.slot / 2, top + baseline(SLOT, SMALL))
    }

    /// The positions of the names of a row and of a column.
    pub(super) fn row_label(self, row: usize) -> (usize, usize) {
        (self.left / 2, self.y(row) + baseline(self.side, self.label))
    }

    pub(super) fn column_label(self, column: usize) -> (usize, usize) {
        (self.x(column) + self.side / 2, baseline(self.top, self.label))
    }
}

/// The baseline of a line of text of that font size in the middle of a height. Not every program that shows SVG can
/// centre text by itself.
fn baseline(height: usize, size: usize) -> usize {
    (50 * height + 36 * size) / 100
}
