//! Answers as a Prolog top level prints them: bindings, domains, residual goals of `library(clpfd)`.

use std::io::{self, Write};

use residua::store::View;
use residua::sudoku::{Geometry, Puzzle, render};

use crate::answer::{Answer, Root, Verdict};
use crate::report::Printer;
use crate::report::text::how_many;

impl Printer {
    /// Writes an answer, headed by a comment with its place and verdict. Where solutions are listed they have been
    /// written, and the comment closes the list.
    pub(crate) fn write_prolog(
        self,
        output: &mut impl Write,
        file: &str,
        line: usize,
        puzzle: &Puzzle,
        answer: &Answer,
    ) -> io::Result<()> {
        let geometry = puzzle.geometry();
        let number = if self.listing { how_many(answer) } else { String::new() };
        writeln!(output, "% {file}:{line} {}{number}", answer.headline(geometry))?;
        if self.stats {
            writeln!(output, "% {}; {:.6} s", answer.statistics, answer.seconds)?;
        }
        match (&answer.verdict, &answer.root, answer.witnesses.first()) {
            (Verdict::Unique | Verdict::Multiple, ..) if self.listing => Ok(()),
            (Verdict::None(_), ..) | (_, None, _) => writeln!(output, "false."),
            (Verdict::Unique, _, Some(grid)) => {
                write!(output, "{}", render::prolog(geometry, grid, &[], |_| Vec::new(), &[]))
            }
            (_, Some(root), _) => write!(output, "{}", residual(geometry, root)),
        }
    }
}

fn residual(geometry: Geometry, root: &Root) -> String {
    let name = |view: View| render::prolog_name(geometry, view.var.index());
    let aliases: Vec<(usize, usize)> =
        root.residual.aliases.iter().map(|a| (a.var.id().index(), a.is.var.index())).collect();
    let goals: Vec<String> = root
        .residual
        .model
        .constraints()
        .skip(aliases.len())
        .map(|(_, constraint)| {
            let scope: Vec<String> = constraint.scope().into_iter().map(name).collect();
            match scope.as_slice() {
                [x, y] => format!("{x} #\\= {y}"),
                _ => format!("all_distinct([{}])", scope.join(", ")),
            }
        })
        .collect();
    let left = |cell: usize| root.domains[cell].iter().collect();
    render::prolog(geometry, &root.definite(), &aliases, left, &goals)
}
