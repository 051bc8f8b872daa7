//! Promise: what counts of what is written into a grid is the same for all subcommands, and the rest is compared.

use serde_json::{Value, json};

use crate::inspection::REFERENCE;
use crate::program::{Finished, run};

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
    assert!(trusting("clues", "givens", &[]).out.contains("10 givens"));
    assert!(trusting("clues", "entries", &[]).out.contains("11 givens"));
    let refused = trusting("clues", "marks", &[]);
    assert_eq!(
        (refused.code, refused.err.contains("pencil marks cannot count")),
        (2, true),
        "{}",
        refused.err
    );
}

#[test]
fn what_does_not_count_is_compared() {
    let out = trusting("inspect", "givens", &[]).out;
    assert!(
        out.contains("what does not count (--trust givens): 1 entered digit, the pencil marks of 1 cell\n"),
        "{out}"
    );
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
