//! Promise: every line of `--format json` keeps to `docs/solve.schema.json`, and says what is true.

use serde_json::{Value, json};

use crate::program::objects;
use crate::samples::{CLASH, FOUR, OPEN, SIX, SIX_SOLVED};
use crate::schema::violations;

fn schema() -> Value {
    serde_json::from_str(include_str!("../../../docs/solve.schema.json")).expect("the schema is JSON")
}

/// One puzzle of each verdict, and a mistake.
fn every_kind() -> Vec<Value> {
    let none = format!("66{}", &SIX[2..]);
    let mut found = objects("", [SIX, &".".repeat(36), &none, "..1"].join("\n\n"));
    found.extend(objects("--nodes 1", ".".repeat(625)));
    let kinds: Vec<&str> = found.iter().map(|o| o["verdict"].as_str().unwrap_or("mistake")).collect();
    assert_eq!(kinds, ["unique", "multiple", "none", "mistake", "unknown"]);
    found
}

#[test]
fn keeps_to_the_schema() {
    let schema = schema();
    let mut found = every_kind();
    found.extend(objects("--all", FOUR));
    found.extend(objects("--limit 1 --strength value", FOUR));
    found.extend(objects("--summary", SIX));
    found.extend(objects("--strength bounds", "1...............\n.1..............\n"));
    for object in found {
        assert_eq!(violations(&schema, &schema, &object), Vec::<String>::new(), "{object}");
    }
}

/// A check that cannot fail proves nothing: each object with one flaw is refused.
#[test]
fn the_schema_refuses_flaws() {
    let schema = schema();
    let refuses = |object: &Value| !violations(&schema, &schema, object).is_empty();
    for object in every_kind() {
        let members: Vec<String> = object.as_object().expect("an object").keys().cloned().collect();
        for name in members {
            let mut flawed = object.clone();
            flawed[&name] = json!({});
            assert!(refuses(&flawed), "{name} of another type in {object}");
            let _ = flawed.as_object_mut().expect("an object").remove(&name);
            assert!(refuses(&flawed), "no {name} in {object}");
        }
        let mut flawed = object.clone();
        flawed["more"] = json!(1);
        assert!(refuses(&flawed), "a member more in {object}");
    }
    let mut flawed = every_kind().swap_remove(0);
    flawed["solutions"] = json!([]);
    assert!(refuses(&flawed), "unique, without its solution");
    flawed["solutions"] = json!([[0]]);
    assert!(refuses(&flawed), "a solution with a blank");
}

/// The object says whether its solutions are all, however many were asked for.
#[test]
fn a_list_that_is_not_whole_says_so() {
    let is_all = |arguments: &str, puzzle: &str| objects(arguments, puzzle)[0]["all"].clone();
    for (arguments, expected) in
        [("", false), ("--all", true), ("--limit 1", false), ("--limit 3", false), ("--limit 5", true)]
    {
        assert_eq!(is_all(arguments, FOUR), json!(expected), "{arguments}");
    }
    assert_eq!((is_all("", SIX), is_all("--limit 1", SIX)), (json!(true), json!(true)));
    assert_eq!((is_all("", CLASH), is_all("--nodes 1", &".".repeat(625))), (json!(true), json!(false)));
}

/// The whole object of a small puzzle, but for what depends on the machine or the propagators.
#[test]
fn an_answer() {
    let mut object = objects("", OPEN).swap_remove(0);
    for name in ["seconds", "decisions", "failures", "propagations", "solutions"] {
        let _ = object.as_object_mut().expect("an object").remove(name);
    }
    let expected = json!({
        "file": "-", "line": 1, "box": "2x2",
        "givens": [1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        "verdict": "multiple", "all": false, "strength": "domain",
        "domains": [
            [1], [2], [3, 4], [3, 4], [3, 4], [3, 4], [2], [1],
            [2, 3, 4], [1, 3, 4], [1, 3, 4], [2, 3, 4], [2, 3, 4], [1, 3, 4], [1, 3, 4], [2, 3, 4],
        ],
        "residual": [
            "r1c3 ≠ r1c4", "r2c1 ≠ r2c2",
            "all_different(r3c1, r3c2, r3c3, r3c4)", "all_different(r4c1, r4c2, r4c3, r4c4)",
            "all_different(r2c1, r3c1, r4c1)", "all_different(r2c2, r3c2, r4c2)",
            "all_different(r1c3, r3c3, r4c3)", "all_different(r1c4, r3c4, r4c4)",
            "all_different(r3c1, r3c2, r4c1, r4c2)", "all_different(r3c3, r3c4, r4c3, r4c4)",
        ],
        "aliases": [],
    });
    assert_eq!(object, expected);
}

/// One solution when unique, two witnesses when multiple, more or fewer with `--limit`, none when there is none.
#[test]
fn how_many_solutions() {
    let count =
        |arguments: &str, puzzle: &str| objects(arguments, puzzle)[0]["solutions"].as_array().map(Vec::len);
    let solution: Vec<u32> = SIX_SOLVED.chars().filter_map(|c| c.to_digit(10)).collect();
    assert_eq!(objects("", SIX)[0]["solutions"], json!([solution]));
    assert_eq!(count("--limit 5", SIX), Some(1));
    let blank = ".".repeat(16);
    assert_eq!(count("", &blank), Some(2));
    assert_eq!(count("--limit 1", &blank), Some(1));
    assert_eq!(count("--limit 7", &blank), Some(7));
    assert_eq!(count("--all", &blank), Some(288));
    assert_eq!(count("", CLASH), Some(0));
}

/// Solutions hold the givens, every house of theirs holds all values, and no two are equal.
#[test]
fn solutions_are_solutions() {
    let object = objects("--all", OPEN).swap_remove(0);
    let grids: Vec<Vec<u64>> =
        serde_json::from_value(object["solutions"].clone()).expect("arrays of integers");
    let houses = (0..4).flat_map(|i| {
        let corner = 8 * (i / 2) + 2 * (i % 2);
        [[0, 1, 2, 3].map(|j| 4 * i + j), [0, 1, 2, 3].map(|j| 4 * j + i), [0, 1, 4, 5].map(|j| corner + j)]
    });
    let houses: Vec<[usize; 4]> = houses.collect();
    for grid in &grids {
        assert_eq!((grid[0], grid[6]), (1, 2));
        for house in &houses {
            let mut values = house.map(|cell| grid[cell]);
            values.sort_unstable();
            assert_eq!(values, [1, 2, 3, 4], "{grid:?}");
        }
    }
    let mut distinct = grids.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), grids.len());
}

/// Each example of `solve` in the description keeps to the schema. (That it is what is printed is the business of `documents`.)
#[test]
fn the_description_keeps_to_the_schema() {
    let text = include_str!("../../../docs/json.md").split("\n## Conflicts\n").next().expect("a part");
    let schema = schema();
    let examples: Vec<Value> = text
        .lines()
        // What has entries is an input, and what has variables is a model.
        .filter(|line| line.starts_with("{\"file\"") || line.starts_with("{\"puzzles\""))
        .map(|line| serde_json::from_str(&line.replace('…', "0")).expect("JSON"))
        .collect();
    assert_eq!(examples.len(), 3);
    for example in &examples {
        assert_eq!(violations(&schema, &schema, example), Vec::<String>::new(), "{example}");
    }
}
