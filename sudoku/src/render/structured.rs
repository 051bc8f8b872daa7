//! Structured formats for programs: a JSON object, and bindings as a Prolog top level prints them.

use residua::domain::Domain;
use residua::model::Model;
use residua_encode::prolog::{Goals, domain};

use crate::geometry::Geometry;
use crate::render::value;

/// The grid as a JSON object with its box and all cells, 0 for a blank, in one line without a line end.
///
/// ```
/// use residua_sudoku::{Geometry, render};
///
/// let cells = [1, 2, 3, 4, 3, 0, 0, 2, 0, 0, 0, 0, 4, 3, 2, 1];
/// let text = render::json(Geometry::new(2, 2)?, &cells);
/// assert_eq!(text, r#"{"box":"2x2","givens":[1,2,3,4,3,0,0,2,0,0,0,0,4,3,2,1]}"#);
/// # Ok::<(), residua_sudoku::GeometryError>(())
/// ```
pub fn json(geometry: Geometry, cells: &[i32]) -> String {
    let values = (0..geometry.cells()).map(|cell| value(cells, cell).to_string());
    format!("{{\"box\":\"{geometry}\",\"givens\":[{}]}}", values.collect::<Vec<_>>().join(","))
}

/// The grid as an answer of a Prolog top level: definite cells are bound, and a blank has all symbols left.
///
/// The name of a cell is its [`prolog_name`]. Each goal has its own line. What is left of a puzzle is a model, which
/// [`Goals::named`] writes with the same names.
///
/// ```
/// use residua_sudoku::{Geometry, render};
///
/// let cells = [1, 2, 3, 4, 3, 0, 0, 2, 0, 0, 0, 0, 4, 3, 2, 1];
/// let text = render::prolog(Geometry::new(2, 2)?, &cells);
/// assert!(text.starts_with("G0000 = G0303,\nG0303 = 1,\nG0001 = G0103,\n"));
/// assert!(text.ends_with("G0202 in 1..4,\nG0203 in 1..4.\n"));
/// # Ok::<(), residua_sudoku::GeometryError>(())
/// ```
pub fn prolog(geometry: Geometry, cells: &[i32]) -> String {
    let is_blank = |cell: &usize| value(cells, *cell) == 0;
    let (blank, definite): (Vec<usize>, Vec<usize>) = (0..geometry.cells()).partition(is_blank);
    let mut model = Model::new();
    for &cell in &definite {
        model.int_var(value(cells, cell));
    }
    let bound = Goals::named(&model, |var| prolog_name(geometry, definite[var.index()]));
    let mut goals = bound.expect("invariant: there is no constraint to be encoded");
    // A blank is not bound even where there is only one symbol: nothing has been written there.
    let symbols = domain(&Domain::from(1..=geometry.size() as i32));
    goals.goals.extend(blank.into_iter().map(|cell| format!("{} in {symbols}", prolog_name(geometry, cell))));
    goals.to_string()
}

/// The name of a cell in [`prolog`]: `G`, its row and its column from 0, in two digits each (three above a size of
/// 100).
///
/// ```
/// use residua_sudoku::{Geometry, render};
///
/// assert_eq!(render::prolog_name(Geometry::new(3, 3)?, 17), "G0108");
/// assert_eq!(render::prolog_name(Geometry::new(11, 11)?, 122), "G001001");
/// # Ok::<(), residua_sudoku::GeometryError>(())
/// ```
pub fn prolog_name(geometry: Geometry, cell: usize) -> String {
    let digits = (geometry.size() - 1).to_string().len().max(2);
    format!("G{:0digits$}{:0digits$}", geometry.row_of(cell), geometry.column_of(cell))
}
