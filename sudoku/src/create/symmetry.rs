//! Symmetries of the cells that are given, and the orbits of cells that they make.

use std::fmt;
use std::str::FromStr;

use crate::Geometry;

/// A symmetry of the givens: with each given cell, its images are given, too.
///
/// It is about the places of the givens in the square grid, not about boxes, so that each symmetry fits each geometry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Each cell by itself.
    #[default]
    None,
    /// Half a turn.
    Rotational,
    /// The left half is the mirror image of the right one.
    Mirror,
    /// The grid is mirrored at the diagonal from its first cell to its last one.
    Diagonal,
    /// Mirrored in all four ways, and turned by quarters.
    Full,
}

impl Symmetry {
    /// All symmetries.
    pub const ALL: [Symmetry; 5] =
        [Symmetry::None, Symmetry::Rotational, Symmetry::Mirror, Symmetry::Diagonal, Symmetry::Full];

    /// The orbits: sets of cells that are images of each other, each ascending, in the order of their first cells. Each
    /// cell is in one of them.
    ///
    /// ```
    /// use residua_sudoku::Geometry;
    /// use residua_sudoku::create::Symmetry;
    ///
    /// let orbits = Symmetry::Rotational.orbits(Geometry::new(3, 3)?);
    /// assert_eq!(orbits.len(), 41);
    /// assert_eq!((&orbits[0], orbits.last()), (&vec![0, 80], Some(&vec![40])));
    /// # Ok::<(), residua_sudoku::GeometryError>(())
    /// ```
    pub fn orbits(self, geometry: Geometry) -> Vec<Vec<usize>> {
        let orbit = |cell| {
            let mut cells = self.images(geometry, cell);
            cells.sort_unstable();
            cells.dedup();
            (cells[0] == cell).then_some(cells)
        };
        (0..geometry.cells()).filter_map(orbit).collect()
    }

    /// The cell and its images, some of them more than once.
    fn images(self, geometry: Geometry, cell: usize) -> Vec<usize> {
        let (n, row, column) = (geometry.size(), geometry.row_of(cell), geometry.column_of(cell));
        let at = |row: usize, column: usize| row * n + column;
        let (below, right) = (n - 1 - row, n - 1 - column);
        let transposed = at(column, row);
        match self {
            Symmetry::None => vec![cell],
            Symmetry::Rotational => vec![cell, at(below, right)],
            Symmetry::Mirror => vec![cell, at(row, right)],
            Symmetry::Diagonal => vec![cell, transposed],
            Symmetry::Full => vec![
                cell,
                at(below, right),
                at(row, right),
                at(below, column),
                transposed,
                at(right, below),
                at(right, row),
                at(column, below),
            ],
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Symmetry::None => "none",
            Symmetry::Rotational => "rotational",
            Symmetry::Mirror => "mirror",
            Symmetry::Diagonal => "diagonal",
            Symmetry::Full => "full",
        })
    }
}

impl FromStr for Symmetry {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Symmetry::ALL.into_iter().find(|symmetry| symmetry.to_string() == text).ok_or_else(|| {
            let names: Vec<String> = Symmetry::ALL.iter().map(Symmetry::to_string).collect();
            format!("expected one of {}, found \"{text}\"", names.join(", "))
        })
    }
}
