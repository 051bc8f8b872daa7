//! `residua solve` of clauses and graphs: solutions.

use std::io::{self, Write};

use residua::search::{Limit, Status};
use serde::Serialize;
use serde_json::Value;

use crate::asking::Asking;
use crate::clock::now;
use crate::exit_status::ExitStatus;
use crate::json::write_object;
use crate::question::{self, Form};
use crate::solutions::Solutions;
use crate::subject::{Subject, SubjectHead, SubjectKind};
use crate::variants;
use crate::verdict::Verdict;
use crate::words::{came_first, counted, write_wrapped};

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: SubjectHead<'a>,
    solutions: Vec<Value>,
    all: bool,
    decisions: u64,
    failures: u64,
    propagations: u64,
    seconds: f64,
}

/// Finds the solutions.
///
/// # Errors
/// The output cannot be written.
pub fn solve(
    question: &question::Solve,
    subject: &Subject,
    asking: &Asking<'_>,
    output: &mut dyn Write,
) -> io::Result<ExitStatus> {
    let limits =
        asking.limits.clone().nodes(question.nodes).solutions(question.most().map(|most| most.max(2)));
    let (limits, _waiting) = asking.begin_search("solving", &subject.place(), limits);
    let search = subject
        .model
        .search()
        .consistency(question.consistency)
        .limits(limits)
        .engine(asking.engine)
        .learn(question.learn);
    let search = if subject.is_projected() { search.project(&subject.asked) } else { search };
    list(question, subject, &mut asking.by_threads(search).solutions(), asking, output)
}

/// Lists solutions.
pub(crate) fn list(
    question: &question::Solve,
    subject: &Subject,
    solutions: &mut dyn Solutions,
    asking: &Asking<'_>,
    output: &mut dyn Write,
) -> io::Result<ExitStatus> {
    let start = now();
    let (is_list, most) = (question.is_list(), question.most());
    let form = question.form;
    let (mut found, mut kept): (u64, Vec<Vec<i32>>) = (0, Vec::new());
    {
        let _waiting = asking.begin("solving", &subject.place());
        while let Some(values) = solutions.next()? {
            found += 1;
            if most.is_some_and(|most| found > most) {
                break;
            }
            if is_list && form != Form::Json {
                write_values(subject, form, output, &values)?;
            } else if is_list || found == 1 || form == Form::Json || subject.sheet().is_some() {
                kept.push(values);
            }
        }
    }
    let stopped = match solutions.status() {
        Status::Stopped(limit) if limit != Limit::Solutions => Some(limit),
        _ => None,
    };
    let is_all = solutions.status() == Status::Exhausted && most.is_none_or(|most| found <= most);
    let verdict = match (found, stopped) {
        (2.., _) => Verdict::Multiple,
        (_, Some(_)) => Verdict::Unknown,
        (0, None) => Verdict::Infeasible,
        _ => Verdict::Unique,
    };
    let statistics = solutions.statistics();
    let reason = stopped.map(came_first);
    if form == Form::Json {
        let object = Object {
            head: subject.head(verdict.word(), reason),
            solutions: kept.iter().map(|values| subject.values_as_json(values)).collect(),
            all: is_all,
            decisions: statistics.decisions,
            failures: statistics.failures,
            propagations: statistics.propagations,
            seconds: start.elapsed().as_secs_f64(),
        };
        write_object(output, &object)?;
    } else {
        if form != Form::Line {
            let number = match verdict {
                Verdict::Multiple if is_all => Some(found.to_string()),
                Verdict::Multiple => {
                    Some(format!("at least {}", most.map_or(found, |most| found.min(most.max(2)))))
                }
                Verdict::Unknown if found == 1 => Some("1 solution found so far".to_owned()),
                _ => None,
            };
            let headline = verdict.headline(&if verdict == Verdict::Unknown {
                [reason, number]
            } else {
                [number, reason]
            });
            writeln!(output, "{}  {}", subject.place(), asking.paint.text(verdict.tint(), &headline))?;
        } else if found == 0 {
            writeln!(output, "{}", verdict.heading(reason))?;
        }
        if question.stats {
            writeln!(output, "{statistics}; {:.6} s", start.elapsed().as_secs_f64())?;
        }
        match (subject.sheet(), &kept[..]) {
            (Some(sheet), [one, other, ..]) if form != Form::Line => {
                variants::write_pair(sheet, [one, other], output)?;
                variants::write_left(subject, sheet, question.consistency, asking, output)?;
            }
            _ => kept.iter().take(1).try_for_each(|values| write_values(subject, form, output, values))?,
        }
        if is_list && form != Form::Line {
            let listed = counted(most.map_or(found, |most| found.min(most)), "solution");
            let rest = if is_all { "all" } else { "there may be more" };
            writeln!(output, "listed: {listed}; {rest}")?;
        }
    }
    Ok(match verdict {
        _ if stopped.is_some() => ExitStatus::Stopped,
        Verdict::Infeasible => ExitStatus::Refuted,
        Verdict::Unknown => ExitStatus::Stopped,
        _ => ExitStatus::Answered,
    })
}

/// Writes a solution as its kind of subject does.
fn write_values(subject: &Subject, form: Form, output: &mut dyn Write, values: &[i32]) -> io::Result<()> {
    match subject.sheet() {
        Some(sheet) => variants::write_solution(sheet, form, values, output),
        None => write_solution(subject, output, values),
    }
}

/// Writes a solution, in lines that begin with `v`. As SAT solvers do, that of clauses ends with a 0.
pub(crate) fn write_solution(subject: &Subject, output: &mut dyn Write, values: &[i32]) -> io::Result<()> {
    let end = (subject.kind == SubjectKind::Clauses).then(|| "0".to_owned());
    let named = subject.terms.iter().zip(values);
    let words = named.map(|((name, _), value)| subject.equation(name, &value.to_string()));
    write_wrapped(output, "v", words.chain(end))
}
