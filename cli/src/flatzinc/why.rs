//! `residua why` of models: why a value is impossible, or a variable fixed, or why there is no solution.

use std::io::{self, Write};

use residua::flatzinc::Term;
use residua::inspect::{Explanation, Ground, Line, Strength, Why};
use residua::model::{IntAtom, Solution};
use residua::search::{Limit, Limits};
use serde::Serialize;
use serde_json::{Value, json};

use crate::args;
use crate::dimacs::write_wrapped;
use crate::each::{End, complain};
use crate::flatzinc::kind::is_data;
use crate::flatzinc::question::Question;
use crate::flatzinc::subject::{BEYOND, Head, Subject};
use crate::progress::Waiting;
use crate::report::json;
use crate::source::Mistake;
use crate::words::{came_first, counted};

/// What became of a question.
struct Answer {
    /// In words; nothing, where there is no solution.
    about: String,
    result: Verdict,
}

enum Verdict {
    /// It holds in all solutions.
    Always(Explanation),
    /// It holds in none.
    Never(Explanation),
    /// It holds in the first of these and not in the second.
    Sometimes(Solution, Solution),
    /// There is no solution.
    None(Explanation),
}

pub(crate) fn look(
    arguments: &args::Why,
    subject: &mut Subject,
    limits: &Limits,
    output: &mut dyn Write,
) -> io::Result<End> {
    subject.note_domains();
    let subject = &*subject;
    let texts = arguments.questions.iter().filter(|text| !is_data(text));
    let questions: Result<Vec<Vec<Question>>, String> =
        texts.map(|text| Question::all(text, subject)).collect();
    let questions = match questions {
        Ok(questions) => questions.concat(),
        Err(message) => return refuse(arguments, subject, message, output),
    };
    let waiting = Waiting::new("explaining", &subject.place());
    let answers = proved(subject, &questions, limits);
    drop(waiting);
    let answers = match answers {
        Ok(answers) => answers,
        Err(reason) => {
            if !arguments.json {
                subject.write_notes(output)?;
            }
            if arguments.json {
                write_object(
                    output,
                    Head::new(subject, "unknown"),
                    json!({ "answer": "unknown", "reason": reason }),
                )?;
            } else {
                writeln!(output, "{}  unknown: {reason}", subject.place())?;
            }
            return Ok(End::Stopped);
        }
    };
    if answers.is_empty() {
        let message = "expected a question, for the model has a solution: x=3, x[2]!=3, x<=3 or x";
        return refuse(arguments, subject, message.to_owned(), output);
    }
    if !arguments.json {
        subject.write_notes(output)?;
    }
    let is_none = answers.iter().any(|answer| matches!(answer.result, Verdict::None(_)));
    for answer in &answers {
        if arguments.json {
            write_json(output, subject, answer)?;
        } else {
            write_text(output, subject, answer)?;
        }
    }
    Ok(if is_none { End::Refuted } else { End::Answered })
}

fn refuse(
    arguments: &args::Why,
    subject: &Subject,
    message: String,
    output: &mut dyn Write,
) -> io::Result<End> {
    if arguments.json {
        json::write_mistake(output, &subject.file, 1, 1, &message)?;
    } else {
        complain(&subject.file, &Mistake { line: 1, column: 1, message });
    }
    Ok(End::Mistaken)
}

/// The answers, where they are known; else why they are not.
fn proved(subject: &Subject, questions: &[Question], limits: &Limits) -> Result<Vec<Answer>, String> {
    let answers = answer(subject, questions, limits).map_err(came_first)?;
    let Some(certain) = subject.certain() else { return Ok(answers) };
    // Two solutions show what they show; all else is said of all solutions, and so without those variables that have other values.
    let is_shown = |answer: &Answer| matches!(answer.result, Verdict::Sometimes(..));
    if answers.iter().all(is_shown) {
        return Ok(answers);
    }
    if questions.iter().filter_map(Question::var).any(|var| subject.is_invented(var)) {
        return Err(BEYOND.to_owned());
    }
    let surely = answer(&certain, questions, limits).map_err(came_first)?;
    if surely.len() != answers.len() {
        return Err(BEYOND.to_owned());
    }
    let pairs = answers.into_iter().zip(surely);
    let best = |(answer, surely)| match (is_shown(&answer), is_shown(&surely)) {
        (true, _) => Ok(answer),
        (false, false) => Ok(surely),
        (false, true) => Err(BEYOND.to_owned()),
    };
    pairs.map(best).collect()
}

fn answer(subject: &Subject, questions: &[Question], limits: &Limits) -> Result<Vec<Answer>, Limit> {
    let model = &subject.model;
    if let Some(explanation) = model.why_none(limits)? {
        return Ok(vec![Answer { about: String::new(), result: Verdict::None(explanation) }]);
    }
    let mut answers = Vec::new();
    for question in questions {
        match question {
            Question::Atom(atom, about) => answers.push(decide(subject, *atom, about.clone(), limits)?),
            Question::Plain(about, holds) => answers.push(Answer {
                about: about.clone(),
                result: if *holds { Verdict::Always(nothing()) } else { Verdict::Never(nothing()) },
            }),
            Question::All(name, term) => {
                for (atom, about) in all(subject, name, *term, limits)? {
                    answers.push(match atom {
                        Some(atom) => decide(subject, atom, about, limits)?,
                        None => Answer { about, result: Verdict::Always(nothing()) },
                    });
                }
            }
        }
    }
    Ok(answers)
}

