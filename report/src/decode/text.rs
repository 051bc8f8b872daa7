//! A decoded answer as text and as JSON.

use std::io::{self, Write};

use residua_sudoku::{Puzzle, render};
use serde::Serialize;

use crate::decode::Decoded;
use crate::json::write_object;
use crate::place::place;
use crate::question::Form;
use crate::verdict::existence;
use crate::words::write_wrapped;

#[derive(Serialize)]
struct Object<'a> {
    file: &'a str,
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    geometry: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    givens: Option<&'a [i32]>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<&'a [i32]>,
}

impl Decoded {
    /// Writes it; what is decoded of a puzzle as grids, that of clauses as lines of literals.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn write(&self, form: Form, output: &mut dyn Write) -> io::Result<()> {
        let (has_solution, solution) = self.known();
        match (form, &self.puzzle) {
            (Form::Verdict, _) => Ok(()),
            (Form::Json, puzzle) => {
                let geometry = puzzle.as_ref().map(|puzzle| puzzle.geometry().to_string());
                let givens = puzzle.as_ref().map(Puzzle::givens);
                let verdict = existence(has_solution);
                write_object(output, &Object { file: &self.file, geometry, givens, verdict, solution })
            }
            (form, Some(puzzle)) => self.write_grid(form, puzzle, output),
            (form, None) => self.write_values(form, output),
        }
    }

    /// An answer of clauses that no puzzle is known of.
    fn write_values(&self, form: Form, output: &mut dyn Write) -> io::Result<()> {
        let (has_solution, values) = self.known();
        if form != Form::Line || values.is_none() {
            writeln!(output, "{}  {}", place(&self.file, 1), headline(has_solution))?;
        }
        let Some(values) = values else { return Ok(()) };
        let literals = (1..).zip(values).map(|(var, &value): (i32, _)| if value > 0 { var } else { -var });
        write_wrapped(output, "v", literals.chain([0]).map(|literal| literal.to_string()))
    }

    fn write_grid(&self, form: Form, puzzle: &Puzzle, output: &mut dyn Write) -> io::Result<()> {
        let (geometry, file) = (puzzle.geometry(), self.file.as_str());
        let (has_solution, grid) = self.known();
        let headline = headline(has_solution);
        match (form, grid) {
            (Form::Line, Some(grid)) => writeln!(output, "{}", render::line(geometry, grid)),
            (Form::Line, None) => writeln!(output, "{puzzle}\t{headline}"),
            (Form::Prolog, Some(grid)) => {
                write!(output, "{}{}", render::PROLOG_HEAD, render::prolog_fact(file, 1, geometry, grid))
            }
            (Form::Clpfd, Some(grid)) => write!(output, "{}", render::prolog(geometry, grid)),
            (Form::Prolog | Form::Clpfd, None) => writeln!(output, "% {}  {headline}", place(file, 1)),
            (form, grid) => {
                writeln!(output, "{}  {headline}", place(file, 1))?;
                let draw = if form == Form::Ascii { render::ascii } else { render::boxed };
                grid.map_or(Ok(()), |grid| write!(output, "{}", draw(geometry, grid)))
            }
        }
    }
}

fn headline(has_solution: Option<bool>) -> &'static str {
    match has_solution {
        Some(true) => "a solution",
        Some(false) => "no solution",
        None => "unknown",
    }
}
