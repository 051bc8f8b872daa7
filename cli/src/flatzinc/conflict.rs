//! `residua conflict` of models: constraints that clash, and the fewest to take away.

use std::io::{self, Write};

use residua::inspect::Smallest;
use residua::model::ConstraintId;
use residua::search::{Limit, Limits, Status};
use serde::Serialize;
use serde_json::json;

use crate::args;
use crate::budget::Budget;
use crate::each::End;
use crate::flatzinc::groups::Groups;
use crate::flatzinc::names::Named;
use crate::flatzinc::subject::{Head, Subject};
use crate::flatzinc::why::write_object;
use crate::progress::Waiting;
use crate::verdict::existence;
use crate::words::{came_first, counted, enumerated};

/// What was found out.
#[derive(Default)]
struct Report {
    /// Whether there is a solution; `None` if a limit came first.
    has_solution: Option<bool>,
    conflicts: Vec<Vec<ConstraintId>>,
    /// Whether there are no more.
    is_all: bool,
    /// No conflict has fewer constraints than this, if the smallest was asked for.
    at_least: Option<usize>,
    /// The fewest to take away, as far as they are known, and how few they are at least.
    correction: Option<(Vec<ConstraintId>, usize)>,
    stopped: Option<Limit>,
}

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
    let found = relaxed.as_ref().map(|relaxed| (relaxed, found(relaxed, arguments, &budget)));
    let (subject, (groups, report)) = match found {
        Some((relaxed, found)) if found.1.has_solution.is_some() => (relaxed, found),
        _ => {
            subject.note_domains();
            (&*subject, self::found(subject, arguments, &budget))
        }
    };
    drop(waiting);
    if arguments.json {
        report.write_json(output, subject, &groups, budget.seconds())?;
    } else {
        report.write_text(output, subject, &groups, arguments)?;
        subject.write_notes(output)?;
    }
    Ok(match report.has_solution {
        _ if report.stopped.is_some() => End::Stopped,
        None => End::Stopped,
        Some(true) => End::Answered,
        Some(false) => End::Refuted,
    })
}

/// The conflicts of a model.
fn found(subject: &Subject, arguments: &args::Conflict, budget: &Budget) -> (Groups, Report) {
    let mut groups = Groups::of(subject);
    let mut report = Report::default();
    report.stopped = report.find(&groups, arguments, budget).err();
    if report.conflicts.first().is_some_and(Vec::is_empty) {
        groups = groups.all_soft();
        report = Report::default();
        report.stopped = report.find(&groups, arguments, budget).err();
    }
    if report.has_solution == Some(false) && report.correction.is_none() {
        report.find_correction(&groups, budget);
    }
    (groups, report)
}

impl Report {
    fn find(&mut self, groups: &Groups, arguments: &args::Conflict, budget: &Budget) -> Result<(), Limit> {
        let (model, is_soft) = (&groups.model, |id| groups.is_soft(id));
        if arguments.is_list() {
            let most =
                arguments.most.limit.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
            let mut conflicts = model.conflicts(is_soft, &budget.half());
            self.conflicts.extend(conflicts.by_ref().take(most));
            self.has_solution = (!self.conflicts.is_empty()).then_some(false);
            return match conflicts.status() {
                None => Ok(()),
                Some(Status::Stopped(limit)) => Err(limit),
                Some(Status::Exhausted) => {
                    self.is_all = true;
                    self.has_solution = Some(self.conflicts.is_empty());
                    Ok(())
                }
            };
        }
        if arguments.smallest {
            let smallest = model.smallest_conflict(is_soft, &budget.half())?;
            self.has_solution = Some(smallest.is_none());
            let Some(Smallest { members, at_least, stopped, .. }) = smallest else { return Ok(()) };
            self.conflicts.push(members);
            self.at_least = Some(at_least);
            return stopped.map_or(Ok(()), Err);
        }
        let conflict = model.conflict(is_soft, &budget.half())?;
        self.has_solution = Some(conflict.is_none());
        self.conflicts.extend(conflict);
        Ok(())
    }

