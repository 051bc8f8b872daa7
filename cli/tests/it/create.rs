//! Promise: `create` makes what its options say, the same for a seed with any number of threads and in any form; what cannot be had
//! is said, with the exit code of that.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::program::{Finished, file, run, run_by, solve};
use crate::samples::SIX_SOLVED;
use crate::schema::violations;

fn create(arguments: &str) -> Finished {
    create_from(arguments, "")
}

fn create_from(arguments: &str, input: &str) -> Finished {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    run("create", &arguments, input)
}

/// How many of the cells in each line are given.
fn clues(lines: &str) -> Vec<usize> {
    lines.lines().map(|line| line.chars().filter(|&c| c != '.').count()).collect()
}

#[test]
fn one_puzzle_with_a_seed_to_make_it_again() {
    let made = create("");
    assert_eq!((made.code, made.out.len()), (0, 82));
    let seed = made.err.strip_prefix("reproduce with --seed ").and_then(|rest| rest.strip_suffix('\n'));
    let again = create(&format!("--seed {}", seed.expect("a seed")));
    assert_eq!((again.out, again.err.as_str(), again.code), (made.out, "", 0));
}

#[test]
fn many_of_each_size() {
    for (size, count) in [("2x2", 300), ("2x3", 200), ("3x2", 200), ("3x3", 200), ("3x4", 20), ("4x4", 2)] {
        let made = create(&format!("--box {size} --count {count} --seed 1"));
        assert_eq!((made.err.as_str(), made.code), ("", 0), "{size}");
        let summary = solve(&format!("--summary --box {size}"), &made.out).out;
        assert!(summary.starts_with(&format!("{count} puzzles: {count} unique, ")), "{size}: {summary}");
    }
}

#[test]
fn threads_and_forms_change_nothing() {
    for options in ["", "--symmetry rotational --givens 28", "--solutions 3", "--box 2x3 --json"] {
        let of = |more: &str| create(&format!("--seed 2 --count 150 {options} {more}"));
        let alone = of("");
        assert_eq!((alone.err.as_str(), alone.code), ("", 0));
        for threads in ["1", "2", "5", "0"] {
            assert_eq!(of(&format!("--threads {threads}")).out, alone.out, "{options} {threads}");
        }
        let list = format!("--seed 2 --count 20 {options}");
        let list: Vec<&str> = list.split_whitespace().collect();
        let first: String = alone.out.split_inclusive('\n').take(20).collect();
        assert_eq!(run_by("off", "create", &list, "").out, first, "{options}");
    }
}

#[test]
fn each_format_is_read_back() {
    let of = |format: &str| create(&format!("--seed 3 --count 4 --box 2x3 --format {format}")).out;
    let answers = solve("--format line", of("line")).out;
    assert_eq!(answers.lines().count(), 4);
    for format in ["grid", "ascii", "json"] {
        assert_eq!(solve("--format line", of(format)).out, answers, "{format}");
    }
}

#[test]
fn exactly_so_many_solutions() {
    for solutions in [2, 5] {
        let made = create(&format!("--seed 4 --count 40 --solutions {solutions}")).out;
        let counted = run("count", &["--json"], made).out;
        assert_eq!(counted.matches(&format!("\"count\":\"{solutions}\"")).count(), 40, "{counted}");
    }
}

#[test]
fn from_a_grid_and_with_a_pattern() {
    let minimal = create_from("--seed 5 --count 5 --from -", SIX_SOLVED);
    assert_eq!(minimal.code, 0, "{}", minimal.err);
    assert_eq!(solve("--format line", &minimal.out).out, format!("{SIX_SOLVED}\n").repeat(5));
    let fewer = create_from("--seed 5 --count 5 --from - --remove 30", SIX_SOLVED);
    assert_eq!(clues(&fewer.out), [6; 5]);

    let pattern = create("--seed 6 --symmetry full").out;
    let path = file("pattern", &pattern);
    let made = create(&format!("--seed 7 --count 3 --pattern {path}"));
    assert_eq!((made.err.as_str(), made.code), ("", 0));
    let shape = |line: &str| line.chars().map(|c| c == '.').collect::<Vec<_>>();
    assert!(
        made.out.lines().all(|line| shape(line) == shape(pattern.trim_end()) && line != pattern.trim_end())
    );
}

