//! `residua conflict`: minimal conflicts and a minimum correction of an infeasible subject.
//!
//! | file | holds |
//! |---|---|
//! | `conflicts.rs` | minimal conflicts and minimum corrections of a model |
//! | `groups.rs` | constraint groups: hard, or removed together |
//! | `text.rs`, `json.rs` | the answer as text and as JSON |

mod conflicts;
mod groups;
mod json;
mod text;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::Arc;

use residua::model::ConstraintId;
use residua::search::{Limits, Status};

use crate::answer::Answer;
use crate::asking::{Asking, Host};
use crate::budget::Budget;
use crate::conflict::conflicts::{Conflicts, Set};
use crate::conflict::groups::Groups;
use crate::exit_status::ExitStatus;
use crate::models::names::Named;
use crate::models::refuted::{refute, refuted_by_declarations};
use crate::models::silent::{self, Completion, completion, completion_of, silent};
use crate::paint::Paint;
use crate::puzzle::first_pair;
use crate::question;
use crate::subject::{BEYOND, Subject};

/// How many nodes are searched to prove that constraints clash by themselves.
const MOST_NODES: u64 = 100_000;

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
            if refute_by_declarations(subject, &report, &budget) {
                return Conflicting {
                    question,
                    subject,
                    found: Found::ByCompiler,
                    seconds: budget.seconds(),
                };
            }
            let found = Found::Searched(Box::new(report), None);
            return Conflicting { question, subject, found, seconds: budget.seconds() };
        }
    }
    subject.note_domains();
    let report = found(subject, &question, &budget);
    let unproved = report.unproved(subject);
    if unproved.is_none() && refute_by_declarations(subject, &report, &budget) {
        return Conflicting { question, subject, found: Found::ByCompiler, seconds: budget.seconds() };
    }
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
    fn end(&self) -> ExitStatus {
        match &self.found {
            Found::ByCompiler => ExitStatus::Refuted,
            Found::Searched(_, Some(_)) => ExitStatus::Stopped,
            Found::Searched(report, None) => report.found.end(),
        }
    }

    fn write_text(&self, output: &mut dyn Write, _: Paint) -> io::Result<()> {
        text::write(self, output)
    }

    fn write_json(&self, output: &mut dyn Write, _: &dyn Host) -> io::Result<()> {
        json::write(self, output)
    }
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
    // Two equal clues in one house clash before all others.
    let pair = subject.found().and_then(|found| first_pair(&subject.model, &found.as_puzzle()));
    let pair = pair.map(|[_, first, second]| vec![first, second]);
    let find = |groups: &Groups| match &pair {
        Some(pair) if !question.is_list() && !question.smallest => Conflicts::known(pair.clone()),
        _ => Conflicts::before_correction(&groups.model, &|id| groups.is_soft(id), question, budget),
    };
    let mut found = find(&groups);
    if let (Some(pair), [smallest, ..], true) = (&pair, &mut found.sets[..], question.smallest)
        && smallest.len() == pair.len()
    {
        smallest.clone_from(pair);
    }
    if found.sets.first().is_some_and(Vec::is_empty) {
        groups = groups.all_soft();
        found = find(&groups);
    }
    found.find_correction(&groups.model, &|id| groups.is_soft(id), budget);
    let mut report = Report { groups, found, completions: Vec::new(), takes_items: false, of: 0 };
    report.complete(subject, budget);
    report.check_correction(subject);
    report
}

/// Names the declarations that clash, if declarations do so without any constraint.
fn refute_by_declarations(subject: &mut Subject, report: &Report, budget: &Budget) -> bool {
    if !report.is_of_declarations(subject) {
        return false;
    }
    let found = refuted_by_declarations(subject, budget);
    let is_found = !found.declarations.is_empty();
    subject.refutation = Some(found).filter(|_| is_found);
    is_found
}

/// What was found out of a model.
#[derive(Debug)]
struct Report {
    groups: Groups,
    found: Conflicts,
    /// By set, in a model that was compiled.
    completions: Vec<Completion>,
    /// Whether the correction takes whole items away: other instances of them say the same.
    takes_items: bool,
    /// How many constraints the model has of which all this is said.
    of: usize,
}

impl Report {
    /// Whether the conflict has no constraint item of a model that was compiled.
    fn is_of_declarations(&self, subject: &Subject) -> bool {
        let is_item = |&id: &ConstraintId| self.groups.named(subject, id).0.is_item();
        let first = self.found.sets.first().filter(|_| subject.source.is_some());
        first.is_some_and(|set| !set.iter().any(is_item)) && self.completion(0).is_empty()
    }

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
                silent.iter().map(|piece| Named::of_item(source, piece.item(source)).text()).collect();
            self.of += added.intersection(&without).count();
            let named =
                self.found.sets.iter().enumerate().map(|(at, set)| set.len() + self.completion(at).len());
            self.of = named.fold(self.of, usize::max);
            // Others may clash by what is not kept, and what is kept may be taken away.
            self.found.is_all = false;
            self.found.correction = self.found.correction.take().map(|(set, _)| (set, 1));
        }
    }

    /// Compiles what the correction leaves: where the compiler made one constraint of several instances, or of several items, there may be
    /// no solution of it.
    fn check_correction(&mut self, subject: &Subject) {
        let Some((set, _)) = &self.found.correction else { return };
        let gone = || set.iter().flat_map(|&id| self.groups.members(id)).copied();
        if !silent::clash_without(subject, gone(), false) {
            return;
        }
        if silent::clash_without(subject, gone(), true) {
            self.found.correction = None;
            return;
        }
        self.takes_items = true;
        self.found.correction = self.found.correction.take().map(|(set, _)| (set, 1));
    }

    /// What is to be taken away; whole items once.
    fn corrected(&self, subject: &Subject, set: &[ConstraintId]) -> Vec<(Named, usize)> {
        let mut all: Vec<(Named, usize)> = Vec::new();
        for &id in set {
            let (named, more) = self.groups.named(subject, id);
            let named = if self.takes_items && named.is_item() {
                let from = named.from.as_deref().and_then(|from| from.split(',').next()).map(str::to_owned);
                Named { instance: Vec::new(), from, ..named }
            } else {
                named
            };
            if !(self.takes_items && all.iter().any(|(known, _)| known.text() == named.text())) {
                all.push((named, more));
            }
        }
        all
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

    /// The items that belong to a set besides its constraints.
    fn completion(&self, at: usize) -> &[Named] {
        self.completions.get(at).map_or(&[], |completion| &completion.items)
    }
}
