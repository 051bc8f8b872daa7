//! `residua solve` of clauses and graphs: the solutions.

use std::io::{self, Write};

use residua::search::{Limits, Status};
use serde::Serialize;

use crate::answer::now;
use crate::args::{Format, Solve};
use crate::dimacs::subject::{Head, Subject};
use crate::each::End;
use crate::progress::Waiting;
use crate::report::json::write_object;
use crate::setting::Setting;
use crate::verdict::Verdict;
use crate::words::{came_first, counted};

pub(crate) fn is_json(arguments: &Solve) -> bool {
    arguments.format() == Format::Json
}

/// Why an option does not go with such inputs, if one does not.
pub(crate) fn unfit(arguments: &Solve) -> Option<&'static str> {
    match arguments.format() {
        _ if arguments.with.is_some() => Some("--with is for puzzles: a SAT solver reads clauses by itself"),
        _ if arguments.summary => Some("--summary is for puzzles"),
        _ if arguments.rules => Some("--rules is for puzzles; residua inspect lists what is left of clauses"),
        _ if arguments.threads != 1 => Some("--threads is for puzzles"),
        Format::Grid | Format::Line | Format::Json => None,
        _ => Some("clauses and graphs are printed as text, with --format line or --format json"),
    }
}

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    solutions: &'a [Vec<i32>],
    all: bool,
    decisions: u64,
    failures: u64,
    propagations: u64,
    seconds: f64,
}

pub(crate) fn look(
    arguments: &Solve,
    setting: Setting,
    subject: &Subject,
    limits: &Limits,
    output: &mut dyn Write,
) -> io::Result<End> {
    let start = now();
    let is_list = arguments.all || arguments.most.limit.is_some();
    let most = if arguments.all { arguments.most.limit } else { Some(arguments.most.limit.unwrap_or(2)) };
    let format = arguments.format();
    let limits = limits.clone().nodes(arguments.nodes).solutions(most.map(|most| most.max(2)));
    let search = subject
        .model
        .search_at(arguments.consistency)
        .limits(limits)
        .engine(setting.engine)
        .learn(arguments.learn.into());
    let mut solutions = search.solutions();
    let (mut found, mut kept): (u64, Vec<Vec<i32>>) = (0, Vec::new());
    {
        let _waiting = Waiting::new("solving", &subject.place());
        for solution in solutions.by_ref() {
            found += 1;
            if most.is_some_and(|most| found > most) {
                break;
            }
            if is_list && format != Format::Json {
                subject.write_solution(output, solution.values())?;
            } else if is_list || found == 1 || format == Format::Json {
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
        (0, None) => Verdict::None,
        _ => Verdict::Unique,
    };
    let statistics = solutions.statistics();
    let reason = stopped.map(came_first);
    if format == Format::Json {
        let object = Object {
            head: Head::new(subject, verdict.word()),
            reason,
            solutions: &kept,
            all: is_all,
            decisions: statistics.decisions,
            failures: statistics.failures,
            propagations: statistics.propagations,
            seconds: start.elapsed().as_secs_f64(),
        };
        write_object(output, &object)?;
    } else {
        if format != Format::Line {
            let number = match verdict {
                Verdict::Multiple if is_all => Some(found.to_string()),
                Verdict::Multiple => {
                    Some(format!("at least {}", most.map_or(found, |most| found.min(most.max(2)))))
                }
                Verdict::Unknown if found == 1 => Some("1 solution was found so far".to_owned()),
                _ => None,
            };
            let headline = verdict.headline(&if verdict == Verdict::Unknown {
                [reason, number]
            } else {
                [number, reason]
            });
            writeln!(output, "{}  {}", subject.place(), setting.paint.text(verdict.tint(), &headline))?;
        } else if found == 0 {
            writeln!(output, "{}", verdict.heading(reason))?;
        }
        if arguments.stats {
            writeln!(output, "{statistics}; {:.6} s", start.elapsed().as_secs_f64())?;
        }
        kept.iter().try_for_each(|values| subject.write_solution(output, values))?;
        if is_list && format != Format::Line {
            let listed = counted(most.map_or(found, |most| found.min(most)), "solution");
            let rest = if is_all { "all" } else { "there may be more" };
            writeln!(output, "listed: {listed}; {rest}")?;
        }
    }
    Ok(match verdict {
        _ if stopped.is_some() => End::Stopped,
        Verdict::None => End::Refuted,
        Verdict::Unknown => End::Stopped,
        _ => End::Answered,
    })
}
