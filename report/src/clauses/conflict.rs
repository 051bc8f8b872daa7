//! `residua conflict` of clauses and graphs: constraints that clash, and the fewest to take away.

use std::io::{self, Write};

use residua::model::{ConstraintId, Model};
use serde::Serialize;

use crate::asking::Asking;
use crate::budget::Budget;
use crate::clauses::subject::{Head, Subject};
use crate::conflicts::{Conflicts, Set};
use crate::end::End;
use crate::json::write_object;
use crate::question;
use crate::verdict::existence;
use crate::words::counted;

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

/// Finds constraints that clash, and the fewest to take away.
///
/// # Errors
/// The output cannot be written.
pub fn look(
    question: &question::Conflict,
    subject: &Subject,
    asking: &Asking<'_>,
    output: &mut dyn Write,
) -> io::Result<End> {
    let model = &subject.model;
    let budget = Budget::limited(&asking.limits);
    let waiting = asking.begin("looking for conflicts in", &subject.place());
    let found = Conflicts::of(model, &|_| true, question, &budget.rest());
    drop(waiting);
    if question.json {
        let names = |set: &Set| set.iter().map(|&id| model.describe_constraint(id)).collect();
        let object = Object {
            head: Head::new(subject, existence(found.has_solution)),
            conflicts: found.sets.iter().map(names).collect(),
            all: found.is_all,
            stopped: found.stopped.map(|limit| limit.to_string()),
            seconds: budget.seconds(),
        };
        write_object(output, &object)?;
    } else {
        write_text(question, subject, &found, output)?;
    }
    Ok(found.end())
}

fn write_text(
    question: &question::Conflict,
    subject: &Subject,
    found: &Conflicts,
    output: &mut dyn Write,
) -> io::Result<()> {
    let model = &subject.model;
    write!(output, "{}  ", subject.place())?;
    if let Some(without) = found.without() {
        return writeln!(output, "{without}");
    }
    let few = if question.is_list() {
        writeln!(output, "{}; {}", counted(found.sets.len(), "conflict"), found.more())?;
        ", and none of them can be left out".to_owned()
    } else {
        found.smallness(found.sets.first().map_or(0, Vec::len))
    };
    let all = counted(model.constraints().len(), subject.noun());
    for set in &found.sets {
        writeln!(output, "{} of {all} clash{few}", set.len())?;
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
