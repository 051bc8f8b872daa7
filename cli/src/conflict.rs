//! `residua conflict`: givens that clash.

use std::process::ExitCode;

use residua::model::ConstraintId;
use residua::sudoku::{Trust, render};

use crate::args::Conflict;
use crate::each::{self, End};

pub(crate) fn run(arguments: &Conflict) -> ExitCode {
    each::run(&arguments.inputs, |found, limits, output| {
        let geometry = found.puzzle.geometry();
        let model = found.model();
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
        let count = model.constraints().len() - rules;
        writeln!(
            output,
            "{} of {count} {} clash, and none of them can be left out",
            conflict.len(),
            found.clues_in_words()
        )?;
        let mut kept = vec![0; geometry.cells()];
        for id in conflict {
            let cell = model.constraint(id).scope()[0].var.index();
            let entry = || found.notes.entry(cell).filter(|_| found.trust >= Trust::Entries);
            kept[cell] = found.puzzle.given(cell).or_else(entry).unwrap_or(0);
            writeln!(output, "  {}", model.show(&**model.constraint(id)))?;
        }
        writeln!(output, "{}", render::boxed(geometry, &kept))?;
        Ok(End::Refuted)
    })
}
