//! Promise: `conflict` and `clues` say of the reference puzzle what is known of it, and end in time.

use serde_json::{Value, json};

use crate::program::run;
use crate::samples::{REFERENCE, SIX, THREES, broken};

fn object(subcommand: &str, arguments: &[&str], input: &str) -> (Value, i32) {
    let finished = run(subcommand, arguments, input);
    let object = serde_json::from_str(&finished.out).expect("one object");
    (object, finished.code)
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().expect("an array").iter().map(|name| name.as_str().expect("a string")).collect()
}

#[test]
fn one_conflict() {
    let finished = run("conflict", &[], broken());
    assert_eq!(finished.code, 1, "{}", finished.err);
    for part in ["4 of 11 givens clash (minimal)", "r1c2 = 1", "r3c3 = 5", "r4c3 = 2", "r6c1 = 1"] {
        assert!(finished.out.contains(part), "{part} in\n{}", finished.out);
    }
    assert!(finished.out.contains(" restores a solution (minimum)\n"), "{}", finished.out);
    let whole = run("conflict", &[], REFERENCE);
    assert_eq!((whole.out.as_str(), whole.code), ("stdin:1  no conflict: there is a solution\n", 0));
}

#[test]
fn all_conflicts_and_the_smallest() {
    // Of three threes, each two clash.
    let (all, code) = object("conflict", &["--all", "--json"], THREES);
    assert_eq!((&all["verdict"], &all["all"], code), (&json!("none"), &json!(true), 1));
    let conflicts: Vec<Vec<&str>> =
        all["conflicts"].as_array().expect("an array").iter().map(strings).collect();
    assert_eq!(conflicts, [["r4c1=3", "r4c3=3"], ["r4c1=3", "r4c4=3"], ["r4c3=3", "r4c4=3"]]);
    let removed = strings(&all["correction"]);
    assert_eq!(removed.len(), 2);
    assert!(conflicts.iter().all(|conflict| conflict.iter().any(|given| removed.contains(given))));
    assert_eq!(all["correction_at_least"], json!(removed.len()));
    let fewest = conflicts.iter().map(Vec::len).min();
    let (smallest, code) = object("conflict", &["--smallest", "--json"], THREES);
    assert_eq!((Some(strings(&smallest["conflicts"][0]).len()), code), (fewest, 1));
    assert_eq!(smallest["at_least"], json!(fewest));
    let (first, code) = object("conflict", &["--all", "--limit", "1", "--json"], THREES);
    assert_eq!((first["conflicts"].as_array().map(Vec::len), code), (Some(1), 1));
    assert_eq!(first["all"], json!(false), "there are more");
    let text = run("conflict", &["--all"], THREES).out;
    assert!(text.contains(" conflicts; there are no more\n  "), "{text}");
    let text = run("conflict", &["--smallest"], broken()).out;
    assert!(text.contains("givens clash (minimum)\n"), "{text}");
}

#[test]
fn a_puzzle_with_solutions_has_no_conflict() {
    let (object, code) = object("conflict", &["--json"], SIX);
    assert_eq!((&object["verdict"], &object["conflicts"], code), (&json!("some"), &json!([]), 0));
}

#[test]
fn clues_of_several_solutions() {
    let finished = run("clues", &[], REFERENCE);
    for part in [
        "10 givens; redundant givens (each follows from the others): r3c6\n",
        "minimal puzzle with the same solutions, 9 givens:\n",
        "adding 1 given makes the solution unique (proved minimum): r",
        "each of these alone makes the solution unique: ",
        "r1c3=3",
        "two solutions differ only in ",
    ] {
        assert!(finished.out.contains(part), "{part} in\n{}", finished.out);
    }
    assert_eq!(finished.code, 0);
    let (object, code) = object("clues", &["--json"], REFERENCE);
    assert_eq!((&object["verdict"], &object["redundant"], code), (&json!("multiple"), &json!(["r3c6"]), 0));
    assert_eq!((strings(&object["single"]).len(), &object["completion_at_least"]), (5, &json!(1)));
    assert!(strings(&object["single"]).contains(&"r1c3=3"));
    let given = object["minimal"].as_array().expect("a grid").iter().filter(|value| **value != json!(0));
    assert_eq!(given.count(), 9);
    let (cells, pattern) = (strings(&object["pattern"]["cells"]), &object["pattern"]);
    assert!(cells.len() >= 4 && cells.len() == pattern["one"].as_array().map_or(0, Vec::len));
    assert_ne!(pattern["one"], pattern["other"]);
}

