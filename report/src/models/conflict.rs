//! `residua conflict` of models: constraints that clash, and the fewest to take away.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::Arc;

use residua::model::ConstraintId;
use residua::search::{Limits, Status};
use serde::Serialize;
use serde_json::json;

use crate::answer::Answer;
use crate::asking::{Asking, Host};
use crate::budget::Budget;
use crate::conflicts::{Conflicts, Set};
use crate::end::End;
use crate::models::groups::Groups;
use crate::models::names::{Named, by_rule};
use crate::models::refuted::refute;
use crate::models::silent::{self, Completion, completion, completion_of, silent};
use crate::paint::Paint;
use crate::question;
use crate::subject::write_object;
use crate::subject::{BEYOND, Refutation, Subject};
use crate::verdict::existence;
use crate::words::{counted, enumerated};

/// How many nodes are searched to prove that constraints clash by themselves.
const MOST_NODES: u64 = 100_000;

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

/// Finds constraints that clash, and the fewest to take away.
pub fn conflict<'a>(
    question: question::Conflict,
    subject: &'a mut Subject,
    asking: &Asking<'_>,
) -> Conflicting<'a> {
    refute(subject, &asking.limits);
    let budget = Budget::limited(&asking.limits);
    if subject.refutation.is_some() {
        return Conflicting { question, subject, found: Found::ByCompiler, seconds: budget.seconds() };
    }
    let _waiting = asking.begin("looking for conflicts in", &subject.place());
    // Where a domain holds what constraints say, a conflict that lacks these is none.
    if let Some(relaxed) = subject.relaxed() {
        let report = found(&relaxed, &question, &budget.quarter());
        if report.found.has_solution.is_some() && report.unproved(&relaxed).is_none() {
            *subject = relaxed;
            let found = Found::Searched(Box::new(report), None);
            return Conflicting { question, subject, found, seconds: budget.seconds() };
        }
    }
    subject.note_domains();
    let report = found(subject, &question, &budget);
    let unproved = report.unproved(subject);
    let found = Found::Searched(Box::new(report), unproved);
    Conflicting { question, subject, found, seconds: budget.seconds() }
}

/// The conflicts of a model.
#[derive(Debug)]
pub struct Conflicting<'a> {
    question: question::Conflict,
    subject: &'a Subject,
    found: Found,
    seconds: f64,
}

#[derive(Debug)]
enum Found {
    /// The compiler found out itself which items clash.
    ByCompiler,
    /// What was found out, and why it is not proved, if it is not.
    Searched(Box<Report>, Option<&'static str>),
}

impl Answer for Conflicting<'_> {
    fn end(&self) -> End {
        match &self.found {
            Found::ByCompiler => End::Refuted,
            Found::Searched(_, Some(_)) => End::Stopped,
            Found::Searched(report, None) => report.found.end(),
        }
    }

    fn write_text(&self, output: &mut dyn Write, _: Paint) -> io::Result<()> {
        let Conflicting { question, subject, found, .. } = self;
        match (found, &subject.refutation) {
            (Found::Searched(_, Some(reason)), _) => {
                writeln!(output, "{}  unknown: {reason}", subject.place())?;
            }
            (Found::Searched(report, None), _) => report.write_text(subject, output, question)?,
            (Found::ByCompiler, refutation) => {
                let refutation = refutation.as_ref().expect("invariant: it is that of the compiler");
                write_refutation(question, subject, refutation, output)?;
            }
        }
        subject.write_notes(output)
    }

    fn write_json(&self, output: &mut dyn Write, _: &dyn Host) -> io::Result<()> {
        let Conflicting { subject, found, seconds, .. } = self;
        match (found, &subject.refutation) {
            (Found::Searched(report, unproved), _) => report.write_json(subject, output, *unproved, *seconds),
            (Found::ByCompiler, refutation) => {
                let refutation = refutation.as_ref().expect("invariant: it is that of the compiler");
                let rest = json!({
                    "conflicts": [refutation.items],
                    "minimal": refutation.is_minimal,
                    "all": false,
                    "kept": [],
                    "seconds": seconds,
                });
                write_object(output, subject.head(existence(Some(false)), None), rest)
            }
        }
    }
}

