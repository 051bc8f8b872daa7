//! What the documents say of the format of this library is so.

use std::collections::BTreeSet;
use std::fs;

use residua_variant::{Format, KINDS, ReadOptions, Rule, RuleKind, Shape, Variant, read, write};
use serde_json::Value;

use crate::samples::root;

fn page(name: &str) -> String {
    fs::read_to_string(root().join("docs").join(name)).expect("a document")
}

fn schema() -> Value {
    serde_json::from_str(&page("variant.schema.json")).expect("JSON")
}

fn keys(object: &Value) -> BTreeSet<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// `docs/json.md` and the schema list every kind of rule, with what it says.
#[test]
fn every_kind() {
    let (schema, page) = (schema(), page("json.md"));
    let kinds: Vec<&str> = schema["$defs"]["rule"]["properties"]["rule"]["enum"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let ids: Vec<&str> = KINDS.iter().map(|facts| facts.id).collect();
    assert_eq!(kinds, ids);
    let (_, section) = page.split_once("## Variant puzzles").expect("the section");
    for facts in KINDS {
        let row = section.lines().find(|line| line.starts_with(&format!("| `{}` |", facts.id)));
        let row = row.unwrap_or_else(|| panic!("docs/json.md has no row for {}", facts.id));
        assert!(row.contains(facts.meaning), "{row}: {}", facts.meaning);
    }
}

/// The example of `docs/json.md` is a puzzle, and is written as it stands there but for blanks.
#[test]
fn the_example() {
    let page = page("json.md");
    let (_, after) = page.split_once("## Variant puzzles").expect("the section");
    let (_, after) = after.split_once("```json\n").expect("the example");
    let (example, _) = after.split_once("```").expect("its end");
    let found = read(example, ReadOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    assert_eq!(value(&write(&found.variant, Format::Json).expect("it holds everything")), value(example));
}

/// All members that are written are in the schema, and all of the schema can be read.
#[test]
fn every_member() {
    let schema = schema();
    let shape = Shape::new(2, 2, 1..=2).expect("small").without([1]).with_extra("A", 3, 2).expect("a name");
    let mut puzzle = Variant::new(shape);
    puzzle.add_lines().expect("small");
    puzzle.add_regions(&[0, 0, 0, 0], "box").expect("small");
    puzzle.add_regions(&[0, 0, 1, 1], "region").expect("small");
    let automaton = residua::constraints::Automaton::new(1, 0, [(0, 1, 0)], [0]);
    let odd = Rule::new(RuleKind::Odd, vec![vec![0]], vec![]).expect("a rule").named("one");
    let equal = Rule::new(RuleKind::EqualSums, vec![vec![0], vec![2]], vec![]).expect("a rule");
    let counts = Rule::new(RuleKind::Counts, vec![vec![0]], vec![1, 1]).expect("a rule");
    let cage = Rule::new(RuleKind::Cage, vec![vec![0]], vec![1]).expect("a rule");
    for rule in
        [Rule::automaton(vec![0], automaton), Rule::of_parts(RuleKind::AnyOf, vec![odd]), equal, counts, cage]
    {
        puzzle.add(rule).expect("its cells");
    }
    puzzle.give(5, 2).expect("an extra cell");
    puzzle.enter(0, 1).expect("a digit");
    puzzle.mark(0, vec![1]).expect("a digit");
    puzzle.restrict(0, vec![1]).expect("a digit");
    let about = &mut puzzle.about;
    (about.title, about.author, about.ruleset) = (Some("T".into()), Some("A".into()), Some("R".into()));
    about.solution = Some(vec![1, 1, 1, 1]);
    let text = write(&puzzle, Format::Json).expect("it holds everything");
    let written: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(keys(&written), keys(&schema["properties"]));
    let rules = written["rules"].as_array().expect("rules");
    let parts = rules.iter().filter_map(|rule| rule.get("parts")).filter_map(Value::as_array).flatten();
    let members: BTreeSet<&str> = rules.iter().chain(parts).flat_map(keys).collect();
    assert_eq!(members, keys(&schema["$defs"]["rule"]["properties"]));
    let automaton = rules.iter().find_map(|rule| rule.get("automaton")).expect("an automaton");
    assert_eq!(keys(automaton), keys(&schema["$defs"]["automaton"]["properties"]));
    assert_eq!(read(&text, ReadOptions::default()).map(|found| found.variant), Ok(puzzle));
}
