//! `residua solve` of clauses and graphs: solutions.

use std::io::{self, Write};

use residua::search::Status;
use serde::Serialize;

use crate::asking::Asking;
use crate::clock::now;
use crate::exit_status::ExitStatus;
use crate::json::write_object;
use crate::question::{self, Form};
use crate::subject::{Subject, SubjectHead, SubjectKind};
use crate::verdict::Verdict;
use crate::words::{came_first, counted, write_wrapped};

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: SubjectHead<'a>,
    solutions: &'a [Vec<i32>],
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
    let start = now();
    let (is_list, most) = (question.is_list(), question.most());
    let form = question.form;
    let limits = asking.limits.clone().nodes(question.nodes).solutions(most.map(|most| most.max(2)));
    let search = subject
        .model
        .search()
        .consistency(question.consistency)
        .limits(limits)
        .engine(asking.engine)
        .learn(question.learn);
    let mut solutions = search.solutions();
    let (mut found, mut kept): (u64, Vec<Vec<i32>>) = (0, Vec::new());
    {
        let _waiting = asking.begin("solving", &subject.place());
        for solution in solutions.by_ref() {
            found += 1;
            if most.is_some_and(|most| found > most) {
                break;
            }
            if is_list && form != Form::Json {
                write_solution(subject, output, solution.values())?;
            } else if is_list || found == 1 || form == Form::Json {
                kept.push(solution.values().to_vec());
            }
        }
    }
    let stopped = match solutions.status() {
        Some(Status::Stopped(limit)) if limit != residua::search::Limit::Solutions => Some(limit),
        _ => None,
    };
    let is_all =
        matches!(solutions.status(), Some(Status::Exhausted)) && most.is_none_or(|most| found <= most);
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
            solutions: &kept,
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
        kept.iter().try_for_each(|values| write_solution(subject, output, values))?;
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

/// Writes a solution, in lines that begin with `v`. As SAT solvers do, that of clauses ends with a 0.
fn write_solution(subject: &Subject, output: &mut dyn Write, values: &[i32]) -> io::Result<()> {
    let end = (subject.kind == SubjectKind::Clauses).then(|| "0".to_owned());
    let named = subject.terms.iter().zip(values);
    let words = named.map(|((name, _), value)| subject.equation(name, &value.to_string()));
    write_wrapped(output, "v", words.chain(end))
}
