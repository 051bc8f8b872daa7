//! Answer of `solve` in one line. These are written by the thousand in a hundredth of a second, whatever the output is.

use std::io::{self, Write};

use residua_sudoku::render;

use crate::puzzle::solve::solved::Solved;
use crate::verdict::Verdict;

impl Solved<'_> {
    /// One line per puzzle: its solution if it is unique; else what is solved, and the verdict behind a tab. Where
    /// solutions are listed they have been written, and only a verdict that they do not show is.
    pub(super) fn write_line(&self, output: &mut dyn Write) -> io::Result<()> {
        let (geometry, is_list) = (self.listing.geometry(), self.listing.question.is_list());
        if let (Verdict::Unique, Some(grid)) = (self.verdict, self.witnesses.first()) {
            return if is_list { Ok(()) } else { render::write_line(output, geometry, grid) };
        }
        if is_list && self.verdict == Verdict::Multiple && self.stopped().is_none() {
            return Ok(());
        }
        let solved =
            self.root.as_ref().map_or_else(|| self.listing.puzzle.givens().to_vec(), |root| root.definite());
        writeln!(output, "{}\t{}", render::line(geometry, &solved), self.heading())
    }
}
