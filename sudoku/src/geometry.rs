//! Geometry of a grid: boxes of r rows by c columns, n = r·c, an n-by-n grid.
//!
//! Everything about positions is in this file: the cells of a row, a column, a box; the names of cells; the default box
//! for a number of cells. Cells are numbered from 0, row by row.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// The largest side of a grid that is accepted.
///
/// A one-line puzzle of this size, its values of up to three digits each followed by a separator, still fits the
/// reader's limit of 1 MiB per line; a larger one could be written but not read back.
pub const MAX_SIZE: usize = 500;

/// The geometry of a grid, given by the shape of its boxes.
///
/// ```
/// use residua_sudoku::Geometry;
///
/// let geometry: Geometry = "2x3".parse()?;
/// assert_eq!((geometry.size(), geometry.cells()), (6, 36));
/// assert_eq!(geometry.boxes().nth(1), Some(vec![3, 4, 5, 9, 10, 11]));
/// assert_eq!(geometry.name(10), "r2c5");
/// # Ok::<(), residua_sudoku::GeometryError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Geometry {
    /// Rows of one box, at least 1.
    box_rows: u16,
    /// Columns of one box, at least 1.
    box_columns: u16,
}

/// The three kinds of house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HouseKind {
    /// A horizontal line of n cells.
    Row,
    /// A vertical line of n cells.
    Column,
    /// A box of r rows by c columns.
    Box,
}

/// The name of a house: a set of n cells in which every value has exactly one place.
///
/// `Display` counts from 1, as people do: `row 3`, `column 1`, `box 9`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct House {
    /// Row, column or box.
    pub kind: HouseKind,
    /// The number among the n houses of this kind, from 0; boxes are counted row by row.
    pub index: usize,
}

impl Geometry {
    /// The geometry of boxes with `box_rows` rows and `box_columns` columns.
    ///
    /// # Errors
    /// If a side of the box is 0, or the grid were larger than [`MAX_SIZE`].
    pub fn new(box_rows: usize, box_columns: usize) -> Result<Self, GeometryError> {
        let size = box_rows.saturating_mul(box_columns);
        if size == 0 || size > MAX_SIZE {
            return Err(GeometryError { kind: Kind::Box(box_rows, box_columns) });
        }
        Ok(Self { box_rows: box_rows as u16, box_columns: box_columns as u16 })
    }

    /// The usual geometry of an n-by-n grid: the most square box that has no more rows than columns.
    ///
    /// So 4 is 2x2, 6 is 2x3, 8 is 2x4, 9 is 3x3, 10 is 2x5, 12 is 3x4, 16 is 4x4 and 25 is 5x5.
    ///
    /// # Errors
    /// If `size` is prime, below 4 or above [`MAX_SIZE`]: boxes of a single row add nothing to the rows, so they must
    /// be requested with [`Geometry::new`].
    pub fn from_size(size: usize) -> Result<Self, GeometryError> {
        if size > MAX_SIZE {
            return Err(GeometryError { kind: Kind::Size(size) });
        }
        let rows = (2..=size.isqrt()).rev().find(|rows| size.is_multiple_of(*rows));
        match rows {
            Some(rows) => Self::new(rows, size / rows),
            None => Err(GeometryError { kind: Kind::Size(size) }),
        }
    }

    /// The usual geometry of a grid with `count` cells in all: 16, 36, 64, 81, 100, 144, 196, 225, 256, ….
    ///
    /// # Errors
    /// If `count` is not the square of a size that [`Geometry::from_size`] accepts.
    pub fn from_cells(count: usize) -> Result<Self, GeometryError> {
        let size = count.isqrt();
        match Self::from_size(size) {
            Ok(geometry) if size * size == count => Ok(geometry),
            _ => Err(GeometryError { kind: Kind::Cells(count) }),
        }
    }

    /// The side n of the grid, which is also the number of values.
    #[inline]
    pub fn size(self) -> usize {
        usize::from(self.box_rows) * usize::from(self.box_columns)
    }

