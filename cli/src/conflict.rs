//! `residua conflict`: givens that clash.

use std::process::ExitCode;

use residua::model::ConstraintId;
use residua::sudoku::render;

use crate::args::Conflict;
use crate::each::{self, End};

pub(crate) fn run(arguments: &Conflict) -> ExitCode {
    each::run(&arguments.inputs, |found, limits, output| {
        let geometry = found.puzzle.geometry();
        let model = found.puzzle.model();
        let rules = geometry.houses().count();
        write!(output, "{}:{}  ", found.file, found.line)?;
        let conflict = match model.conflict(|id: ConstraintId| id.index() >= rules, limits) {
            Ok(Some(conflict)) => conflict,
            Ok(None) => {
                writeln!(output, "no conflict: there is a solution")?;
                return Ok(End::Answered);
            }
            Err(limit) => {
                writeln!(output, "unknown: the limit on {limit} came first")?;
                return Ok(End::Stopped);
            }
        };
        let cells: Vec<usize> =
            conflict.iter().map(|&id| model.constraint(id).scope()[0].var.index()).collect();
        let count = found.puzzle.clues();
        writeln!(output, "{} of {count} givens clash, and none of them can be left out", cells.len())?;
        let mut kept = vec![0; geometry.cells()];
        for &cell in &cells {
            kept[cell] = found.puzzle.givens()[cell];
            writeln!(output, "  {} = {}", geometry.name(cell), kept[cell])?;
        }
        writeln!(output, "{}", render::boxed(geometry, &kept))?;
        Ok(End::Refuted)
    })
}
