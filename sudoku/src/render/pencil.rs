//! Pencil-mark grids: the candidates of each cell.

use std::io::{self, Write};

use crate::geometry::Geometry;
use crate::render::SYMBOLS;
use crate::render::grid::{drawn, write_drawn};
use crate::render::symbol;

/// The grid with all candidates of each cell written out, and its boxes drawn.
///
/// `candidates` gives the values left in a cell. A definite cell shows its one value, and a cell with none `∅`.
/// Each column is as wide as its widest cell. Above a size of 35 candidates are set apart by commas.
///
/// ```
/// use residua_sudoku::{Geometry, render};
///
/// let left = |cell| if cell % 3 == 0 { vec![1] } else { vec![2, 3, 4] };
/// let text = render::pencil(Geometry::new(2, 2)?, left);
/// assert!(text.contains("│   1  234 │ 234    1 │"));
/// # Ok::<(), residua_sudoku::GeometryError>(())
/// ```
pub fn pencil(geometry: Geometry, candidates: impl Fn(usize) -> Vec<i32>) -> String {
    let mut pencil = Pencil::new(geometry, candidates);
    drawn(geometry, &pencil.widths(), |cell, text| text.push_str(pencil.text(cell)))
}

/// Writes what [`pencil`] draws, line by line: large grids have a hundred megabytes of candidates.
///
/// ```
/// use residua_sudoku::{Geometry, render};
///
/// let left = |cell| if cell % 3 == 0 { vec![1] } else { vec![2, 3, 4] };
/// let mut output = Vec::new();
/// render::write_pencil(&mut output, Geometry::new(2, 2)?, left)?;
/// assert_eq!(output, render::pencil(Geometry::new(2, 2)?, left).as_bytes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// That of `output`.
pub fn write_pencil(
    output: &mut dyn Write,
    geometry: Geometry,
    candidates: impl Fn(usize) -> Vec<i32>,
) -> io::Result<()> {
    let mut pencil = Pencil::new(geometry, candidates);
    write_drawn(output, geometry, &pencil.widths(), |cell, text| text.push_str(pencil.text(cell)))
}

/// Candidates as they are written.
struct Pencil<F> {
    geometry: Geometry,
    candidates: F,
    /// The last candidates, and their text: where grids are large and blank, many cells have the same.
    last: (Vec<i32>, String),
}

impl<F: Fn(usize) -> Vec<i32>> Pencil<F> {
    fn new(geometry: Geometry, candidates: F) -> Pencil<F> {
        Pencil { geometry, candidates, last: (Vec::new(), "∅".to_owned()) }
    }

    /// By column: the width of its widest cell.
    fn widths(&mut self) -> Vec<usize> {
        let mut widths = vec![1; self.geometry.size()];
        for cell in 0..self.geometry.cells() {
            let width = self.text(cell).chars().count();
            let widest = &mut widths[self.geometry.column_of(cell)];
            *widest = width.max(*widest);
        }
        widths
    }

    fn text(&mut self, cell: usize) -> &str {
        let candidates = (self.candidates)(cell);
        if candidates != self.last.0 {
            let gap = if self.geometry.size() <= SYMBOLS { "" } else { "," };
            let symbols = candidates.iter().map(|&value| symbol(self.geometry, value, "0"));
            let text = symbols.collect::<Vec<_>>().join(gap);
            self.last = (candidates, if text.is_empty() { "∅".to_owned() } else { text });
        }
        &self.last.1
    }
}
