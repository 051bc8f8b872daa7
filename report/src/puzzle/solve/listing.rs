//! Solution listing: written as found, or kept until the verdict is known.

use std::borrow::Cow;
use std::io::{self, Write};

use residua_sudoku::{Geometry, Puzzle, render};

use crate::paint::Paint;
use crate::puzzle::found::Found;
use crate::question::{self, Form};
use crate::verdict::Verdict;

/// The solutions of a puzzle that were listed so far.
#[derive(Debug)]
pub(super) struct Listing<'a> {
    pub(super) question: &'a question::Solve,
    pub(super) paint: Paint,
    pub(super) found: &'a Found<'a>,
    /// What was found, with what counts of the notes.
    pub(super) puzzle: Cow<'a, Puzzle>,
    /// How many there were.
    pub(super) count: u64,
    /// The first one, as long as it waits for the verdict.
    pub(super) first: Option<Vec<i32>>,
    /// All of them, where one object holds them all.
    pub(super) grids: Vec<Vec<i32>>,
}

impl<'a> Listing<'a> {
    #[inline]
    pub(super) fn new(question: &'a question::Solve, paint: Paint, found: &'a Found<'a>) -> Listing<'a> {
        Listing {
            question,
            paint,
            found,
            puzzle: found.as_puzzle(),
            count: 0,
            first: None,
            grids: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn geometry(&self) -> Geometry {
        self.found.puzzle.geometry()
    }

    /// Takes note of a solution: it is kept for later, or written at once.
    pub(super) fn solution(&mut self, output: &mut dyn Write, grid: &[i32]) -> io::Result<()> {
        let (found, geometry) = (self.found, self.geometry());
        match self.question.form {
            Form::Json => self.grids.push(grid.to_vec()),
            _ if !self.question.is_list() => {}
            Form::Line => render::write_line(output, geometry, grid)?,
            Form::Prolog => {
                write!(output, "{}", render::prolog_fact(found.file, found.line, geometry, grid))?;
            }
            Form::Clpfd => write!(output, "{}", render::prolog(geometry, grid))?,
            Form::Grid | Form::Ascii | Form::Pencil => self.list(output, grid)?,
            Form::Verdict => {}
        }
        Ok(())
    }

    /// Takes note of a solution of a list. The verdict goes first, and what it is shows with the second one.
    fn list(&mut self, output: &mut dyn Write, grid: &[i32]) -> io::Result<()> {
        self.count += 1;
        if self.count == 1 {
            self.first = Some(grid.to_vec());
            return Ok(());
        }
        if let Some(first) = self.first.take() {
            self.write_headline(output, Verdict::Multiple, &Verdict::Multiple.headline(&[]))?;
            self.write_listed(output, &first, 1)?;
        }
        self.write_listed(output, grid, self.count)
    }

    /// One solution of several. A grid without a frame is separated from the one before by its number.
    pub(super) fn write_listed(&self, output: &mut dyn Write, grid: &[i32], number: u64) -> io::Result<()> {
        if self.question.form == Form::Ascii {
            writeln!(output, "solution {number}:")?;
        }
        write!(output, "{}", self.solution_grid(grid))
    }

    pub(super) fn write_headline(
        &self,
        output: &mut dyn Write,
        verdict: Verdict,
        headline: &str,
    ) -> io::Result<()> {
        writeln!(output, "{}  {}", self.found.place(), self.paint.text(verdict.tint(), headline))?;
        self.found.left_out().map_or(Ok(()), |note| writeln!(output, "{note}"))
    }

    fn grid(&self, cells: &[i32]) -> String {
        if self.question.form == Form::Ascii {
            render::ascii(self.geometry(), cells)
        } else {
            render::boxed(self.geometry(), cells)
        }
    }

    /// A grid, what is given and what was solved in colours of their own.
    pub(super) fn solution_grid(&self, cells: &[i32]) -> String {
        let drawn = self.grid(cells);
        if self.question.form == Form::Ascii {
            // Its cells are not separated.
            return drawn;
        }
        self.paint.solved(drawn, &self.puzzle, |cell| cells[cell] != 0)
    }

    /// One of two solutions.
    pub(super) fn two_grid(&self, cells: &[i32], differs: impl Fn(usize) -> bool) -> String {
        let drawn = self.grid(cells);
        let is_plain = self.question.form == Form::Ascii;
        if is_plain { drawn } else { self.paint.differing(drawn, &self.puzzle, differs) }
    }
}