/// What the compiler found out itself.
fn write_refutation(
    question: &question::Conflict,
    subject: &Subject,
    refutation: &Refutation,
    output: &mut dyn Write,
) -> io::Result<()> {
    let all = counted(refutation.of, "constraint");
    let minimal = if refutation.is_minimal { ", and none of them can be left out" } else { "" };
    let place = subject.place();
    match refutation.items.len() {
        0 => writeln!(output, "{place}  the declarations clash, whatever the constraints say")?,
        count => writeln!(output, "{place}  {count} of {all} clash{minimal}")?,
    }
    refutation.items.iter().try_for_each(|item| writeln!(output, "  {}", item.text()))?;
    if question.all {
        writeln!(output, "the compiler found this one by itself; there may be others")?;
    }
    Ok(())
}

/// Whether these constraints, by their numbers in the file, have no solution, as far as few nodes show.
fn is_infeasible(subject: &Subject, numbers: &BTreeSet<usize>) -> bool {
    let mut part = subject.model.without_constraints();
    for (id, constraint) in subject.model.constraints() {
        if subject.number(id).is_none_or(|number| numbers.contains(&number)) {
            let _ = part.post(Arc::clone(constraint)).expect("invariant: it was posted before");
        }
    }
    let mut solutions = part.search().limits(Limits::none().nodes(MOST_NODES)).solutions();
    solutions.next().is_none() && solutions.status() == Some(Status::Exhausted)
}

/// The conflicts of a model.
fn found(subject: &Subject, question: &question::Conflict, budget: &Budget) -> Report {
    let mut groups = Groups::of(subject);
    let find = |groups: &Groups| {
        Conflicts::before_correction(&groups.model, &|id| groups.is_soft(id), question, budget)
    };
    let mut found = find(&groups);
    if found.sets.first().is_some_and(Vec::is_empty) {
        groups = groups.all_soft();
        found = find(&groups);
    }
    found.find_correction(&groups.model, &|id| groups.is_soft(id), budget);
    let mut report = Report { groups, found, completions: Vec::new(), of: 0 };
    report.complete(subject, budget);
    let correction = report.found.correction.as_ref().map(|(set, _)| set.iter());
    let gone = correction.map(|set| set.flat_map(|&id| report.groups.members(id)).copied());
    if gone.is_some_and(|gone| silent::clash_without(subject, gone)) {
        report.found.correction = None;
    }
    report
}

/// What was found out of a model.
#[derive(Debug)]
struct Report {
    groups: Groups,
    found: Conflicts,
    /// By set, in a model that was compiled.
    completions: Vec<Completion>,
    /// How many constraints the model has of which all this is said.
    of: usize,
}

impl Report {
    /// Finds out what belongs to each conflict of a model that was compiled, besides its constraints.
    fn complete(&mut self, subject: &Subject, budget: &Budget) {
        self.of = self.groups.count();
        let Some(source) = subject.source.as_deref() else { return };
        let silent = silent(subject, source);
        let has_places = silent.len() < source.items.len() || silent.is_empty();
        if !has_places && self.found.has_solution == Some(false) {
            // Where no constraint has its place, items are what there is to speak of.
            let items = completion((subject, source), &[], &silent, budget);
            if !items.items.is_empty() {
                self.completions = vec![items];
                self.of = source.items.len();
                let has_solution = self.found.has_solution;
                self.found = Conflicts { has_solution, sets: vec![Vec::new()], ..Conflicts::default() };
            }
            return;
        }
        let of_set = |set: &Set| {
            let members = set.iter().flat_map(|&id| self.groups.members(id)).copied();
            completion_of(subject, source, members, &silent, budget)
        };
        self.completions = self.found.sets.iter().map(of_set).collect();
        for (set, completion) in self.found.sets.iter_mut().zip(&self.completions) {
            set.retain(|&id| completion.needs(subject, source, self.groups.members(id)));
        }
        // Items without a constraint may clash with others, too; among them is one that says the same as another.
        self.found.is_all &= silent.is_empty();
        let added: BTreeSet<String> =
            self.completions.iter().flat_map(|completion| &completion.items).map(Named::text).collect();
        if !added.is_empty() {
            let without: BTreeSet<String> =
                silent.iter().map(|item| Named::of_item(source, item).text()).collect();
            self.of += added.intersection(&without).count();
            let named =
                self.found.sets.iter().enumerate().map(|(at, set)| set.len() + self.completion(at).len());
            self.of = named.fold(self.of, usize::max);
            // Others may clash by what is not kept, and what is kept may be taken away.
            self.found.is_all = false;
            self.found.correction = self.found.correction.take().map(|(set, _)| (set, 1));
        }
    }

