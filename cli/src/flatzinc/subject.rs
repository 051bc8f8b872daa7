//! A model of MiniZinc, over what its output shows.

use std::io::{self, Read, Write};

use residua::constraints::{ge, le};
use residua::domain::Domain;
use residua::flatzinc::{FlatZincError, Objective, Problem, Statement, Term, Trace};
use residua::model::{ConstraintId, IntVar, Model, Solution};
use serde::Serialize;

use crate::args::Models;
use crate::flatzinc::compile;
use crate::flatzinc::kind::{Unit, is_source};
use crate::flatzinc::names::{Named, name_all};
use crate::place::place;
use crate::source::{Mistake, open};

/// An input, as a model.
#[derive(Debug)]
pub(crate) struct Subject {
    pub(crate) file: String,
    /// Its constraints are named in words.
    pub(crate) model: Model,
    /// What its output shows: names, and what they stand for.
    pub(crate) terms: Vec<(String, Term)>,
    /// The variables that the output depends on: two solutions are the same where these are.
    pub(crate) asked: Vec<IntVar>,
    pub(crate) objective: Objective,
    pub(crate) notes: Vec<String>,
    trace: Trace,
}

/// What a term can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    Integers(Domain),
    /// Whether it can be false, and whether it can be true.
    Truth([bool; 2]),
}

impl Subject {
    /// Reads an input, compiled if need be.
    ///
    /// # Errors
    /// What is wrong, with the file that it is in.
    pub(crate) fn read(unit: &Unit, models: Models) -> Result<Subject, (String, Mistake)> {
        let file = unit.file.clone();
        let text = if is_source(&file) { compile::flatzinc(unit)? } else { text(&file)? };
        let mistake = |error: FlatZincError| {
            (file.clone(), Mistake { line: error.line, column: error.column, message: error.message })
        };
        let (problem, trace) = Problem::read_traced(&text).map_err(mistake)?;
        let (terms, asked, is_bounded) = (problem.terms(), problem.shown().to_vec(), problem.is_bounded());
        let Problem { mut model, objective, mut notes, .. } = problem;
        if !is_bounded {
            notes.push("what is said holds within these values".to_owned());
        }
        name_all(&mut model, &trace);
        let unfit = |message: String| (file.clone(), Mistake { line: 1, column: 1, message });
        restrict(&mut model, &objective, models).map_err(unfit)?;
        Ok(Subject { file: unit.file.clone(), model, terms, asked, objective, notes, trace })
    }

    /// Where it was found, as text.
    pub(crate) fn place(&self) -> String {
        place(&self.file, 1)
    }

    /// Writes what a reader should know of the file.
    pub(crate) fn write_notes(&self, output: &mut dyn Write) -> io::Result<()> {
        self.notes.iter().try_for_each(|note| writeln!(output, "note: {note}"))
    }

    /// What a name stands for: one that the output shows, or else one of the file.
    pub(crate) fn term(&self, name: &str) -> Option<Term> {
        let shown = self.terms.iter().find(|(shown, _)| shown == name).map(|(_, term)| *term);
        shown.or_else(|| self.trace.term(name))
    }

    /// The constraint of the file that one of the model is.
    pub(crate) fn statement(&self, id: ConstraintId) -> Option<&Statement> {
        self.trace.statement(id)
    }

    /// A constraint of the model, with its names and its place.
    pub(crate) fn named(&self, id: ConstraintId) -> Named {
        Named::new(&self.model, id, self.statement(id))
    }

    /// What a term can be, given what its variable can be.
    pub(crate) fn values(term: Term, domains: &[Domain]) -> Values {
        match term {
            Term::Number(number) => {
                Values::Integers(i32::try_from(number).map_or_else(|_| Domain::empty(), Domain::from))
            }
            Term::Known(known) => Values::Truth([!known, known]),
            Term::View(view) => {
                let domain = &domains[view.var.index()];
                let shifted = if view.is_plain() {
                    Some(domain.clone())
                } else {
                    domain.map_affine(view.scale(), view.offset())
                };
                Values::Integers(shifted.unwrap_or_else(Domain::empty))
            }
            Term::Atom(atom) => {
                let domain = &domains[atom.var().index()];
                let [low, high] = [domain.min(), domain.max()];
                // Only for `=` and `≠` more than the ends matter.
                let all = low
                    .into_iter()
                    .chain(high)
                    .chain([atom.value()].into_iter().filter(|&v| domain.contains(v)));
                let allowed: Vec<bool> = all.map(|value| atom.allows(value)).collect();
                Values::Truth([allowed.contains(&false), allowed.contains(&true)])
            }
        }
    }

    /// A term's value in a solution.
    pub(crate) fn value(term: Term, solution: &Solution) -> String {
        match term {
            Term::Number(number) => number.to_string(),
            Term::Known(known) => known.to_string(),
            Term::View(view) => view.apply(solution[view.var]).to_string(),
            Term::Atom(atom) => atom.allows(solution[atom.var()]).to_string(),
        }
    }

    /// All that the output shows of a solution, by name.
    pub(crate) fn shown<'a>(
        &'a self,
        solution: &'a Solution,
    ) -> impl Iterator<Item = (&'a str, String)> + 'a {
        self.terms.iter().map(|(name, term)| (name.as_str(), Self::value(*term, solution)))
    }
}

fn text(file: &str) -> Result<String, (String, Mistake)> {
    let mut text = String::new();
    let read = open(file).and_then(|mut input| input.read_to_string(&mut text));
    read.map(|_| text).map_err(|error| (file.to_owned(), Mistake::unreadable(&error)))
}

/// Adds what is asked of the objective.
fn restrict(model: &mut Model, objective: &Objective, models: Models) -> Result<(), String> {
    if !models.is_given() {
        return Ok(());
    }
    let (Objective::Minimize(objective) | Objective::Maximize(objective)) = objective else {
        return Err(
            "--objective-at-most and --objective-at-least are for models with an objective".to_owned()
        );
    };
    for (most, bound) in [(true, models.objective_at_most), (false, models.objective_at_least)] {
        let Some(bound) = bound else { continue };
        let (name, constraint) = if most {
            (format!("--objective-at-most {bound}"), le(objective.clone(), bound))
        } else {
            (format!("--objective-at-least {bound}"), ge(objective.clone(), bound))
        };
        let _ = model.post_named(&name, constraint).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// What every object of such an input begins with.
#[derive(Debug, Serialize)]
pub(crate) struct Head<'a> {
    file: &'a str,
    variables: usize,
    constraints: usize,
    verdict: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

impl<'a> Head<'a> {
    pub(crate) fn new(subject: &'a Subject, verdict: &'a str) -> Head<'a> {
        let (variables, constraints) = (subject.terms.len(), subject.trace.statements().len());
        Head { file: &subject.file, variables, constraints, verdict, notes: &subject.notes }
    }
}
