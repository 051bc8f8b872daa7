//! Promise: `inspect` and `count` say of the reference puzzle what is known of it.

use serde_json::{Value, json};

use crate::program::run;
use crate::samples::{FOUR, REFERENCE, SIX, broken};

#[test]
fn strengths_compared() {
    let finished = run("inspect", &["--compare"], REFERENCE);
    assert_eq!(finished.code, 0, "{}", finished.err);
    let row = |line: &str| line.split_whitespace().take(3).map(str::to_owned).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = finished.out.lines().skip(2).take(6).map(row).collect();
    let expected = [
        ["value", "93", "10"],
        ["singles", "87", "12"],
        ["bounds", "106", "12"],
        ["domain", "83", "12"],
        ["singleton", "81", "12"],
        ["exact", "80", "12"],
    ];
    assert_eq!(rows, expected.map(|row| row.map(str::to_owned)));
}

#[test]
#[cfg_attr(not(feature = "dense"), ignore = "expects the first solutions of the dense engine")]
fn an_object_for_programs() {
    let finished = run("inspect", &["--json", "--count"], REFERENCE);
    let object: Value = serde_json::from_str(&finished.out).expect("one object");
    for (member, expected) in [
        ("verdict", json!("multiple")),
        ("strength", json!("exact")),
        ("candidates", json!(80)),
        ("count", json!("18")),
        ("count_is_exact", json!(true)),
        ("box", json!("2x3")),
    ] {
        assert_eq!(object[member], expected, "{member}");
    }
    let length = |member: &str| object[member].as_array().expect("an array").len();
    assert_eq!((length("backbone"), length("components"), length("residual")), (12, 1, 16));
    assert_eq!(object["aliases"], json!([["r5c5", "r2c6"], ["r5c6", "r2c3"], ["r6c6", "r5c3"]]));
    assert_eq!(object["solutions"], object["witnesses"]);
    assert_eq!(object["components"][0].as_array().map(Vec::len), Some(24));
    assert_eq!(object["domains"][9], json!([2, 3]), "r2c4 loses the 1 that propagation leaves it");
    assert_ne!(object["witnesses"][0], object["witnesses"][1]);
    assert!(object["states"].is_null(), "no limit was reached");
    assert_eq!((length("differ"), &object["differ_is_least"]), (4, &json!(true)));
}

#[test]
fn a_limit_leaves_three_states() {
    let finished = run("inspect", &["--json", "--time", "0", "--box", "5x5"], ".".repeat(625));
    let object: Value = serde_json::from_str(&finished.out).expect("one object");
    assert_eq!((finished.code, &object["stopped"]), (3, &json!("time")));
    let states = object["states"].as_array().expect("an array a cell");
    assert!(
        states.iter().flat_map(|cell| cell.as_array().expect("an array")).all(|state| state == "unknown")
    );
}

#[test]
fn text_names_what_is_left() {
    let out = run("inspect", &[], REFERENCE).out;
    for part in [
        "stdin:1  several solutions: 18\ntwo solutions: they differ in ",
        " cells (none is nearer to the first): r",
        "candidates: 80 in 36 cells\n",
        "r5c1 ≠ r5c2",
        "equal cells: r5c5 = r2c6, r5c6 = r2c3, r6c6 = r5c3\n",
    ] {
        assert!(out.contains(part), "{part} in\n{out}");
    }
    assert!(!out.contains("part"), "one part is all of it: {out}");
    let two = run("inspect", &[], FOUR).out;
    assert!(two.contains("independent components: 2; no rule connects them"), "{two}");
    assert!(two.ends_with("\n  4 cells: r1c3 r1c4 r4c3 r4c4\n  4 cells: r2c3 r2c4 r3c3 r3c4\n\n"), "{two}");
}

