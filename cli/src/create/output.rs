//! Plain puzzles: how they are made, and how they, and failures to make one, are written as text and as JSON.

use std::io::{self, Write};

use residua::search::Limit;
use residua_report::json::write_object;
use residua_report::words::{came_first, counted};
use residua_sudoku::create::{Created, Creator, Missed, Nearest};
use residua_sudoku::{Notes, render};
use residua_variant::Variant;
use serde::Serialize;

use crate::create::arguments::CreateFormat;
use crate::create::workers::{After, Maker};

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
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    technique: Option<String>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest_rating: Option<f64>,
}

/// Makes plain puzzles, and writes them.
#[derive(Clone, Debug)]
pub(super) struct Plain {
    pub(super) creator: Creator,
    pub(super) format: CreateFormat,
    pub(super) seed: u64,
}

impl Plain {
    fn head(&self, index: u64, tries: u64) -> CreatedHead {
        CreatedHead { geometry: self.creator.geometry().to_string(), seed: self.seed, index, tries }
    }
}

impl Maker for Plain {
    type Made = Created;
    type Missed = Box<Missed>;

    fn make(&mut self, index: u64) -> Result<Created, Box<Missed>> {
        self.creator.puzzle(index)
    }

    fn after(missed: &Box<Missed>) -> After {
        if missed.limit == Limit::Stop { After::Stop } else { After::GoOn }
    }

    fn write(&self, output: &mut dyn Write, index: u64, created: &Created) -> io::Result<()> {
        let Created { puzzle, solution, solutions, rating, tries, .. } = created;
        let (geometry, givens) = (self.creator.geometry(), puzzle.givens());
        match self.format {
            CreateFormat::Line => render::write_line(output, geometry, givens),
            CreateFormat::Json => {
                let object = Object {
                    head: self.head(index, *tries),
                    givens,
                    solution,
                    solutions: *solutions,
                    rating: rating.as_ref().map(|rating| rating.hardest.value()),
                    technique: rating.as_ref().and_then(|rating| Some(rating.technique?.to_string())),
                };
                write_object(output, &object)
            }
            CreateFormat::Grid | CreateFormat::Ascii => {
                let draw = if self.format == CreateFormat::Grid { render::boxed } else { render::ascii };
                if index > 0 {
                    writeln!(output)?;
                }
                write!(output, "{}", draw(geometry, givens))
            }
            CreateFormat::Fpuzzles | CreateFormat::Iss => {
                let format = match self.format {
                    CreateFormat::Iss => residua_variant::Format::Iss,
                    _ => residua_variant::Format::FPuzzles,
                };
                let variant =
                    Variant::of_puzzle(puzzle, &Notes::default(), true).map_err(io::Error::other)?;
                let text = residua_variant::write(&variant, format).map_err(io::Error::other)?;
                // Constraint strings may go on in further lines: a blank one ends them.
                let end = if format == residua_variant::Format::Iss { "\n" } else { "" };
                writeln!(output, "{text}{end}")
            }
        }
    }

    fn write_missed(&self, output: &mut dyn Write, index: u64, missed: &Box<Missed>) -> io::Result<()> {
        if self.format != CreateFormat::Json {
            return Ok(());
        }
        let nearest = missed.nearest.as_ref();
        let object = MissedObject {
            head: self.head(index, missed.tries),
            stopped: missed.limit.to_string(),
            nearest: nearest.map(|nearest| nearest.puzzle.givens()),
            nearest_solutions: nearest.map(|nearest| nearest.solutions),
            nearest_rating: nearest.and_then(|nearest| Some(nearest.hardest?.value())),
        };
        write_object(output, &object)
    }

    fn in_words(index: u64, missed: &Box<Missed>) -> String {
        let tries = counted(missed.tries, "try");
        let nearest = missed.nearest.as_ref().map_or_else(String::new, |nearest| {
            let Nearest { puzzle, solutions, is_exact, hardest } = nearest;
            let (clues, many) = (counted(puzzle.clues(), "given"), counted(*solutions, "solution"));
            let bound = if *is_exact { "" } else { "at least " };
            let step = hardest.map_or_else(String::new, |cost| format!(", a step of at least {cost}"));
            format!("; nearest: {clues}, {bound}{many}{step}: {puzzle}")
        });
        format!("puzzle {} not found in {tries}: {}{nearest}", index + 1, came_first(missed.limit))
    }
}
