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
/// A cell is called by its [`prolog_name`].
/// Cells with the same value are chained, as a top level prints equal variables: `G0007 = G0100, G0100 = 9`.
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
/// assert!(text.starts_with("G0000 = G0100,\nG0100 = G0101,\n"));
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
    let name = |cell| prolog_name(geometry, cell);
    let blank = (0..geometry.cells()).filter(|&cell| value(cells, cell) == 0);
    let mut statements: Vec<String> = Vec::new();
    for group in by_value(geometry, cells) {
        statements.extend(group.windows(2).map(|pair| format!("{} = {}", name(pair[0]), name(pair[1]))));
        let last = group[group.len() - 1];
        statements.push(format!("{} = {}", name(last), value(cells, last)));
    }
    statements.extend(aliases.iter().map(|(cell, other)| format!("{} = {}", name(*cell), name(*other))));
    statements.extend(blank.map(|cell| format!("{} in {}", name(cell), domain(&domains(cell)))));
    statements.extend_from_slice(constraints);
    statements.join(",\n") + ".\n"
}

/// How [`prolog`] calls a cell: `G`, its row and its column from 0, in two digits each (three above a size of 100).
///
/// ```
/// use residua::sudoku::{Geometry, render};
///
/// assert_eq!(render::prolog_name(Geometry::new(3, 3)?, 17), "G0108");
/// assert_eq!(render::prolog_name(Geometry::new(11, 11)?, 122), "G001001");
/// # Ok::<(), residua::sudoku::GeometryError>(())
/// ```
pub fn prolog_name(geometry: Geometry, cell: usize) -> String {
    let digits = (geometry.size() - 1).to_string().len().max(2);
    format!("G{:0digits$}{:0digits$}", geometry.row_of(cell), geometry.column_of(cell))
}

/// The definite cells of each value, the values in the order of their first cells.
fn by_value(geometry: Geometry, cells: &[i32]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut number = vec![None; geometry.size() + 1];
    for cell in 0..geometry.cells() {
        let value = value(cells, cell);
        let Some(number) = usize::try_from(value).ok().filter(|&v| v > 0).and_then(|v| number.get_mut(v))
        else {
            continue;
        };
        let group = *number.get_or_insert(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        groups[group].push(cell);
    }
    groups
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