/// What is listed and the houses that are counted are all rules of the object; `--rules` lists them as it does.
#[test]
fn rules_that_the_grid_shows_are_counted() {
    let object = run("inspect", &["--json"], REFERENCE).out;
    let object: Value = serde_json::from_str(&object).expect("one object");
    let residual: Vec<&str> =
        object["residual"].as_array().expect("an array").iter().filter_map(Value::as_str).collect();
    let rules = |arguments: &[&str]| {
        let out = run("inspect", arguments, REFERENCE).out;
        let (_, rest) = out.split_once("rules left: ").expect("a line of rules");
        let (summary, list) = rest.split_once('\n').expect("a line");
        let listed = list.lines().map_while(|line| line.strip_prefix("  ")).map(str::to_owned);
        (summary.to_owned(), listed.collect::<Vec<String>>())
    };
    assert_eq!(
        rules(&["--rules"]),
        (residual.len().to_string(), residual.iter().map(ToString::to_string).collect())
    );
    let (summary, listed) = rules(&[]);
    let numbers = summary.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse::<usize>().ok());
    assert_eq!(numbers.sum::<usize>(), residual.len(), "{summary}");
    assert!(listed.len() < residual.len() / 2 && listed.iter().all(|rule| residual.contains(&rule.as_str())));
}

#[test]
fn counts() {
    assert_eq!(run("count", &[], REFERENCE).out, "stdin:1  18 solutions\n");
    let out = run("count", &["--candidates"], REFERENCE).out;
    assert!(out.contains("  r1c1  2: 6  3: 7  4: 3  6: 2\n"), "{out}");
    assert!(out.contains("  r2c4  2: 10  3: 8\n"), "{out}");
    assert_eq!(run("count", &["--box", "2x3"], ".".repeat(36)).out, "stdin:1  28200960 solutions\n");
    let stopped = run("count", &["--time", "0"], ".".repeat(81));
    assert_eq!((stopped.out.contains("at least"), stopped.code), (true, 3));
}

#[test]
fn mistakes_are_reported_and_passed_over() {
    let finished = run("count", &[], format!("12x.............\n\n{REFERENCE}\n"));
    assert_eq!(finished.code, 2);
    assert!(finished.err.starts_with("error: stdin:1:3: "), "{}", finished.err);
}

/// Goals, as a Prolog top level prints them; what is bound in them is read back.
#[test]
fn goals_for_prolog() {
    let finished = run("inspect", &["--format", "clpfd"], REFERENCE);
    let out = finished.out;
    assert!(out.starts_with("% stdin:1 multiple: 18 solutions\n"), "{out}");
    let goals =
        ["G0404 = G0105,", "G0103 in 2..3,", "all_distinct([G0200, G0201, G0204]),", "G0204 #\\= G0303."];
    for goal in goals {
        assert!(out.contains(&format!("{goal}\n")), "{goal} in\n{out}");
    }
    assert_eq!(run("count", &["--trust", "marks"], &out).out, "stdin:2  18 solutions\n");
    let expected = "stdin:2  18 solutions\n  ignored (--trust givens): the pencil marks of 24 cells\n";
    assert_eq!(run("count", &[], &out).out, expected);
    let broken = run("inspect", &["--format", "clpfd"], broken());
    assert_eq!((broken.out.lines().last(), broken.code), (Some("false."), 1));
}

/// As many as were asked for is an answer; fewer are counted exactly.
#[test]
fn counts_up_to_a_number() {
    let count = |limit: &str, puzzle: &str| {
        let finished = run("count", &["--limit", limit], puzzle);
        (finished.out, finished.code)
    };
    assert_eq!(count("10", REFERENCE), ("stdin:1  at least 10 solutions\n".to_owned(), 0));
    assert_eq!(count("19", REFERENCE), ("stdin:1  18 solutions\n".to_owned(), 0));
    assert_eq!(count("1000000", &".".repeat(81)), ("stdin:1  at least 1000000 solutions\n".to_owned(), 0));
    assert_eq!(count("5", SIX), ("stdin:1  1 solution\n".to_owned(), 0));
    assert_eq!(run("count", &["--limit", "0"], SIX).code, 2);
}
