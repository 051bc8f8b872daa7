//! `residua count` of clauses and graphs.

use std::io::{self, Write};

use residua::inspect::{Count, Counter};
use residua::search::Limit;
use serde::Serialize;

use crate::asking::Asking;
use crate::clauses::subject::{Head, Subject};
use crate::clock::now;
use crate::counts::{CellCounts, describe};
use crate::end::End;
use crate::json::write_object;
use crate::question;
use crate::verdict::Verdict;
use crate::words::{came_first, counted};

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    count: String,
    count_is_exact: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<Vec<Vec<String>>>,
    seconds: f64,
}

/// Counts the solutions.
///
/// # Errors
/// The output cannot be written.
pub fn look(
    question: &question::Count,
    subject: &Subject,
    asking: &Asking<'_>,
    output: &mut dyn Write,
) -> io::Result<End> {
    let start = now();
    let model = &subject.model;
    let limits = asking.limits.clone().solutions(question.limit);
    let mut counter = Counter::with_engine(model, &limits, asking.engine_for(model));
    let progress = counter.progress();
    let so_far =
        move || format!(", about {:.0} %, {}", 100.0 * progress.share(), counted(progress.nodes(), "node"));
    let waiting = asking.begin_telling("counting", &subject.place(), so_far);
    let (count, cells) = if question.candidates {
        let marginals = counter.marginals(model);
        (marginals.total().clone(), Some(CellCounts::new(&marginals, model, None)))
    } else {
        (counter.count(), None)
    };
    drop(waiting);
    let stopped = match &count {
        Count::AtLeast(_, limit) if *limit != Limit::Solutions => Some(*limit),
        _ => None,
    };
    if question.json {
        let object = Object {
            head: Head::new(subject, Verdict::of_count(&count).word()),
            reason: stopped.map(came_first),
            count: count.number().to_string(),
            count_is_exact: count.is_exact(),
            counts: cells.as_ref().map(CellCounts::numbers),
            seconds: start.elapsed().as_secs_f64(),
        };
        write_object(output, &object)?;
    } else {
        writeln!(output, "{}  {}", subject.place(), describe(&count))?;
        if let Some(cells) = &cells {
            cells.write(output, model)?;
        }
    }
    Ok(match stopped {
        Some(_) => End::Stopped,
        None if count.number().is_zero() => End::Refuted,
        None => End::Answered,
    })
}
