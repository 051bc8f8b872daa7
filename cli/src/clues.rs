//! `residua clues`: which givens say nothing new.

use std::process::ExitCode;

use residua::sudoku::render;

use crate::args::Clues;
use crate::each::{self, End};

pub(crate) fn run(arguments: &Clues) -> ExitCode {
    each::run(&arguments.inputs, |found, limits, output| {
        let puzzle = match found.as_givens() {
            Ok(puzzle) => puzzle,
            Err(message) => return Ok(found.refuse(&message)),
        };
        let geometry = puzzle.geometry();
        write!(output, "{}:{}  ", found.file, found.line)?;
        let result = puzzle.redundant_givens(limits).and_then(|cells| Ok((cells, puzzle.minimized(limits)?)));
        let (redundant, minimal) = match result {
            Ok(found) => found,
            Err(limit) => {
                writeln!(output, "unknown: the limit on {limit} came first")?;
                return Ok(End::Stopped);
            }
        };
        let names: Vec<String> = redundant.into_iter().map(|cell| geometry.name(cell)).collect();
        let list = if names.is_empty() { "none".to_owned() } else { names.join(" ") };
        writeln!(output, "{} givens; each of these follows from all the others: {list}", puzzle.clues())?;
        writeln!(
            output,
            "the same solutions with {} givens, of which none can be left out:",
            minimal.clues()
        )?;
        writeln!(output, "{}", render::line(geometry, minimal.givens()))?;
        Ok(End::Answered)
    })
}
