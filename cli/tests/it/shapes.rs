//! Promise: every line of `conflict --json`, `clues --json` and `why --json` keeps to its schema in `docs/`, and every
//! constraint that is left to the grammar in `docs/json.md`.

use serde_json::{Value, json};

use crate::program::run;
use crate::samples::{FOUR, SIX};
use crate::schema::violations;

const CONFLICT: &str = include_str!("../../../docs/conflict.schema.json");
const CLUES: &str = include_str!("../../../docs/clues.schema.json");
const WHY: &str = include_str!("../../../docs/why.schema.json");

/// Several solutions, one, a clash, and a row that is too short.
fn puzzles() -> Vec<String> {
    let several = FOUR.to_owned();
    let written = r#"{"box":"2x2","givens":[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2],"entries":[0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}"#;
    vec![
        several,
        SIX.to_owned(),
        format!("66{}", &SIX[2..]),
        "12......1.....2.".to_owned(),
        written.to_owned(),
        "1234\n12".to_owned(),
    ]
}

fn objects(subcommand: &str, arguments: &str, input: &str) -> Vec<Value> {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let out = run(subcommand, &arguments, input).out;
    out.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect()
}

/// All objects of a subcommand, with these options.
fn every(subcommand: &str, options: &[&str]) -> Vec<Value> {
    let each = |options: &&str| {
        puzzles()
            .iter()
            .flat_map(|puzzle| objects(subcommand, &format!("--json {options}"), puzzle))
            .collect::<Vec<_>>()
    };
    options.iter().flat_map(each).collect()
}

/// Each object keeps to the schema; with any of its required members missing, or one more, it does not.
fn keep(schema: &str, objects: &[Value], verdicts: (&str, &[&str])) {
    let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
    for object in objects {
        assert_eq!(violations(&schema, &schema, object), Vec::<String>::new(), "{object}");
        let mut more = object.clone();
        more["colour"] = json!("red");
        assert!(!violations(&schema, &schema, &more).is_empty(), "{more}");
        let mut less = object.clone();
        let _ = less.as_object_mut().expect("an object").remove("line");
        assert!(!violations(&schema, &schema, &less).is_empty(), "{less}");
        let mut other = object.clone();
        other["line"] = json!("one");
        assert!(!violations(&schema, &schema, &other).is_empty(), "{other}");
    }
    for word in verdicts.1 {
        assert!(objects.iter().any(|object| object[verdicts.0] == *word), "none is {word}");
    }
    assert!(objects.iter().any(|object| object.get("error").is_some()), "no mistake");
}

#[test]
fn conflicts() {
    let found = every("conflict", &["", "--all", "--smallest", "--trust entries", "--time 0"]);
    keep(CONFLICT, &found, ("verdict", &["none", "some", "unknown"]));
}

#[test]
fn clues() {
    let found = every("clues", &["", "--trust entries", "--time 0"]);
    keep(CLUES, &found, ("verdict", &["unique", "multiple", "none", "unknown"]));
}

#[test]
fn answers() {
    let found = every(
        "why",
        &["- r1c1", "- r1c1=1 r2c3!=4", "- r1c3", "- --trust entries r1c2=2", "- --time 0 r1c1"],
    );
    keep(WHY, &found, ("answer", &["always", "never", "sometimes", "none", "unknown"]));
}

/// What is left of `text` behind a number without leading zeros.
fn number(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < text.len() && !text.starts_with('0')).then_some(rest)
}

fn cell(text: &str) -> Option<&str> {
    number(number(text.strip_prefix('r')?)?.strip_prefix('c')?)
}

/// Whether `text` is a `constraint` of the grammar in `docs/json.md`.
fn is_constraint(text: &str) -> bool {
    let distinct = || {
        let mut rest = cell(text.strip_prefix("all_different(")?)?;
        let mut count = 1;
        while let Some(next) = rest.strip_prefix(", ") {
            rest = cell(next)?;
            count += 1;
        }
        (rest == ")" && count > 2).then_some(())
    };
    let differ = || {
        let right = cell(text)?.strip_prefix(" ≠ ")?;
        (cell(right).or_else(|| number(right)) == Some("")).then_some(())
    };
    distinct().or_else(differ).is_some()
}

#[test]
fn constraints_keep_to_the_grammar() {
    let good = ["r1c1 ≠ r2c10", "r1c1 ≠ 12", "all_different(r1c1, r1c2, r25c3)"];
    assert!(good.into_iter().all(is_constraint));
    let bad = [
        "",
        "r1c1",
        "r0c1 ≠ 1",
        "r1c1 = 1",
        "r1c1 ≠ 1 ",
        "all_different(r1c1, r1c2)",
        "all_different(r1c1 r1c2, r1c3)",
        "r1c1 ≠ r1",
    ];
    assert!(!bad.into_iter().any(is_constraint));
    let (mut state, mut parsed) = (1_u64, 0);
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut input = String::new();
    for _ in 0..200 {
        let (rows, columns) = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5)][below(5)];
        let size = rows * columns;
        let density = below(60);
        let (mut givens, mut marks) = (Vec::new(), Vec::new());
        for at in 0..size * size {
            let value = (at / size % rows * columns + at / size / rows + at % size) % size + 1;
            givens.push(if below(100) < density { value } else { 0 });
            let mut some = vec![value, below(size) + 1];
            some.dedup();
            marks.push(if below(3) == 0 { some } else { Vec::new() });
        }
        let object = format!("{{\"box\":\"{rows}x{columns}\",\"givens\":{givens:?},\"marks\":{marks:?}}}\n");
        input.push_str(&object);
    }
    for arguments in [
        "solve --nodes 3",
        "solve --nodes 3 --strength value --trust marks",
        "solve --nodes 3 --strength bounds --trust marks",
        "inspect --time 0 --strength bounds",
        "inspect --time 0 --strength singles --trust marks",
    ] {
        let (subcommand, rest) = arguments.split_once(' ').expect("options");
        for object in objects(subcommand, &format!("--json {rest}"), &input) {
            for constraint in object["residual"].as_array().unwrap_or_else(|| panic!("{object}")) {
                let constraint = constraint.as_str().expect("a string");
                assert!(is_constraint(constraint), "{constraint}");
                parsed += 1;
            }
        }
    }
    assert!(parsed > 2000, "{parsed}");
}
