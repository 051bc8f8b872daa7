//! Promise: a module names only modules of a lower floor, and in a way that shows.

use std::fs;
use std::path::Path;

use crate::samples::root;

const RANK: &[(&str, u8)] = &[
    ("domain", 0),
    ("store", 1),
    ("engine", 2),
    ("constraints", 3),
    ("learn", 3),
    ("model", 4),
    ("search", 6),
    ("inspect", 7),
    ("subproblem", 8),
    ("testing", 8),
    ("prelude", 9),
];

/// What `text`, a file of the floor `owner`, names and must not.
fn faults(owner: &str, text: &str) -> Vec<String> {
    let rank = |module: &str| RANK.iter().find(|r| r.0 == module).map(|r| r.1);
    let mut faults = Vec::new();
    for line in text.lines().map(|line| line.split("//").next().unwrap_or("")) {
        for (at, path) in line.match_indices("crate::") {
            let module: String =
                line[at + path.len()..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let below = matches!((rank(&module), rank(owner)), (Some(named), Some(own)) if named < own);
            if module != owner && !below {
                faults.push(format!("{owner} -> crate::{module}"));
            }
        }
        // The engine for networks is led by searches only.
        if line.contains("residua_dense") && owner != "search" {
            faults.push(format!("{owner} -> residua_dense"));
        }
        if line.replace("use super::*;", "").contains("super::") {
            faults.push(format!("{owner} names super::"));
        }
    }
    if rank(owner).is_none() {
        faults.push(format!("{owner} is on no floor"));
    }
    faults
}

fn walk(dir: &Path, owner: Option<&str>, bad: &mut Vec<String>) {
    for path in fs::read_dir(dir).expect("src is readable").map(|entry| entry.expect("an entry").path()) {
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name in UTF-8").to_owned();
        if path.is_dir() {
            walk(&path, Some(owner.unwrap_or(&name)), bad);
        } else if let Some(owner) = owner.or((name != "lib").then_some(&name)) {
            let text = fs::read_to_string(&path).expect("source in UTF-8");
            // The order of search must not depend on the clock: only an interrupt may look at it.
            if looks_at_the_clock(&text) && !(owner == "store" && name == "interrupt") {
                bad.push(format!("{}: looks at the clock", path.display()));
            }
            bad.extend(faults(owner, &text).into_iter().map(|fault| format!("{}: {fault}", path.display())));
        }
    }
}

fn looks_at_the_clock(text: &str) -> bool {
    text.contains("Instant::now") || text.contains("SystemTime")
}

#[test]
fn no_module_looks_up() {
    let mut bad = Vec::new();
    walk(&root().join("src"), None, &mut bad);
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// What is built on the engine takes the time from its deadlines.
#[test]
fn no_crate_looks_at_the_clock() {
    let mut bad = Vec::new();
    for name in ["dense", "encode", "flatzinc", "report", "sudoku", "variant"] {
        late(&root().join(name).join("src"), &mut bad);
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// The files below `dir` that look at the clock.
fn late(dir: &Path, bad: &mut Vec<String>) {
    for path in fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            late(&path, bad);
        } else if looks_at_the_clock(&fs::read_to_string(&path).expect("source in UTF-8")) {
            bad.push(path.display().to_string());
        }
    }
}

/// The command line has arguments, files and terminals; what is known of a subject, `report` finds out and says.
#[test]
fn the_command_line_names_no_constraint() {
    let mut bad = Vec::new();
    knowing(&root().join("cli").join("src"), &mut bad);
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// The files below `dir` that name constraints, what is left of them, or how something follows from them.
fn knowing(dir: &Path, bad: &mut Vec<String>) {
    for path in fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            knowing(&path, bad);
        } else if let Some(word) = knowledge(&fs::read_to_string(&path).expect("source in UTF-8")) {
            bad.push(format!("{}: names {word}", path.display()));
        }
    }
}

/// What `text` names of that, if anything: constraints have names below `constraints` and in the prelude only.
fn knowledge(text: &str) -> Option<&'static str> {
    let words =
        ["residua::constraints", "residua::prelude", "residua::{", "residua::*", "Residual", "Derivation"];
    let code: String =
        text.lines().map(|line| line.split("//").next().unwrap_or("").to_owned() + "\n").collect();
    words.into_iter().find(|word| code.contains(word))
}

#[test]
fn this_test_can_fail() {
    assert!(looks_at_the_clock("let start = Instant::now();"));
    for line in ["use residua::inspect::Residual;", "    use residua::constraints::all_different;"] {
        assert!(knowledge(line).is_some(), "{line}");
    }
    assert_eq!(knowledge("let residual = answer.residual(); // a Residual"), None);
    for (owner, line) in [
        ("store", "use crate::search::Limit;"),
        ("inspect", "use crate::testing::check;"),
        ("engine", "use crate::{domain, store};"),
        ("store", "let limit = crate::model::Model::new();"),
        ("store", "use super::domain::Domain;"),
        ("attic", "use crate::domain::Domain;"),
    ] {
        assert!(!faults(owner, line).is_empty(), "{owner}: {line}");
    }
    for (owner, line) in [
        ("search", "use crate::model::Model;"),
        ("search", "use crate::search::Limits; // see crate::nowhere"),
        ("model", "    use super::*;"),
    ] {
        assert!(faults(owner, line).is_empty(), "{owner}: {line}");
    }
}
