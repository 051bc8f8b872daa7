//! JSON members common to all objects about puzzles: the contract of `docs/json.md`.

use residua::domain::Domain;
use residua::inspect::Residual;
use residua_sudoku::Geometry;
use serde::{Serialize, Serializer};

use crate::cut::{Cut, Cuttable, SHORT};
use crate::puzzle::found::Found;

/// Which puzzle an object is about.
#[derive(Debug, Serialize)]
pub(crate) struct PuzzleId<'a> {
    file: &'a str,
    line: usize,
    #[serde(rename = "box")]
    geometry: String,
    givens: &'a [i32],
    /// What counts of what is written into the puzzle; `None` where nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    trust: Option<String>,
}

impl<'a> PuzzleId<'a> {
    /// The head of a puzzle's object.
    pub(crate) fn new(found: &Found<'a>) -> PuzzleId<'a> {
        let Found { file, line, puzzle, notes, trust } = *found;
        let trust = (!notes.is_empty()).then(|| trust.to_string());
        PuzzleId { file, line, geometry: puzzle.geometry().to_string(), givens: puzzle.givens(), trust }
    }
}

/// What every answer says of its puzzle.
#[derive(Debug, Serialize)]
pub(crate) struct PuzzleHead<'a> {
    #[serde(flatten)]
    subject: PuzzleId<'a>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl<'a> PuzzleHead<'a> {
    /// The head of an object: the puzzle, the verdict, and the reason for the verdict, if it needs one.
    pub(crate) fn new(found: &Found<'a>, verdict: &'static str, reason: Option<String>) -> PuzzleHead<'a> {
        PuzzleHead { subject: PuzzleId::new(found), verdict, reason }
    }
}

/// The values of each cell, written as they are gone through: large grids have millions.
#[derive(Debug)]
enum Values<'a> {
    Of(&'a [Domain], &'a Cut<'a>),
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
pub(crate) struct ResidualMembers<'a> {
    strength: String,
    domains: Values<'a>,
    residual: Cuttable<'a, String>,
    aliases: Cuttable<'a, [String; 2]>,
}

impl<'a> ResidualMembers<'a> {
    /// What `residual` leaves; nothing, if there is no residual.
    pub(crate) fn new(
        geometry: Geometry,
        strength: String,
        residual: Option<&'a Residual>,
        cut: &'a Cut<'a>,
    ) -> ResidualMembers<'a> {
        let Some(residual) = residual else {
            let domains = Values::None(geometry.cells());
            let (residual, aliases) =
                (Cuttable { items: Vec::new(), cut }, Cuttable { items: Vec::new(), cut });
            return ResidualMembers { strength, domains, residual, aliases };
        };
        let name = |cell: usize| geometry.name(cell);
        let aliases = residual.aliases.iter();
        ResidualMembers {
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
