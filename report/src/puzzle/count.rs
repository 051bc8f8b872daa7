//! `residua count`: how many solutions.

use std::io::{self, Write};

use residua::inspect::Count;
use residua::model::Model;
use residua::search::Limit;
use serde::Serialize;

use crate::answer::Answer;
use crate::asking::{Asking, Host};
use crate::clock::now;
use crate::counts::{CellCounts, describe};
use crate::end::End;
use crate::json::write_object;
use crate::paint::Paint;
use crate::puzzle::found::Found;
use crate::puzzle::json::Head;
use crate::question;
use crate::verdict::Verdict;
use crate::words::{came_first, counted};

/// Counts the solutions of a puzzle.
pub fn count<'a>(question: question::Count, found: &'a Found<'a>, asking: &Asking<'_>) -> Counted<'a> {
    let start = now();
    let limits = asking.limits.clone().solutions(question.limit);
    let model = found.model();
    let mut counter = model.inspect().engine(asking.engine_for(&model)).limits(&limits).counter();
    let progress = counter.progress();
    let so_far =
        move || format!(", about {:.0} %, {}", 100.0 * progress.share(), counted(progress.nodes(), "node"));
    let _waiting = asking.begin_telling("counting", &found.place(), so_far);
    let marginals = question.candidates.then(|| counter.marginals(&model));
    let cells = marginals.as_ref().map(|marginals| CellCounts::new(marginals, &model, None));
    let count = marginals.map_or_else(|| counter.count(), |marginals| marginals.total().clone());
    Counted { found, model, count, cells, seconds: start.elapsed().as_secs_f64() }
}

/// How many solutions a puzzle has, and for each candidate, if that was asked for.
#[derive(Debug)]
pub struct Counted<'a> {
    found: &'a Found<'a>,
    model: Model,
    count: Count,
    cells: Option<CellCounts>,
    seconds: f64,
}

impl Answer for Counted<'_> {
    fn end(&self) -> End {
        let cells = self.cells.iter().flat_map(CellCounts::counts);
        match &self.count {
            _ if cells.chain([&self.count]).any(is_stopped) => End::Stopped,
            count if count.number().is_zero() => End::Refuted,
            _ => End::Answered,
        }
    }

    fn write_text(&self, output: &mut dyn Write, _: Paint) -> io::Result<()> {
        let found = self.found;
        writeln!(output, "{}  {}", found.place(), describe(&self.count))?;
        if let Some(note) = found.left_out() {
            writeln!(output, "  {note}")?;
        }
        // A list of millions of unknown candidates is of no use to people.
        let is_known = self.count.is_exact() || !self.count.number().is_zero();
        match &self.cells {
            Some(cells) if is_known => cells.write(output, &self.model),
            Some(_) => writeln!(output, "  nothing is known of any candidate"),
            None => Ok(()),
        }
    }

    fn write_json(&self, output: &mut dyn Write, _: &dyn Host) -> io::Result<()> {
        let Counted { found, count, cells, .. } = self;
        let reason = match count {
            Count::AtLeast(_, limit) if is_stopped(count) => Some(came_first(*limit)),
            _ => None,
        };
        // Where memory was the limit there is no number of any candidate.
        let is_unlisted = matches!(count, Count::AtLeast(_, Limit::Memory));
        let object = Object {
            head: Head::new(found, Verdict::of_count(count).word(), reason),
            count: count.number().to_string(),
            count_is_exact: count.is_exact(),
            domains: cells.as_ref().map(CellCounts::values),
            counts: cells.as_ref().map(CellCounts::numbers),
            counts_are_exact: cells.as_ref().map(|cells| cells.are_exact() && !is_unlisted),
            seconds: self.seconds,
        };
        write_object(output, &object)
    }
}

/// Whether a limit was reached; one on solutions was asked for, and is an answer.
fn is_stopped(count: &Count) -> bool {
    matches!(count, Count::AtLeast(_, limit) if *limit != Limit::Solutions)
}

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    count: String,
    count_is_exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    domains: Option<Vec<Vec<i32>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<Vec<Vec<String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts_are_exact: Option<bool>,
    seconds: f64,
}
