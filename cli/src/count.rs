//! `residua count`: how many solutions.

use std::io::{self, Write};
use std::process::ExitCode;

use residua::inspect::{Count, Counter, Marginals, Natural, Residual};
use residua::model::{IntVar, Model};
use residua::search::{EngineChoice, Limit, Limits};
use serde::Serialize;

use crate::answer::now;
use crate::args;
use crate::each::{self, End, Found};
use crate::engine::pinned_for;
use crate::progress::Waiting;
use crate::report::json::{Head, write_object};
use crate::verdict::Verdict;
use crate::words::{came_first, counted};

pub(crate) fn run(arguments: &args::Count, engine: EngineChoice) -> ExitCode {
    each::run_as(arguments.json, &arguments.inputs, |found, limits, output| {
        let start = now();
        let counted = Counted::new(arguments, engine, found, limits);
        if arguments.json {
            counted.write_json(output, found, start.elapsed().as_secs_f64())?;
        } else {
            counted.write_text(output, found, arguments.candidates)?;
        }
        Ok(counted.end())
    })
}

/// What there is to say of a puzzle.
struct Counted {
    model: Model,
    count: Count,
    cells: Option<CellCounts>,
}

impl Counted {
    fn new(arguments: &args::Count, engine: EngineChoice, found: &Found<'_>, limits: &Limits) -> Counted {
        let limits = limits.clone().solutions(arguments.most.limit);
        let model = found.model();
        let mut counter = Counter::with_engine(&model, &limits, pinned_for(engine, &model));
        let progress = counter.progress();
        let so_far = move || {
            format!(", about {:.0} %, {}", 100.0 * progress.share(), counted(progress.nodes(), "node"))
        };
        let _waiting = Waiting::with_message("counting", &found.place(), so_far);
        if !arguments.candidates {
            return Counted { count: counter.count(), model, cells: None };
        }
        let marginals = counter.marginals(&model);
        let count = marginals.total().clone();
        // A list of millions of unknown candidates is of no use to people.
        let is_known = arguments.json || count.is_exact() || !count.number().is_zero();
        let cells = is_known.then(|| CellCounts::new(&marginals, &model, None));
        Counted { model, count, cells }
    }

    fn end(&self) -> End {
        let cells = self.cells.iter().flat_map(|cells| cells.0.iter().flatten().map(|(_, count)| count));
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

/// The count in words.
pub(crate) fn describe(count: &Count) -> String {
    let number = count.number();
    let solutions = counted(number, "solution");
    match count {
        Count::Exact(_) => solutions,
        Count::AtLeast(_, Limit::Solutions) => format!("at least {solutions}"),
        Count::AtLeast(_, limit) => format!("at least {solutions}: {}", came_first(*limit)),
    }
}

/// By cell: the values that it can have, each with the number of solutions that have it there.
#[derive(Debug)]
pub(crate) struct CellCounts(Vec<Vec<(i32, Count)>>);

impl CellCounts {
    /// Of each candidate of `residual`, or else of those that are in a solution.
    pub(crate) fn new(marginals: &Marginals, model: &Model, residual: Option<&Residual>) -> CellCounts {
        let is_shown = |var: IntVar, value, count: &Count| match residual {
            Some(residual) => residual.domain(var).contains(value),
            None => *count != Count::Exact(Natural::ZERO),
        };
        let of = |var: IntVar| {
            let all = marginals.of(var).iter();
            all.filter(|(value, count)| is_shown(var, *value, count)).cloned().collect()
        };
        CellCounts(model.vars().map(of).collect())
    }

    fn values(&self) -> Vec<Vec<i32>> {
        self.0.iter().map(|cell| cell.iter().map(|(value, _)| *value).collect()).collect()
    }

    /// The numbers, exact or not, in the order of the values.
    pub(crate) fn numbers(&self) -> Vec<Vec<String>> {
        let number = |(_, count): &(i32, Count)| count.number().to_string();
        self.0.iter().map(|cell| cell.iter().map(number).collect()).collect()
    }

    pub(crate) fn are_exact(&self) -> bool {
        self.0.iter().flatten().all(|(_, count)| count.is_exact())
    }

    /// A line for each cell.
    pub(crate) fn write(&self, output: &mut dyn Write, model: &Model) -> io::Result<()> {
        for (var, cell) in model.vars().zip(&self.0) {
            write!(output, "  {}", model.name(var))?;
            for (value, count) in cell {
                let bound = if count.is_exact() { "" } else { "at least " };
                write!(output, "  {value}: {bound}{}", count.number())?;
            }
            writeln!(output)?;
        }
        Ok(())
    }
}
