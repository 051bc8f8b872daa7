//! Promise: of models of MiniZinc `inspect`, `count`, `conflict` and `why` say what enumeration says, over what the output shows.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use residua::flatzinc::{Problem, Program, Term};
use residua::model::Model;
use residua::search::{Limits, Status};
use serde_json::{Value, json};

use crate::program::{Finished, file, run, times_depth};

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

/// How many models are read, once for all tests.
const MOST_MODELS: usize = 100;

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
fn small(most: usize) -> &'static [Small] {
    static SMALL: OnceLock<Vec<Small>> = OnceLock::new();
    let all = SMALL.get_or_init(|| {
        let Some(folder) = folder() else { return Vec::new() };
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        let mut paths: Vec<PathBuf> = entries
            .filter(|path| path.extension().is_some_and(|end| end == "fzn"))
            .filter(|path| path.metadata().is_ok_and(|data| data.len() < 20_000))
            .collect();
        paths.sort();
        let read = paths.iter().filter_map(|path| Small::read(path));
        read.filter(|small| !small.names.is_empty()).take(times_depth(MOST_MODELS)).collect()
    });
    &all[..most.min(all.len())]
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
    let all = small(times_depth(MOST_MODELS));
    for small in all {
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
    for small in small(times_depth(MOST_MODELS)) {
        if small.text.contains("mzn_path") {
            continue;
        }
        let Some(text) = spoilt(small) else { continue };
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

/// The folder of the models that are explained in the documentation.
fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/minizinc")
}

/// The program, in the folder of the examples.
fn run_there(arguments: &[&str]) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_residua"));
    let output = command.args(arguments).current_dir(examples()).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn the_page_prints_what_the_program_prints() {
    let page = include_str!("../../../docs/minizinc.md");
    let mut commands = 0;
    for block in page.split("```text\n").skip(1) {
        let (block, _) = block.split_once("```").expect("an end");
        for part in block.split("$ residua ").skip(1) {
            let (arguments, printed) = part.split_once('\n').expect("a line");
            let arguments: Vec<&str> = arguments.split(' ').map(|word| word.trim_matches('\'')).collect();
            let (out, err, _) = run_there(&arguments);
            assert_eq!((out.trim_end(), err.as_str()), (printed.trim_end(), ""), "{arguments:?}");
            commands += 1;
        }
    }
    assert_eq!(commands, 9);
    for model in ["timetable.mzn", "schedule.mzn", "neighbours.mzn"] {
        let text = fs::read_to_string(examples().join(model)).expect("it is there");
        assert!(page.contains(&text), "{model}");
    }
}

/// Of a model that is compiled, constraints are named by the lines of the model, and all of one goes at once.
#[test]
fn models_are_compiled_where_there_is_a_compiler() {
    if Command::new("minizinc").arg("--version").output().is_err() {
        return say("not tried: there is no minizinc");
    }
    let (out, err, code) = run_there(&["conflict", "timetable.mzn", "--json"]);
    let found: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{err}"));
    let from = |member: &Value| member["from"].as_str().map(str::to_owned);
    let places: Vec<Option<String>> =
        found["conflicts"][0].as_array().expect("a list").iter().map(from).collect();
    let expected = ["timetable.mzn:8", "timetable.mzn:9", "timetable.mzn:10"];
    assert_eq!(places, expected.map(|place| Some(place.to_owned())));
    assert_eq!(code, Some(1));
    let (out, _, _) = run_there(&["inspect", "schedule.mzn", "--json"]);
    let found: Value = serde_json::from_str(&out).expect("an object");
    let (again, _, _) = run_there(&["inspect", "schedule.fzn", "--json"]);
    let again: Value = serde_json::from_str(&again).expect("an object");
    assert_eq!(found["domains"], again["domains"]);
    // The compiler leaves nothing beside the model.
    let mut names: Vec<_> =
        fs::read_dir(examples()).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    names.retain(|path| path.extension().is_none_or(|extension| extension != "mzn" && extension != "fzn"));
    assert!(names.is_empty(), "{names:?}");
    let model = file("unread.mzn", "var 1..3: x;\nconstraint x > y;\nsolve satisfy;\n");
    let (out, err, code) = run_there(&["count", &model]);
    assert_eq!((out.as_str(), code), ("", Some(2)));
    assert!(err.contains("unread.mzn:2:") && err.contains("undefined identifier"), "{err}");
}

const SUM: &str = "var 1..3: x :: output_var;\nvar 1..3: y :: output_var;\nvar bool: b :: output_var;\n\
    var int: free;\nconstraint int_lin_eq([1,1],[x,y],4) :: mzn_constraint_name(\"four\");\n\
    constraint int_le_reif(2,x,b);\nconstraint int_le(x,free);\nsolve satisfy;\n";

/// What is not printed does not count, and a Boolean that is a condition counts as what it is.
#[test]
fn what_is_not_printed_does_not_count() {
    assert_eq!(run("count", &["-"], SUM).out.lines().next(), Some("-:1  3 solutions"));
    let only_b = SUM.replace("x :: output_var", "x").replace("y :: output_var", "y");
    let (count, left) = (run("count", &["-"], &only_b), run("inspect", &["-"], &only_b));
    assert_eq!(count.out.lines().next(), Some("-:1  2 solutions"));
    assert!(left.out.contains("  b  true or false\n"), "{}", left.out);
    let fixed = only_b.replace("var 1..3: x", "var 2..3: x");
    assert_eq!(run("count", &["-"], &fixed).out.lines().next(), Some("-:1  1 solution"));
    assert!(run("inspect", &["-"], &fixed).out.contains("  b=true\n"));
}

#[test]
fn mistakes_have_their_place() {
    let Finished { out, err, code } =
        run("inspect", &["-"], "var 1..3: x;\nconstraint int_foo(x);\nsolve satisfy;\n");
    assert_eq!((out.as_str(), code), ("", 2));
    assert!(err.starts_with("error: -:2:12: "), "{err}");
    let asked = |question: &str| run("why", &["-", question], SUM);
    for (question, said) in [
        ("z=1", "there is no z in the model"),
        ("x", ""),
        ("x=b", "expected a question like x=3, x[2]!=3, x<=3 or x, found \"x=b\""),
        ("b=2", "b is true or false"),
        ("x<", "expected a question"),
    ] {
        let finished = asked(question);
        assert_eq!(finished.code, if said.is_empty() { 0 } else { 2 }, "{question}");
        assert!(finished.err.contains(said), "{question}: {}", finished.err);
    }
    assert_eq!(run("why", &["-"], SUM).code, 2);
    let refused: [(&str, &[&str], &str, &str); 6] = [
        ("solve", &["-"], SUM, "residua fzn solves a model of MiniZinc"),
        ("inspect", &["-", "--compare"], SUM, "--compare is for puzzles"),
        ("inspect", &["-", "--box", "2x2"], SUM, "--box has an effect on puzzles only"),
        ("count", &["-", "--colors", "3"], SUM, "--colors has an effect on graphs only"),
        ("count", &["-", "--objective-at-most", "3"], SUM, "for models with an objective"),
        ("count", &["-", "--objective-at-most", "3"], "1...............", "models of MiniZinc only"),
    ];
    for (subcommand, options, input, said) in refused {
        let finished = run(subcommand, options, input);
        assert_eq!(finished.code, 2, "{subcommand} {options:?}");
        assert!(finished.err.contains(said), "{subcommand} {options:?}: {}", finished.err);
    }
}

/// A note tells where values are left out, and what is said then holds within the others.
#[test]
fn invented_bounds_are_told() {
    let unbounded =
        "var int: x :: output_var;\nvar 1..2: y :: output_var;\nconstraint int_lt(y,x);\nsolve satisfy;\n";
    let left = run("inspect", &["-", "--strength", "domain"], unbounded);
    assert!(left.out.contains("note: x has no bounds"), "{}", left.out);
    assert!(left.out.contains("note: what is said holds within these values\n"), "{}", left.out);
    assert_eq!(left.code, 0);
    let found = object("count", &file("unbounded.fzn", unbounded), &["--limit", "3"]);
    assert_eq!((&found["count"], &found["count_is_exact"]), (&json!("3"), &json!(false)));
    assert_eq!(found["notes"].as_array().map(Vec::len), Some(2));
}

/// Declared domains have no constraint to blame, and what an option asks for is never blamed.
#[test]
fn what_clashes_without_a_constraint_is_said() {
    let empty = "var 2..1: x :: output_var;\nsolve satisfy;\n";
    let found = run("conflict", &["-"], empty);
    assert!(found.out.starts_with("-:1  the declared values clash"), "{}", found.out);
    assert_eq!(found.code, 1);
    let defined = "var 2..3: X_INTRODUCED_0_ :: var_is_introduced :: is_defined_var;\nvar 1..4: x :: output_var;\n\
        var 1..4: y :: output_var;\nconstraint int_lin_eq([1,-1,-1],[x,y,X_INTRODUCED_0_],0) :: defines_var(X_INTRODUCED_0_);\n\
        constraint int_le(x,y);\nsolve satisfy;\n";
    let found = run("conflict", &["-"], defined);
    // The difference asks for at least 2, although it is called a definition.
    assert!(found.out.starts_with("-:1  2 of 2 constraints clash"), "{}", found.out);
}