    /// The rows of one box.
    pub fn box_rows(self) -> usize {
        usize::from(self.box_rows)
    }

    /// The columns of one box.
    pub fn box_columns(self) -> usize {
        usize::from(self.box_columns)
    }

    /// The number of cells, n².
    #[inline]
    pub fn cells(self) -> usize {
        self.size() * self.size()
    }

    /// The values 1..=n, ascending.
    pub fn symbols(self) -> impl Iterator<Item = i32> {
        1..=self.size() as i32
    }

    /// The cells of each row, from the top.
    pub fn rows(self) -> impl Iterator<Item = Vec<usize>> {
        (0..self.size()).map(move |row| self.house_cells(House { kind: HouseKind::Row, index: row }))
    }

    /// The cells of each column, from the left.
    pub fn columns(self) -> impl Iterator<Item = Vec<usize>> {
        (0..self.size()).map(move |column| self.house_cells(House { kind: HouseKind::Column, index: column }))
    }

    /// The cells of each box, row by row of boxes.
    pub fn boxes(self) -> impl Iterator<Item = Vec<usize>> {
        (0..self.size()).map(move |index| self.house_cells(House { kind: HouseKind::Box, index }))
    }

    /// All 3n houses with their cells: the rows, then the columns, then the boxes.
    pub fn houses(self) -> impl Iterator<Item = (House, Vec<usize>)> {
        [HouseKind::Row, HouseKind::Column, HouseKind::Box]
            .into_iter()
            .flat_map(move |kind| (0..self.size()).map(move |index| House { kind, index }))
            .map(move |house| (house, self.house_cells(house)))
    }

    /// The cells of one house, ascending; none if the house lies outside the grid.
    pub fn house_cells(self, house: House) -> Vec<usize> {
        let (n, index) = (self.size(), house.index);
        if index >= n {
            return Vec::new();
        }
        match house.kind {
            HouseKind::Row => (index * n..(index + 1) * n).collect(),
            HouseKind::Column => (0..n).map(|row| row * n + index).collect(),
            HouseKind::Box => {
                let (r, c) = (self.box_rows(), self.box_columns());
                // There are n / c = r boxes side by side.
                let (top, left) = (index / r * r, index % r * c);
                (0..n).map(|i| (top + i / c) * n + left + i % c).collect()
            }
        }
    }

    /// The cell in `row` and `column` (both from 0), or `None` outside the grid.
    pub fn cell(self, row: usize, column: usize) -> Option<usize> {
        let n = self.size();
        (row < n && column < n).then(|| row * n + column)
    }

    /// The row of a cell, from 0.
    pub fn row_of(self, cell: usize) -> usize {
        cell / self.size()
    }

    /// The column of a cell, from 0.
    pub fn column_of(self, cell: usize) -> usize {
        cell % self.size()
    }

    /// The box of a cell, from 0, row by row of boxes.
    pub fn box_of(self, cell: usize) -> usize {
        let (r, c) = (self.box_rows(), self.box_columns());
        self.row_of(cell) / r * r + self.column_of(cell) / c
    }

    /// The name of a cell: `r1c8` is the eighth cell of the first row.
    pub fn name(self, cell: usize) -> String {
        format!("r{}c{}", self.row_of(cell) + 1, self.column_of(cell) + 1)
    }

    /// The cell named `name` (see [`Geometry::name`]; capitals are accepted); `None` if no cell has that name.
    pub fn parse_cell_name(self, name: &str) -> Option<usize> {
        let (row, column) = name.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
        let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        self.cell(number(row)?, number(column)?)
    }
}

impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.box_rows, self.box_columns)
    }
}

impl FromStr for Geometry {
    type Err = GeometryError;

