//! Grids of candidates: what is still possible in each cell.

use crate::sudoku::geometry::Geometry;
use crate::sudoku::render::SYMBOLS;
use crate::sudoku::render::grid::drawn;
use crate::sudoku::render::symbol;

/// The grid with all candidates of each cell written out, and its boxes drawn.
///
/// `candidates` gives the values left in a cell. A definite cell shows its one value, and a cell with none `∅`.
/// Each column is as wide as its widest cell. Above a size of 35 candidates are set apart by commas.
///
/// ```
/// use residua::sudoku::{Geometry, render};
///
/// let left = |cell| if cell % 3 == 0 { vec![1] } else { vec![2, 3, 4] };
/// let text = render::pencil(Geometry::new(2, 2)?, left);
/// assert!(text.contains("│   1  234 │ 234    1 │"));
/// # Ok::<(), residua::sudoku::GeometryError>(())
/// ```
pub fn pencil(geometry: Geometry, candidates: impl Fn(usize) -> Vec<i32>) -> String {
    let gap = if geometry.size() <= SYMBOLS { "" } else { "," };
    let text = |cell| {
        let symbols = candidates(cell).into_iter().map(|value| symbol(geometry, value, "0"));
        let text = symbols.collect::<Vec<_>>().join(gap);
        if text.is_empty() { "∅".to_owned() } else { text }
    };
    let texts: Vec<String> = (0..geometry.cells()).map(text).collect();
    let widest = |column: Vec<usize>| column.into_iter().map(|cell| texts[cell].chars().count()).max();
    let widths: Vec<usize> = geometry.columns().map(|column| widest(column).unwrap_or(1)).collect();
    drawn(geometry, &widths, |cell| texts[cell].clone())
}
