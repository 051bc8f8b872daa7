//! Blocks of commands, and commands in the text.

use std::collections::BTreeSet;
use std::fs;

use super::blocks::{Page, matches, pages, root};
use super::sandbox::{Sandbox, puzzle};

/// Lines of blocks that no test runs, each with its reason.
const NOT_RUN: &[(&str, &str, &str)] = &[
    ("README.md", "cargo install --path cli", "it installs; the tests run what cargo builds for them"),
    ("README.md", "cargo test", BY_CI),
    ("docs/python.md", "pip install ./py", BY_CI),
    ("CONTRIBUTING.md", "cargo build --release", BY_CI),
    ("CONTRIBUTING.md", "cargo test", BY_CI),
    ("CONTRIBUTING.md", ".ci/run", "it runs these tests; the workflow of the repository runs it"),
];

/// The reason of what a newcomer runs on a clean checkout.
const BY_CI: &str = "`.ci/run` runs it";

/// Commands of the text that no test runs, each with its reason.
const NOT_RUN_SPANS: &[(&str, &str)] = &[("residua COMMAND --help", "`manual.rs` reads the help of each")];

/// What stands for an argument in the text, with one. `FILE` is a puzzle, and FlatZinc for `residua fzn`.
const PLACEHOLDERS: &[(&str, &str)] = &[
    ("[FILE|-]…", "FILE"),
    ("decode MODEL ANSWER", "decode f.cnf answer"),
    ("SUBJECT UNITS", "puzzle.txt units.jsonl"),
    ("SUBJECT", "puzzle.txt"),
    ("REPORTS", "reports"),
    ("--ask Q", "--ask count"),
    ("--out DIR", "--out reports"),
    ("FILE QUESTION", "FILE r3c5"),
    ("MODEL QUESTION", "schedule.fzn 'start[2]'"),
    ("MODEL", "schedule.fzn"),
    ("--to L", "--to cnf"),
    ("--to FORMAT", "--to json"),
    ("-p N", "-p 2"),
    ("--learn WHEN", "--learn on"),
];

/// What is wrong with the commands in the blocks of a page; how many ran.
fn faults(page: &Page, not_run: &mut BTreeSet<String>) -> (usize, Vec<String>) {
    let is_command = |language: &str| ["console", "sh"].contains(&language);
    let blocks = page.blocks();
    let mut blocks = blocks.iter().filter(|block| is_command(block.language)).peekable();
    let (mut ran, mut faults) = (0, Vec::new());
    if blocks.peek().is_none() {
        return (ran, faults);
    }
    let sandbox = Sandbox::new(&page.name);
    super::listings::write_models(page, &sandbox.dir);
    for block in blocks {
        for (command, shown) in block.commands() {
            if NOT_RUN.iter().any(|&(name, line, _)| (name, line) == (page.name.as_str(), &*command)) {
                let _ = not_run.insert(format!("{}: {command}", page.name));
                continue;
            }
            if !sandbox.can_run(&command) {
                continue;
            }
            let run = sandbox.run(&command, "");
            ran += 1;
            let is_right =
                if block.language == "sh" { run.code == Some(0) } else { matches(&shown, &run.out) };
            if !is_right {
                let place = format!("{}:{}", page.name, block.line);
                faults.push(format!("{place}: $ {command}\n{}\n(exit code {:?})", run.out, run.code));
            }
        }
    }
    (ran, faults)
}

#[test]
#[cfg_attr(not(feature = "dense"), ignore = "pages show the first solutions of the dense engine")]
fn every_command_prints_what_is_shown() {
    let mut not_run = BTreeSet::new();
    let (mut ran, mut bad) = (0, Vec::new());
    for page in pages() {
        let (commands, faults) = faults(&page, &mut not_run);
        ran += commands;
        bad.extend(faults);
    }
    assert!(bad.is_empty(), "{}", bad.join("\n\n"));
    assert!(ran >= 12, "only {ran} commands");
    let listed: BTreeSet<String> = NOT_RUN.iter().map(|(page, line, _)| format!("{page}: {line}")).collect();
    assert_eq!(not_run, listed, "an exception that no page has any more");
    let ci = fs::read_to_string(root().join(".ci/run")).unwrap_or_default();
    for (_, line, _) in NOT_RUN.iter().filter(|(.., reason)| *reason == BY_CI && !ci.is_empty()) {
        assert!(ci.contains(&format!("\"{line}\"")), "{line}");
    }
}

#[test]
fn what_is_shown_and_not_so_is_found() {
    let page = |block: &str| Page { name: "wrong.md".to_owned(), text: format!("x\n\n{block}\n") };
    for (block, expected) in [
        ("```console\n$ echo 1\n1\n$ residua --version\nresidua …\n```", 0),
        ("```console\n$ echo 1\n2\n```", 1),
        ("```console\n$ residua slove\n```", 1),
        ("```sh\ntrue\nresidua solve no-such-file.txt\n```", 1),
        ("```sh\ncargo frobnicate\n```", 1),
    ] {
        let (ran, faults) = faults(&page(block), &mut BTreeSet::new());
        assert_eq!((ran > 0, faults.len()), (true, expected), "{block}: {faults:?}");
    }
}

/// Without an argument, the help; else with arguments for those that it has in capitals.
fn completed(span: &str) -> String {
    if span.split_whitespace().count() == 2 {
        return format!("{span} --help");
    }
    let file = if span.starts_with("residua fzn") { "schedule.fzn" } else { "puzzle.txt" };
    let filled = PLACEHOLDERS.iter().fold(span.to_owned(), |span, (name, value)| span.replace(name, value));
    filled.replace("FILE", file)
}

#[test]
fn every_command_of_the_text_runs() {
    // The log has commands of the past.
    let pages: Vec<Page> = pages().into_iter().filter(|page| page.name != "CHANGELOG.md").collect();
    let spans: BTreeSet<String> =
        pages.iter().flat_map(Page::spans).filter(|span| span.starts_with("residua ")).collect();
    assert!(spans.len() > 20, "{spans:?}");
    let sandbox = Sandbox::new("spans");
    fs::write(sandbox.dir.join("answer"), "s SATISFIABLE\nv 1 2 3 0\n").expect("it can be written");
    let (puzzle, _) = puzzle();
    for command in [
        "residua split puzzle.txt > units.jsonl",
        "residua work puzzle.txt units.jsonl --ask count --out reports",
    ] {
        assert_eq!(sandbox.run(command, "").code, Some(0), "{command}");
    }
    let mut bad = Vec::new();
    for span in spans.iter().filter(|span| NOT_RUN_SPANS.iter().all(|(listed, _)| listed != span)) {
        let command = completed(span);
        if !sandbox.can_run(&command) {
            continue;
        }
        // 3 is a limit; 1 is an answer, too.
        let run = sandbox.run(&command, &puzzle);
        if !matches!(run.code, Some(0 | 1)) {
            bad.push(format!("{span}\n$ {command}\n{}", run.out));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n\n"));
    for (span, _) in NOT_RUN_SPANS {
        assert!(spans.contains(*span), "an exception that no page has any more: {span}");
    }
    for (name, _) in PLACEHOLDERS {
        assert!(
            spans.iter().any(|span| span.contains(name)),
            "a placeholder that no page has any more: {name}"
        );
    }
}