/// The explanation of what needs none.
fn nothing() -> Explanation {
    Explanation { lines: Vec::new() }
}

fn decide(subject: &Subject, atom: IntAtom, about: String, limits: &Limits) -> Result<Answer, Limit> {
    let model = &subject.model;
    let result = match (model.why(atom, limits)?, model.why(!atom, limits)?) {
        (Why::Because(explanation), _) => Verdict::Always(explanation),
        (_, Why::Because(explanation)) => Verdict::Never(explanation),
        (Why::Not(without), Why::Not(with)) => Verdict::Sometimes(with, without),
    };
    Ok(Answer { about, result })
}

/// What there is to say of a term: its value, or each value that its domain has and whether it can have it.
fn all(
    subject: &Subject,
    name: &str,
    term: Term,
    limits: &Limits,
) -> Result<Vec<(Option<IntAtom>, String)>, Limit> {
    Ok(match term {
        Term::Number(number) => vec![(None, format!("{name} = {number}"))],
        Term::Known(known) => vec![(None, format!("{name} = {known}"))],
        Term::Atom(atom) => {
            let is_false = matches!(subject.model.why(!atom, limits)?, Why::Because(_));
            vec![(Some(if is_false { !atom } else { atom }), format!("{name} = {}", !is_false))]
        }
        Term::View(view) => {
            let var = view.var;
            let inspection = subject.model.inspect_over(&[var], Strength::Exact, limits);
            if let Some(limit) = inspection.stopped {
                return Err(limit);
            }
            let Some(residual) = inspection.residual else { return Ok(Vec::new()) };
            let left = residual.domain(var);
            match left.value() {
                Some(value) => vec![(Some(var.is(value)), format!("{name} = {value}"))],
                None => subject
                    .model
                    .domain(var)
                    .iter()
                    .map(|value| {
                        if left.contains(value) {
                            (Some(var.is(value)), format!("{name} = {value}"))
                        } else {
                            (Some(var.is_not(value)), format!("{name} ≠ {value}"))
                        }
                    })
                    .collect(),
            }
        }
    })
}

fn write_text(output: &mut dyn Write, subject: &Subject, answer: &Answer) -> io::Result<()> {
    let (place, about) = (subject.place(), &answer.about);
    let (claim, explanation) = match &answer.result {
        Verdict::None(explanation) => ("there is no solution".to_owned(), explanation),
        Verdict::Always(explanation) => (format!("{about} is in all solutions"), explanation),
        Verdict::Never(explanation) => (format!("{about} is in no solution"), explanation),
        Verdict::Sometimes(with, without) => {
            writeln!(
                output,
                "{place}  {about} is in some solutions: in the first of these, not in the second"
            )?;
            for solution in [with, without] {
                let words = subject.shown(solution).map(|(name, value)| format!("{name}={value}"));
                write_wrapped(output, " ", words)?;
            }
            return writeln!(output);
        }
    };
    writeln!(output, "{place}  {claim}")?;
    let mut steps = 0;
    for step in explanation.display_in_full(&subject.model).to_string().lines() {
        steps += usize::from(!step.trim_start().starts_with("suppose "));
        writeln!(output, "  {step}")?;
    }
    if explanation.lines.is_empty() {
        writeln!(output, "  so it is declared")?;
    }
    let from = counted(constraints(explanation), "constraint");
    writeln!(output, "{claim}: {}, from {from}", counted(steps, "step"))?;
    writeln!(output)
}

/// How many constraints an explanation rests on.
fn constraints(explanation: &Explanation) -> usize {
    let mut ids: Vec<_> = explanation.lines.iter().filter_map(Line::constraint).collect();
    ids.sort_unstable();
    ids.dedup();
    ids.len()
}

fn write_json(output: &mut dyn Write, subject: &Subject, answer: &Answer) -> io::Result<()> {
    let (word, explanation) = match &answer.result {
        Verdict::None(explanation) => ("none", Some(explanation)),
        Verdict::Always(explanation) => ("always", Some(explanation)),
        Verdict::Never(explanation) => ("never", Some(explanation)),
        Verdict::Sometimes(..) => ("sometimes", None),
    };
    let mut rest = json!({ "answer": word });
    if !answer.about.is_empty() {
        rest["question"] = json!(answer.about);
    }
    if let Some(explanation) = explanation {
        rest["lines"] = explanation.lines.iter().map(|line| line_of(subject, line)).collect();
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
    if let Ground::Constraint(id, _) = line.ground {
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

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(flatten)]
    rest: Value,
}

/// Writes an object about a model.
pub(crate) fn write_object(output: &mut dyn Write, head: Head<'_>, rest: Value) -> io::Result<()> {
    json::write_object(output, &Object { head, rest })
}
