//! Answers as text for people: the verdict first, then the solutions, then what is left.

use std::io::{self, Write};

use residua::inspect::Residual;
use residua_report::Verdict;
use residua_report::puzzle::Found;
use residua_report::puzzle::left::{Left, beside, two_solutions};
use residua_report::words::{came_first, counted};
use residua_sudoku::{Geometry, Puzzle, Refutation, render};

use crate::answer::{Answer, End, Root};
use crate::args::Format;
use crate::print::{Listed, Printer};

impl Answer<'_> {
    /// Why there is no solution, or no verdict, or not all that was asked for.
    pub(crate) fn reason(&self, geometry: Geometry) -> Option<String> {
        match (&self.refutation, self.stopped()) {
            (Some(refutation), _) => Some(refutation.describe(geometry)),
            (None, Some(limit)) => Some(came_first(limit)),
            (None, None) => None,
        }
    }

    /// The verdict, and why, in one line for programs.
    pub(crate) fn heading(&self, geometry: Geometry) -> String {
        self.verdict.heading(self.reason(geometry))
    }

    /// The verdict, and why, and how many solutions, in one line for people.
    fn headline(&self, geometry: Geometry) -> String {
        let found = match (self.verdict, self.end) {
            (Verdict::Multiple, End::Exhausted) => Some(self.found.to_string()),
            (Verdict::Multiple, _) => Some(format!("at least {}", self.found)),
            (Verdict::Unknown, _) if self.found == 1 => Some("1 solution was found so far".to_owned()),
            _ => None,
        };
        let reason = self.reason(geometry);
        self.verdict.headline(&if self.verdict == Verdict::Multiple {
            [found, reason]
        } else {
            [reason, found]
        })
    }
}

impl Printer {
    /// One line per puzzle: its solution if it is unique; else what is solved, and the verdict behind a tab. Where
    /// solutions are listed they have been written, and only a verdict that they do not show is.
    pub(crate) fn write_line(
        self,
        output: &mut impl Write,
        puzzle: &Puzzle,
        answer: &Answer<'_>,
    ) -> io::Result<()> {
        let geometry = puzzle.geometry();
        if let (Verdict::Unique, Some(grid)) = (answer.verdict, answer.witnesses.first()) {
            return if self.listing { Ok(()) } else { render::write_line(output, geometry, grid) };
        }
        if self.listing && answer.verdict == Verdict::Multiple && answer.stopped().is_none() {
            return Ok(());
        }
        let solved = answer.root.as_ref().map_or_else(|| puzzle.givens().to_vec(), Root::definite);
        writeln!(output, "{}\t{}", render::line(geometry, &solved), answer.heading(geometry))
    }

    /// Takes note of a solution of a list. The verdict goes first, and what it is shows with the second one.
    pub(crate) fn list(
        self,
        output: &mut impl Write,
        found: &Found<'_>,
        puzzle: &Puzzle,
        grid: &[i32],
        listed: &mut Listed,
    ) -> io::Result<()> {
        listed.count += 1;
        if listed.count == 1 {
            listed.first = Some(grid.to_vec());
            return Ok(());
        }
        if let Some(first) = listed.first.take() {
            self.write_headline(output, found, Verdict::Multiple, &Verdict::Multiple.headline(&[]))?;
            self.write_listed(output, puzzle, &first, 1)?;
        }
        self.write_listed(output, puzzle, grid, listed.count)
    }

    /// One solution of several. A grid without a frame is separated from the one before by its number.
    fn write_listed(
        self,
        output: &mut impl Write,
        puzzle: &Puzzle,
        grid: &[i32],
        number: u64,
    ) -> io::Result<()> {
        if self.format == Some(Format::Ascii) {
            writeln!(output, "solution {number}:")?;
        }
        write!(output, "{}", self.solution_grid(puzzle, grid))
    }

    /// The verdict with its place, and what belongs to it.
    pub(crate) fn write_text(
        self,
        output: &mut impl Write,
        found: &Found<'_>,
        puzzle: &Puzzle,
        answer: &Answer<'_>,
        listed: &Listed,
    ) -> io::Result<()> {
        if listed.count < 2 {
            self.write_headline(output, found, answer.verdict, &answer.headline(puzzle.geometry()))?;
        }
        match (answer.verdict, answer.witnesses) {
            (Verdict::Infeasible, _) => self.write_refuted(output, puzzle, answer)?,
            (Verdict::Multiple, _) if self.listing => self.end_list(output, puzzle, answer, listed)?,
            (Verdict::Multiple, [first, second]) => self.write_two(output, puzzle, first, second)?,
            (Verdict::Unknown, [only]) => {
                writeln!(output, "one solution: it is not known whether there are others")?;
                write!(output, "{}", self.solution_grid(puzzle, only))?;
            }
            (Verdict::Unique, [only]) => write!(output, "{}", self.solution_grid(puzzle, only))?,
            _ => {}
        }
        let residual = answer.root.as_ref().and_then(|root| root.residual.as_ref());
        if let (Verdict::Multiple | Verdict::Unknown, Some(residual)) = (answer.verdict, residual) {
            self.write_left(output, puzzle, residual)?;
        }
        if self.stats {
            writeln!(output, "search: {}; {:.6} s", answer.statistics, answer.seconds)?;
        }
        writeln!(output)
    }

