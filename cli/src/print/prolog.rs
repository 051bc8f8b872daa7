//! Answers for Prolog, with residual goals of `library(clpfd)`: as a program to consult, or as a top level prints them.

use std::io::{self, Write};

use residua::inspect::Residual;
use residua::model::IntVar;
use residua_encode::prolog::Goals;
use residua_report::Verdict;
use residua_report::puzzle::Found;
use residua_sudoku::{Geometry, render};

use crate::answer::{Answer, Root};
use crate::args::Format;
use crate::print::Printer;
use crate::print::text::how_many;

impl Printer {
    /// Writes an answer, headed by a comment with its place and verdict. Where solutions are listed they have been
    /// written, and the comment closes the list.
    pub(crate) fn write_prolog(
        self,
        output: &mut impl Write,
        found: &Found<'_>,
        answer: &Answer<'_>,
    ) -> io::Result<()> {
        let geometry = found.puzzle.geometry();
        let number = if self.listing { how_many(answer) } else { String::new() };
        writeln!(output, "% {} {}{number}", found.place(), answer.heading(geometry))?;
        if self.stats {
            writeln!(output, "% {}; {:.6} s", answer.statistics, answer.seconds)?;
        }
        let is_program = self.format == Some(Format::Prolog);
        match (answer.verdict, &answer.root, answer.witnesses.first()) {
            (Verdict::Unique | Verdict::Multiple, ..) if self.listing => Ok(()),
            (Verdict::Unique, _, Some(grid)) if is_program => {
                write!(output, "{}", render::prolog_fact(found.file, found.line, geometry, grid))
            }
            (Verdict::Unique, _, Some(grid)) => write!(output, "{}", render::prolog(geometry, grid)),
            (Verdict::Multiple | Verdict::Unknown, Some(Root { residual: Some(residual), .. }), _)
                if is_program =>
            {
                let clause = render::prolog_clause(found.file, found.line, geometry, &residual.model);
                write!(output, "{}", clause.expect(STATED))
            }
            (Verdict::Multiple | Verdict::Unknown, Some(Root { residual: Some(residual), .. }), _) => {
                write!(output, "{}", goals(geometry, residual))
            }
            // Propagation has refuted the puzzle at the root, or search later.
            _ if is_program => {
                write!(output, "{}", render::prolog_refuted(found.file, found.line))
            }
            _ => writeln!(output, "false."),
        }
    }
}

/// What is expected of the rules of a puzzle.
const STATED: &str = "invariant: the rules of a puzzle state what they say";

fn goals(geometry: Geometry, residual: &Residual) -> Goals {
    let name = |cell: IntVar| render::prolog_name(geometry, cell.index());
    Goals::named(&residual.model, name).expect(STATED)
}
