//! `residua why`: explanations of impossible and forced values, and of infeasibility.
//!
//! | file | holds |
//! |---|---|
//! | `question.rs` | parser of questions |
//! | `every.rs` | all facts about a term |
//! | `entailment.rs` | entailment of an atom |
//! | `text.rs`, `json.rs` | the answers as text and as JSON |

mod entailment;
mod every;
mod json;
mod question;
mod text;

use std::io::{self, Write};

use residua::inspect::{Explanation, Line};
use residua::model::{ConstraintId, IntAtom};
use residua::search::Limit;
use residua_flatzinc::Term;

use crate::answer::Answer;
use crate::asking::{Asking, Host};
use crate::budget::Budget;
use crate::exit_status::ExitStatus;
use crate::input::InputError;
use crate::models::claim::Claim;
use crate::models::is_data;
use crate::models::names::Named;
use crate::models::refuted::refute;
use crate::models::silent;
use crate::paint::Paint;
use crate::question::Why;
use crate::subject::{BEYOND, Subject};
use crate::why::entailment::Entailment;
use crate::why::every::every;
use crate::why::question::Question;
use crate::words::came_first;

/// What became of a question.
#[derive(Debug)]
struct Explaining {
    /// In words; nothing, where there is no solution.
    about: String,
    result: Entailment,
    /// The items of the model that it rests on besides what its explanation names; `None`, if they are not known.
    beside: Option<Vec<Named>>,
}

/// Explains what is asked; or why there is no solution.
///
/// # Errors
/// A question that does not fit the model.
pub fn why<'a>(
    question: &Why,
    subject: &'a mut Subject,
    asking: &Asking<'_>,
) -> Result<Explained<'a>, InputError> {
    subject.ask(question.questions.iter().filter(|text| !is_data(text)).map(|text| question::name(text)));
    refute(subject, &asking.limits);
    subject.note_domains();
    silent::note(subject);
    let subject = &*subject;
    let at_start = |message: String| subject.mistake(message);
    let texts = question.questions.iter().filter(|text| !is_data(text));
    let questions: Result<Vec<Question>, String> =
        texts.map(|text| Question::all(text, subject)).collect::<Result<Vec<_>, _>>().map(|all| all.concat());
    let is_refuted = subject.source.as_deref().is_some_and(|source| source.refuted.is_some());
    let questions = match questions {
        Ok(questions) => questions,
        // Of a model that the compiler refutes, it writes not all variables; whatever is asked of them, there is no solution.
        Err(message) if is_refuted && message.starts_with("there is no ") => Vec::new(),
        Err(message) => return Err(at_start(message)),
    };
    let _waiting = asking.begin("explaining", &subject.place());
    let (answers, reason) = proved(subject, &questions, &Budget::limited(&asking.limits));
    if answers.is_empty() && reason.is_none() {
        let (what, examples) = (subject.what(), question::examples(subject));
        return Err(at_start(format!("expected a question such as {examples}: the {what} has a solution")));
    }
    Ok(Explained { subject, answers, reason })
}

/// Why something is so in a model.
#[derive(Debug)]
pub struct Explained<'a> {
    subject: &'a Subject,
    /// The answers found before a limit was reached.
    answers: Vec<Explaining>,
    /// Why there are no more.
    reason: Option<String>,
}

impl Answer for Explained<'_> {
    fn end(&self) -> ExitStatus {
        let is_none = self.answers.iter().any(|answer| matches!(answer.result, Entailment::Infeasible(_)));
        let is_stopped =
            self.reason.is_some() || self.answers.iter().any(|answer| answer.result.stopped().is_some());
        match is_none {
            _ if is_stopped => ExitStatus::Stopped,
            true => ExitStatus::Refuted,
            false => ExitStatus::Answered,
        }
    }

    fn write_text(&self, output: &mut dyn Write, _: Paint) -> io::Result<()> {
        self.subject.write_notes(output)?;
        self.answers.iter().try_for_each(|answer| text::write(output, self.subject, answer))?;
        match &self.reason {
            Some(reason) => writeln!(output, "{}  unknown: {reason}", self.subject.place()),
            None => Ok(()),
        }
    }

    fn write_json(&self, output: &mut dyn Write, _: &dyn Host) -> io::Result<()> {
        self.answers.iter().try_for_each(|answer| json::write(output, self.subject, answer))?;
        let Some(reason) = &self.reason else { return Ok(()) };
        json::write_unknown(output, self.subject, reason)
    }
}

