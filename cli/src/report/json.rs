//! Answers as JSON, one object per line: the contract of `docs/json.md`.

use std::io::{self, BufWriter, IntoInnerError, Write};

use residua::domain::Domain;
use residua::engine::Consistency;
use residua::inspect::Residual;
use residua_sudoku::Geometry;
use serde::{Serialize, Serializer};

use crate::answer::{Answer, End};
use crate::each::Found;
use crate::report::cut::{Cut, Cuttable, SHORT};

/// Which puzzle an object is about.
#[derive(Debug, Serialize)]
pub(crate) struct Subject<'a> {
    file: &'a str,
    line: usize,
    #[serde(rename = "box")]
    geometry: String,
    givens: &'a [i32],
    /// What counts of what is written into the puzzle; `None` where nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    trust: Option<String>,
}

impl<'a> Subject<'a> {
    pub(crate) fn new(found: &Found<'a>) -> Subject<'a> {
        let Found { file, line, puzzle, notes, trust } = *found;
        let trust = (!notes.is_empty()).then(|| trust.to_string());
        Subject { file, line, geometry: puzzle.geometry().to_string(), givens: puzzle.givens(), trust }
    }
}

/// What every answer says of its puzzle.
#[derive(Debug, Serialize)]
pub(crate) struct Head<'a> {
    #[serde(flatten)]
    subject: Subject<'a>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl<'a> Head<'a> {
    pub(crate) fn new(found: &Found<'a>, verdict: &'static str, reason: Option<String>) -> Head<'a> {
        Head { subject: Subject::new(found), verdict, reason }
    }
}

/// The values of each cell, written as they are gone through: large grids have millions.
#[derive(Debug)]
enum Values<'a> {
    Of(&'a [Domain], &'a Cut),
    /// There is none, of a number of cells.
    None(usize),
}

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Cell<'a>(&'a Domain);
        impl Serialize for Cell<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq(self.0.iter())
            }
        }
        match self {
            Values::Of(domains, cut) => cut.list(serializer, SHORT, domains.iter().map(Cell)),
            Values::None(cells) => serializer.collect_seq(std::iter::repeat_n([0_i32; 0], *cells)),
        }
    }
}

/// What is left of a puzzle, and the strength at which it was found out.
#[derive(Debug, Serialize)]
pub(crate) struct Left<'a> {
    strength: String,
    domains: Values<'a>,
    residual: Cuttable<'a, String>,
    aliases: Cuttable<'a, [String; 2]>,
}

impl<'a> Left<'a> {
    /// What `residual` leaves; nothing, if there is no residual.
    pub(crate) fn new(
        geometry: Geometry,
        strength: String,
        residual: Option<&'a Residual>,
        cut: &'a Cut,
    ) -> Left<'a> {
        let Some(residual) = residual else {
            let domains = Values::None(geometry.cells());
            let (residual, aliases) =
                (Cuttable { items: Vec::new(), cut }, Cuttable { items: Vec::new(), cut });
            return Left { strength, domains, residual, aliases };
        };
        let name = |cell: usize| geometry.name(cell);
        let aliases = residual.aliases.iter();
        Left {
            strength,
            domains: Values::Of(residual.model.domains(), cut),
            residual: Cuttable { items: residual.constraints().collect(), cut },
            aliases: Cuttable {
                items: aliases.map(|a| [name(a.var.index()), name(a.is.var.index())]).collect(),
                cut,
            },
        }
    }
}

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    solutions: Solutions<'a>,
    #[serde(rename = "all")]
    is_all: IsAll<'a>,
    #[serde(flatten)]
    left: Left<'a>,
    decisions: u64,
    failures: u64,
    propagations: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Cut::is_whole")]
    cut: &'a Cut,
}

/// The solutions, two of them at least if there are as many.
struct Solutions<'a>(&'a [Vec<i32>], &'a Cut);

impl Serialize for Solutions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.1.list(serializer, 2, self.0.iter())
    }
}

/// Whether the solutions are all, if they are written as they are.
struct IsAll<'a>(bool, &'a Cut);

impl Serialize for IsAll<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(self.0 && self.1.is_whole())
    }
}

#[derive(Serialize)]
struct Mistake<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    error: &'a str,
}

/// Writes an answer.
pub(crate) fn write(
    output: &mut impl Write,
    found: &Found<'_>,
    consistency: Consistency,
    answer: &Answer<'_>,
    solutions: &[Vec<i32>],
) -> io::Result<()> {
    let geometry = found.puzzle.geometry();
    let residual = answer.root.as_ref().and_then(|root| root.residual.as_ref());
    let cut = &Cut::default();
    let is_all = answer.end == End::Exhausted && solutions.len() as u64 == answer.found;
    let object = Object {
        head: Head::new(found, answer.verdict.word(), answer.reason(geometry)),
        solutions: Solutions(solutions, cut),
        is_all: IsAll(is_all, cut),
        left: Left::new(geometry, consistency.to_string(), residual, cut),
        decisions: answer.statistics.decisions,
        failures: answer.statistics.failures,
        propagations: answer.statistics.propagations,
        seconds: answer.seconds,
        cut,
    };
    write_object(output, &object)
}

/// Writes a mistake in the input.
pub(crate) fn write_mistake(
    output: &mut (impl Write + ?Sized),
    file: &str,
    line: usize,
    column: usize,
    error: &str,
) -> io::Result<()> {
    write_object(output, &Mistake { file, line, column, error })
}

/// Writes an object in a line of its own.
pub(crate) fn write_object(output: &mut (impl Write + ?Sized), object: &impl Serialize) -> io::Result<()> {
    // In pieces of its own: an object of a large grid is put together of millions, and `output` may be behind a pointer.
    let mut pieces = BufWriter::with_capacity(1 << 14, output);
    serde_json::to_writer(&mut pieces, object)?;
    writeln!(pieces)?;
    // That writes what is left, and does not flush the output behind it.
    pieces.into_inner().map(|_| ()).map_err(IntoInnerError::into_error)
}
