//! Grids of variant puzzles, as Python states them: shape, digits, rows, columns, boxes, regions.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use residua_sudoku::Geometry;
use residua_variant::{RuleError, Shape, Variant};

use crate::error::{model_error, of_parse, rule_error};

/// Rows and columns, the least and the greatest digit, and the absent cells.
type Cells = ((usize, usize), (i32, i32), Vec<String>);

/// A puzzle of that shape; with `lines` its rows and columns are rules, and so are boxes, or regions in place of them.
pub(crate) fn blank(
    (shape, digits, absent): Cells,
    lines: bool,
    box_shape: Option<&str>,
    regions: Option<&Bound<'_, PyAny>>,
) -> PyResult<Variant> {
    let ((rows, columns), (low, high)) = (shape, digits);
    let shape = Shape::new(rows, columns, low..=high).ok_or_else(|| {
        PyValueError::new_err(format!(
            "a puzzle has 1 to 250,000 cells and 1 to 512 digits from -9999 to 9999, not {rows} rows and {columns} columns with digits {low} to {high}"
        ))
    })?;
    let absent = absent.iter().map(|name| {
        let wrong = || {
            rule_error(&format!("absent: expected a cell of the rectangle, found \"{name}\""), "", Some(name))
        };
        shape.cell(name).ok_or_else(wrong)
    });
    let absent: Vec<usize> = absent.collect::<PyResult<_>>()?;
    let mut puzzle = Variant::new(shape.without(absent));
    if lines {
        puzzle.add_lines().map_err(unfit)?;
    }
    match regions {
        Some(regions) => match regions.extract::<String>() {
            Ok(text) => puzzle.add_drawn_regions(&text).map_err(|error| of_parse(error, 1))?,
            Err(_) => {
                puzzle.add_regions(&regions.extract::<Vec<usize>>()?, "region").map_err(unfit)?;
            }
        },
        None => {
            if let Some((high, wide)) = sides(puzzle.shape(), box_shape)? {
                let across = columns / wide;
                let number = |cell: usize| cell / columns / high * across + cell % columns / wide;
                let numbers: Vec<usize> = (0..rows * columns).map(number).collect();
                puzzle.add_regions(&numbers, "box").map_err(unfit)?;
            }
        }
    }
    Ok(puzzle)
}

/// The rows and columns of a box, as it is named, or the usual ones; `None` where boxes are no regions of their own.
fn sides(shape: &Shape, named: Option<&str>) -> PyResult<Option<(usize, usize)>> {
    let (rows, columns) = (shape.rows(), shape.columns());
    let sides = if let Some(named) = named {
        let wrong = || {
            PyValueError::new_err(format!(
                "box: \"{named}\" does not divide {rows} rows and {columns} columns"
            ))
        };
        let side = |text: &str| text.parse::<usize>().ok().filter(|side| *side > 0);
        let (high, wide) = named.split_once('x').ok_or_else(wrong)?;
        let (high, wide) = side(high).zip(side(wide)).ok_or_else(wrong)?;
        if rows % high != 0 || columns % wide != 0 {
            return Err(wrong());
        }
        Some((high, wide))
    } else {
        let usual = Geometry::from_size(rows).ok().filter(|_| rows == columns);
        usual.map(|usual| (usual.box_rows(), usual.box_columns()))
    };
    Ok(sides.filter(|(high, wide)| *high > 1 && *wide > 1))
}

/// An error about what belongs to a puzzle as a whole.
pub(crate) fn unfit(error: RuleError) -> PyErr {
    model_error(error.to_string())
}
