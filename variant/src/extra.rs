//! Extra cells: blocks of cells outside of the grid.

use std::ops::Range;

/// A block of cells outside of the grid, row by row. They are called after the block: `A1`, `A2`, …, or `A` if it is only one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtraCells {
    name: String,
    /// The number of the first of them among all cells.
    first: usize,
    count: usize,
    columns: usize,
    /// Its upper row, where it stands below the grid and other blocks.
    top: usize,
}

impl ExtraCells {
    /// A block of that many cells, with so many columns. `None` if it has no cell, or its name is not one to 20 letters.
    pub(super) fn new(
        name: &str,
        (count, columns): (usize, usize),
        first: usize,
        top: usize,
    ) -> Option<ExtraCells> {
        let is_name = (1..=20).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphabetic());
        let is_block = is_name && count > 0 && columns > 0;
        is_block.then(|| ExtraCells { name: name.to_owned(), first, count, columns, top })
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its cells.
    pub fn cells(&self) -> Range<usize> {
        self.first..self.first + self.count
    }

    /// The number of its columns; the last row may be shorter.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of its rows.
    pub fn rows(&self) -> usize {
        self.count.div_ceil(self.columns)
    }

    /// Its upper row, where it stands below the grid.
    pub(super) fn top(&self) -> usize {
        self.top
    }

    /// The row and the column of one of its cells within it.
    pub(super) fn place(&self, cell: usize) -> (usize, usize) {
        ((cell - self.first) / self.columns, (cell - self.first) % self.columns)
    }

    /// Its cell in this row and column of it.
    pub(super) fn at(&self, row: i64, column: i64) -> Option<usize> {
        let row = usize::try_from(row).ok().filter(|row| *row < self.rows())?;
        let column = usize::try_from(column).ok().filter(|column| *column < self.columns)?;
        let cell = self.first + row * self.columns + column;
        self.cells().contains(&cell).then_some(cell)
    }

    /// The name of one of its cells.
    pub(super) fn name_of(&self, cell: usize) -> String {
        if self.count == 1 { self.name.clone() } else { format!("{}{}", self.name, cell - self.first + 1) }
    }

    /// Its cell of that name.
    pub(super) fn cell(&self, name: &str) -> Option<usize> {
        let number = name.strip_prefix(self.name.as_str())?;
        if self.count == 1 {
            return number.is_empty().then_some(self.first);
        }
        let is_number = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
        let number = number.parse::<usize>().ok().filter(|_| is_number)?;
        (1..=self.count).contains(&number).then(|| self.first + number - 1)
    }
}