/// The answers that are known, in the order of the questions, and why there are no more, if there are not.
fn proved(subject: &Subject, questions: &[Question], budget: &Budget) -> (Vec<Explaining>, Option<String>) {
    let (answers, limit) = answer(subject, questions, budget);
    let reason = limit.map(came_first);
    let Some(certain) = subject.certain() else { return (answers, reason) };
    // Two solutions show what they show; all else is said of all solutions, and so without those variables that have other values.
    let is_shown = |answer: &Explaining| matches!(answer.result, Entailment::Sometimes(..));
    if answers.iter().all(is_shown) {
        return (answers, reason);
    }
    let beyond = || Some(BEYOND.to_owned());
    if questions.iter().filter_map(Question::var).any(|var| subject.is_invented(var)) {
        return (Vec::new(), beyond());
    }
    let (surely, _) = answer(&certain, questions, budget);
    let is_short = surely.len() < answers.len();
    let mut proved = Vec::new();
    for (answer, surely) in answers.into_iter().zip(surely) {
        match (is_shown(&answer), is_shown(&surely)) {
            (true, _) => proved.push(answer),
            (false, false) => proved.push(surely),
            (false, true) => return (proved, beyond()),
        }
    }
    (proved, if is_short { beyond() } else { reason })
}

/// The answers, as many as were found before a limit came; and that limit.
fn answer(subject: &Subject, questions: &[Question], budget: &Budget) -> (Vec<Explaining>, Option<Limit>) {
    let mut answers = Vec::new();
    let done = answer_all(subject, questions, budget, &mut answers);
    (answers, done.err())
}

fn answer_all(
    subject: &Subject,
    questions: &[Question],
    budget: &Budget,
    answers: &mut Vec<Explaining>,
) -> Result<(), Limit> {
    if let Some(explanation) = subject.model.why_none(&budget.rest())? {
        let beside = silent::beside(subject, constraints_of(&explanation), Claim::NoSolution, budget);
        answers.push(Explaining {
            about: String::new(),
            result: Entailment::Infeasible(explanation),
            beside,
        });
        return Ok(());
    }
    for question in questions {
        match question {
            Question::Atom(atom, name, about) => {
                answers.push(decide(subject, (*atom, name), about.clone(), budget)?);
            }
            Question::Plain(name, about, holds) => answers.push(Explaining {
                about: about.clone(),
                result: if *holds { Entailment::Always(nothing()) } else { Entailment::Never(nothing()) },
                beside: settled(subject, name, budget),
            }),
            Question::All(name, term) => {
                for (atom, about) in every(subject, name, *term, budget)? {
                    let answer = if let Some(atom) = atom {
                        decide(subject, (atom, name), about, budget)?
                    } else {
                        let beside = settled(subject, name, budget);
                        Explaining { about, result: Entailment::Always(nothing()), beside }
                    };
                    answers.push(answer);
                }
            }
        }
    }
    Ok(())
}

/// The items by which the compiler found out the value of a term; none, if it is declared.
fn settled(subject: &Subject, name: &str, budget: &Budget) -> Option<Vec<Named>> {
    let value = match subject.shown_term(name) {
        Some(Term::Number(number)) => number,
        Some(Term::Known(known)) => known.into(),
        _ => return Some(Vec::new()),
    };
    silent::beside(subject, std::iter::empty(), Claim::Value(name, value), budget)
}

/// The explanation of what needs none.
fn nothing() -> Explanation {
    Explanation::default()
}

fn decide(
    subject: &Subject,
    (atom, name): (IntAtom, &str),
    about: String,
    budget: &Budget,
) -> Result<Explaining, Limit> {
    let result = Entailment::of(&subject.model, atom, budget)?;
    let claimed = match &result {
        Entailment::Always(explanation) => Some((explanation, atom)),
        Entailment::Never(explanation) => Some((explanation, !atom)),
        Entailment::Sometimes(..) | Entailment::Infeasible(_) => None,
    };
    let beside = match claimed {
        Some((explanation, atom)) => {
            silent::beside(subject, constraints_of(explanation), Claim::Always(atom, name), budget)
        }
        None => Some(Vec::new()),
    };
    Ok(Explaining { about, result, beside })
}

/// The constraints that an explanation names.
fn constraints_of(explanation: &Explanation) -> impl Iterator<Item = ConstraintId> {
    explanation.lines.iter().filter_map(Line::constraint)
}
