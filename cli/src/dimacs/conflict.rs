//! `residua conflict` of clauses and graphs: constraints that clash, and the fewest to take away.

use std::io::{self, Write};

use residua::inspect::Smallest;
use residua::model::{ConstraintId, Model};
use residua::search::{Limit, Limits, Status};
use serde::Serialize;

use crate::args;
use crate::budget::Budget;
use crate::dimacs::subject::{Head, Subject};
use crate::each::End;
use crate::progress::Waiting;
use crate::report::json::write_object;
use crate::verdict::existence;
use crate::words::{came_first, counted};

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    conflicts: Vec<Vec<String>>,
    all: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    seconds: f64,
}

pub(crate) fn look(
    arguments: &args::Conflict,
    subject: &Subject,
    limits: &Limits,
    output: &mut dyn Write,
) -> io::Result<End> {
    let model = &subject.model;
    let budget = Budget::limited(limits);
    let waiting = Waiting::new("looking for conflicts in", &subject.place());
    let mut sets: Vec<Vec<ConstraintId>> = Vec::new();
    let (mut is_all, mut is_smallest) = (false, false);
    let found: Result<bool, Limit> = if arguments.is_list() {
        let most =
            arguments.most.limit.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
        let mut conflicts = model.conflicts(|_| true, &budget.rest());
        sets.extend(conflicts.by_ref().take(most));
        match conflicts.status() {
            Some(Status::Stopped(limit)) if sets.is_empty() => Err(limit),
            status => {
                is_all = status == Some(Status::Exhausted);
                Ok(!sets.is_empty())
            }
        }
    } else if arguments.smallest {
        model.smallest_conflict(|_| true, &budget.rest()).map(|smallest| {
            is_smallest = smallest.as_ref().is_some_and(Smallest::is_proved);
            sets.extend(smallest.map(|smallest| smallest.members));
            !sets.is_empty()
        })
    } else {
        model.conflict(|_| true, &budget.rest()).map(|conflict| {
            sets.extend(conflict);
            !sets.is_empty()
        })
    };
    drop(waiting);
    if arguments.json {
        let names = |set: &Vec<ConstraintId>| set.iter().map(|&id| model.describe_constraint(id)).collect();
        let object = Object {
            head: Head::new(subject, existence(found.ok().map(|has_conflict| !has_conflict))),
            conflicts: sets.iter().map(names).collect(),
            all: is_all,
            stopped: found.err().map(|limit| limit.to_string()),
            seconds: budget.seconds(),
        };
        write_object(output, &object)?;
    } else {
        write_text(arguments, subject, found, &sets, [is_all, is_smallest], output)?;
    }
    Ok(match found {
        Err(_) => End::Stopped,
        Ok(true) => End::Refuted,
        Ok(false) => End::Answered,
    })
}

fn write_text(
    arguments: &args::Conflict,
    subject: &Subject,
    found: Result<bool, Limit>,
    sets: &[Vec<ConstraintId>],
    [is_all, is_smallest]: [bool; 2],
    output: &mut dyn Write,
) -> io::Result<()> {
    let model = &subject.model;
    write!(output, "{}  ", subject.place())?;
    match found {
        Err(limit) => return writeln!(output, "unknown: {}", came_first(limit)),
        Ok(false) => return writeln!(output, "no conflict: there is a solution"),
        Ok(true) if arguments.is_list() => {
            let rest = if is_all { "there are no more" } else { "there may be more" };
            writeln!(output, "{}; {rest}", counted(sets.len(), "conflict"))?;
        }
        Ok(true) => {}
    }
    for set in sets {
        let (count, noun) = (set.len(), subject.noun());
        let all = counted(model.constraints().len(), noun);
        let few = match (arguments.smallest, is_smallest) {
            (true, true) => "no fewer do",
            (true, false) => "it is not known whether fewer do",
            (false, _) => "none of them can be left out",
        };
        writeln!(output, "{count} of {all} clash, and {few}")?;
        for &id in set {
            writeln!(output, "  {}", named(model, id))?;
        }
    }
    Ok(())
}

/// A constraint, with the line that it stands in where it has one.
fn named(model: &Model, id: ConstraintId) -> String {
    let constraint = model.show(&**model.constraint(id));
    model.given_name(id).map_or_else(|| constraint.to_string(), |line| format!("{line}: {constraint}"))
}
