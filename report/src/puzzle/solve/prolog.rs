//! Answer of `solve` for Prolog, with residual goals of `library(clpfd)`: as a program to consult, or as a top level prints them.

use std::io::{self, Write};

use residua::inspect::Residual;
use residua::model::IntVar;
use residua_encode::prolog::Goals;
use residua_sudoku::{Geometry, render};

use crate::puzzle::solve::solved::Solved;
use crate::question::Form;
use crate::verdict::Verdict;

impl Solved<'_> {
    /// Writes it, headed by a comment with its place and verdict. Where solutions are listed they have been
    /// written, and the comment closes the list.
    pub(super) fn write_prolog(&self, output: &mut dyn Write) -> io::Result<()> {
        let (found, question, geometry) =
            (self.listing.found, self.listing.question, self.listing.geometry());
        let is_list = question.is_list();
        let number = if is_list { self.how_many() } else { String::new() };
        writeln!(output, "% {} {}{number}", found.place(), self.heading())?;
        if question.stats {
            writeln!(output, "% {}; {:.6} s", self.statistics, self.seconds)?;
        }
        let is_program = question.form == Form::Prolog;
        match (self.verdict, self.residual(), self.witnesses.first()) {
            (Verdict::Unique | Verdict::Multiple, ..) if is_list => Ok(()),
            (Verdict::Unique, _, Some(grid)) if is_program => {
                write!(output, "{}", render::prolog_fact(found.file, found.line, geometry, grid))
            }
            (Verdict::Unique, _, Some(grid)) => write!(output, "{}", render::prolog(geometry, grid)),
            (Verdict::Multiple | Verdict::Unknown, Some(residual), _) if is_program => {
                let clause = render::prolog_clause(found.file, found.line, geometry, &residual.model);
                write!(output, "{}", clause.expect(STATED))
            }
            (Verdict::Multiple | Verdict::Unknown, Some(residual), _) => {
                write!(output, "{}", goals(geometry, residual))
            }
            // Propagation has refuted the puzzle at the root, or search later.
            _ if is_program => write!(output, "{}", render::prolog_refuted(found.file, found.line)),
            _ => writeln!(output, "false."),
        }
    }
}

/// What is expected of the rules of a puzzle.
const STATED: &str = "invariant: the rules of a puzzle state what they say";

/// What is left of a puzzle, as a top level prints it.
pub(in crate::puzzle) fn goals(geometry: Geometry, residual: &Residual) -> Goals {
    let name = |cell: IntVar| render::prolog_name(geometry, cell.index());
    Goals::named(&residual.model, name).expect(STATED)
}
