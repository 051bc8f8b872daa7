//! The merged answer, written as one process writes it.

use std::io::{self, Write};

use residua::domain::Domain;
use residua::engine::Consistency;
use residua::inspect::{Known, Strength};
use residua::search::Learning;
use residua::subproblem::Found;

use crate::answer::Answer;
use crate::asking::Asking;
use crate::clauses;
use crate::count::Counted;
use crate::distributed::ask::Ask;
use crate::distributed::first::write_first;
use crate::distributed::merging::{Merging, Missing};
use crate::distributed::optimum::write_optimum;
use crate::distributed::units::Mistake;
use crate::exit_status::ExitStatus;
use crate::models;
use crate::puzzle::{InspectReport, Solver, Unanswered};
use crate::question::{self, Form};
use crate::solutions::Solutions;
use crate::subject::{Subject, SubjectKind};

/// Why there is no merged answer.
#[derive(Debug)]
pub enum Unmerged {
    /// Reports are missing.
    Missing(Missing),
    /// No report has a solution of this value, which workers were told of.
    Unreported(i64),
    /// An input is wrong.
    Mistake(Mistake),
    /// The output cannot be written.
    Output(io::Error),
}

impl From<Mistake> for Unmerged {
    fn from(mistake: Mistake) -> Unmerged {
        Unmerged::Mistake(mistake)
    }
}

impl From<io::Error> for Unmerged {
    fn from(error: io::Error) -> Unmerged {
        Unmerged::Output(error)
    }
}

/// What of an answer is written, and how: as `solve` and `inspect` do.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// Of all solutions, and the form of every answer.
    pub solve: question::Solve,
    /// Of the values that are part of solutions. The strength is the exact one.
    pub inspect: question::Inspect,
}

impl Shown {
    /// All in this form.
    pub fn of(form: Form, consistency: Option<Consistency>) -> Shown {
        let solve = question::Solve {
            all: true,
            limit: None,
            consistency: consistency.unwrap_or_default(),
            learn: Learning::Auto,
            nodes: None,
            stats: false,
            rules: false,
            form,
        };
        let inspect = question::Inspect {
            strength: Strength::Exact,
            count: false,
            counts: false,
            rules: false,
            drawing: None,
        };
        Shown { solve, inspect }
    }
}

impl Merging<'_> {
    /// Writes the answer.
    ///
    /// # Errors
    /// Why there is none.
    pub fn write(
        &self,
        form: Form,
        asking: &Asking<'_>,
        output: &mut dyn Write,
    ) -> Result<ExitStatus, Unmerged> {
        let shown = Shown::of(form, self.how.consistency);
        if self.ask == Ask::Solutions {
            let missing = self.missing()?;
            if !missing.is_empty() {
                return Err(Unmerged::Missing(missing));
            }
            let mut solutions = self.solutions();
            return Ok(write_solutions(self.subject, &mut solutions, &shown.solve, asking, output)?);
        }
        let (answer, missing) = self.merged()?;
        if answer.is_complete() {
            return Ok(write_found(self.subject, answer.found, &shown, asking, output)?);
        }
        let is_told = missing.is_empty();
        Err(answer.unreported.filter(|_| is_told).map_or(Unmerged::Missing(missing), Unmerged::Unreported))
    }
}

/// Lists all solutions.
pub(super) fn write_solutions(
    subject: &Subject,
    solutions: &mut dyn Solutions,
    question: &question::Solve,
    asking: &Asking<'_>,
    mut output: &mut dyn Write,
) -> io::Result<ExitStatus> {
    let Some(found) = subject.found() else {
        return match subject.kind {
            SubjectKind::Program => models::list(subject, solutions, question.form, asking, output),
            _ => clauses::list(question, subject, solutions, asking, output),
        };
    };
    let mut solver = Solver::new(*question, asking.clone(), None);
    match solver.list(&found, solutions, &mut output) {
        Ok(solved) => solved.write(&mut output, asking.host).map(|()| solved.end()),
        Err(Unanswered::Output(error)) => Err(error),
        Err(Unanswered::Program(mistake)) => Err(io::Error::other(mistake.message)),
    }
}

/// Writes the answer to any other question.
pub(super) fn write_found(
    subject: &Subject,
    found: Found,
    shown: &Shown,
    asking: &Asking<'_>,
    output: &mut dyn Write,
) -> io::Result<ExitStatus> {
    let (form, is_json) = (shown.solve.form, shown.solve.form == Form::Json);
    let (number, by_var) = match found {
        Found::Count(number) => (number, None),
        Found::Marginals(number, by_var) => (number, Some(by_var)),
        Found::Domains(domains) => return write_exact(subject, domains.as_deref(), shown, asking, output),
        Found::Best(best) => return write_optimum(subject, best, is_json, asking, output),
        Found::Solutions(solutions) => {
            return write_first(subject, solutions.into_iter().next(), form, output);
        }
        _ => return Ok(ExitStatus::Answered),
    };
    let counted = Counted::of_merged(subject, number, by_var.as_deref(), &asking.limits);
    write_answer(&counted, is_json, asking, output)
}

fn write_answer(
    answer: &dyn Answer,
    is_json: bool,
    asking: &Asking<'_>,
    output: &mut dyn Write,
) -> io::Result<ExitStatus> {
    if is_json {
        answer.write_json(output, asking.host)?;
    } else {
        answer.write_text(output, asking.paint)?;
    }
    Ok(answer.end())
}

/// Writes what `inspect` says of a subject of which the values are known that are part of solutions.
fn write_exact(
    subject: &Subject,
    domains: Option<&[Vec<(i32, i32)>]>,
    shown: &Shown,
    asking: &Asking<'_>,
    output: &mut dyn Write,
) -> io::Result<ExitStatus> {
    let is_json = shown.solve.form == Form::Json;
    let of_ranges =
        |ranges: &Vec<(i32, i32)>| Domain::from_ranges(ranges.iter().map(|&(low, high)| low..=high));
    let known =
        domains.map_or(Known::Infeasible, |domains| Known::Domains(domains.iter().map(of_ranges).collect()));
    let question = (shown.inspect, Some(&known));
    if let Some(found) = subject.found() {
        return write_answer(
            &InspectReport::of((found, subject.model()), question, asking),
            is_json,
            asking,
            output,
        );
    }
    let mut subject = subject.clone();
    write_answer(&models::inspect(question, &mut subject, asking), is_json, asking, output)
}
