//! Answer of `solve` as JSON: the contract of `docs/json.md`.

use std::io::{self, Write};

use residua::search::Status;
use serde::{Serialize, Serializer};

use crate::asking::Host;
use crate::cut::Cut;
use crate::json::write_object;
use crate::puzzle::json::{PuzzleHead, ResidualMembers};
use crate::puzzle::solve::solved::Solved;

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: PuzzleHead<'a>,
    solutions: Solutions<'a>,
    #[serde(rename = "all")]
    is_all: IsAll<'a>,
    #[serde(flatten)]
    left: ResidualMembers<'a>,
    decisions: u64,
    failures: u64,
    propagations: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Cut::is_whole")]
    cut: &'a Cut<'a>,
}

/// The solutions, two of them at least if there are as many.
struct Solutions<'a>(&'a [Vec<i32>], &'a Cut<'a>);

impl Serialize for Solutions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.1.list(serializer, 2, self.0.iter())
    }
}

/// Whether the solutions are all, if they are written as they are.
struct IsAll<'a>(bool, &'a Cut<'a>);

impl Serialize for IsAll<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(self.0 && self.1.is_whole())
    }
}

impl Solved<'_> {
    /// Writes it as an object.
    pub(super) fn write_object(&self, output: &mut dyn Write, host: &dyn Host) -> io::Result<()> {
        let (listing, cut) = (&self.listing, &Cut::new(host));
        let solutions = &listing.grids;
        let is_all = self.status == Status::Exhausted && solutions.len() as u64 == self.found;
        let strength = listing.question.consistency.to_string();
        let object = Object {
            head: PuzzleHead::new(listing.found, self.verdict.word(), self.reason()),
            solutions: Solutions(solutions, cut),
            is_all: IsAll(is_all, cut),
            left: ResidualMembers::new(listing.geometry(), strength, self.residual(), cut),
            decisions: self.statistics.decisions,
            failures: self.statistics.failures,
            propagations: self.statistics.propagations,
            seconds: self.seconds,
            cut,
        };
        write_object(output, &object)
    }
}