#[test]
fn what_cannot_be_had() {
    let refused = |arguments: &str, message: &str| {
        let Finished { out, err, code } = create_from(arguments, "12..\n");
        assert_eq!((out.as_str(), code), ("", 2), "{arguments}");
        assert!(err.starts_with("error: ") && err.contains(message), "{arguments}: {err}");
    };
    refused("--givens 82", "81 cells, not 82");
    refused("--givens 7", "it takes 8 givens at least");
    refused("--givens 30 --symmetry full", "cannot have the symmetry");
    refused("--givens few", "expected a number of givens, or min");
    refused("--solutions 0", "expected a number, 1 to ");
    refused("--remove 3 --solutions 2", "cannot be used with");
    refused("--pattern x --from y", "cannot be used with");
    refused("--from -", "stdin:1:5: expected");
    refused("--from no-such-file", "no-such-file:1:1: cannot be read");
    let two = create_from("--from -", &format!("{SIX_SOLVED}\n{SIX_SOLVED}\n"));
    assert_eq!(
        (two.err.as_str(), two.code),
        ("error: stdin:2:1: expected one grid, found a second one\n", 2)
    );
    // An option that it has not is not suggested.
    let rules = create_from(
        "--from -",
        "{\"grid\": \"12.. .... ..1. ....\", \"cages\": [{\"value\": 3, \"cells\": [\"R1C1\"]}]}\n",
    );
    assert_eq!(rules.code, 2);
    assert!(rules.err.contains("cages") && !rules.err.contains("--ignore-unknown"), "{}", rules.err);

    let late = create("--seed 1 --givens 9 --count 2 --time 0.05");
    assert_eq!((late.out.as_str(), late.code), ("", 3));
    let lines: Vec<&str> = late.err.lines().collect();
    assert!(lines[0].starts_with("puzzle 1 not found in ") && lines.len() == 3, "{}", late.err);
    assert_eq!(lines[2], "0 of 2 puzzles created");
}

#[test]
fn objects_keep_to_their_schema() {
    let schema: Value =
        serde_json::from_str(include_str!("../../../docs/create.schema.json")).expect("the schema is JSON");
    for options in ["--box 2x3 --count 3", "--remove 50", "--givens 9 --time 0", "--givens 9 --time 0.05"] {
        for line in create(&format!("--json --seed 8 {options}")).out.lines() {
            let object: Value = serde_json::from_str(line).expect("a line is an object");
            assert_eq!(violations(&schema, &schema, &object), Vec::<String>::new(), "{object}");
            let mut more = object.clone();
            more["colour"] = json!("red");
            assert!(!violations(&schema, &schema, &more).is_empty(), "{more}");
            let mut less = object.clone();
            let _ = less.as_object_mut().expect("an object").remove("seed");
            assert!(!violations(&schema, &schema, &less).is_empty(), "{less}");
            assert_eq!(
                (&object["seed"], object.get("stopped").is_some()),
                (&json!(8), options.contains("time"))
            );
        }
    }
}

#[test]
fn as_hard_as_asked_for() {
    let schema: Value =
        serde_json::from_str(include_str!("../../../docs/create.schema.json")).expect("the schema is JSON");
    for (range, least, most) in [("2.6..3.4", 2.6, 3.4), ("..1.5", 0.0, 1.5), ("4.2", 4.2, 4.2)] {
        let of = |more: &str| create(&format!("--json --seed 1 --count 4 --difficulty {range} {more}"));
        let made = of("");
        assert_eq!((made.err.as_str(), made.code), ("", 0));
        for line in made.out.lines() {
            let object: Value = serde_json::from_str(line).expect("a line is an object");
            assert_eq!(violations(&schema, &schema, &object), Vec::<String>::new(), "{object}");
            let rating = object["rating"].as_f64().expect("a rating");
            assert!((least..=most).contains(&rating) && object["technique"].is_string(), "{object}");
        }
        assert_eq!(of("--threads 3").out, made.out);
    }
    let arguments = ["--seed", "1", "--technique", "X-wing", "--difficulty", "..4.0", "--json"];
    let made = run("create", &arguments, "");
    assert_eq!(made.code, 0, "{}", made.err);
    let missed = create("--seed 1 --difficulty 15.0.. --time 0.2 --json");
    assert_eq!(missed.code, 3);
    let object: Value = serde_json::from_str(&missed.out).expect("an object");
    assert_eq!(violations(&schema, &schema, &object), Vec::<String>::new(), "{object}");
}

/// The number of solutions of each puzzle.
fn counts(options: &str, puzzles: &str) -> Vec<String> {
    let options: Vec<&str> = ["--json"].into_iter().chain(options.split_whitespace()).collect();
    let counted = run("count", &options, puzzles);
    let count = |line: &str| {
        let object: Value = serde_json::from_str(line).expect("a line is an object");
        object["count"].as_str().map_or_else(|| panic!("a count: {line}"), str::to_owned)
    };
    counted.out.lines().map(count).collect()
}