    /// Why what was found is not proved, where values were left out: unless the constraints that clash do so by the values that they
    /// themselves leave, of which none was left out.
    fn unproved(&self, subject: &Subject) -> Option<&'static str> {
        let Report { groups, found, .. } = self;
        if found.has_solution != Some(false) || subject.certain().is_none() {
            return None;
        }
        let soft = subject.soft();
        let all = || subject.model.constraints().filter_map(|(id, _)| subject.number(id));
        let hard: BTreeSet<usize> = all().filter(|number| !soft.contains(number)).collect();
        let is_proved = |set: &Set| {
            let mut stays = hard.clone();
            stays.extend(set.iter().flat_map(|&id| groups.members(id)).filter_map(|&id| subject.number(id)));
            let alone = subject.with_only(&stays);
            let certain = alone.and_then(|alone| alone.certain().or(Some(alone)));
            certain.is_some_and(|certain| is_infeasible(&certain, &stays))
        };
        if found.sets.iter().all(is_proved) { None } else { Some(BEYOND) }
    }

    fn write_text(
        &self,
        subject: &Subject,
        output: &mut dyn Write,
        question: &question::Conflict,
    ) -> io::Result<()> {
        let Report { found, completions, .. } = self;
        write!(output, "{}  ", subject.place())?;
        if let Some(without) = found.without() {
            return writeln!(output, "{without}");
        }
        let all = counted(self.of, subject.noun());
        let count = |at: usize, set: &Set| set.len() + self.completion(at).len();
        if question.is_list() {
            writeln!(output, "{}; {}", counted(found.sets.len(), "conflict"), found.more())?;
            for (at, set) in found.sets.iter().enumerate() {
                writeln!(output, "{} of {all} clash", count(at, set))?;
                self.write_set(subject, output, at)?;
            }
        } else if let Some(first) = found.sets.first() {
            if count(0, first) == 0 {
                return writeln!(output, "the declared values clash: a variable has none");
            }
            let is_minimal = completions.first().is_none_or(|completion| completion.is_minimal);
            let smallness = if is_minimal { found.smallness(count(0, first)) } else { String::new() };
            writeln!(output, "{} of {all} clash{smallness}", count(0, first))?;
            self.write_set(subject, output, 0)?;
        }
        let names = |set: &[ConstraintId]| {
            enumerated(&set.iter().map(|&id| self.text(subject, id)).collect::<Vec<_>>())
        };
        let correction = found.correction(names);
        let unknown = || "the fewest to take away are not known".to_owned();
        writeln!(output, "{}", correction.unwrap_or_else(unknown))
    }

    /// The items that belong to a set besides its constraints.
    fn completion(&self, at: usize) -> &[Named] {
        self.completions.get(at).map_or(&[], |completion| &completion.items)
    }

    fn write_set(&self, subject: &Subject, output: &mut dyn Write, at: usize) -> io::Result<()> {
        let set = &self.found.sets[at];
        if subject.source.is_none() {
            return set.iter().try_for_each(|&id| writeln!(output, "  {}", self.text(subject, id)));
        }
        let named = set.iter().map(|&id| self.groups.named(subject, id).0);
        let named = named.chain(self.completion(at).iter().cloned());
        by_rule(named).iter().try_for_each(|line| writeln!(output, "{line}"))
    }

    fn text(&self, subject: &Subject, id: ConstraintId) -> String {
        let (named, more) = self.groups.named(subject, id);
        match more {
            _ if named.source.is_some() => named.text(),
            0 => named.text(),
            more => format!("{}, and {more} more of it", named.text()),
        }
    }

    fn write_json(
        &self,
        subject: &Subject,
        output: &mut dyn Write,
        unproved: Option<&str>,
        seconds: f64,
    ) -> io::Result<()> {
        let Report { groups, found, completions, .. } = self;
        let members = |set: &Set| -> Vec<Member> {
            set.iter()
                .map(|&id| {
                    let (named, more) = groups.named(subject, id);
                    Member { named, more }
                })
                .collect()
        };
        let completed = |(at, set): (usize, &Set)| {
            let silent = self.completion(at).iter().cloned().map(|named| Member { named, more: 0 });
            members(set).into_iter().chain(silent).collect::<Vec<Member>>()
        };
        let mut rest = json!({
            "conflicts": found.sets.iter().enumerate().map(completed).collect::<Vec<_>>(),
            "minimal": completions.iter().all(|completion| completion.is_minimal),
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
        if let Some(reason) = unproved {
            rest["reason"] = json!(reason);
        }
        let has_solution = found.has_solution.filter(|_| unproved.is_none());
        write_object(output, subject.head(existence(has_solution), None), rest)
    }
}
