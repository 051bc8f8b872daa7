//! `residua inspect` of clauses and graphs: which variables are settled, and what is left of the rest.

use std::io::{self, Write};

use residua::inspect::{Inspection, Residual};
use residua::model::IntVar;
use serde::Serialize;

use crate::asking::Asking;
use crate::clauses::subject::{Head, Subject};
use crate::clock::now;
use crate::end::End;
use crate::json::write_object;
use crate::question;
use crate::verdict::Verdict;
use crate::words::{as_far_as, came_first, counted, write_wrapped};

/// More constraints than this are listed only if that is asked for.
const MOST_LISTED: usize = 50;

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    solutions: Vec<Vec<i32>>,
    strength: String,
    domains: Vec<Vec<i32>>,
    residual: Vec<String>,
    aliases: Vec<[String; 2]>,
    components: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    conflict: Option<Vec<String>>,
    seconds: f64,
}

/// Says what is left.
///
/// # Errors
/// The output cannot be written.
pub fn look(
    question: &question::Inspect,
    subject: &Subject,
    asking: &Asking<'_>,
    output: &mut dyn Write,
) -> io::Result<End> {
    let start = now();
    let model = &subject.model;
    let waiting = asking.begin("inspecting", &subject.place());
    let inspection = model.inspect_by(asking.engine_for(model), question.strength, &asking.limits);
    drop(waiting);
    let verdict = Verdict::from(&inspection.verdict);
    let reason = match inspection.verdict {
        residua::inspect::Verdict::Unknown { limit, .. } => Some(came_first(limit)),
        _ => None,
    };
    let clash = match &inspection.verdict {
        residua::inspect::Verdict::None(conflict) => {
            Some(conflict.members.iter().map(|&id| model.describe_constraint(id)).collect::<Vec<String>>())
        }
        _ => None,
    };
    if question.json {
        let residual = inspection.residual.as_ref();
        let object = Object {
            head: Head::new(subject, verdict.word()),
            reason,
            solutions: inspection.verdict.witnesses().iter().map(|found| found.values().to_vec()).collect(),
            strength: inspection.strength.to_string(),
            domains: model
                .vars()
                .map(|var| residual.map_or_else(Vec::new, |left| left.domain(var).iter().collect()))
                .collect(),
            residual: residual.map_or_else(Vec::new, |left| left.constraints().collect()),
            aliases: residual.map_or_else(Vec::new, |left| pairs(left).collect()),
            components: inspection.components.len(),
            conflict: clash,
            seconds: start.elapsed().as_secs_f64(),
        };
        write_object(output, &object)?;
    } else {
        let headline = asking.paint.text(verdict.tint(), &verdict.headline(&[reason]));
        writeln!(output, "{}  {headline}", subject.place())?;
        if let Some(clash) = clash {
            writeln!(output, "these clash: {}", clash.join(", "))?;
        }
        write_left(*question, subject, &inspection, output)?;
    }
    Ok(match verdict {
        Verdict::None => End::Refuted,
        _ if inspection.stopped.is_some() || verdict == Verdict::Unknown => End::Stopped,
        _ => End::Answered,
    })
}

/// Variables that are equal, or differ by a constant, and the ones that represent them.
fn pairs(residual: &Residual) -> impl Iterator<Item = [String; 2]> + '_ {
    let model = &residual.model;
    residual.aliases.iter().map(|alias| [model.name(alias.var), model.name_view(alias.is)])
}

fn write_left(
    question: question::Inspect,
    subject: &Subject,
    inspection: &Inspection,
    output: &mut dyn Write,
) -> io::Result<()> {
    let Some(residual) = &inspection.residual else { return Ok(()) };
    let model = &residual.model;
    let note = inspection.stopped.map(|limit| format!(", {}", as_far_as(limit))).unwrap_or_default();
    writeln!(output, "strength: {}{note}; {}", inspection.strength, counted(inspection.searches, "search"))?;
    let (settled, open): (Vec<IntVar>, Vec<IntVar>) =
        model.vars().partition(|&var| residual.domain(var).is_fixed());
    writeln!(output, "settled: {} of {}", settled.len(), counted(model.domains().len(), "variable"))?;
    if !settled.is_empty() {
        let value = |&var: &IntVar| subject.value(var, residual.domain(var).value().unwrap_or(0));
        write_wrapped(output, " ", settled.iter().map(value))?;
    }
    let restricted: Vec<&IntVar> =
        open.iter().filter(|&&var| residual.domain(var) != subject.model.domain(var)).collect();
    if !restricted.is_empty() {
        writeln!(output, "restricted: {}", counted(restricted.len(), "variable"))?;
        write_wrapped(
            output,
            " ",
            restricted.iter().map(|&&var| format!("{}={{{}}}", model.name(var), residual.domain(var))),
        )?;
    }
    if !residual.aliases.is_empty() {
        let count = counted(residual.aliases.len(), "variable");
        writeln!(output, "equal to others, or to their opposites: {count}")?;
        write_wrapped(
            output,
            " ",
            pairs(residual).map(|[var, is]| format!("{var}={}", is.replace(' ', ""))),
        )?;
    }
    let constraints: Vec<_> = model.constraints().skip(residual.aliases.len()).collect();
    let is_listed = question.rules || constraints.len() <= MOST_LISTED;
    let how = if is_listed { "" } else { " (--rules lists them)" };
    writeln!(output, "left: {}{how}", counted(constraints.len(), "constraint"))?;
    for (_, constraint) in constraints.iter().filter(|_| is_listed) {
        writeln!(output, "  {}", model.show(&***constraint))?;
    }
    let parts = inspection.components.len();
    if parts > 1 {
        writeln!(output, "independent parts: {parts}; no constraint joins two of them")?;
    }
    Ok(())
}
