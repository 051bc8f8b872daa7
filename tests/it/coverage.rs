//! Promise: every constraint of the library is in the list of [`Kind`]s, in the table of its page, and among the instances of
//! the other tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use residua::model::Model;

use crate::catalogue::row;
use crate::kinds::Kind;

/// The name of a kind as a constructor: `AllDifferent` is `all_different`.
fn constructor(kind: Kind) -> String {
    let mut name = String::new();
    for c in format!("{kind:?}").chars() {
        if c.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}

fn constructors() -> BTreeSet<String> {
    Kind::ALL.iter().copied().map(constructor).collect()
}

/// The functions linked to in the second column of the table of `page`: ``[`eq`]``, ``[`all_different()`]``.
fn linked(page: &str) -> BTreeSet<String> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("//! |"));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    let links = cells.flat_map(|cell| cell.split("[`").skip(1).filter_map(|rest| rest.split('`').next()));
    let names = links.map(|link| link.trim_end_matches("()").to_owned());
    // Types are linked to as well.
    names.filter(|name| !name.contains(char::is_uppercase)).collect()
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
            types.extend(names.filter(|name| !name.starts_with("Arc<")).map(str::to_owned));
        }
    }
}

fn source() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/constraints"))
}

#[test]
fn the_table_lists_every_kind() {
    let page = fs::read_to_string(source().join("mod.rs")).expect("source in UTF-8");
    assert_eq!(linked(&page), constructors());
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
        let shown = format!("{:?}", row.constraint(&vars));
        types.extend(shown.split(' ').next().map(str::to_owned));
    }
    assert_eq!(kinds, Kind::ALL.iter().copied().collect());
    let mut expected = BTreeSet::new();
    implemented(source(), &mut expected);
    assert_eq!(types, expected);
}

#[test]
fn this_test_can_fail() {
    let page = "//! | constraint | constructor |\n//! | `x = y` | [`eq`], [`tables()`] of [`Rows`] |\n";
    assert_eq!(linked(page), ["eq", "tables"].map(str::to_owned).into());
    assert!(constructors().contains("all_different") && !constructors().contains("tables"));
    let mut types = BTreeSet::new();
    implemented(source(), &mut types);
    assert!(types.contains("AllDifferent"), "{types:?}");
}