#[test]
fn with_further_rules() {
    let one = |many: usize| vec!["1".to_owned(); many];
    for rules in ["--anti-knight", "--anti-king", "--diagonals"] {
        let of = |more: &str| create(&format!("--seed 2 --count 5 --box 2x3 {rules} {more}"));
        let made = of("");
        assert_eq!((made.err.as_str(), made.code), ("", 0), "{rules}");
        assert_eq!(counts(&format!("--box 2x3 {rules}"), &made.out), one(5), "{rules}");
        for format in ["json", "fpuzzles", "iss"] {
            // What is in a constraint string has no lines of its own: the first one is enough.
            let text = of(&format!("--format {format}")).out;
            let text = if format == "iss" { text.lines().next().unwrap_or_default() } else { &text };
            let many = text.lines().count();
            assert_eq!(counts("", text), one(many), "{rules} {format}");
        }
        assert_eq!(of("--threads 3").out, made.out);
        let drawn = of("--format grid").out;
        assert_eq!(drawn.matches('┌').count(), 5, "{drawn}");
    }
    for cages in ["--cages", "--cages=3", "--cages=2..4 --anti-king"] {
        let of = |more: &str| create(&format!("--seed 3 --count 4 --box 2x3 {cages} {more}"));
        let made = of("--format json");
        assert_eq!((made.err.as_str(), made.code), ("", 0), "{cages}");
        assert_eq!(counts("", &made.out), one(4), "{cages}");
        assert_eq!(of("--format json --threads 2").out, made.out);
        assert!(of("--format grid").out.contains("cage of "));
    }
    let directory = env!("CARGO_TARGET_TMPDIR");
    let regions = format!("{directory}/created-regions.txt");
    std::fs::write(&regions, "AAABB\nAACBB\nCCCBD\nEECDD\nEEEDD\n").expect("a file");
    let made = run("create", &["--seed", "4", "--regions", &regions, "--json"], "");
    assert_eq!((counts("", &made.out), made.code), (one(1), 0), "{}", made.err);
}

#[test]
fn further_rules_that_do_not_fit() {
    let refused = |arguments: &str, message: &str| {
        let Finished { out, err, code } = create(arguments);
        assert_eq!((out.as_str(), code), ("", 2), "{arguments}");
        assert!(err.contains("error: ") && err.contains(message), "{arguments}: {err}");
    };
    refused("--diagonals --from x", "--from applies only to puzzles without further rules");
    refused("--cages --pattern x", "--pattern applies only to puzzles without further rules");
    refused("--diagonals --solutions 2", "--solutions applies only to puzzles without further rules");
    refused("--cages --format line", "a line has no place for cages");
    refused("--cages=5..2 --json", "no size of a cage is from 5 to 2");
    refused("--cages=2.. --json", "expected numbers of cells");
    refused("--windows --box 2x3", "windows: expected a 9x9 grid");
    refused("--regions no-such-file", "no-such-file:1:1: cannot be read");
    refused("--difficulty hard", "expected costs of steps");
    refused("--difficulty 5..4", "no step costs 5.0 to 4.0");
    refused("--technique guessing", "techniques are full house; hidden single;");
    refused("--technique nishio --solutions 2", "do not go together");
    refused("--seed 1 --box 2x2 --non-consecutive --anti-king --anti-knight", "no grid keeps to these rules");
}

/// The output comes as it is made, and a reader that closes the pipe ends the program without an error.
#[test]
fn a_closed_pipe() {
    for threads in ["1", "3"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_residua"))
            .args(["create", "--seed", "1", "--count", "1000000000000", "--threads", threads])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut reader = BufReader::new(child.stdout.take().expect("it is piped"));
        let _ = reader.read_line(&mut line).expect("a line comes");
        assert_eq!(line.len(), 82);
        drop(reader);
        let output = child.wait_with_output().expect("the program ends");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), err.as_ref()), (Some(0), ""), "{threads} threads");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_what_is_there() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_residua"))
        .args(["create", "--seed", "1", "--count", "1000000000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let first = lines.next().expect("a line comes").expect("it is text");
    let kill = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
    assert!(kill.expect("there is a shell").success());
    let rest: Vec<String> = lines.map(|line| line.expect("it is text")).collect();
    assert!(first.len() == 81 && rest.iter().all(|line| line.len() == 81), "no line is cut");
    let output = child.wait_with_output().expect("the program ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3));
    assert!(err.ends_with(&format!("{} of 1000000000000 puzzles created\n", rest.len() + 1)), "{err}");
}
