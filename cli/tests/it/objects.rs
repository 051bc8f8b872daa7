//! Promise: every line of `inspect --format json` and of `count --json` keeps to `docs/inspect.schema.json`, and says
//! what is true.

use serde_json::{Value, json};

use crate::program::run;
use crate::samples::{REFERENCE, SIX};
use crate::schema::violations;

fn schema() -> Value {
    serde_json::from_str(include_str!("../../../docs/inspect.schema.json")).expect("the schema is JSON")
}

/// What a subcommand says of each puzzle of `input`.
fn objects(subcommand: &str, arguments: &str, input: impl AsRef<[u8]>) -> Vec<Value> {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let out = run(subcommand, &arguments, input).out;
    out.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect()
}

/// One puzzle of each verdict and a mistake, as either subcommand prints them.
fn every_kind() -> Vec<Value> {
    let none = format!("66{}", &SIX[2..]);
    let input = [SIX, REFERENCE, &none, "..1"].join("\n\n");
    let mut found = objects("inspect", "--format json --counts", &input);
    found.extend(objects("inspect", "--json --time 0", ".".repeat(256)));
    found.extend(objects("count", "--json --candidates", &input));
    found.extend(objects("count", "--json --time 0", ".".repeat(256)));
    let kinds: Vec<&str> = found.iter().map(|o| o["verdict"].as_str().unwrap_or("mistake")).collect();
    let expected = ["unique", "multiple", "none", "mistake", "unknown"];
    assert_eq!(kinds, [expected, expected].concat());
    found
}

#[test]
fn keep_to_the_schema() {
    let schema = schema();
    let mut found = every_kind();
    for strength in ["value", "singles", "bounds", "domain", "singleton"] {
        found.extend(objects("inspect", &format!("--json --strength {strength}"), REFERENCE));
    }
    found.extend(objects("count", "--json --limit 3", REFERENCE));
    for object in found {
        assert_eq!(violations(&schema, &schema, &object), Vec::<String>::new(), "{object}");
    }
}

/// A check that cannot fail proves nothing: each object with one flaw is refused.
#[test]
fn flaws_are_refused() {
    let schema = schema();
    let refuses = |object: &Value| !violations(&schema, &schema, object).is_empty();
    // A flawed object of one kind must not pass as one of the other kind either.
    for object in every_kind() {
        let members: Vec<String> = object.as_object().expect("an object").keys().cloned().collect();
        for name in members {
            let mut flawed = object.clone();
            flawed[&name] = json!({});
            assert!(refuses(&flawed), "{name} of another type in {object}");
        }
        for name in ["verdict", "count", "file", "line", "seconds", "witnesses", "counts_are_exact"] {
            let mut flawed = object.clone();
            if flawed.as_object_mut().expect("an object").remove(name).is_some() {
                assert!(refuses(&flawed), "no {name} in {object}");
            }
        }
        let mut flawed = object.clone();
        flawed["more"] = json!(1);
        assert!(refuses(&flawed), "a member more in {object}");
    }
}

/// Of the reference puzzle, at full strength, everything is known.
#[test]
fn of_the_reference_puzzle() {
    let object = objects("inspect", "--format json --counts", REFERENCE).swap_remove(0);
    assert_eq!((&object["count"], &object["count_is_exact"]), (&json!("18"), &json!(true)));
    assert_eq!(
        (&object["domains"][0], &object["counts"][0]),
        (&json!([2, 3, 4, 6]), &json!(["6", "7", "3", "2"]))
    );
    assert_eq!((&object["domains"][9], &object["counts"][9]), (&json!([2, 3]), &json!(["10", "8"])));
    for (cell, domain) in object["domains"].as_array().expect("an array").iter().enumerate() {
        let counts = object["counts"][cell].as_array().expect("an array");
        assert_eq!(counts.len(), domain.as_array().map_or(0, Vec::len));
        let number =
            |count: &Value| count.as_str().and_then(|text| text.parse::<u64>().ok()).expect("a number");
        assert_eq!(counts.iter().map(number).sum::<u64>(), 18, "each solution has one value in cell {cell}");
    }
    let counted = objects("count", "--json --candidates", REFERENCE).swap_remove(0);
    for member in
        ["givens", "box", "verdict", "count", "count_is_exact", "domains", "counts", "counts_are_exact"]
    {
        assert_eq!(counted[member], object[member], "{member}");
    }
}

/// A count that is not asked for ends after a while; then the number is a bound, and the answer is whole.
#[test]
fn a_count_that_is_not_asked_for_ends() {
    let finished = run("inspect", &["--json", "--strength", "domain"], ".".repeat(81));
    let object: Value = serde_json::from_str(&finished.out).expect("one object");
    assert_eq!((finished.code, &object["verdict"]), (0, &json!("multiple")));
    assert!(
        object["count"].as_str().is_some_and(|count| count.parse::<f64>().is_ok_and(|count| count >= 2.0))
    );
}