    /// Reads `ROWSxCOLUMNS` of one box: `2x3` is 2 rows by 3 columns.
    fn from_str(text: &str) -> Result<Self, GeometryError> {
        let sides = text.trim().split_once(['x', 'X', '×']);
        let parsed = sides.and_then(|(r, c)| Some((r.trim().parse().ok()?, c.trim().parse().ok()?)));
        match parsed {
            Some((rows, columns)) => Self::new(rows, columns),
            None => Err(GeometryError { kind: Kind::Text(text.chars().take(40).collect()) }),
        }
    }
}

impl fmt::Display for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
        };
        write!(f, "{kind} {}", self.index + 1)
    }
}

/// A box, a size or a count of cells that makes no grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeometryError {
    kind: Kind,
}

/// What was requested.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Box(usize, usize),
    Size(usize),
    Cells(usize),
    Text(String),
}

impl fmt::Display for GeometryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Box(rows, columns) => {
                write!(f, "a box of {rows}x{columns} makes no grid of side 1 to {MAX_SIZE}")
            }
            Kind::Size(size) => write!(f, "a grid of side {size} has no usual box: state one, as in 2x3"),
            Kind::Cells(count) => {
                write!(
                    f,
                    "{count} cells make no grid with a usual box (16, 36, 64, 81, 100, 144, 225, 256, …)"
                )
            }
            Kind::Text(text) => write!(f, "\"{text}\" is not a box: write ROWSxCOLUMNS, as in 2x3"),
        }
    }
}

impl Error for GeometryError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_boxes() {
        let expected = [
            (4, "2x2"),
            (6, "2x3"),
            (8, "2x4"),
            (9, "3x3"),
            (10, "2x5"),
            (12, "3x4"),
            (14, "2x7"),
            (16, "4x4"),
            (25, "5x5"),
        ];
        for (size, name) in expected {
            let geometry = Geometry::from_size(size).expect("composite");
            assert_eq!(geometry.to_string(), name);
            assert_eq!(Geometry::from_cells(size * size), Ok(geometry));
            assert_eq!(name.parse(), Ok(geometry));
        }
        for bad in [0, 1, 2, 3, 5, 7, 11, 499, 501, usize::MAX] {
            assert!(Geometry::from_size(bad).is_err(), "{bad}");
        }
        for bad in [0, 1, 9, 25, 80, 82, 49, usize::MAX] {
            assert!(Geometry::from_cells(bad).is_err(), "{bad}");
        }
        for bad in ["", "3", "x", "0x3", "3x", "-2x3", "99999999999999999999x2", "25x25"] {
            assert!(bad.parse::<Geometry>().is_err(), "{bad}");
        }
    }

    #[test]
    fn houses_partition_the_grid() {
        for (rows, columns) in [(1, 1), (1, 5), (5, 1), (2, 3), (3, 2), (3, 4), (4, 4)] {
            let geometry = Geometry::new(rows, columns).expect("small");
            for houses in [
                geometry.rows().collect::<Vec<_>>(),
                geometry.columns().collect(),
                geometry.boxes().collect(),
            ] {
                let mut all: Vec<usize> = houses.concat();
                all.sort_unstable();
                assert!(all.iter().copied().eq(0..geometry.cells()), "{geometry}");
            }
            for (house, cells) in geometry.houses() {
                let index = |cell: usize| match house.kind {
                    HouseKind::Row => geometry.row_of(cell),
                    HouseKind::Column => geometry.column_of(cell),
                    HouseKind::Box => geometry.box_of(cell),
                };
                assert!(cells.iter().all(|cell| index(*cell) == house.index), "{geometry} {house}");
            }
        }
    }

    #[test]
    fn cell_names() {
        let geometry = Geometry::new(3, 4).expect("small");
        for cell in 0..geometry.cells() {
            assert_eq!(geometry.parse_cell_name(&geometry.name(cell)), Some(cell));
        }
        for bad in ["", "r", "r0c1", "r1c13", "c1r1", "r1", "r1c", "rc", "r-1c2"] {
            assert_eq!(geometry.parse_cell_name(bad), None, "{bad}");
        }
    }
}
