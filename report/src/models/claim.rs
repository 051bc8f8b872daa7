//! Claims about a model, proved from a part of its items: the part is compiled, and searched for a counterexample.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use residua::model::{IntAtom, IntView};
use residua::search::{Limits, Status};
use residua_flatzinc::Term;

use crate::models::bounds::Bounds;
use crate::models::compile;
use crate::models::model::Source;
use crate::models::selection::{Piece, only};
use crate::subject::Subject;

/// How many nodes are searched for a counterexample.
const MOST_NODES: u64 = 100_000;

/// How long it is searched for.
const TIME: Duration = Duration::from_secs(5);

/// What is said of a model.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Claim<'n> {
    NoSolution,
    /// That an atom is true in each solution, of the term of that name. Of the other terms that are one variable with it, nothing is said:
    /// what makes them one may not be in the part.
    Always(IntAtom, &'n str),
    /// That the term of that name has this value, where truth is 1, in each solution.
    Value(&'n str, i64),
}

impl Claim<'_> {
    /// Whether it is proved to follow from these items and the declarations.
    pub(crate) fn follows(self, subject: &Subject, from: &[Piece]) -> bool {
        subject.source.as_deref().is_some_and(|source| self.holds_in(subject, only(source, from)))
    }

    /// Whether it is proved of a part of the model, by its text.
    pub(crate) fn holds_in(self, subject: &Subject, text: String) -> bool {
        let Some(source) = &subject.source else { return false };
        let part = match subject.parts.part(source, text) {
            Part::Refuted => return true,
            Part::Unread => return false,
            Part::Subject(part) => part,
        };
        let certain = part.certain();
        let mut model = certain.as_ref().unwrap_or(&part).model.clone();
        let claimed = match self {
            Claim::NoSolution => None,
            Claim::Always(atom, name) => Some(translated(subject, atom, &part, name)),
            Claim::Value(name, value) => Some(valued(&part, name, value)),
        };
        match claimed {
            Some(Some(Truth::Known(known))) => return known,
            Some(Some(Truth::Atom(atom))) if model.post(!atom).is_ok() => {}
            Some(_) => return false,
            None => {}
        }
        let limits = Limits::none().nodes(MOST_NODES).time(TIME);
        let mut solutions = model.search().limits(limits).solutions();
        solutions.next().is_none() && solutions.status() == Some(Status::Exhausted)
    }
}

/// A part of a model, compiled.
#[derive(Clone, Debug)]
enum Part {
    /// The compiler found out that it has no solution.
    Refuted,
    /// It is not compiled, or not read.
    Unread,
    Subject(Arc<Subject>),
}

/// The parts that were compiled, by their texts: many claims are proved of the same ones.
#[derive(Debug, Default)]
pub(crate) struct Parts(Mutex<BTreeMap<String, Part>>);

impl Parts {
    fn part(&self, source: &Source, text: String) -> Part {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(part) = known.get(&text) {
            return part.clone();
        }
        let part = compiled(source, &text);
        let _ = known.insert(text, part.clone());
        part
    }
}

fn compiled(source: &Source, text: &str) -> Part {
    let Ok(compiled) = compile::flatzinc_of(&source.unit, text) else { return Part::Unread };
    if compiled.refuted.is_some() {
        return Part::Refuted;
    }
    let part = Subject::of_compiled(&source.unit, compiled, Bounds::default(), source.asked.clone());
    part.map_or(Part::Unread, |part| Part::Subject(Arc::new(part)))
}

/// What an atom is in another model.
enum Truth {
    Known(bool),
    Atom(IntAtom),
}

/// That a term of a subject has a value; `None`, if it has no such term, or no atom says that.
fn valued(part: &Subject, name: &str, value: i64) -> Option<Truth> {
    Some(match part.told_term(name)? {
        Term::Number(number) => Truth::Known(number == value),
        Term::Known(known) => Truth::Known(i64::from(known) == value),
        Term::Atom(atom) => Truth::Atom(if value == 1 { atom } else { !atom }),
        Term::View(view) if view.scale() == 1 => {
            let inner = i32::try_from(value.checked_sub(view.offset().into())?).ok()?;
            Truth::Atom(view.var.is(inner))
        }
        Term::View(_) | Term::Wide(_) => return None,
    })
}

/// An atom of a subject in another one, of the term of that name; `None`, if it is no atom of it, or one of them has no such term.
fn translated(subject: &Subject, atom: IntAtom, other: &Subject, name: &str) -> Option<Truth> {
    let is_of_it = |view: IntView| view.var == atom.var() && view.scale() == 1;
    Some(match (subject.told_term(name)?, other.told_term(name)?) {
        (Term::View(view), Term::View(there)) if is_of_it(view) && there.scale() == 1 => {
            let value = atom.value().checked_add(view.offset())?.checked_sub(there.offset())?;
            Truth::Atom(IntAtom::new(there.var, atom.relation(), value))
        }
        (Term::View(view), Term::Number(number)) if is_of_it(view) => {
            let value = i32::try_from(number.checked_sub(view.offset().into())?).ok()?;
            Truth::Known(atom.allows(value))
        }
        (Term::Atom(own), Term::Atom(there)) if own == atom => Truth::Atom(there),
        (Term::Atom(own), Term::Atom(there)) if own == !atom => Truth::Atom(!there),
        (Term::Atom(own), Term::Known(known)) if own == atom || own == !atom => {
            Truth::Known(known == (own == atom))
        }
        _ => return None,
    })
}
