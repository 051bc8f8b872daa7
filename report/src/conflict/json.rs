//! Conflicts as JSON: the contract of `docs/json.md`.

use std::io::{self, Write};

use residua::model::ConstraintId;
use serde::Serialize;

use crate::conflict::{Conflicting, Found, Report};
use crate::json::write_object;
use crate::models::names::Named;
use crate::puzzle::clue;
use crate::subject::{Subject, SubjectHead};
use crate::verdict::existence;

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: SubjectHead<'a>,
    conflicts: Vec<Vec<Member>>,
    /// Of a puzzle, none of them can ever be left out; where there is no conflict, nothing can be said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<bool>,
    #[serde(rename = "all")]
    is_all: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    correction: Option<Vec<Member>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    correction_at_least: Option<usize>,
    /// Of a puzzle, its rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    seconds: f64,
}

/// A clue; or a constraint, or several that are taken away together.
#[derive(Serialize)]
#[serde(untagged)]
enum Member {
    Clue(String),
    Constraint {
        #[serde(flatten)]
        named: Named,
        /// How many more the compiler made of it.
        #[serde(skip_serializing_if = "is_zero")]
        more: usize,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// An item of the model.
fn item(named: &Named) -> Member {
    Member::Constraint { named: named.clone(), more: 0 }
}

impl Report {
    fn members(&self, subject: &Subject, set: &[ConstraintId]) -> Vec<Member> {
        if subject.found().is_some() {
            return clue::names(&subject.model, set).into_iter().map(Member::Clue).collect();
        }
        let named = set.iter().map(|&id| self.groups.named(subject, id));
        named.map(|(named, more)| Member::Constraint { named, more }).collect()
    }

    fn members_of_correction(&self, subject: &Subject, set: &[ConstraintId]) -> Vec<Member> {
        if subject.found().is_some() {
            return self.members(subject, set);
        }
        let all = self.corrected(subject, set).into_iter();
        all.map(|(named, more)| Member::Constraint { named, more }).collect()
    }

    /// All of a set, with the items that belong to it.
    fn completed(&self, subject: &Subject, at: usize) -> Vec<Member> {
        let members = self.members(subject, &self.found.sets[at]).into_iter();
        members.chain(self.completion(at).iter().map(item)).collect()
    }
}

/// Writes the object.
pub(super) fn write(answer: &Conflicting<'_>, output: &mut dyn Write) -> io::Result<()> {
    let Conflicting { subject, found, seconds, .. } = answer;
    let seconds = *seconds;
    let object = match found {
        Found::ByCompiler => {
            let refutation = subject.refutation.as_ref().expect("invariant: it is that of the compiler");
            Object {
                head: subject.head(existence(Some(false)), None),
                conflicts: vec![refutation.items.iter().chain(&refutation.declarations).map(item).collect()],
                minimal: Some(refutation.is_minimal),
                is_all: false,
                at_least: None,
                correction: None,
                correction_at_least: None,
                kept: Some(Vec::new()),
                stopped: None,
                seconds,
            }
        }
        Found::Searched(report, unproved) => {
            let Report { groups, found, completions, .. } = &**report;
            let is_model = subject.found().is_none();
            let has_solution = found.has_solution.filter(|_| unproved.is_none());
            let correction = found.correction.as_ref();
            Object {
                head: subject.head(existence(has_solution), unproved.map(str::to_owned)),
                conflicts: (0..found.sets.len()).map(|at| report.completed(subject, at)).collect(),
                minimal: (is_model && !found.sets.is_empty())
                    .then(|| !found.is_rough && completions.iter().all(|completion| completion.is_minimal)),
                is_all: found.is_all,
                at_least: found.at_least,
                correction: correction.map(|(set, _)| report.members_of_correction(subject, set)),
                correction_at_least: correction.map(|(_, at_least)| *at_least),
                kept: is_model.then(|| groups.kept(subject)),
                stopped: found.stopped.map(|limit| limit.to_string()),
                seconds,
            }
        }
    };
    write_object(output, &object)
}
