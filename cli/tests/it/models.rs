//! Promise: of models of MiniZinc `inspect`, `count`, `conflict` and `why` say what enumeration says, over what the output shows.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use residua::flatzinc::{Problem, Program, Term};
use residua::model::Model;
use residua::search::{Limits, Status};
use serde_json::{Value, json};

use crate::program::{file, run, times_depth};

#[expect(clippy::print_stderr, reason = "a test that does not try anything says so")]
fn say(text: &str) {
    eprintln!("{text}");
}

/// MiniZinc's own tests, compiled: `RESIDUA_MZNSPEC`, or beside the project. They are not part of it.
fn folder() -> Option<PathBuf> {
    let given = std::env::var_os("RESIDUA_MZNSPEC").map(PathBuf::from);
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/mznspec/fzn");
    let folder = given.unwrap_or_else(beside);
    if !folder.is_dir() {
        say(&format!("not tried: there is no {}", folder.display()));
        return None;
    }
    Some(folder)
}

/// A model with its solutions, as the output shows them.
struct Small {
    path: String,
    text: String,
    names: Vec<String>,
    /// By solution: the value of each name.
    solutions: BTreeSet<Vec<String>>,
    /// By name in the file: the values that an integer variable has in all solutions, and those that it is declared with.
    raw: BTreeMap<String, [BTreeSet<i32>; 2]>,
}

/// What is enumerated: more takes too long.
const MOST: u64 = 500;

fn all(model: &Model) -> Option<Vec<residua::model::Solution>> {
    let limits = Limits::none().solutions(MOST).nodes(2000);
    let mut solutions = model.search().limits(limits).solutions();
    let found: Vec<_> = solutions.by_ref().collect();
    (solutions.status() == Some(Status::Exhausted)).then_some(found)
}

impl Small {
    fn read(path: &Path) -> Option<Small> {
        let text = fs::read_to_string(path).ok()?;
        let (problem, trace) = Problem::read_traced(&text).ok()?;
        let found = all(&problem.model)?;
        let terms = problem.terms();
        let value = |term: &Term, solution: &residua::model::Solution| match term {
            Term::Number(number) => number.to_string(),
            Term::Known(known) => known.to_string(),
            Term::View(view) => solution.view(*view).to_string(),
            Term::Atom(atom) => atom.allows(solution[atom.var()]).to_string(),
        };
        let shown = |solution| terms.iter().map(|(_, term)| value(term, solution)).collect();
        let solutions = found.iter().map(shown).collect();
        let program = Program::parse(&text).ok()?;
        let mut raw = BTreeMap::new();
        for item in program.declarations.iter().filter(|item| item.is_var && item.array.is_none()) {
            if let Some(Term::View(view)) = trace.term(item.name)
                && problem.model.domain(view.var).size() <= 50
            {
                let left = found.iter().map(|solution| solution[view.var]).collect();
                let declared = problem.model.domain(view.var).iter().collect();
                let _ = raw.insert(item.name.to_owned(), [left, declared]);
            }
        }
        let names = terms.into_iter().map(|(name, _)| name).collect();
        Some(Small { path: path.to_str()?.to_owned(), text, names, solutions, raw })
    }

    /// The values that a name has, with the number of solutions that have each.
    fn marginals(&self, at: usize) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for solution in &self.solutions {
            *counts.entry(solution[at].as_str()).or_default() += 1;
        }
        counts
    }
}

/// The first models of the suite that are small, at most as many as that.
fn small(most: usize) -> Vec<Small> {
    let Some(folder) = folder() else { return Vec::new() };
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = entries
        .filter(|path| path.extension().is_some_and(|end| end == "fzn"))
        .filter(|path| path.metadata().is_ok_and(|data| data.len() < 20_000))
        .collect();
    paths.sort();
    let read = paths.iter().filter_map(|path| Small::read(path));
    read.filter(|small| !small.names.is_empty()).take(most).collect()
}

fn object(subcommand: &str, file: &str, options: &[&str]) -> Value {
    let finished = run(subcommand, &[&[file, "--json", "--time", "20"], options].concat(), "");
    assert_eq!(finished.err, "", "{subcommand} {file}");
    let line = finished.out.lines().next().unwrap_or_else(|| panic!("{subcommand} {file}: nothing"));
    serde_json::from_str(line).expect("an object")
}

/// The values that `inspect` leaves, as texts.
fn values(left: &Value) -> BTreeSet<String> {
    let parts = left.as_array().expect("a list").iter();
    parts
        .flat_map(|part| match part {
            Value::Bool(truth) => vec![truth.to_string()],
            range => {
                let end = |at: usize| range[at].as_i64().expect("a number");
                (end(0)..=end(1)).map(|value| value.to_string()).collect()
            }
        })
        .collect()
}

