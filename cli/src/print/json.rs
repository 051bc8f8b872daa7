//! Answers as JSON, one object per line: the contract of `docs/json.md`.

use std::io::{self, Write};

use residua::engine::Consistency;
use residua_report::cut::Cut;
use residua_report::json::write_object;
use residua_report::puzzle::Found;
use residua_report::puzzle::json::{Head, Left};
use serde::{Serialize, Serializer};

use crate::answer::{Answer, End};

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
    let cut = &Cut::new(&crate::host::Terminal);
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
