//! Promise: what counts of what is written into a grid is the same for all subcommands, and the rest is compared.

use serde_json::{Value, json};

use crate::program::{Finished, run};
use crate::samples::REFERENCE;

/// The reference puzzle with an entered r1c3 = 3, which leaves one solution, and marks 3 4 6 in r1c1, where 2 may stand.
fn written() -> String {
    let givens: Vec<i32> = REFERENCE.chars().map(|c| c.to_digit(10).unwrap_or(0) as i32).collect();
    let (mut entries, mut marks) = (vec![0; 36], vec![Vec::new(); 36]);
    entries[2] = 3;
    marks[0] = vec![3, 4, 6];
    json!({ "box": "2x3", "givens": givens, "entries": entries, "marks": marks }).to_string()
}

fn trusting(subcommand: &str, trust: &str, more: &[&str]) -> Finished {
    run(subcommand, &[&["--trust", trust], more].concat(), written())
}

#[test]
fn one_rule_for_all_subcommands() {
    // 12 of the 18 solutions have 3, 4 or 6 in r1c1; the one with 3 in r1c3 has 6 there.
    for (trust, count) in [("givens", "18"), ("entries", "1"), ("marks", "1")] {
        let inspected: Value =
            serde_json::from_str(&trusting("inspect", trust, &["--json"]).out).expect("one object");
        let counted: Value =
            serde_json::from_str(&trusting("count", trust, &["--json"]).out).expect("one object");
        assert_eq!((&inspected["count"], &counted["count"]), (&json!(count), &json!(count)), "{trust}");
        assert_eq!((&inspected["trust"], &counted["trust"]), (&json!(trust), &json!(trust)));
        let conflict = trusting("conflict", trust, &[]);
        assert_eq!(conflict.code, 0, "{}", conflict.out);
    }
}

/// `solve` finds the solutions that agree with what counts, whatever the engine.
#[test]
fn solutions_agree_with_what_counts() {
    let only_marks = written().replacen("[0,0,3,", "[0,0,0,", 1);
    for (trust, count, has_two) in [("givens", 18, true), ("entries", 18, true), ("marks", 12, false)] {
        for strength in ["value", "domain"] {
            let arguments = ["--trust", trust, "--all", "--json", "--strength", strength];
            let object: Value =
                serde_json::from_str(&run("solve", &arguments, &only_marks).out).expect("one object");
            let solutions = object["solutions"].as_array().expect("an array");
            assert_eq!((solutions.len(), &object["trust"]), (count, &json!(trust)));
            assert_eq!(solutions.iter().any(|grid| grid[0] == json!(2)), has_two, "{trust}");
            assert_eq!(object["givens"][2], json!(0), "as it was written");
        }
    }
    let text = trusting("solve", "givens", &[]).out;
    assert!(text.contains("ignored (--trust givens): 1 entered digit, the pencil marks of 1 cell\n"));
    let wrong = written().replacen("[0,0,3,", "[0,0,5,", 1);
    assert_eq!(run("solve", &["--trust", "entries", "--format", "line"], &wrong).code, 1);
}

/// Of marks that count, `clues` takes note; what it judges are givens and entered digits.
#[test]
fn clues_heed_marks() {
    assert!(trusting("clues", "givens", &[]).out.contains("10 givens;"));
    assert!(trusting("clues", "entries", &[]).out.contains("11 givens and entered digits;"));
    let marked = trusting("clues", "marks", &[]).out;
    assert!(marked.contains("11 givens and entered digits, pencil marks in 1 cell;"), "{marked}");
    // Without a 2 or a 3 in r1c1, of the five givens that would leave one solution of all 18, r1c3 = 3 does still.
    let only_marks = written().replacen("[0,0,3,", "[0,0,0,", 1);
    let object: Value = serde_json::from_str(&run("clues", &["--trust", "marks", "--json"], &only_marks).out)
        .expect("one object");
    assert_eq!((&object["verdict"], &object["trust"]), (&json!("multiple"), &json!("marks")));
    assert_eq!(object["completion_at_least"], json!(1));
    let single = object["single"].as_array().expect("an array");
    assert!(single.contains(&json!("r1c3=3")), "{single:?}");
    let pattern = &object["pattern"];
    let first = pattern["cells"].as_array().expect("an array").iter().position(|cell| *cell == json!("r1c1"));
    if let Some(first) = first {
        assert!(pattern["one"][first] != json!(2) && pattern["other"][first] != json!(2), "{pattern}");
    }
}

