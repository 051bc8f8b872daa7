//! Answers as a Prolog top level prints them: bindings, domains, residual goals of `library(clpfd)`.

use std::io::{self, Write};

use residua::encode::prolog::Goals;
use residua::inspect::Residual;
use residua::model::IntVar;
use residua::sudoku::{Geometry, render};

use crate::answer::{Answer, Root};
use crate::each::Found;
use crate::report::Printer;
use crate::report::text::how_many;
use crate::verdict::Verdict;

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
        match (answer.verdict, &answer.root, answer.witnesses.first()) {
            (Verdict::Unique | Verdict::Multiple, ..) if self.listing => Ok(()),
            (Verdict::None, ..) | (_, None | Some(Root { residual: None, .. }), _) => {
                writeln!(output, "false.")
            }
            (Verdict::Unique, _, Some(grid)) => {
                write!(output, "{}", render::prolog(geometry, grid))
            }
            (_, Some(Root { residual: Some(residual), .. }), _) => {
                write!(output, "{}", goals(geometry, residual))
            }
        }
    }
}

fn goals(geometry: Geometry, residual: &Residual) -> Goals {
    let name = |cell: IntVar| render::prolog_name(geometry, cell.index());
    Goals::named(&residual.model, name).expect("invariant: the rules of a puzzle state what they say")
}
