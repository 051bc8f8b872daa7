//! Formats for programs: a JSON object, and bindings as a Prolog top level prints them.

use crate::sudoku::geometry::Geometry;
use crate::sudoku::render::value;
use std::fmt::Write;

/// The grid as a JSON object with its box and all cells, 0 for a blank, in one line without an end.
///
/// ```
/// use residua::sudoku::{Geometry, render};
///
/// let cells = [1, 2, 3, 4, 3, 0, 0, 2, 0, 0, 0, 0, 4, 3, 2, 1];
/// let text = render::json(Geometry::new(2, 2)?, &cells);
/// assert_eq!(text, r#"{"box":"2x2","givens":[1,2,3,4,3,0,0,2,0,0,0,0,4,3,2,1]}"#);
/// # Ok::<(), residua::sudoku::GeometryError>(())
/// ```
pub fn json(geometry: Geometry, cells: &[i32]) -> String {
    let values = (0..geometry.cells()).map(|cell| value(cells, cell).to_string());
    format!("{{\"box\":\"{geometry}\",\"givens\":[{}]}}", values.collect::<Vec<_>>().join(","))
}

/// What is known of a grid, as a Prolog top level answers: definite cells, aliases, domains, residual goals.
///
/// A cell is called `Grrcc`: `G`, its row and its column from 0, in two digits each (three above a size of 100).
/// `aliases` are pairs of cells known to be equal, `domains` the values left in a blank cell, and `constraints`
/// the goals that still say something, written as they stand. Each statement has its own line.
///
/// ```
/// use residua::sudoku::{Geometry, render};
///
/// let mut cells = [4; 16];
/// cells[1..4].fill(0);
/// let left = |cell| if cell == 3 { vec![1] } else { vec![1, 2, 3] };
/// let goals = ["G0001 #\\= G0002".to_owned()];
/// let text = render::prolog(Geometry::new(2, 2)?, &cells, &[(1, 2)], left, &goals);
/// assert!(text.starts_with("G0000 = 4,\nG0100 = 4,\n"));
/// assert!(text.ends_with("G0001 = G0002,\nG0001 in 1..3,\nG0002 in 1..3,\nG0003 in 1,\nG0001 #\\= G0002.\n"));
/// # Ok::<(), residua::sudoku::GeometryError>(())
/// ```
pub fn prolog(
    geometry: Geometry,
    cells: &[i32],
    aliases: &[(usize, usize)],
    domains: impl Fn(usize) -> Vec<i32>,
    constraints: &[String],
) -> String {
    let digits = (geometry.size() - 1).to_string().len().max(2);
    let name =
        |cell: usize| format!("G{:0digits$}{:0digits$}", geometry.row_of(cell), geometry.column_of(cell));
    let is_blank = |cell: &usize| value(cells, *cell) == 0;
    let definite = (0..geometry.cells()).filter(|cell| !is_blank(cell));
    let blank = (0..geometry.cells()).filter(is_blank);
    let mut statements: Vec<String> =
        definite.map(|cell| format!("{} = {}", name(cell), value(cells, cell))).collect();
    statements.extend(aliases.iter().map(|(cell, other)| format!("{} = {}", name(*cell), name(*other))));
    statements.extend(blank.map(|cell| format!("{} in {}", name(cell), domain(&domains(cell)))));
    statements.extend_from_slice(constraints);
    statements.join(",\n") + ".\n"
}

/// A set of ascending values as Prolog writes it: `1..3\/5`, and `1..0` for the empty one.
fn domain(values: &[i32]) -> String {
    let mut text = String::new();
    for run in values.chunk_by(|a, b| a.checked_add(1) == Some(*b)) {
        if !text.is_empty() {
            text.push_str("\\/");
        }
        if let [first, .., last] = run {
            // Writing to a string cannot fail.
            let _ = write!(text, "{first}..{last}");
        } else {
            text.extend(run.iter().map(i32::to_string));
        }
    }
    if text.is_empty() { "1..0".to_owned() } else { text }
}
