//! Promise: every constraint of the library is in the list of [`Kind`]s, where users look for it, and among the instances of the
//! other tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use residua::model::Model;

use crate::catalogue::row;
use crate::kinds::Kind;
use crate::samples::root;

fn constructors() -> BTreeSet<String> {
    Kind::ALL.iter().map(|kind| kind.constructor().to_owned()).collect()
}

/// The functions linked to in the second column of the first table of `page`: ``[`eq`]``, ``[`all_different()`]``.
fn linked(page: &str) -> BTreeSet<String> {
    let table = page.lines().skip_while(|line| !line.starts_with("//! |"));
    let rows = table.map_while(|line| line.strip_prefix("//! |"));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    let links = cells.flat_map(|cell| cell.split("[`").skip(1).filter_map(|rest| rest.split('`').next()));
    let names = links.map(|link| link.trim_end_matches("()").to_owned());
    // Types are linked to as well.
    names.filter(|name| !name.contains(char::is_uppercase)).collect()
}

/// The kinds that the text does not mention in backticks.
fn missing(text: &str) -> BTreeSet<String> {
    let is_mentioned = |name: &String| text.contains(&format!("`{name}`"));
    constructors().into_iter().filter(|name| !is_mentioned(name)).collect()
}

/// The types that implement `Constraint` in the source files of `dir`, by name.
fn implemented(dir: &Path, types: &mut BTreeSet<String>) {
    for entry in fs::read_dir(dir).expect("the directory is readable") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            implemented(&path, types);
        } else {
            let text = fs::read_to_string(path).expect("source in UTF-8");
            let found = text.lines().filter_map(|line| line.strip_prefix("impl Constraint for "));
            let names = found.filter_map(|rest| rest.strip_suffix(" {"));
            types.extend(names.filter(|name| !is_wrapper(name)).map(str::to_owned));
        }
    }
}

/// Whether it is a constraint by another one that it has inside, or one that users cannot post: the sum that is an objective.
fn is_wrapper(name: &str) -> bool {
    name.starts_with("Arc<") || ["Condition", "IntAtom", "WideSum"].contains(&name)
}

fn source() -> PathBuf {
    root().join("src/constraints")
}

#[test]
fn the_table_lists_every_kind() {
    let page = fs::read_to_string(source().join("mod.rs")).expect("source in UTF-8");
    assert_eq!(linked(&page), constructors());
}

#[test]
fn users_find_every_kind() {
    let text = |name: &str| fs::read_to_string(root().join(name)).expect("text in UTF-8");
    for name in ["docs/constraints.md", "CHANGELOG.md"] {
        assert_eq!(missing(&text(name)), BTreeSet::new(), "in {name}");
    }
}

#[test]
fn every_kind_is_generated() {
    let mut runner = TestRunner::deterministic();
    let mut kinds = BTreeSet::new();
    let mut types = BTreeSet::new();
    for _ in 0..2000 {
        let row = row().new_tree(&mut runner).expect("rows are not filtered").current();
        kinds.extend(row.kind());
        let vars = Model::new().int_vars("x", 6, 0..=1);
        let shown = format!("{:?}", row.over(&vars));
        types.extend(shown.split(' ').next().map(str::to_owned));
    }
    assert_eq!(kinds, Kind::ALL.iter().copied().collect());
    let mut expected = BTreeSet::new();
    implemented(&source(), &mut expected);
    // It stands for what is not built, and cannot be posted.
    assert!(expected.remove("TooDeep"));
    // Searches derive it from others; `grouped_sums` tests it.
    assert!(expected.remove("GroupedSum"));
    assert_eq!(types, expected);
}

#[test]
fn this_test_can_fail() {
    let page = "//! | constraint | constructor |\n//! | `x = y` | [`eq`], [`tables()`] of [`Rows`] |\n//!\n//! | method | [`post`] |\n";
    assert_eq!(linked(page), ["eq", "tables"].map(str::to_owned).into());
    assert!(constructors().contains("all_different") && !constructors().contains("tables"));
    let mut others = constructors();
    others.remove("in_set");
    assert_eq!(missing("membership: `in_set`"), others);
    let mut types = BTreeSet::new();
    implemented(&source(), &mut types);
    assert!(types.contains("AllDifferent"), "{types:?}");
}
