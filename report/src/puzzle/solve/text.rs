//! Answer of `solve` as text: verdict, solutions, residual.

use std::io::{self, Write};

use residua::inspect::Residual;
use residua::search::Status;
use residua_sudoku::Refutation;

use crate::puzzle::residual_text::{ResidualText, beside, two_solutions};
use crate::puzzle::solve::solved::Solved;
use crate::question::Form;
use crate::verdict::Verdict;
use crate::words::{came_first, counted};

impl Solved<'_> {
    /// The verdict with its place, and what belongs to it.
    pub(super) fn write_lines(&self, output: &mut dyn Write) -> io::Result<()> {
        let listing = &self.listing;
        if listing.count < 2 {
            listing.write_headline(output, self.verdict, &self.headline())?;
        }
        match (self.verdict, self.witnesses) {
            (Verdict::Infeasible, _) => self.write_refuted(output)?,
            (Verdict::Multiple, _) if listing.question.is_list() => self.end_list(output)?,
            (Verdict::Multiple, [first, second]) => self.write_two(output, first, second)?,
            (Verdict::Unknown, [only]) => {
                writeln!(output, "1 solution found; uniqueness unknown")?;
                write!(output, "{}", listing.solution_grid(only))?;
            }
            (Verdict::Unique, [only]) => write!(output, "{}", listing.solution_grid(only))?,
            _ => {}
        }
        if let (Verdict::Multiple | Verdict::Unknown, Some(residual)) = (self.verdict, self.residual()) {
            self.write_left(output, residual)?;
        }
        if listing.question.stats {
            writeln!(output, "search: {}; {:.6} s", self.statistics, self.seconds)?;
        }
        writeln!(output)
    }

    /// The puzzle that has no solution, so that the clash can be seen.
    fn write_refuted(&self, output: &mut dyn Write) -> io::Result<()> {
        match self.refutation {
            Some(Refutation::Search { .. }) => Ok(()),
            _ => write!(output, "{}", self.listing.solution_grid(self.listing.puzzle.givens())),
        }
    }

    /// What is left of a puzzle with several solutions, or with no verdict.
    fn write_left(&self, output: &mut dyn Write, residual: &Residual) -> io::Result<()> {
        let listing = &self.listing;
        let (puzzle, paint, all_rules) = (&*listing.puzzle, listing.paint, listing.question.rules);
        let left = ResidualText { puzzle, residual, paint, all_rules };
        left.write_solved(output)?;
        let is_pencil = listing.question.form == Form::Pencil;
        if !is_pencil {
            write!(output, "{}", listing.solution_grid(&left.solved()))?;
        }
        left.write_candidates(output, true, is_pencil)?;
        left.write_rules(output)
    }

    /// The only solution that was listed, if it was but one; and whether there are more than were listed.
    fn end_list(&self, output: &mut dyn Write) -> io::Result<()> {
        let listing = &self.listing;
        if let Some(first) = &listing.first {
            listing.write_listed(output, first, 1)?;
        }
        let solutions = counted(listing.count, "solution");
        match self.stopped() {
            _ if self.status == Status::Exhausted && listing.count == self.found => {
                writeln!(output, "listed: all {solutions}")
            }
            _ if listing.count < self.found => writeln!(output, "listed: {solutions}; there are more"),
            Some(limit) => writeln!(output, "listed: {solutions}; there may be more: {}", came_first(limit)),
            None => writeln!(output, "listed: {solutions}; there may be more"),
        }
    }

    fn write_two(&self, output: &mut dyn Write, first: &[i32], second: &[i32]) -> io::Result<()> {
        let geometry = self.listing.geometry();
        let differs = |cell: usize| first[cell] != second[cell];
        let differing = (0..geometry.cells()).filter(|&cell| differs(cell));
        let names: Vec<String> = differing.map(|cell| geometry.name(cell)).collect();
        writeln!(output, "{}", two_solutions(&names, ""))?;
        let grids = [first, second].map(|cells| self.listing.two_grid(cells, differs));
        write!(output, "{}", beside(&grids[0], &grids[1]))
    }
}