/// The two solutions that differ in few cells are the same in all subcommands.
#[test]
fn one_pair_for_all() {
    let inspected: Value =
        serde_json::from_str(&run("inspect", &["--json"], REFERENCE).out).expect("one object");
    let clues: Value = serde_json::from_str(&run("clues", &["--json"], REFERENCE).out).expect("one object");
    assert_eq!(inspected["differ_is_least"], json!(true));
    assert_eq!(inspected["differ"], clues["pattern"]["cells"]);
}

#[test]
fn what_does_not_count_is_compared() {
    let out = trusting("inspect", "givens", &[]).out;
    assert!(out.contains("ignored (--trust givens): 1 entered digit, the pencil marks of 1 cell\n"), "{out}");
    assert!(out.contains("the marks of r1c1 lack 2, which it has in some solutions\n"), "{out}");
    assert!(!out.contains("entered r1c3"), "{out}");
    let wrong = written().replacen("[0,0,3,", "[0,0,2,", 1);
    let out = run("inspect", &[], &wrong).out;
    assert!(out.contains("entered r1c3 = 2 is in no solution\n"), "{out}");
    let conflict = run("conflict", &["--trust", "entries"], &wrong);
    assert_eq!(conflict.code, 1);
    assert!(conflict.out.contains("  r1c3 = 2\n"), "{}", conflict.out);
    let page = run("inspect", &["--format", "html", "--trust", "entries"], written()).out;
    assert_eq!(page.matches("class=\"cell entered\"><title>").count(), 1);
}

/// The input that the description shows is read as it says.
#[test]
fn the_description_is_true() {
    let text = include_str!("../../../docs/json.md");
    let example = text.lines().find(|line| line.contains("\"entries\":[")).expect("there is one");
    let out = run("inspect", &["--trust", "marks", "--json"], example).out;
    let object: Value = serde_json::from_str(&out).expect("one object");
    assert_eq!((&object["domains"][1], &object["domains"][2]), (&json!([2]), &json!([3, 4])));
}

/// The puzzle as one of any shape with any rules, which are those of Sudoku.
fn as_variant() -> String {
    let plain: Value = serde_json::from_str(&written()).expect("an object");
    let grid: Vec<&[Value]> = plain["givens"].as_array().expect("an array").chunks(6).collect();
    let by_name = |member: &str| -> Value {
        let cells = plain[member].as_array().expect("an array").iter().enumerate();
        let written = cells.filter(|(_, cell)| **cell != json!(0) && **cell != json!([]));
        let named = written.map(|(at, cell)| (format!("r{}c{}", at / 6 + 1, at % 6 + 1), cell.clone()));
        Value::Object(named.collect())
    };
    json!({
        "format": "residua-variant", "rows": 6, "columns": 6, "digits": [1, 6], "lines": true, "boxes": "2x3",
        "grid": grid, "entries": by_name("entries"), "marks": by_name("marks"),
    })
    .to_string()
}

/// What does not count is named and compared in puzzles of any shape as in others.
#[test]
fn one_rule_for_all_puzzles() {
    for trust in ["givens", "entries", "marks"] {
        let arguments = ["--trust", trust, "--json"];
        let objects = [written(), as_variant()].map(|input| {
            let out = run("inspect", &arguments, input).out;
            serde_json::from_str::<Value>(&out).expect("one object")
        });
        for member in ["verdict", "trust", "doubts"] {
            assert_eq!(objects[0][member], objects[1][member], "{trust}: {member}");
        }
        let note = objects[1]["notes"][0].as_str();
        assert_eq!(note.is_some(), trust != "marks", "{trust}");
        let text = run("inspect", &["--trust", trust], as_variant()).out;
        assert_eq!(note.is_some_and(|note| text.contains(note)), trust != "marks", "{text}");
    }
    let text = run("inspect", &[], as_variant()).out;
    assert!(
        text.contains("note: ignored (--trust givens): 1 entered digit, the pencil marks of 1 cell\n"),
        "{text}"
    );
    assert!(text.contains("the marks of r1c1 lack 2, which it has in some solutions\n"), "{text}");
}
