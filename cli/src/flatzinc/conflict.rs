//! `residua conflict` of models: constraints that clash, and the fewest to take away.

use std::io::{self, Write};

use residua::model::ConstraintId;
use residua::search::Limits;
use serde::Serialize;
use serde_json::json;

use crate::args;
use crate::budget::Budget;
use crate::conflicts::{Conflicts, Set};
use crate::each::End;
use crate::flatzinc::groups::Groups;
use crate::flatzinc::names::Named;
use crate::flatzinc::subject::{Head, Subject};
use crate::flatzinc::why::write_object;
use crate::progress::Waiting;
use crate::verdict::existence;
use crate::words::{counted, enumerated};

/// A constraint, or several that are taken away together.
#[derive(Serialize)]
struct Member {
    #[serde(flatten)]
    named: Named,
    /// How many more the compiler made of it.
    #[serde(skip_serializing_if = "is_zero")]
    more: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

pub(crate) fn look(
    arguments: &args::Conflict,
    subject: &mut Subject,
    limits: &Limits,
    output: &mut dyn Write,
) -> io::Result<End> {
    let budget = Budget::limited(limits);
    let waiting = Waiting::new("looking for conflicts in", &subject.place());
    // Where a domain holds what constraints say, a conflict that lacks these is none.
    let relaxed = subject.relaxed(arguments.models);
    let found = relaxed.as_ref().map(|relaxed| found(relaxed, arguments, &budget.quarter()));
    let report = match found {
        Some(report) if report.found.has_solution.is_some() => report,
        _ => {
            subject.note_domains();
            self::found(subject, arguments, &budget)
        }
    };
    drop(waiting);
    if arguments.json {
        report.write_json(output, budget.seconds())?;
    } else {
        report.write_text(output, arguments)?;
        report.subject.write_notes(output)?;
    }
    Ok(report.found.end())
}

/// The conflicts of a model.
fn found<'a>(subject: &'a Subject, arguments: &args::Conflict, budget: &Budget) -> Report<'a> {
    let mut groups = Groups::of(subject);
    let mut found = Conflicts::of(&groups.model, &|id| groups.is_soft(id), arguments, &budget.half());
    if found.sets.first().is_some_and(Vec::is_empty) {
        groups = groups.all_soft();
        found = Conflicts::of(&groups.model, &|id| groups.is_soft(id), arguments, &budget.half());
    }
    found.find_correction(&groups.model, &|id| groups.is_soft(id), budget);
    Report { subject, groups, found }
}

/// What was found out of a model.
struct Report<'a> {
    subject: &'a Subject,
    groups: Groups,
    found: Conflicts,
}

impl Report<'_> {
    fn write_text(&self, output: &mut dyn Write, arguments: &args::Conflict) -> io::Result<()> {
        let Report { subject, groups, found } = self;
        write!(output, "{}  ", subject.place())?;
        if let Some(without) = found.without() {
            return writeln!(output, "{without}");
        }
        let all = counted(groups.count(), "constraint");
        if arguments.is_list() {
            writeln!(output, "{}; {}", counted(found.sets.len(), "conflict"), found.more())?;
            for set in &found.sets {
                writeln!(output, "{} of {all} clash", set.len())?;
                self.write_set(output, set)?;
            }
        } else if let Some(first) = found.sets.first() {
            if first.is_empty() {
                return writeln!(output, "the declared values clash: a variable has none");
            }
            writeln!(output, "{} of {all} clash{}", first.len(), found.smallness())?;
            self.write_set(output, first)?;
        }
        let names =
            |set: &[ConstraintId]| enumerated(&set.iter().map(|&id| self.text(id)).collect::<Vec<_>>());
        let correction = found.correction(names);
        let unknown = || "the fewest to take away are not known".to_owned();
        writeln!(output, "{}", correction.unwrap_or_else(unknown))
    }

    fn write_set(&self, output: &mut dyn Write, set: &[ConstraintId]) -> io::Result<()> {
        set.iter().try_for_each(|&id| writeln!(output, "  {}", self.text(id)))
    }

    fn text(&self, id: ConstraintId) -> String {
        let (named, more) = self.groups.named(self.subject, id);
        match more {
            0 => named.text(),
            more => format!("{}, and {more} more of it", named.text()),
        }
    }

    fn write_json(&self, output: &mut dyn Write, seconds: f64) -> io::Result<()> {
        let Report { subject, groups, found } = self;
        let members = |set: &Set| -> Vec<Member> {
            set.iter()
                .map(|&id| {
                    let (named, more) = groups.named(subject, id);
                    Member { named, more }
                })
                .collect()
        };
        let mut rest = json!({
            "conflicts": found.sets.iter().map(members).collect::<Vec<_>>(),
            "all": found.is_all,
            "kept": groups.kept(subject),
            "seconds": seconds,
        });
        if let Some(at_least) = found.at_least {
            rest["at_least"] = json!(at_least);
        }
        if let Some((set, at_least)) = &found.correction {
            rest["correction"] = json!(members(set));
            rest["correction_at_least"] = json!(at_least);
        }
        if let Some(limit) = found.stopped {
            rest["stopped"] = json!(limit.to_string());
        }
        write_object(output, Head::new(subject, existence(found.has_solution)), rest)
    }
}
