//! `residua why` of models: why a value is impossible, or a variable fixed, or why there is no solution.

use std::collections::BTreeSet;
use std::io::{self, Write};

use residua::domain::Domain;
use residua::inspect::{Explanation, Justification, Line, Why};
use residua::model::{ConstraintId, IntAtom, Solution};
use residua::search::Limit;
use residua_flatzinc::Term;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::asking::{Asking, Host};
use crate::budget::Budget;
use crate::end::End;
use crate::explained::Verdict;
use crate::input::Mistake;
use crate::models::claim::Claim;
use crate::models::json::{Head, write_object};
use crate::models::kind::is_data;
use crate::models::names::Named;
use crate::models::question::Question;
use crate::models::refuted::refute;
use crate::models::silent;
use crate::models::subject::{BEYOND, Subject};
use crate::paint::Paint;
use crate::question;
use crate::words::smallness;
use crate::words::write_wrapped;
use crate::words::{came_first, counted};

/// What became of a question.
#[derive(Debug)]
struct Explaining {
    /// In words; nothing, where there is no solution.
    about: String,
    result: Verdict,
    /// The items of the model that it rests on besides what its explanation names; `None`, if they are not known.
    beside: Option<Vec<Named>>,
}

/// Explains what is asked; or why there is no solution.
///
/// # Errors
/// A question that does not fit the model.
pub fn why<'a>(
    question: &question::Why,
    subject: &'a mut Subject,
    asking: &Asking<'_>,
) -> Result<Explained<'a>, Mistake> {
    refute(subject, &asking.limits);
    subject.note_domains();
    silent::note(subject);
    let subject = &*subject;
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
        let message = "expected a question, for the model has a solution: x=3, x[2]!=3, x<=3 or x";
        return Err(at_start(message.to_owned()));
    }
    Ok(Explained { subject, answers, reason })
}

/// Why something is so in a model.
#[derive(Debug)]
pub struct Explained<'a> {
    subject: &'a Subject,
    /// As many as are known.
    answers: Vec<Explaining>,
    /// Why there are no more.
    reason: Option<String>,
}

impl Answer for Explained<'_> {
    fn end(&self) -> End {
        let is_none = self.answers.iter().any(|answer| matches!(answer.result, Verdict::Infeasible(_)));
        let is_stopped =
            self.reason.is_some() || self.answers.iter().any(|answer| answer.result.stopped().is_some());
        match is_none {
            _ if is_stopped => End::Stopped,
            true => End::Refuted,
            false => End::Answered,
        }
    }

    fn write_text(&self, output: &mut dyn Write, _: Paint) -> io::Result<()> {
        self.subject.write_notes(output)?;
        self.answers.iter().try_for_each(|answer| write_text(output, self.subject, answer))?;
        match &self.reason {
            Some(reason) => writeln!(output, "{}  unknown: {reason}", self.subject.place()),
            None => Ok(()),
        }
    }

    fn write_json(&self, output: &mut dyn Write, _: &dyn Host) -> io::Result<()> {
        self.answers.iter().try_for_each(|answer| write_json(output, self.subject, answer))?;
        let Some(reason) = &self.reason else { return Ok(()) };
        let rest = json!({ "answer": "unknown", "reason": reason });
        write_object(output, Head::new(self.subject, "unknown"), rest)
    }
}

fn at_start(message: String) -> Mistake {
    Mistake { line: 1, column: 1, message }
}

