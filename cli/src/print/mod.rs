//! What `solve` prints of puzzles.

pub(crate) mod json;
mod prolog;
mod text;

use std::io::{self, Write};

use residua::engine::Consistency;
use residua_report::Paint;
use residua_report::puzzle::Found;
use residua_sudoku::{Puzzle, render};

use crate::answer::Answer;
use crate::args::{Format, Solve};

/// How answers are printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printer {
    /// `None` where answers are only counted.
    format: Option<Format>,
    consistency: Consistency,
    /// Whether solutions are listed as they are found, in place of the first, or the first two.
    listing: bool,
    stats: bool,
    /// Whether all rules that are left are listed.
    all_rules: bool,
    paint: Paint,
}

/// The solutions of a puzzle that were listed so far.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    /// How many there were.
    count: u64,
    /// The first one, as long as it waits for the verdict.
    first: Option<Vec<i32>>,
    /// All of them, where one object holds them all.
    grids: Vec<Vec<i32>>,
}

impl Printer {
    pub(crate) fn new(arguments: &Solve, paint: Paint) -> Printer {
        Printer {
            format: (!arguments.summary).then_some(arguments.format()),
            consistency: arguments.consistency,
            listing: arguments.all || arguments.most.limit.is_some(),
            stats: arguments.stats,
            all_rules: arguments.rules,
            paint,
        }
    }

    /// Whether mistakes go to standard error as text, and not into the output.
    pub(crate) fn speaks_text(self) -> bool {
        self.format != Some(Format::Json)
    }

    /// Writes what comes before all answers.
    pub(crate) fn begin(self, output: &mut impl Write) -> io::Result<()> {
        match self.format {
            Some(Format::Prolog) => write!(output, "{}", render::PROLOG_HEAD),
            _ => Ok(()),
        }
    }

    /// Whether the clash of a puzzle without a solution is the one that is named everywhere. Finding it takes a hundred
    /// times as long as the verdict, so lines, which are written by the thousand, name what propagation finds first.
    pub(crate) fn names_clash(self) -> bool {
        !matches!(self.format, None | Some(Format::Line))
    }

    /// Takes note of a solution: it is kept in `listed` for later, or written at once.
    pub(crate) fn solution(
        self,
        output: &mut impl Write,
        found: &Found<'_>,
        puzzle: &Puzzle,
        grid: &[i32],
        listed: &mut Listed,
    ) -> io::Result<()> {
        match self.format {
            Some(Format::Json) => listed.grids.push(grid.to_vec()),
            _ if !self.listing => {}
            Some(Format::Line) => render::write_line(output, puzzle.geometry(), grid)?,
            Some(Format::Prolog) => {
                write!(output, "{}", render::prolog_fact(found.file, found.line, puzzle.geometry(), grid))?;
            }
            Some(Format::Clpfd) => write!(output, "{}", render::prolog(puzzle.geometry(), grid))?,
            Some(Format::Grid | Format::Ascii | Format::Pencil) => {
                self.list(output, found, puzzle, grid, listed)?;
            }
            None => {}
        }
        Ok(())
    }

    /// Writes an answer; `puzzle` is what was found, with what counts of the notes.
    pub(crate) fn answer(
        self,
        output: &mut impl Write,
        found: &Found<'_>,
        puzzle: &Puzzle,
        answer: &Answer<'_>,
        listed: &Listed,
    ) -> io::Result<()> {
        let Some(format) = self.format else { return Ok(()) };
        match format {
            Format::Json => json::write(output, found, self.consistency, answer, &listed.grids),
            Format::Prolog | Format::Clpfd => self.write_prolog(output, found, answer),
            Format::Line => self.write_line(output, puzzle, answer),
            Format::Grid | Format::Ascii | Format::Pencil => {
                self.write_text(output, found, puzzle, answer, listed)
            }
        }
    }

    /// Writes a mistake, where mistakes are part of the output.
    pub(crate) fn mistake(
        self,
        output: &mut impl Write,
        file: &str,
        line: usize,
        column: usize,
        message: &str,
    ) -> io::Result<()> {
        if self.speaks_text() {
            return Ok(());
        }
        residua_report::json::write_mistake(output, file, line, column, message)
    }
}