#[test]
fn domains_and_counts_are_those_of_enumeration() {
    let all = small(times_depth(100));
    for small in &all {
        let left = object("inspect", &small.path, &[]);
        if left.get("stopped").is_some() {
            say(&format!("{}: too slow", small.path));
            continue;
        }
        let verdict = match small.solutions.len() {
            0 => "none",
            1 => "unique",
            _ => "multiple",
        };
        assert_eq!(left["verdict"], verdict, "{}", small.path);
        let propagated = object("inspect", &small.path, &["--strength", "domain"]);
        for (at, name) in small.names.iter().enumerate().filter(|_| verdict != "none") {
            let expected: BTreeSet<String> =
                small.marginals(at).keys().map(|&value| value.to_owned()).collect();
            assert_eq!(values(&left["domains"][name]), expected, "{}: {name}", small.path);
            let wider = values(&propagated["domains"][name]);
            assert!(wider.is_superset(&expected), "{}: {name} at domain", small.path);
        }
        for solution in left["solutions"].as_array().expect("a list") {
            let text = |name: &String| solution[name].to_string();
            assert!(
                small.solutions.contains(&small.names.iter().map(text).collect::<Vec<_>>()),
                "{}",
                small.path
            );
        }
        let counted = object("count", &small.path, &["--candidates"]);
        assert_eq!(counted["count"], small.solutions.len().to_string(), "{}", small.path);
        for (at, name) in small.names.iter().enumerate() {
            let expected = small.marginals(at).into_iter().map(|(value, count)| (value, count.to_string()));
            let expected: BTreeMap<&str, String> = expected.collect();
            // Constants are not counted.
            if counted["counts"][name].as_object().is_some_and(|counts| !counts.is_empty()) {
                assert_eq!(counted["counts"][name], json!(expected), "{}: {name}", small.path);
            }
        }
        if small.solutions.len() > 1 {
            assert_eq!(object("count", &small.path, &["--limit", "2"])["count"], "2", "{}", small.path);
        }
    }
    say(&format!("{} models", all.len()));
}

/// A model that has no solution for another constraint, in the line before the last.
fn spoilt(small: &Small) -> Option<String> {
    let (name, [left, declared]) =
        small.raw.iter().find(|(_, [left, declared])| left.len() < declared.len())?;
    let rest: Vec<String> = declared.difference(left).map(i32::to_string).collect();
    let line = format!("constraint set_in({name},{{{}}});\nsolve", rest.join(","));
    let at = small.text.rfind("\nsolve")?;
    Some(format!("{}\n{line}{}", &small.text[..at], &small.text[at + "\nsolve".len()..]))
}

/// A conflict has no solution, and without any one of its constraints there is one.
#[test]
fn conflicts_are_minimal() {
    let mut tried = 0;
    for small in small(times_depth(100)) {
        if small.text.contains("mzn_path") {
            continue;
        }
        let Some(text) = spoilt(&small) else { continue };
        let path = file("spoilt.fzn", &text);
        let (problem, trace) = Problem::read_traced(&text).expect("it is read");
        let found = object("conflict", &path, &[]);
        if found["verdict"] == "unknown" {
            continue;
        }
        let kept = found["kept"].as_array().expect("a list");
        let ids = problem.model.constraints().filter_map(|(id, _)| trace.statement(id));
        let soft: BTreeSet<usize> = ids.map(|s| s.line).filter(|line| !kept.contains(&json!(line))).collect();
        let has_solution = |kept: &BTreeSet<usize>| -> Option<bool> {
            let lines = text.lines().zip(1..);
            let kept: Vec<&str> = lines
                .map(
                    |(line, number)| {
                        if soft.contains(&number) && !kept.contains(&number) { "" } else { line }
                    },
                )
                .collect();
            let problem = Problem::read(&kept.join("\n")).expect("it is read");
            let limits = Limits::none().solutions(1).nodes(200_000);
            let mut solutions = problem.model.search().limits(limits).solutions();
            match (solutions.next(), solutions.status()) {
                (Some(_), _) => Some(true),
                (None, Some(Status::Exhausted)) => Some(false),
                _ => None,
            }
        };
        assert_ne!(has_solution(&soft), Some(true), "{}", small.path);
        assert_eq!(found["verdict"], "none", "{}: {found}", small.path);
        let line = |member: &Value| member["line"].as_u64().expect("a number") as usize;
        let members =
            |set: &Value| -> BTreeSet<usize> { set.as_array().expect("a list").iter().map(line).collect() };
        let conflict = members(&found["conflicts"][0]);
        assert_ne!(has_solution(&conflict), Some(true), "{}: {found}", small.path);
        for member in &conflict {
            let mut rest = conflict.clone();
            let _ = rest.remove(member);
            assert_ne!(has_solution(&rest), Some(false), "{}: {member} of {found}", small.path);
        }
        let correction = members(&found["correction"]);
        assert_ne!(
            has_solution(&soft.difference(&correction).copied().collect()),
            Some(false),
            "{}",
            small.path
        );
        tried += 1;
    }
    say(&format!("{tried} models"));
    assert!(tried > 20 || folder().is_none(), "{tried} models");
}

#[test]
fn why_says_what_is_so() {
    for small in small(times_depth(40)).iter().filter(|small| !small.solutions.is_empty()) {
        for (at, name) in small.names.iter().enumerate().take(2) {
            let counts = small.marginals(at);
            let of_numbers = counts.keys().next().is_some_and(|value| value.parse::<i32>().is_ok());
            let asked = if of_numbers { ["0", "1"] } else { ["false", "true"] };
            for value in asked {
                let expected = match counts.get(value) {
                    None => "never",
                    Some(&count) if count == small.solutions.len() => "always",
                    Some(_) => "sometimes",
                };
                let found = object("why", &small.path, &[&format!("{name}={value}")]);
                assert_eq!(found["answer"], expected, "{}: {name}={value}", small.path);
                let opposite = match expected {
                    "never" => "always",
                    "always" => "never",
                    other => other,
                };
                let found = object("why", &small.path, &[&format!("{name} != {value}")]);
                assert_eq!(found["answer"], opposite, "{}: {name}!={value}", small.path);
            }
        }
    }
}
