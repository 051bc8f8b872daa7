//! Promise: the tables of module pages are true: what they name exists, and a table of files or modules lists all of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::samples::root;

/// Where every page is checked, as far as it is part of the package.
const CHECKED: &[&str] = &[
    "src", "tests", "benches", "dense", "encode", "flatzinc", "sudoku", "variant", "report", "cli",
    "embedder",
];

/// Where a table of files or modules has to be complete as well.
const COMPLETE: &[&str] =
    &["src", "encode", "flatzinc", "sudoku", "variant", "report", "cli", "tests", "dense"];

fn is_source(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "rs")
}

/// The words in backticks.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The front page of a file: its leading `//!` lines.
fn front_page(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim)
}

/// Whether `name` is a file, or a directory if it ends with `/`, seen from `dir` or from a directory around it.
fn exists(dir: &Path, name: &str) -> bool {
    let is_there = |path: PathBuf| if name.ends_with('/') { path.is_dir() } else { path.is_file() };
    dir.ancestors().take_while(|dir| dir.starts_with(root())).any(|dir| is_there(dir.join(name)))
}

/// The modules beside a page: `name.rs`, or `name/` for a directory with a page of its own.
fn modules(page: &Path) -> BTreeSet<String> {
    let dir = page.parent().expect("invariant: a file is in a directory");
    let entries =
        fs::read_dir(dir).expect("the directory is readable").map(|entry| entry.expect("an entry").path());
    let name = |path: PathBuf| {
        let name = path.file_name()?.to_str()?.to_owned();
        if path.join("mod.rs").is_file() {
            return Some(name + "/");
        }
        (path != page && is_source(&name)).then_some(name)
    };
    entries.filter_map(name).collect()
}

/// The false statements of the tables of a page, and what they lack of these modules, if they have to be complete.
fn faults(dir: &Path, text: &str, modules: Option<&BTreeSet<String>>) -> Vec<String> {
    let rows: Vec<&str> = front_page(text).filter(|line| line.starts_with('|')).collect();
    let is_file = |name: &&str| is_source(name) || name.ends_with('/');
    let named: BTreeSet<&str> = rows.iter().flat_map(|row| quoted(row)).filter(is_file).collect();
    let mut faults: Vec<String> =
        named.iter().filter(|name| !exists(dir, name)).map(|name| format!("no {name}")).collect();
    let Some(modules) = modules else { return faults };
    if rows.iter().any(|row| row.starts_with("| file |")) {
        let missing = modules.iter().filter(|module| !named.contains(module.as_str()));
        faults.extend(missing.map(|module| format!("the table lacks {module}")));
    }
    if rows.iter().any(|row| row.starts_with("| module |")) {
        let words: BTreeSet<&str> = front_page(text).flat_map(quoted).collect();
        let stem = |module: &str| module.trim_end_matches('/').trim_end_matches(".rs").to_owned();
        let missing = modules.iter().filter(|module| !words.contains(stem(module).as_str()));
        faults.extend(missing.map(|module| format!("the page lacks {}", stem(module))));
        let first_cells = rows.iter().skip(2).filter_map(|row| row.split('|').nth(1)).flat_map(quoted);
        let is_module = |name: &&str| modules.iter().any(|module| stem(module) == **name);
        faults.extend(first_cells.filter(|name| !is_module(name)).map(|name| format!("no module {name}")));
    }
    faults
}

fn walk(dir: &Path, is_complete: bool, bad: &mut Vec<String>) -> usize {
    let mut pages = 0;
    for path in fs::read_dir(dir).into_iter().flatten().map(|entry| entry.expect("an entry").path()) {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
        if path.is_dir() && name != "target" {
            pages += walk(&path, is_complete, bad);
        } else if is_source(name) {
            let text = fs::read_to_string(&path).expect("source in UTF-8");
            let modules = is_complete.then(|| modules(&path));
            let found = faults(dir, &text, modules.as_ref());
            pages += usize::from(front_page(&text).any(|line| line.starts_with("| file |")));
            bad.extend(found.into_iter().map(|fault| format!("{}: {fault}", path.display())));
        }
    }
    pages
}

#[test]
fn tables_are_true() {
    let mut bad = Vec::new();
    let pages: usize =
        CHECKED.iter().map(|dir| walk(&root().join(dir), COMPLETE.contains(dir), &mut bad)).sum();
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    assert!(pages >= 10, "only {pages} tables of files were found");
}

#[test]
fn this_test_can_fail() {
    let dir = root().join("src/domain");
    let modules = modules(&dir.join("mod.rs"));
    let row = |module: &String| format!("//! | `{module}` | |\n");
    let all = modules.iter().map(row).collect::<Vec<_>>().concat();
    let rest = modules.iter().skip(1).map(row).collect::<Vec<_>>().concat();
    let page =
        |header: &str, rows: &str| faults(&dir, &format!("{header}//! |---|---|\n{rows}"), Some(&modules));
    assert!(page("//! | file | holds |\n", &all).is_empty());
    assert_eq!(page("//! | file | holds |\n", &rest).len(), 1);
    assert_eq!(page("//! | form | file |\n", &rest), Vec::<String>::new());
    assert_eq!(page("//! | form | file |\n", "//! | small | `tiny.rs` |\n"), ["no tiny.rs"]);
    assert_eq!(page("//! | form | file |\n", "//! | small | `tiny/` |\n"), ["no tiny/"]);
    assert_eq!(page("//! | form | file |\n", "//! | small | `tests/it/main.rs` |\n"), Vec::<String>::new());
    let stems = all.replace(".rs`", "`");
    assert!(page("//! | module | promise |\n", &stems).is_empty());
    assert_eq!(page("//! | module | promise |\n", &(stems + "//! | `tiny` | |\n")), ["no module tiny"]);
}
