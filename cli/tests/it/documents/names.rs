//! Options, packages, files and links.

use std::collections::BTreeSet;
use std::fs;

use super::blocks::{Page, pages, root};
use crate::program::run;

/// Long options that are not of residua, and whose they are.
const OF_OTHERS: &[(&str, &str)] =
    &[("--compile", "MiniZinc"), ("--time-limit", "MiniZinc"), ("--solve", "`residua_cp.sudoku`")];

/// The long options of all subcommands.
fn options() -> BTreeSet<String> {
    let help = run("help", &[], "").out;
    let list = help.split("Commands:\n").nth(1).expect("a list of commands");
    let names = list
        .lines()
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next());
    let helps: Vec<String> =
        names.filter(|name| *name != "help").map(|name| run(name, &["--help"], "").out).collect();
    let words = helps.iter().flat_map(|help| help.split([' ', ',', '\n', '[', '=']));
    words.filter(|word| word.starts_with("--")).map(str::to_owned).collect()
}

#[test]
fn options_are_there() {
    let options = options();
    assert!(options.len() > 20, "{options:?}");
    let pages = pages();
    let spans: Vec<(&str, String)> = pages
        .iter()
        .flat_map(|page| page.spans().into_iter().map(|span| (page.name.as_str(), span)))
        .collect();
    let named = spans.iter().filter(|(_, span)| span.starts_with("--"));
    let named: Vec<(&str, &str)> = named
        .flat_map(|(page, span)| {
            span.split(' ').filter(|word| word.starts_with("--")).map(|word| (*page, word))
        })
        .collect();
    let is_of_others = |word: &str| OF_OTHERS.iter().any(|(name, _)| *name == word);
    let bad: Vec<_> =
        named.iter().filter(|(_, word)| !options.contains(*word) && !is_of_others(word)).collect();
    assert!(bad.is_empty(), "{bad:?}");
    for (name, _) in OF_OTHERS {
        assert!(named.iter().any(|(_, word)| word == name), "no page names {name} any more");
    }
}

/// What is wrong with a command of cargo, or of a file in the repository.
fn command_fault(command: &str) -> Option<String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let after = |option: &str| words.iter().position(|word| *word == option).and_then(|at| words.get(at + 1));
    let is_example = |name: &str| root().join(format!("examples/{name}.rs")).is_file();
    let is_package =
        |name: &str| root().join(name.strip_prefix("residua-").unwrap_or(".")).join("Cargo.toml").is_file();
    let is_bench = |name: &str| {
        ["rs", ""].iter().any(|end| root().join(format!("benches/{name}")).with_extension(end).exists())
    };
    let is_cargo = words.contains(&"cargo");
    if let Some(name) = after("--example").filter(|name| is_cargo && **name != "NAME" && !is_example(name)) {
        return Some(format!("no example {name}"));
    }
    if let Some(name) = after("-p").filter(|name| is_cargo && !is_package(name)) {
        return Some(format!("no package {name}"));
    }
    if let Some(name) = after("--bench").filter(|name| is_cargo && !is_bench(name)) {
        return Some(format!("no bench {name}"));
    }
    let ends = [".sh", ".py", ".rs", ".cjs"];
    let mut files =
        words.iter().filter(|word| word.contains('/') && ends.iter().any(|end| word.ends_with(end)));
    let exists = |name: &str| {
        let folders = ["", "dense/src", "sudoku/src", "src", "docs"];
        folders.iter().any(|folder| root().join(folder).join(name).exists())
    };
    files.find(|name| !exists(name)).map(|name| format!("no file {name}"))
}

#[test]
fn packages_examples_and_files_are_there() {
    let mut bad = Vec::new();
    for page in pages().iter().filter(|page| page.name != "CHANGELOG.md") {
        let faults = page.spans().into_iter().filter_map(|span| command_fault(&span));
        bad.extend(faults.map(|fault| format!("{}: {fault}", page.name)));
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    for command in
        ["cargo run --example no", "cargo test -p residua-no", "cargo bench --bench no", "src/no.rs"]
    {
        assert!(command_fault(command).is_some(), "{command}");
    }
    for command in [
        "cargo run --example zebra",
        "cargo test -p residua-tests",
        "cargo bench -p residua-benches --bench learning",
    ] {
        assert_eq!(command_fault(command), None, "{command}");
    }
}

/// The table of examples in the README names each, and no other.
#[test]
fn the_readme_lists_the_examples() {
    let readme = fs::read_to_string(root().join("README.md")).expect("it is there");
    let (_, table) = readme.split_once("| topic | examples |\n").expect("the table");
    let rows = table.lines().take_while(|line| line.starts_with('|'));
    let named: BTreeSet<&str> = rows.flat_map(|row| row.split('`').skip(1).step_by(2)).collect();
    let files = fs::read_dir(root().join("examples")).expect("a folder");
    let files: BTreeSet<String> = files
        .filter_map(|entry| {
            entry.expect("an entry").file_name().to_str()?.strip_suffix(".rs").map(str::to_owned)
        })
        .collect();
    assert_eq!(named, files.iter().map(String::as_str).collect());
}

/// What is wrong with a link of a page.
fn link_fault(page: &Page, link: &str, pages: &[Page]) -> Option<String> {
    if link.starts_with("http") {
        return None;
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let own = root().join(&page.name);
    let path = if file.is_empty() { own.clone() } else { own.parent().expect("a folder").join(file) };
    let Ok(path) = path.canonicalize() else { return Some(format!("no file {file}")) };
    let is_it = |page: &&Page| root().join(&page.name).canonicalize().is_ok_and(|other| other == path);
    let has = |page: &Page| page.anchors().iter().any(|other| other == anchor);
    (!anchor.is_empty() && !pages.iter().find(is_it).is_some_and(has)).then(|| format!("no heading {link}"))
}

#[test]
fn links_lead_somewhere() {
    let pages = pages();
    let (mut links, mut bad) = (0, Vec::new());
    for page in &pages {
        for link in page.links() {
            links += 1;
            bad.extend(link_fault(page, &link, &pages).map(|fault| format!("{}: {fault}", page.name)));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    assert!(links > 40, "{links}");
    for link in ["no.md", "#no-heading", "docs/cli.md#no-heading"] {
        let readme = pages.iter().find(|page| page.name == "README.md").expect("it is there");
        assert!(link_fault(readme, link, &pages).is_some(), "{link}");
    }
}
