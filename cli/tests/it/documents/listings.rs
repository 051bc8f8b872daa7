//! Blocks of Rust, MiniZinc, JSON and TOML.

use std::fs;
use std::path::Path;
use std::process::Command;

use residua::prelude::*;

use super::blocks::{Block, Page, pages, root};
use crate::outside;

/// Blocks that another test reads: the page, the language, how the block begins, the test.
const READ: &[(&str, &str, &str, &str)] = &[
    ("docs/json.md", "ebnf", "constraint = ", "cli/tests/it/shapes.rs"),
    ("docs/json.md", "json", "{\"box\":\"2x2\",\"givens\":[1,0", "cli/tests/it/trust.rs"),
    ("docs/json.md", "json", "{\"variables\":", "cli/tests/it/model.rs"),
    ("docs/json.md", "json", "{\n  \"format\": \"residua-variant\"", "tests/it/variant_files/documented.rs"),
    ("docs/json.md", "json", "{\"formula\":", "cli/tests/it/model.rs"),
    ("docs/json.md", "json", "{\n  \"format\": \"residua-variant\"", "tests/it/variant_files/documented.rs"),
];

/// The text without the indentation of its first line.
fn unindented(text: &str) -> String {
    let indentation = text.len() - text.trim_start_matches(' ').len();
    let line = |line: &str| line.get(indentation..).unwrap_or_default().to_owned() + "\n";
    text.lines().map(line).collect()
}

/// Whether that is the name of a model in the folder of the page.
fn is_model(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "mzn") && !name.contains('/')
}

/// What is wrong with a block of that language.
fn fault(page: &Page, block: &Block<'_>) -> Option<String> {
    let source = |name: &str| fs::read_to_string(root().join(name)).unwrap_or_default();
    match block.language {
        // `shown.rs`, `python.rs` and `py/tests/test_documents.py` have these.
        "console" | "sh" | "python" | "pycon" => None,
        "rust" => {
            let line = format!("#[doc = include_str!(\"../{}\")]", page.name);
            (!source("src/lib.rs").contains(&line)).then(|| format!("src/lib.rs lacks {line}"))
        }
        "rust,ignore" => {
            let name = block.named_before().unwrap_or_default();
            let text = source(name);
            let mut starts = text.match_indices(block.text.lines().next().unwrap_or("\0"));
            let is_there = starts.any(|(at, _)| {
                let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
                unindented(&text[start..]).starts_with(&block.text)
            });
            (!is_there).then(|| format!("it is not in the file that is named before it, {name}"))
        }
        "minizinc" => {
            let examples = fs::read_dir(root().join("examples/minizinc")).expect("a folder");
            let is_example = examples.into_iter().any(|entry| {
                fs::read_to_string(entry.expect("an entry").path()).is_ok_and(|text| text == block.text)
            });
            let name = block.named_before().filter(|name| is_model(name));
            let is_used = |name: &str| {
                page.blocks().iter().any(|other| other.language == "console" && other.text.contains(name))
            };
            (!is_example && !name.is_some_and(is_used))
                .then(|| "no file of examples/minizinc, and no command uses it".to_owned())
        }
        "toml" => manifest_fault(&block.text),
        language => {
            let read = READ.iter().find(|&&(name, listed, start, _)| {
                (name, listed) == (page.name.as_str(), language) && block.text.starts_with(start)
            });
            let is_read = read.is_some_and(|(.., test)| source(test).contains(&page.name));
            (!is_read).then(|| format!("no test of a block of {language:?} reads it"))
        }
    }
}

/// What cargo says of a part of a manifest.
fn manifest_fault(part: &str) -> Option<String> {
    let dir = outside::dir("manifest");
    fs::create_dir_all(dir.join("src")).expect("a folder can be made");
    fs::write(dir.join("src/main.rs"), "fn main() {}\n").expect("it can be written");
    // What cargo does not know it only warns of, and where it builds.
    let text = format!("[package]\nname = \"own\"\nedition = \"2024\"\n\n[workspace]\n\n{part}");
    fs::write(dir.join("Cargo.toml"), text).expect("it can be written");
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = Command::new(cargo);
    let command = command.args(["check", "--offline"]);
    let output = command.current_dir(dir).output().expect("there is cargo");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (!output.status.success() || said.contains("warning")).then_some(said)
}

/// Writes the models of MiniZinc that a page shows, under the names that stand before them.
pub(super) fn write_models(page: &Page, dir: &Path) {
    for block in page.blocks().iter().filter(|block| block.language == "minizinc") {
        if let Some(name) = block.named_before().filter(|name| is_model(name)) {
            fs::write(dir.join(name), &block.text).expect("it can be written");
        }
    }
}

#[test]
fn every_block_has_its_test() {
    let pages = pages();
    let mut bad = Vec::new();
    for page in &pages {
        for block in page.blocks() {
            let fault = fault(page, &block);
            bad.extend(fault.map(|fault| format!("{}:{}: {fault}", page.name, block.line)));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    for (name, language, start, _) in READ {
        let has =
            |page: &Page| page.blocks().iter().any(|b| b.language == *language && b.text.starts_with(start));
        assert!(pages.iter().any(|page| page.name == *name && has(page)), "no block {start} any more");
    }
}

#[test]
fn blocks_without_a_test_are_found() {
    let faults = |text: &str| {
        let page = Page { name: "docs/x.md".to_owned(), text: text.to_owned() };
        page.blocks().iter().filter_map(|block| fault(&page, block)).count()
    };
    for block in [
        "```\nx\n```",
        "```text\n$ residua solve\n```",
        "```rust\nlet x = 1;\n```",
        "`src/lib.rs`:\n\n```rust,ignore\nfn no_such() {}\n```",
        "```minizinc\nvar 1..2: x;\n```",
        "`x.mzn`:\n\n```minizinc\nvar 1..2: x;\n```",
        "```json\n{}\n```",
        "```toml\n[profile.dev\n```",
        "```toml\n[profile.dev]\noptimise = 3\n```",
    ] {
        assert_eq!(faults(block), 1, "{block}");
    }
    let used = "`x.mzn`:\n\n```minizinc\nvar 1..2: x;\n```\n\n```console\n$ residua count x.mzn\n```\n";
    assert_eq!(faults(used), 0);
}

/// The program of the README prints what its comments say.
#[test]
fn the_readme_shows_what_is_printed() {
    let mut model = Model::new();
    let cells = model.int_vars("cell", 3, 1..=9);
    model.post(all_different(cells.clone())).expect("small");
    model.post(exact_sum(cells.clone(), 23)).expect("small");
    model.post(lt(cells[0], cells[1])).expect("small");
    let first = model.solutions().next().expect("there is one").to_string();
    let residual = model.residual(Consistency::Domain).expect("there are solutions").model.to_string();
    let readme = fs::read_to_string(root().join("README.md")).expect("it is there");
    let (_, program) = readme.split_once("```rust\n").expect("a program");
    let program = program.split("```").next().unwrap_or_default();
    let comment = |call: &str| {
        let (_, rest) = program.split_once(call).expect("a call");
        rest.split_once("// ").and_then(|(_, rest)| rest.lines().next()).expect("a comment")
    };
    let shown = comment("println!(\"{solution}\");");
    assert_eq!(shown, first.replace('\n', ", ") + ", and two more");
    let shown = comment("print!(\"{}\", residual.model);");
    let shown = shown.split(", ").map(|part| part.to_owned() + "\n").collect::<String>();
    assert!(super::matches(&shown, &residual), "{residual}");
}
