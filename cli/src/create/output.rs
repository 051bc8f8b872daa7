//! Created puzzles, and failures to create one, as text and as JSON.

use std::io::{self, Write};

use residua_report::json::write_object;
use residua_report::words::{came_first, counted};
use residua_sudoku::create::{Created, Missed, Nearest};
use residua_sudoku::{Geometry, render};
use serde::Serialize;

use crate::create::arguments::CreateFormat;

/// What every object says.
#[derive(Debug, Serialize)]
struct CreatedHead {
    #[serde(rename = "box")]
    geometry: String,
    seed: u64,
    index: u64,
    tries: u64,
}

#[derive(Debug, Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: CreatedHead,
    givens: &'a [i32],
    solution: &'a [i32],
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<u64>,
}

#[derive(Debug, Serialize)]
struct MissedObject<'a> {
    #[serde(flatten)]
    head: CreatedHead,
    stopped: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<&'a [i32]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest_solutions: Option<u64>,
}

/// How puzzles are written, and what they are made from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Writer {
    pub(super) format: CreateFormat,
    pub(super) geometry: Geometry,
    pub(super) seed: u64,
}

impl Writer {
    fn head(self, index: u64, tries: u64) -> CreatedHead {
        CreatedHead { geometry: self.geometry.to_string(), seed: self.seed, index, tries }
    }

    /// Writes a puzzle.
    pub(super) fn created(self, output: &mut impl Write, index: u64, created: &Created) -> io::Result<()> {
        let Created { puzzle, solution, solutions, tries, .. } = created;
        let givens = puzzle.givens();
        match self.format {
            CreateFormat::Line => render::write_line(output, self.geometry, givens),
            CreateFormat::Json => {
                let head = self.head(index, *tries);
                write_object(output, &Object { head, givens, solution, solutions: *solutions })
            }
            CreateFormat::Grid | CreateFormat::Ascii => {
                let draw = if self.format == CreateFormat::Grid { render::boxed } else { render::ascii };
                if index > 0 {
                    writeln!(output)?;
                }
                write!(output, "{}", draw(self.geometry, givens))
            }
        }
    }

    /// Writes what became of a puzzle that could not be had, if that is part of the output.
    pub(super) fn missed(self, output: &mut impl Write, index: u64, missed: &Missed) -> io::Result<()> {
        if self.format != CreateFormat::Json {
            return Ok(());
        }
        let nearest = missed.nearest.as_ref();
        let object = MissedObject {
            head: self.head(index, missed.tries),
            stopped: missed.limit.to_string(),
            nearest: nearest.map(|nearest| nearest.puzzle.givens()),
            nearest_solutions: nearest.map(|nearest| nearest.solutions),
        };
        write_object(output, &object)
    }
}

/// Why a puzzle could not be had, for standard error.
pub(super) fn in_words(index: u64, missed: &Missed) -> String {
    let tries = counted(missed.tries, "try");
    let nearest = missed.nearest.as_ref().map_or_else(String::new, |nearest| {
        let Nearest { puzzle, solutions, is_exact } = nearest;
        let (clues, many) = (counted(puzzle.clues(), "given"), counted(*solutions, "solution"));
        let bound = if *is_exact { "" } else { "at least " };
        format!("; nearest: {clues}, {bound}{many}: {puzzle}")
    });
    format!("puzzle {} not found in {tries}: {}{nearest}", index + 1, came_first(missed.limit))
}
