//! `residua count` of clauses and graphs.

use std::io::{self, Write};

use residua::inspect::{Count, Counter};
use residua::search::{Limit, Limits};
use serde::Serialize;

use crate::answer::now;
use crate::args;
use crate::count::{CellCounts, describe};
use crate::dimacs::subject::{Head, Subject};
use crate::each::End;
use crate::engine::pinned_for;
use crate::progress::Waiting;
use crate::report::json::write_object;
use crate::setting::Setting;
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

pub(crate) fn look(
    arguments: &args::Count,
    setting: Setting,
    subject: &Subject,
    limits: &Limits,
    output: &mut dyn Write,
) -> io::Result<End> {
    let start = now();
    let model = &subject.model;
    let limits = limits.clone().solutions(arguments.most.limit);
    let mut counter = Counter::with_engine(model, &limits, pinned_for(setting.engine, model));
    let progress = counter.progress();
    let so_far =
        move || format!(", about {:.0} %, {}", 100.0 * progress.share(), counted(progress.nodes(), "node"));
    let waiting = Waiting::with_message("counting", &subject.place(), so_far);
    let (count, cells) = if arguments.candidates {
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
    if arguments.json {
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
