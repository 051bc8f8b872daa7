//! Shape of a variant puzzle: a rectangle of cells, some of which may be absent, extra cells outside of it, and its digits.

use std::collections::BTreeSet;

use crate::extra::ExtraCells;

/// The largest number of cells.
pub const MAX_CELLS: usize = 250_000;

/// The largest number of digits.
pub const MAX_DIGITS: usize = 512;

/// The cells and the digits of a puzzle. Cells are numbered from 0, row by row, absent ones included; extra cells follow.
///
/// ```
/// use residua_variant::Shape;
///
/// let shape = Shape::new(6, 8, 0..=7).expect("small");
/// assert_eq!(shape.name(8), "r2c1");
/// assert_eq!(shape.cell("R2C1"), Some(8));
/// assert_eq!(shape.neighbours(0), [1, 8]);
///
/// // Three cells outside of the grid.
/// let shape = shape.with_extra("A", 3, 3).expect("a name of letters");
/// assert_eq!((shape.cell("A2"), shape.len(), shape.grid_len()), (Some(49), 51, 48));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    rows: usize,
    columns: usize,
    low: i32,
    high: i32,
    absent: BTreeSet<usize>,
    extra: Vec<ExtraCells>,
}

impl Shape {
    /// A rectangle of cells with these digits; `None` if it has no cell or more than [`MAX_CELLS`], no digit or more than [`MAX_DIGITS`],
    /// or a digit outside −9999..=9999.
    pub fn new(rows: usize, columns: usize, digits: std::ops::RangeInclusive<i32>) -> Option<Shape> {
        let (low, high) = (*digits.start(), *digits.end());
        let cells = rows.checked_mul(columns)?;
        let digits = i64::from(high) - i64::from(low) + 1;
        let fits = (1..=MAX_CELLS).contains(&cells) && (1..=MAX_DIGITS as i64).contains(&digits);
        let fits = fits && low >= -9999 && high <= 9999;
        fits.then_some(Shape { rows, columns, low, high, absent: BTreeSet::new(), extra: Vec::new() })
    }

    /// The shape with a block of extra cells outside of the grid, in rows of so many columns. Rules may name them as any cells; to rules of
    /// the whole grid they do not belong. `None` if there is no cell, a block of that name, or too many cells, or if the name is not one
    /// to 20 letters.
    #[must_use]
    pub fn with_extra(mut self, name: &str, count: usize, columns: usize) -> Option<Shape> {
        let first = self.len();
        let fits = first.checked_add(count).is_some_and(|cells| cells <= MAX_CELLS);
        let is_new = self.extra.iter().all(|block| block.name() != name);
        if !fits || !is_new {
            return None;
        }
        self.extra.push(ExtraCells::new(name, (count, columns), first, self.drawn_rows() + 1)?);
        Some(self)
    }

    /// The shape without these cells.
    #[must_use]
    pub fn without(mut self, cells: impl IntoIterator<Item = usize>) -> Shape {
        self.absent.extend(cells);
        self
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The digits.
    pub fn digits(&self) -> std::ops::RangeInclusive<i32> {
        self.low..=self.high
    }

    /// The number of digits.
    pub fn digit_count(&self) -> usize {
        (self.high - self.low) as usize + 1
    }

    /// The number of cells of the rectangle.
    pub fn grid_len(&self) -> usize {
        self.rows * self.columns
    }

    /// The number of cells of the rectangle and of extra cells.
    pub fn len(&self) -> usize {
        self.extra.last().map_or_else(|| self.grid_len(), |block| block.cells().end)
    }

    /// The blocks of extra cells.
    pub fn extra(&self) -> &[ExtraCells] {
        &self.extra
    }

    /// The block that an extra cell is in.
    pub(super) fn block(&self, cell: usize) -> Option<&ExtraCells> {
        self.extra.iter().find(|block| block.cells().contains(&cell))
    }

    /// The number of rows with the blocks of extra cells below the grid, each a row apart.
    pub(super) fn drawn_rows(&self) -> usize {
        self.extra.last().map_or(self.rows, |block| block.top() + block.rows())
    }

    /// Whether there is no cell at all, which is never so.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a cell is one of the puzzle.
    pub fn has(&self, cell: usize) -> bool {
        cell < self.len() && !self.absent.contains(&cell)
    }

    /// The cells of the puzzle that are in the grid.
    pub fn grid_cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.grid_len()).filter(|cell| self.has(*cell))
    }

    /// The cells of the puzzle, extra cells last.
    pub fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).filter(|cell| self.has(*cell))
    }

    /// The row and the column of a cell, from 0. Extra cells are below the grid, at least a row apart.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        match self.block(cell) {
            Some(block) => {
                let (row, column) = block.place(cell);
                (block.top() + row, column)
            }
            None => (cell / self.columns, cell % self.columns),
        }
    }

    /// The cell of the grid in a row and a column, from 0, as far as there is one.
    pub fn at(&self, row: i64, column: i64) -> Option<usize> {
        let row = usize::try_from(row).ok().filter(|row| *row < self.rows)?;
        let column = usize::try_from(column).ok().filter(|column| *column < self.columns)?;
        let cell = row * self.columns + column;
        self.has(cell).then_some(cell)
    }

    /// The cell at this distance from another one, in rows and columns: in the grid, or in the same block of extra cells.
    pub fn step(&self, cell: usize, (rows, columns): (i64, i64)) -> Option<usize> {
        if let Some(block) = self.block(cell) {
            let (row, column) = block.place(cell);
            return block.at(row as i64 + rows, column as i64 + columns);
        }
        let (row, column) = self.place(cell);
        self.at(row as i64 + rows, column as i64 + columns)
    }

    /// The orthogonal neighbours of a cell, ascending.
    pub fn neighbours(&self, cell: usize) -> Vec<usize> {
        [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter().filter_map(|step| self.step(cell, step)).collect()
    }

    /// The cells of a row of the rectangle.
    pub fn row(&self, row: usize) -> Vec<usize> {
        (0..self.columns).map(|column| row * self.columns + column).filter(|cell| self.has(*cell)).collect()
    }

    /// The cells of a column of the rectangle.
    pub fn column(&self, column: usize) -> Vec<usize> {
        (0..self.rows).map(|row| row * self.columns + column).filter(|cell| self.has(*cell)).collect()
    }

    /// The name of a cell: `r1c1`, or `A1` of an extra cell.
    pub fn name(&self, cell: usize) -> String {
        if let Some(block) = self.block(cell) {
            return block.name_of(cell);
        }
        let (row, column) = self.place(cell);
        format!("r{}c{}", row + 1, column + 1)
    }

    /// The names of some cells: `r1c1 r1c2`.
    pub fn names(&self, cells: &[usize]) -> String {
        cells.iter().map(|&cell| self.name(cell)).collect::<Vec<_>>().join(" ")
    }

    /// The cell of that name, `r1c1` or `R1C1`, or `A1` for an extra cell.
    pub fn cell(&self, name: &str) -> Option<usize> {
        if let Some(cell) = self.extra.iter().find_map(|block| block.cell(name)) {
            return Some(cell);
        }
        let rest = name.strip_prefix(['r', 'R'])?;
        let (row, column) = rest.split_once(['c', 'C'])?;
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| text.parse::<i64>().ok()).flatten()
        };
        self.at(number(row)? - 1, number(column)? - 1)
    }
}
