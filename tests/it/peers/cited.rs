//! Promise: each report that our catalogue of constraints cites is named at a test, or at the reason why it has none.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::outside;
use crate::samples::root;

/// A report: of what, whether it is a pull request, and its number.
type Report = (String, bool, u32);

/// The short name of a project.
fn project(word: &str) -> String {
    match word.to_lowercase().trim_end_matches("'s") {
        "choco-solver" => "choco",
        "swipl-devel" | "swi-prolog" => "swi",
        "sudokusolver" => "t",
        name => name,
    }
    .to_owned()
}

/// The number at the beginning of a text, and what follows it.
fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// All reports that a text cites: `this#1`, `#2`, `that PR 3`, `that#4–#6`. One without a project is of the last one.
fn reports(text: &str) -> BTreeSet<Report> {
    let mut found = BTreeSet::new();
    let mut last = None;
    for (at, mark) in text.match_indices('#').chain(text.match_indices("PR ")).collect::<BTreeSet<_>>() {
        let Some((first, rest)) = number(&text[at + mark.len()..]) else { continue };
        let before = if mark == "#" { &text[..at] } else { text[..at].trim_end_matches([' ', '`']) };
        let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '\'';
        let word = before.rsplit(|c| !is_part(c)).next().unwrap_or_default();
        let is_name = word.starts_with(|c: char| c.is_alphabetic()) && !matches!(word, "and" | "of" | "or");
        if is_name {
            last = Some(project(word));
        }
        let Some(project) = &last else { continue };
        let to = rest.strip_prefix('–').map(|rest| rest.trim_start_matches('#')).and_then(number);
        for report in first..=to.map_or(first, |(to, _)| to.max(first)) {
            found.insert((project.clone(), mark != "#", report));
        }
    }
    found
}

/// The comments of the tests, each block of lines by itself.
fn comments(dir: &Path, blocks: &mut Vec<String>) {
    for path in fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            comments(&path, blocks);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        let mut block = String::new();
        for line in text.lines() {
            if let Some(comment) = line.trim_start().strip_prefix("//") {
                block += comment;
                block += "\n";
            } else if !block.is_empty() {
                blocks.push(std::mem::take(&mut block));
            }
        }
        blocks.push(block);
    }
}

#[test]
fn all_reports_are_tested() {
    let root = root();
    let Ok(catalogue) = fs::read_to_string(root.join("../shared/catalogue.md")) else {
        outside::skip(
            "catalogue",
            "the catalogue is not beside the project, so that its reports were not looked for",
        );
        return;
    };
    let mut blocks = Vec::new();
    comments(&root.join("tests"), &mut blocks);
    let tested: BTreeSet<Report> = blocks.iter().flat_map(|block| reports(block)).collect();
    let cited = reports(&catalogue);
    assert!(cited.len() > 90, "{}", cited.len());
    let missing: Vec<&Report> = cited.difference(&tested).collect();
    assert!(missing.is_empty(), "neither tested nor said to have no test: {missing:?}");
}

#[test]
fn reports_are_read() {
    let text = "Gecode#167 (table), #170; `CPMpy` PR 471; glasgow#480, PR 223, huub PR 94 and #329; \
                SWI-Prolog's PR 842, pycsp3#116, #120–#122; x #= 3";
    let shown: Vec<String> = reports(text)
        .iter()
        .map(|(of, is_pull, at)| format!("{of}{}{at}", if *is_pull { " PR " } else { "#" }))
        .collect();
    let expected = [
        "cpmpy PR 471",
        "gecode#167",
        "gecode#170",
        "glasgow#480",
        "glasgow PR 223",
        "huub#329",
        "huub PR 94",
        "pycsp3#116",
        "pycsp3#120",
        "pycsp3#121",
        "pycsp3#122",
        "swi PR 842",
    ];
    assert_eq!(shown, expected);
    // Nothing is of a project that was not named.
    assert!(reports("see #12 and PR 13").is_empty());
}
