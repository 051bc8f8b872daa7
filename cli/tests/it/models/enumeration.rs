//! Domains, counts and reasons are those of enumeration.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::models::suite::small;
use crate::models::{object, say};
use crate::program::times_depth;

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
    let mut count = 0;
    for small in small().take(times_depth(100)) {
        count += 1;
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
    say(&format!("{count} models"));
}

#[test]
fn why_says_what_is_so() {
    // Eight questions of each, for which MiniZinc compiles the model again.
    for small in small().take(times_depth(4)).filter(|small| !small.solutions.is_empty()) {
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
