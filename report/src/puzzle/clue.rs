//! Clues as constraints of the model of a puzzle: names and display.

use std::io::{self, Write};

use residua::constraints::{Comparator, Comparison};
use residua::model::{ConstraintId, IntVar, Model};
use residua_sudoku::{Geometry, render};

/// Clues as they are written: `r1c2=3`; pencil marks: `r1c2 in 1 4`.
pub(crate) fn names(model: &Model, ids: &[ConstraintId]) -> Vec<String> {
    let name = |&id: &ConstraintId| {
        value(model, id).map_or_else(
            || model.show(&**model.constraint(id)).to_string(),
            |(cell, value)| format!("{}={value}", model.name(cell)),
        )
    };
    ids.iter().map(name).collect()
}

/// The cell and the value of a given, or of an entered digit.
fn value(model: &Model, id: ConstraintId) -> Option<(IntVar, i32)> {
    let constraint = model.constraint(id);
    let cell = constraint.scope().first()?.var;
    let holds = |value: &i32| constraint.check(&|_| i64::from(*value));
    let comparison = (**constraint).as_any().downcast_ref::<Comparison>();
    let is_equality = comparison.is_some_and(|comparison| comparison.comparator == Comparator::Eq);
    let mut values = model.domain(cell).iter().filter(holds);
    match (values.next(), values.next()) {
        (Some(value), None) if is_equality => Some((cell, value)),
        _ => None,
    }
}

/// Writes clues, a line each, and where they stand.
pub(crate) fn write(
    output: &mut dyn Write,
    model: &Model,
    geometry: Geometry,
    ids: &[ConstraintId],
) -> io::Result<()> {
    let mut kept = vec![0; geometry.cells()];
    for &id in ids {
        if let Some((cell, value)) = value(model, id) {
            kept[cell.index()] = value;
        }
        writeln!(output, "  {}", model.show(&**model.constraint(id)))?;
    }
    writeln!(output, "{}", render::boxed(geometry, &kept).trim_end())
}
