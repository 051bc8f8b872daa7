//! `residua count`: how many solutions.

use std::io::{self, Write};

use residua::inspect::{Count, Counter};
use residua::model::Model;
use residua::search::Limit;
use serde::Serialize;

use crate::asking::Asking;
use crate::clock::now;
use crate::counts::{CellCounts, describe};
use crate::end::End;
use crate::json::write_object;
use crate::puzzle::found::Found;
use crate::puzzle::json::Head;
use crate::question;
use crate::verdict::Verdict;
use crate::words::{came_first, counted};

/// Counts the solutions of a puzzle.
///
/// # Errors
/// The output cannot be written.
pub fn look(
    question: &question::Count,
    found: &Found<'_>,
    asking: &Asking<'_>,
    output: &mut dyn Write,
) -> io::Result<End> {
    let start = now();
    let counted = Counted::new(question, found, asking);
    if question.json {
        counted.write_json(output, found, start.elapsed().as_secs_f64())?;
    } else {
        counted.write_text(output, found, question.candidates)?;
    }
    Ok(counted.end())
}

/// What there is to say of a puzzle.
struct Counted {
    model: Model,
    count: Count,
    cells: Option<CellCounts>,
}

impl Counted {
    fn new(question: &question::Count, found: &Found<'_>, asking: &Asking<'_>) -> Counted {
        let limits = asking.limits.clone().solutions(question.limit);
        let model = found.model();
        let mut counter = Counter::with_engine(&model, &limits, asking.engine_for(&model));
        let progress = counter.progress();
        let so_far = move || {
            format!(", about {:.0} %, {}", 100.0 * progress.share(), counted(progress.nodes(), "node"))
        };
        let _waiting = asking.begin_telling("counting", &found.place(), so_far);
        if !question.candidates {
            return Counted { count: counter.count(), model, cells: None };
        }
        let marginals = counter.marginals(&model);
        let count = marginals.total().clone();
        // A list of millions of unknown candidates is of no use to people.
        let is_known = question.json || count.is_exact() || !count.number().is_zero();
        let cells = is_known.then(|| CellCounts::new(&marginals, &model, None));
        Counted { model, count, cells }
    }

    fn end(&self) -> End {
        let cells = self.cells.iter().flat_map(CellCounts::counts);
        match &self.count {
            _ if cells.chain([&self.count]).any(is_stopped) => End::Stopped,
            count if count.number().is_zero() => End::Refuted,
            _ => End::Answered,
        }
    }

    fn write_text(&self, output: &mut dyn Write, found: &Found<'_>, has_candidates: bool) -> io::Result<()> {
        writeln!(output, "{}  {}", found.place(), describe(&self.count))?;
        if let Some(note) = found.left_out() {
            writeln!(output, "  {note}")?;
        }
        match &self.cells {
            Some(cells) => cells.write(output, &self.model),
            None if has_candidates => writeln!(output, "  nothing is known of any candidate"),
            None => Ok(()),
        }
    }

    fn write_json(&self, output: &mut dyn Write, found: &Found<'_>, seconds: f64) -> io::Result<()> {
        let Counted { count, cells, .. } = self;
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
            seconds,
        };
        write_object(output, &object)
    }
}

/// Whether a limit came first; one on solutions was asked for, and is an answer.
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