    fn find_correction(&mut self, groups: &Groups, budget: &Budget) {
        match groups.model.smallest_correction(|id| groups.is_soft(id), &budget.rest()) {
            Ok(Some(smallest)) => {
                self.correction = Some((smallest.members, smallest.at_least));
                self.stopped = self.stopped.or(smallest.stopped);
            }
            Ok(None) => {}
            Err(limit) => self.stopped = Some(limit),
        }
    }

    fn write_text(
        &self,
        output: &mut dyn Write,
        subject: &Subject,
        groups: &Groups,
        arguments: &args::Conflict,
    ) -> io::Result<()> {
        write!(output, "{}  ", subject.place())?;
        if self.has_solution == Some(true) {
            return writeln!(output, "no conflict: there is a solution");
        }
        let reached = || self.stopped.map_or_else(String::new, came_first);
        let Some(first) = self.conflicts.first() else {
            return writeln!(output, "unknown: {}", reached());
        };
        let all = counted(groups.count(), "constraint");
        if arguments.is_list() {
            let rest = if self.is_all { "there are no more" } else { "there may be more" };
            writeln!(output, "{}; {rest}", counted(self.conflicts.len(), "conflict"))?;
            for set in &self.conflicts {
                writeln!(output, "{} of {all} clash", set.len())?;
                write_set(output, subject, groups, set)?;
            }
        } else if first.is_empty() {
            return writeln!(output, "the declared values clash: a variable has none");
        } else {
            let few = match self.at_least {
                Some(least) if least == first.len() => ", and no fewer do".to_owned(),
                Some(least) => format!("; it is not known whether fewer do, at least {least}: {}", reached()),
                None => ", and none of them can be left out".to_owned(),
            };
            writeln!(output, "{} of {all} clash{few}", first.len())?;
            write_set(output, subject, groups, first)?;
        }
        self.write_correction(output, subject, groups)
    }

    fn write_correction(&self, output: &mut dyn Write, subject: &Subject, groups: &Groups) -> io::Result<()> {
        let Some((set, at_least)) = &self.correction else {
            return writeln!(output, "the fewest to take away are not known");
        };
        let names: Vec<String> = set.iter().map(|&id| text(subject, groups, id)).collect();
        let names = enumerated(&names);
        if set.len() == *at_least {
            writeln!(output, "without {names} there is a solution; no fewer are to be taken away")
        } else {
            writeln!(
                output,
                "without {names} there is a solution; it is not known whether fewer will do, at least {at_least}"
            )
        }
    }

    fn write_json(
        &self,
        output: &mut dyn Write,
        subject: &Subject,
        groups: &Groups,
        seconds: f64,
    ) -> io::Result<()> {
        let members = |set: &Vec<ConstraintId>| -> Vec<Member> {
            set.iter()
                .map(|&id| {
                    let (named, more) = groups.named(subject, id);
                    Member { named, more }
                })
                .collect()
        };
        let mut rest = json!({
            "conflicts": self.conflicts.iter().map(members).collect::<Vec<_>>(),
            "all": self.is_all,
            "kept": groups.kept(subject),
            "seconds": seconds,
        });
        if let Some(at_least) = self.at_least {
            rest["at_least"] = json!(at_least);
        }
        if let Some((set, at_least)) = &self.correction {
            rest["correction"] = json!(members(set));
            rest["correction_at_least"] = json!(at_least);
        }
        if let Some(limit) = self.stopped {
            rest["stopped"] = json!(limit.to_string());
        }
        write_object(output, Head::new(subject, existence(self.has_solution)), rest)
    }
}

fn write_set(
    output: &mut dyn Write,
    subject: &Subject,
    groups: &Groups,
    set: &[ConstraintId],
) -> io::Result<()> {
    set.iter().try_for_each(|&id| writeln!(output, "  {}", text(subject, groups, id)))
}

fn text(subject: &Subject, groups: &Groups, id: ConstraintId) -> String {
    let (named, more) = groups.named(subject, id);
    match more {
        0 => named.text(),
        more => format!("{}, and {more} more of it", named.text()),
    }
}