    fn write_headline(
        self,
        output: &mut impl Write,
        found: &Found<'_>,
        verdict: Verdict,
        headline: &str,
    ) -> io::Result<()> {
        writeln!(output, "{}  {}", found.place(), self.paint.text(verdict.tint(), headline))?;
        found.left_out().map_or(Ok(()), |note| writeln!(output, "{note}"))
    }

    fn grid(self, geometry: Geometry, cells: &[i32]) -> String {
        if self.format == Some(Format::Ascii) {
            render::ascii(geometry, cells)
        } else {
            render::boxed(geometry, cells)
        }
    }

    /// A grid, what is given and what was solved in colours of their own.
    fn solution_grid(self, puzzle: &Puzzle, cells: &[i32]) -> String {
        let drawn = self.grid(puzzle.geometry(), cells);
        if self.format == Some(Format::Ascii) {
            // Its cells are not separated.
            return drawn;
        }
        self.paint.solved(drawn, puzzle, |cell| cells[cell] != 0)
    }

    /// The puzzle that has no solution, so that the clash can be seen.
    fn write_refuted(self, output: &mut impl Write, puzzle: &Puzzle, answer: &Answer<'_>) -> io::Result<()> {
        match answer.refutation {
            Some(Refutation::Search { .. }) => Ok(()),
            _ => write!(output, "{}", self.solution_grid(puzzle, puzzle.givens())),
        }
    }

    /// What is left of a puzzle with several solutions, or with no verdict.
    fn write_left(self, output: &mut impl Write, puzzle: &Puzzle, residual: &Residual) -> io::Result<()> {
        let Printer { paint, all_rules, .. } = self;
        let left = Left { puzzle, residual, paint, all_rules };
        left.write_solved(output)?;
        let is_pencil = self.format == Some(Format::Pencil);
        if !is_pencil {
            write!(output, "{}", self.solution_grid(puzzle, &left.solved()))?;
        }
        left.write_candidates(output, true, is_pencil)?;
        left.write_rules(output)
    }

    /// The only solution that was listed, if it was but one; and whether there are more than were listed.
    fn end_list(
        self,
        output: &mut impl Write,
        puzzle: &Puzzle,
        answer: &Answer<'_>,
        listed: &Listed,
    ) -> io::Result<()> {
        if let Some(first) = &listed.first {
            self.write_listed(output, puzzle, first, 1)?;
        }
        let solutions = counted(listed.count, "solution");
        match answer.end {
            End::Exhausted if listed.count == answer.found => writeln!(output, "listed: all {solutions}"),
            _ if listed.count < answer.found => writeln!(output, "listed: {solutions}; there are more"),
            End::Stopped(limit) => {
                writeln!(output, "listed: {solutions}; there may be more: {}", came_first(limit))
            }
            _ => writeln!(output, "listed: {solutions}; there may be more"),
        }
    }

    fn write_two(
        self,
        output: &mut impl Write,
        puzzle: &Puzzle,
        first: &[i32],
        second: &[i32],
    ) -> io::Result<()> {
        let geometry = puzzle.geometry();
        let differ: Vec<usize> = (0..geometry.cells()).filter(|&cell| first[cell] != second[cell]).collect();
        let names: Vec<String> = differ.into_iter().map(|cell| geometry.name(cell)).collect();
        writeln!(output, "{}", two_solutions(&names, ""))?;
        let grids =
            [first, second].map(|cells| self.two_grid(puzzle, cells, |cell| first[cell] != second[cell]));
        write!(output, "{}", beside(&grids[0], &grids[1]))
    }

    /// One of two solutions.
    fn two_grid(self, puzzle: &Puzzle, cells: &[i32], differs: impl Fn(usize) -> bool) -> String {
        let drawn = self.grid(puzzle.geometry(), cells);
        if self.format == Some(Format::Ascii) { drawn } else { self.paint.differing(drawn, puzzle, differs) }
    }
}

/// The number of solutions, where the verdict does not say it.
pub(crate) fn how_many(answer: &Answer<'_>) -> String {
    match (answer.verdict, answer.found, answer.end) {
        (Verdict::Multiple, found, End::Exhausted) => format!(": {}", counted(found, "solution")),
        (Verdict::Multiple, found, End::Enough) => format!(": at least {}", counted(found, "solution")),
        (Verdict::Multiple, found, End::Stopped(_)) => format!("; at least {}", counted(found, "solution")),
        (Verdict::Unknown, 1, _) => "; 1 solution found so far".to_owned(),
        _ => String::new(),
    }
}
