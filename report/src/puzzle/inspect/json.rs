//! Inspection report as JSON: the contract of `docs/json.md`.

use std::io::{self, Write};

use residua::inspect::{Inspection, Residual};
use residua::model::{IntVar, Solution};
use serde::{Serialize, Serializer};

use crate::asking::Host;
use crate::counts::ByValue;
use crate::cut::{Cut, SHORT};
use crate::json::write_object;
use crate::puzzle::inspect::report::{InspectReport, size};
use crate::puzzle::json::{PuzzleHead, ResidualMembers};

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: PuzzleHead<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    solutions: Vec<&'a [i32]>,
    witnesses: Vec<&'a [i32]>,
    differ: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differ_is_least: Option<bool>,
    #[serde(flatten)]
    left: ResidualMembers<'a>,
    candidates: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<States<'a>>,
    backbone: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict_is_minimal: Option<bool>,
    components: Vec<Vec<String>>,
    count: String,
    count_is_exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<Vec<Vec<String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts_are_exact: Option<bool>,
    searches: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    trust: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    doubts: Option<&'a [String]>,
    seconds: f64,
    #[serde(skip_serializing_if = "Cut::is_whole")]
    cut: &'a Cut<'a>,
}

/// Writes the object of a puzzle.
pub(super) fn write(output: &mut dyn Write, report: &InspectReport<'_>, host: &dyn Host) -> io::Result<()> {
    let InspectReport { found, model, inspection, count, counts, .. } = report;
    let geometry = found.puzzle.geometry();
    let residual = inspection.residual.as_ref();
    let definite =
        |residual: &Residual| residual.definite().map(|(var, _)| model.name(var)).collect::<Vec<String>>();
    let witnesses: Vec<&[i32]> = report.witnesses().into_iter().map(Solution::values).collect();
    let has_notes = !found.notes.is_empty();
    let cut = &Cut::new(host);
    let object = Object {
        head: PuzzleHead::new(found, report.verdict().word(), report.reason()),
        stopped: inspection.stopped.map(|limit| limit.to_string()),
        solutions: witnesses.clone(),
        witnesses,
        differ: report.names(&report.differing()),
        differ_is_least: (report.witnesses().len() == 2).then_some(report.is_nearest),
        left: ResidualMembers::new(geometry, inspection.strength.to_string(), residual, cut),
        candidates: residual.map_or(0, |residual| size(residual).0),
        states: inspection.stopped.and(residual.map(|residual| States { inspection, residual, cut })),
        backbone: residual.map_or_else(Vec::new, definite),
        conflict: report.conflict().map(|conflict| report.rules_and_clues(conflict)),
        conflict_is_minimal: report.conflict().map(|conflict| conflict.is_minimal),
        components: inspection.components.iter().map(|part| report.names(part)).collect(),
        count: count.number().to_string(),
        count_is_exact: count.is_exact(),
        counts: counts.as_ref().map(ByValue::numbers),
        counts_are_exact: counts.as_ref().map(ByValue::are_exact),
        searches: inspection.searches,
        trust: has_notes.then(|| found.trust.to_string()),
        doubts: has_notes.then_some(&report.doubts),
        seconds: report.seconds,
        cut,
    };
    write_object(output, &object)
}

/// By cell: for each value of its domain, whether it is known to be in a solution. Written as they are gone through:
/// large grids have millions.
struct States<'a> {
    inspection: &'a Inspection,
    residual: &'a Residual,
    cut: &'a Cut<'a>,
}

impl Serialize for States<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.cut.list(serializer, SHORT, self.residual.model.vars().map(|var| Cell { states: self, var }))
    }
}

/// One cell of them.
struct Cell<'a> {
    states: &'a States<'a>,
    var: IntVar,
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Cell { states, var } = *self;
        let (left, open) = (states.residual.domain(var), &states.inspection.open[var.index()]);
        // Nothing that is left is known to be impossible.
        let is_all_open = left == open;
        let is_unknown = |value| is_all_open || open.contains(value);
        serializer
            .collect_seq(left.iter().map(|value| if is_unknown(value) { "unknown" } else { "possible" }))
    }
}