/// The answers that are known, in the order of the questions, and why there are no more, if there are not.
fn proved(subject: &Subject, questions: &[Question], budget: &Budget) -> (Vec<Explaining>, Option<String>) {
    let (answers, limit) = answer(subject, questions, budget);
    let reason = limit.map(came_first);
    let Some(certain) = subject.certain() else { return (answers, reason) };
    // Two solutions show what they show; all else is said of all solutions, and so without those variables that have other values.
    let is_shown = |answer: &Explaining| matches!(answer.result, Verdict::Sometimes(..));
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
        answers.push(Explaining { about: String::new(), result: Verdict::Infeasible(explanation), beside });
        return Ok(());
    }
    for question in questions {
        match question {
            Question::Atom(atom, name, about) => {
                answers.push(decide(subject, (*atom, name), about.clone(), budget)?);
            }
            Question::Plain(about, holds) => answers.push(Explaining {
                about: about.clone(),
                result: if *holds { Verdict::Always(nothing()) } else { Verdict::Never(nothing()) },
                beside: settled(subject, about.split(' ').next().unwrap_or_default(), budget),
            }),
            Question::All(name, term) => {
                for (atom, about) in all(subject, name, *term, budget)? {
                    let answer = if let Some(atom) = atom {
                        decide(subject, (atom, name), about, budget)?
                    } else {
                        let beside = settled(subject, name, budget);
                        Explaining { about, result: Verdict::Always(nothing()), beside }
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
    let result = Verdict::of(&subject.model, atom, budget)?;
    let claimed = match &result {
        Verdict::Always(explanation) => Some((explanation, atom)),
        Verdict::Never(explanation) => Some((explanation, !atom)),
        Verdict::Sometimes(..) | Verdict::Infeasible(_) => None,
    };
    let beside = match claimed {
        Some((explanation, atom)) => {
            silent::beside(subject, constraints_of(explanation), Claim::Always(atom, name), budget)
        }
        None => Some(Vec::new()),
    };
    Ok(Explaining { about, result, beside })
}

/// From this number of impossible values at an end of a domain on, they are explained together, by a bound.
const RANGE: u64 = 3;

/// Domains with more values are told by their ends, and by the values that are left.
const LISTED: u64 = 1000;

/// What there is to say of a term: its value, or each value that its domain has and whether it can have it.
fn all(
    subject: &Subject,
    name: &str,
    term: Term,
    budget: &Budget,
) -> Result<Vec<(Option<IntAtom>, String)>, Limit> {
    let (var, offset) = match term {
        Term::Number(number) => return Ok(vec![(None, format!("{name} = {number}"))]),
        Term::Known(known) => return Ok(vec![(None, format!("{name} = {known}"))]),
        Term::Atom(atom) => {
            let is_false = matches!(subject.model.why(!atom, &budget.rest())?, Why::Because(_));
            let known = if is_false { !atom } else { atom };
            return Ok(vec![(Some(known), format!("{name} = {}", !is_false))]);
        }
        Term::View(view) => (view.var, 0),
        Term::Wide(wide) => match wide.single() {
            Some(var) => (var, wide.offset()),
            None => return Ok(Vec::new()),
        },
    };
    let shown = |value: i32| offset + i64::from(value);
    let inspection = subject.model.inspect().over(&[var]).limits(budget.rest()).run();
    if let Some(limit) = inspection.stopped {
        return Err(limit);
    }
    let Some(residual) = inspection.residual else { return Ok(Vec::new()) };
    let left = residual.domain(var);
    if let Some(value) = left.value() {
        return Ok(vec![(Some(var.is(value)), format!("{name} = {}", shown(value)))]);
    }
    let (Some(min), Some(max)) = (left.min(), left.max()) else { return Ok(Vec::new()) };
    let declared = subject.model.domain(var);
    let is_long = |range| declared.intersect(&Domain::from(range)).size() > RANGE;
    let (low, high) = (is_long(i32::MIN..=min), is_long(max..=i32::MAX));
    let mut about = Vec::new();
    if low {
        about.push((Some(var.at_least(min)), format!("{name} ≥ {}", shown(min))));
    }
    let is_told = |value: i32| (low && value < min) || (high && value > max);
    let between = declared.intersect(&Domain::from(min..=max));
    // Of a price list with millions between its entries the entries are told, as far as these are few.
    let listed = match (between.size() <= LISTED, left.size() <= LISTED) {
        (true, _) => declared,
        (false, true) => left,
        (false, false) => &Domain::empty(),
    };
    about.extend(listed.iter().filter(|&value| !is_told(value)).map(|value| {
        if left.contains(value) {
            (Some(var.is(value)), format!("{name} = {}", shown(value)))
        } else {
            (Some(var.is_not(value)), format!("{name} ≠ {}", shown(value)))
        }
    }));
    if high {
        about.push((Some(var.at_most(max)), format!("{name} ≤ {}", shown(max))));
    }
    Ok(about)
}

fn write_text(output: &mut dyn Write, subject: &Subject, answer: &Explaining) -> io::Result<()> {
    let (place, about) = (subject.place(), &answer.about);
    let (claim, explanation) = match &answer.result {
        Verdict::Infeasible(explanation) => ("there is no solution".to_owned(), explanation),
        Verdict::Always(explanation) => (format!("{about} is in all solutions"), explanation),
        Verdict::Never(explanation) => (format!("{about} is in no solution"), explanation),
        Verdict::Sometimes(with, without) => {
            writeln!(
                output,
                "{place}  {about} is in some solutions: in the first of these, not in the second"
            )?;
            for solution in [with, without] {
                let words = subject.in_words(solution).map(|(name, value)| subject.equation(&name, &value));
                write_wrapped(output, " ", words)?;
            }
            return writeln!(output);
        }
    };
    writeln!(output, "{place}  {claim}")?;
    match answer.beside.as_deref() {
        Some(items) => items.iter().try_for_each(|item| {
            writeln!(output, "  given {}, which the compiler put into the variables", item.text())
        })?,
        None => writeln!(output, "  given, perhaps, other items, which the compiler put into the variables")?,
    }
    let mut steps = 0;
    for step in explanation.display_in_full(&subject.model).to_string().lines() {
        steps += usize::from(!step.trim_start().starts_with("suppose "));
        writeln!(output, "  {step}")?;
    }
    if explanation.lines.is_empty() && answer.beside.as_ref().is_some_and(Vec::is_empty) {
        writeln!(output, "  so it is declared")?;
    }
    let from = counted(constraints(subject, answer, explanation), subject.noun());
    writeln!(output, "{claim}: {}, from {from}{}", counted(steps, "step"), smallness(explanation))?;
    writeln!(output)
}

fn constraints_of(explanation: &Explanation) -> impl Iterator<Item = ConstraintId> {
    explanation.lines.iter().filter_map(Line::constraint)
}

/// How many constraints of the model an explanation rests on: what one of them became in the file is one.
fn constraints(subject: &Subject, answer: &Explaining, explanation: &Explanation) -> usize {
    if let Some(refutation) = &subject.refutation {
        return refutation.items.len();
    }
    let named = constraints_of(explanation).map(|id| subject.named(id));
    let named = named.chain(answer.beside.iter().flatten().cloned());
    // Where the items are known, what belongs to none of them only says what the compiler's variables are.
    let of_item = named.filter(|named| subject.source.is_none() || named.source.is_some());
    of_item.map(|named| named.text()).collect::<BTreeSet<String>>().len()
}

fn write_json(output: &mut dyn Write, subject: &Subject, answer: &Explaining) -> io::Result<()> {
    let (word, explanation) = match &answer.result {
        Verdict::Infeasible(explanation) => ("none", Some(explanation)),
        Verdict::Always(explanation) => ("always", Some(explanation)),
        Verdict::Never(explanation) => ("never", Some(explanation)),
        Verdict::Sometimes(..) => ("sometimes", None),
    };
    let mut rest = json!({ "answer": word });
    if !answer.about.is_empty() {
        rest["question"] = json!(answer.about);
    }
    if let Some(limit) = answer.result.stopped() {
        rest["reason"] = json!(came_first(limit));
    }
    if let Some(explanation) = explanation {
        rest["lines"] = explanation.lines.iter().map(|line| line_of(subject, line)).collect();
    }
    // Of a model that the compiler refutes, no line is left of its items.
    let beside = subject.refutation.as_ref().map_or(answer.beside.as_ref(), |refuted| Some(&refuted.items));
    if beside.is_none_or(|items| !items.is_empty()) {
        rest["beside"] = json!(beside);
    }
    if let Verdict::Sometimes(with, without) = &answer.result {
        let shown = |solution| -> Value { solution_of(subject, solution) };
        rest["witnesses"] = json!([shown(with), shown(without)]);
    }
    let verdict = if word == "none" { "none" } else { "some" };
    write_object(output, Head::new(subject, verdict), rest)
}

fn line_of(subject: &Subject, line: &Line) -> Value {
    let model = &subject.model;
    let mut object = json!({
        "conclusion": line.conclusion.map(|atom| model.name_atom(atom)),
        "premises": line.premises,
    });
    object["technique"] = json!(line.technique().to_string());
    if let Justification::Constraint(id, _) = line.justification {
        object["constraint"] = json!(subject.named(id));
    }
    if let Some(under) = line.under {
        object["under"] = json!(under);
    }
    object
}

/// What the output shows of a solution, as an object.
pub(crate) fn solution_of(subject: &Subject, solution: &Solution) -> Value {
    let value = |text: String| match text.as_str() {
        "true" => json!(true),
        "false" => json!(false),
        number => number.parse::<i64>().map_or_else(|_| json!(number), |number| json!(number)),
    };
    Value::Object(subject.shown(solution).map(|(name, text)| (name.to_owned(), value(text))).collect())
}
