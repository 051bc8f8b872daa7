//! Answers, printed.

pub(crate) mod json;
mod prolog;
mod text;

use std::io::{self, IsTerminal, Write, stdout};

use residua::engine::Consistency;
use residua::sudoku::{Puzzle, render};

use crate::answer::Answer;
use crate::args::{Format, Solve};
use crate::each::Found;

/// How answers are printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printer {
    /// `None` where answers are only counted.
    format: Option<Format>,
    strength: Consistency,
    /// Whether solutions are listed as they are found, in place of the first, or the first two.
    listing: bool,
    stats: bool,
    colour: bool,
}

impl Printer {
    pub(crate) fn new(arguments: &Solve) -> Printer {
        Printer {
            format: (!arguments.summary).then_some(arguments.format()),
            strength: arguments.strength,
            listing: arguments.all || arguments.limit.is_some(),
            stats: arguments.stats,
            colour: stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
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

    /// Takes note of a solution: `collected` keeps it for later, or it is written at once.
    pub(crate) fn solution(
        self,
        output: &mut impl Write,
        found: &Found<'_>,
        grid: &[i32],
        collected: &mut Vec<Vec<i32>>,
    ) -> io::Result<()> {
        let puzzle = found.puzzle;
        match self.format {
            Some(Format::Json) => collected.push(grid.to_vec()),
            Some(Format::Line) if self.listing => render::write_line(output, puzzle.geometry(), grid)?,
            Some(Format::Ascii) if self.listing => {
                writeln!(output, "{}", render::ascii(puzzle.geometry(), grid))?;
            }
            Some(Format::Grid | Format::Pencil) if self.listing => {
                write!(output, "{}", render::boxed(puzzle.geometry(), grid))?;
            }
            Some(Format::Prolog) if self.listing => {
                write!(output, "{}", render::prolog_fact(found.file, found.line, puzzle.geometry(), grid))?;
            }
            Some(Format::Clpfd) if self.listing => {
                write!(output, "{}", render::prolog(puzzle.geometry(), grid))?;
            }
            _ => {}
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
        collected: &[Vec<i32>],
    ) -> io::Result<()> {
        let Some(format) = self.format else { return Ok(()) };
        match format {
            Format::Json => json::write(output, found, self.strength, answer, collected),
            Format::Prolog | Format::Clpfd => self.write_prolog(output, found, answer),
            Format::Line => self.write_line(output, puzzle, answer),
            Format::Grid | Format::Ascii | Format::Pencil => self.write_text(output, found, puzzle, answer),
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
        json::write_mistake(output, file, line, column, message)
    }
}