#[test]
fn clues_of_one_solution_and_of_none() {
    let out = run("clues", &[], SIX).out;
    assert!(out.contains("redundant givens (each follows from the others): none\n"), "it is minimal: {out}");
    assert!(out.contains("unique solution\n") && !out.contains("adding "), "{out}");
    let none = run("clues", &[], broken());
    assert_eq!((none.out.contains("no solution"), none.code), (true, 1));
    assert_eq!(object("clues", &["--json"], &broken()).0["verdict"], json!("none"));
}

/// Too many solutions to enumerate: the result is a bound, and says so.
#[test]
fn an_empty_grid_ends_in_time() {
    let (object, code) = object("clues", &["--json", "--time", "2", "--box", "2x3"], &".".repeat(36));
    assert_eq!((&object["stopped"], code), (&json!("solutions"), 3), "{object}");
    let completion = strings(&object["completion"]).len() as u64;
    assert!(completion > object["completion_at_least"].as_u64().expect("a number"), "{object}");
    assert_eq!(object["completion_at_least"], json!(5), "two of six values cannot both be missing");
    let text = run("clues", &["--time", "2", "--box", "2x3"], ".".repeat(36)).out;
    assert!(text.contains("(not proved minimum, at least 5): r"), "{text}");
    for subcommand in ["clues", "conflict"] {
        let stopped = run(subcommand, &["--time", "0"], ".".repeat(81));
        assert_eq!((stopped.code, stopped.out.contains("known")), (3, true), "{}", stopped.out);
    }
}

/// The fewest givens that leave one solution are as many where the same puzzle is one of any shape with any rules, and they do.
#[test]
fn clues_of_several_solutions_of_a_variant() {
    for puzzle in ["1..............2", "..343412..434321", "12..............", "...............1"] {
        let rows: Vec<Vec<u32>> = puzzle
            .as_bytes()
            .chunks(4)
            .map(|row| row.iter().map(|&b| char::from(b).to_digit(10).unwrap_or(0)).collect())
            .collect();
        let cell = |&digit: &u32| if digit == 0 { json!(null) } else { json!(digit) };
        let givens: Vec<Vec<Value>> = rows.iter().map(|row| row.iter().map(cell).collect()).collect();
        let variant = |givens: &Vec<Vec<Value>>| {
            json!({
                "format": "residua-variant", "rows": 4, "columns": 4, "digits": [1, 4], "lines": true, "boxes": "2x2", "grid": givens,
            })
            .to_string()
        };
        let [plain, other] = [puzzle.to_owned(), variant(&givens)].map(|input| {
            serde_json::from_str::<Value>(&run("clues", &["--json"], input).out).expect("one object")
        });
        assert_eq!(plain["completion_at_least"], other["completion_at_least"], "{puzzle}");
        let clues: Vec<String> = serde_json::from_value(other["completion"].clone()).expect("givens");
        assert_eq!(clues.len() as u64, other["completion_at_least"], "proved minimum");
        let mut more = givens;
        for clue in &clues {
            let digits: Vec<usize> =
                clue.bytes().filter(u8::is_ascii_digit).map(|b| usize::from(b - b'0')).collect();
            more[digits[0] - 1][digits[1] - 1] = json!(digits[2]);
        }
        assert_eq!(run("count", &[], variant(&more)).out, "stdin:1  1 solution\n", "{clues:?}");
        let text = run("clues", &[], variant(&more)).out;
        assert!(text.starts_with("stdin:1  unique solution\n"), "{text}");
    }
}
