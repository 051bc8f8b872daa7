//! Sets of cells that formats call by name: boxes of the usual shape, diagonals, windows, disjoint groups, the lines of outside clues.

use crate::kind::RuleKind;
use crate::puzzle::Variant;
use crate::rule::{Rule, RuleError};
use crate::shape::Shape;

/// Rows and columns of the usual box of a square: as near to a square as it gets, and never higher than wide.
pub(super) fn usual_box(size: usize) -> (usize, usize) {
    let rows =
        (1..=size).take_while(|rows| rows * rows <= size).filter(|rows| size.is_multiple_of(*rows)).last();
    let rows = rows.unwrap_or(1);
    (rows, size / rows.max(1))
}

/// Whether boxes of so many rows and columns fill the rectangle.
pub(super) fn fills(shape: &Shape, (rows, columns): (usize, usize)) -> bool {
    shape.rows().is_multiple_of(rows) && shape.columns().is_multiple_of(columns)
}

/// By cell of a rectangle of that width: the number of its box of so many rows and columns.
pub(super) fn boxes(shape: &Shape, (rows, columns): (usize, usize)) -> Vec<usize> {
    let across = shape.columns().div_ceil(columns);
    let number = |cell: usize| {
        let (row, column) = shape.place(cell);
        row / rows * across + column / columns
    };
    (0..shape.grid_len()).map(number).collect()
}

/// The diagonal that rises to the right, or the other one.
pub(super) fn diagonal(shape: &Shape, rises: bool) -> Vec<usize> {
    let size = shape.rows().min(shape.columns()) as i64;
    let column = |row: i64| if rises { shape.columns() as i64 - 1 - row } else { row };
    (0..size).filter_map(|row| shape.at(row, column(row))).collect()
}

/// What the rules of diagonals are called.
pub(super) const DIAGONALS: [(bool, &str); 2] = [(true, "diagonal /"), (false, "diagonal \\")];

/// A rule that some cells differ, called by a name.
pub(super) fn different(cells: Vec<usize>, name: impl Into<String>) -> Result<Rule, RuleError> {
    Ok(Rule::new(RuleKind::AllDifferent, vec![cells], Vec::new())?.named(name))
}

/// The cells at the same position of all regions, position by position.
pub(super) fn disjoint_groups(puzzle: &Variant) -> Vec<Vec<usize>> {
    let regions: Vec<&[usize]> = puzzle.regions().collect();
    let longest = regions.iter().map(|region| region.len()).max().unwrap_or(0);
    let group = |position: usize| {
        let mut group: Vec<usize> =
            regions.iter().filter_map(|region| region.get(position).copied()).collect();
        group.sort_unstable();
        group
    };
    (0..longest).map(group).collect()
}

/// The cells that a clue outside of the grid looks at, from a row and a column counted from 1, in this direction.
pub(super) fn line_from(shape: &Shape, from: (i64, i64), step: (i64, i64)) -> Vec<usize> {
    let inside = |(row, column): (i64, i64)| {
        (1..=shape.rows() as i64).contains(&row) && (1..=shape.columns() as i64).contains(&column)
    };
    let mut at = from;
    if !inside(at) {
        at = (at.0.saturating_add(step.0), at.1.saturating_add(step.1));
    }
    let mut cells = Vec::new();
    while inside(at) {
        cells.extend(shape.at(at.0 - 1, at.1 - 1));
        at = (at.0 + step.0, at.1 + step.1);
    }
    cells
}

/// The direction in which a clue beside the grid looks, by its row and column from 1; `None` if it is at a corner or not beside it.
pub(super) fn inward(shape: &Shape, (row, column): (i64, i64)) -> Option<(i64, i64)> {
    let (rows, columns) = (shape.rows() as i64, shape.columns() as i64);
    let (in_rows, in_columns) = ((1..=rows).contains(&row), (1..=columns).contains(&column));
    match (row, column) {
        (row, 0) if in_rows && row > 0 => Some((0, 1)),
        (_, column) if in_rows && column == columns + 1 => Some((0, -1)),
        (0, _) if in_columns => Some((1, 0)),
        (row, _) if in_columns && row == rows + 1 => Some((-1, 0)),
        _ => None,
    }
}

/// Where a clue stands that looks at exactly these cells in their order, and its direction: one of the four straight ones, or of the diagonals.
pub(super) fn clue_of(shape: &Shape, cells: &[usize], is_diagonal: bool) -> Option<((i64, i64), (i64, i64))> {
    let first = shape.place(*cells.first()?);
    let (row, column) = (first.0 as i64 + 1, first.1 as i64 + 1);
    let steps: [(i64, i64); 4] =
        if is_diagonal { [(1, 1), (1, -1), (-1, 1), (-1, -1)] } else { [(0, 1), (0, -1), (1, 0), (-1, 0)] };
    let fits = |&(down, right): &(i64, i64)| {
        let from = (row - down, column - right);
        let is_outside = shape.at(from.0 - 1, from.1 - 1).is_none();
        is_outside && line_from(shape, from, (down, right)) == cells
    };
    let step = steps.into_iter().find(fits)?;
    Some(((row - step.0, column - step.1), step))
}

/// Pairs of orthogonal neighbours without these, each pair once: the lesser cell first.
pub(super) fn unmarked_pairs(shape: &Shape, marked: impl Iterator<Item = [usize; 2]>) -> Vec<[usize; 2]> {
    let marked: std::collections::BTreeSet<[usize; 2]> = marked.map(|[a, b]| [a.min(b), a.max(b)]).collect();
    let pairs = |cell: usize| {
        shape.neighbours(cell).into_iter().filter(move |other| *other > cell).map(move |other| [cell, other])
    };
    shape.grid_cells().flat_map(pairs).filter(|pair| !marked.contains(pair)).collect()
}
