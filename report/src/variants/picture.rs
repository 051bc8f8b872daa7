//! Inspection report of a variant puzzle as an SVG picture, and as a section of an HTML page.

use std::collections::BTreeSet;

use residua::inspect::{Inspection, Residual, Verdict};
use residua::model::{IntVar, Solution};
use residua_sudoku::Trust;
use residua_sudoku::render::picture::{self, Mark, Page};
use residua_variant::{Picture, Rule};

use crate::models::ModelReport;
use crate::puzzle::MOST_DRAWN;
use crate::variants::residual::{numbers_left, rules_left};
use crate::variants::sheet::Sheet;
use crate::words::{counted, strength};

/// The picture of an answer, in SVG.
pub(crate) fn svg(report: &ModelReport<'_>, sheet: &Sheet) -> String {
    main_picture(report, sheet).svg()
}

/// A section of a page about an answer.
pub(crate) fn section(report: &ModelReport<'_>, sheet: &Sheet) -> String {
    let Inspection { components, .. } = &report.inspection;
    let puzzle = &sheet.puzzle;
    let shape = puzzle.shape();
    let cells = sheet.cells();
    let residual = report.inspection.residual.as_ref();
    let name = |part: &Vec<_>| {
        let cells = part.iter().filter_map(|var: &IntVar| cells.get(var.index()));
        let names: Vec<String> = cells.map(|&cell| shape.name(cell)).collect();
        format!("{}: {}", counted(names.len(), "cell"), names.join(" "))
    };
    let size = format!("{}x{}", shape.rows(), shape.columns());
    let title = puzzle.about.title.as_ref().map_or_else(String::new, |title| format!("{title}, "));
    let content = picture::Sheet {
        heading: report.headline(),
        place: format!("{title}{}, {size}", report.subject.place()),
        picture: main_picture(report, sheet),
        facts: facts(report, sheet, residual),
        components: if components.len() > 1 { components.iter().map(name).collect() } else { Vec::new() },
        lists: lists(report, sheet, residual),
        beside: beside(report, sheet),
    };
    Page::section(&content)
}

/// What is left; or, if nothing is, what clashes.
fn main_picture<'a>(report: &ModelReport<'_>, sheet: &'a Sheet) -> Picture<'a> {
    let puzzle = &sheet.puzzle;
    let name = puzzle.about.title.clone().unwrap_or_else(|| "variant puzzle".to_owned());
    let title = format!("{name}: {}", report.headline());
    let Some(residual) = &report.inspection.residual else {
        let picture = with_entries(sheet, Picture::of_givens(puzzle, title));
        let names = clash(report);
        let cells = clashing_clues(sheet, &names).into_iter().map(|(cell, _)| cell);
        // Frames of all rows and columns would tell nothing.
        let is_shown = |rule: &Rule| is_minimal(report) || !rule.is_house();
        return picture
            .marked(cells, Mark::Clashes)
            .clashing(|rule| is_shown(rule) && is_in(sheet, rule, &names));
    };
    if candidates(sheet, residual) > MOST_DRAWN {
        let title = format!("{title}; the candidates are too many to draw");
        let picture = Picture::of_inspection(puzzle, &report.inspection, title);
        return with_entries(sheet, picture.without_candidates());
    }
    with_entries(sheet, Picture::of_inspection(puzzle, &report.inspection, title))
}

/// What the names of constraints on one cell begin with.
const CLUES: [&str; 4] = ["given ", "candidates of ", "entered ", "marks of "];

/// The names of what clashes.
fn clash<'a>(report: &'a ModelReport<'_>) -> BTreeSet<&'a str> {
    report.clash.iter().flatten().map(|named| named.constraint.as_str()).collect()
}

/// The cells whose content clashes, and what it is called.
fn clashing_clues<'a>(sheet: &Sheet, names: &BTreeSet<&'a str>) -> Vec<(usize, &'a str)> {
    let cell = |name: &str| {
        let cell = CLUES.iter().find_map(|clue| name.strip_prefix(clue))?;
        sheet.puzzle.shape().cell(cell)
    };
    names.iter().filter_map(|&name| Some((cell(name)?, name))).collect()
}

/// Whether none of what clashes can be left out.
fn is_minimal(report: &ModelReport<'_>) -> bool {
    matches!(&report.inspection.verdict, Verdict::Infeasible(conflict) if conflict.is_minimal)
}

/// Whether a rule is one of those with these names, or a part of it is.
fn is_in(sheet: &Sheet, rule: &Rule, names: &BTreeSet<&str>) -> bool {
    let shape = sheet.puzzle.shape();
    if names.contains(rule.describe(shape).as_str()) {
        return true;
    }
    let title = format!("{}: ", rule.title());
    let cells: BTreeSet<usize> = rule.groups().iter().flatten().copied().collect();
    let is_of_rule =
        |name: &str| cells.is_empty() || shape.cell(name).is_some_and(|cell| cells.contains(&cell));
    let parts = names.iter().filter_map(|name| name.strip_prefix(&title));
    parts.into_iter().any(|part| part.split([' ', ';']).filter(|name| !name.is_empty()).all(is_of_rule))
}

/// The picture with entered digits shown as such, if they count.
pub(crate) fn with_entries<'a>(sheet: &Sheet, picture: Picture<'a>) -> Picture<'a> {
    if sheet.trust >= Trust::Entries { picture.with_entries() } else { picture }
}

fn candidates(sheet: &Sheet, residual: &Residual) -> u64 {
    let vars = residual.model.vars().take(sheet.cells().len());
    vars.map(|var| residual.domain(var).size()).sum()
}

/// What there is to say of a puzzle.
fn facts(report: &ModelReport<'_>, sheet: &Sheet, residual: Option<&Residual>) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let mut fact = |term: &str, text: String| facts.push((term.to_owned(), text));
    if let Some(author) = &sheet.puzzle.about.author {
        fact("Author", author.clone());
    }
    if let Some(residual) = residual {
        let cells = sheet.cells().len();
        let vars = residual.model.vars().take(cells);
        let fixed = vars.filter(|&var| residual.domain(var).is_fixed()).count();
        fact("Fixed cells", format!("{fixed}/{cells} ({})", counted(sheet.givens(), "given")));
        let number = candidates(sheet, residual);
        let note = if number > MOST_DRAWN { ", too many to draw" } else { "" };
        fact("Candidates", format!("{number} in {}{note}", counted(cells, "cell")));
        let parts = report.inspection.components.len();
        if parts > 1 {
            fact("Independent components", format!("{parts}; no rule connects them"));
        }
        let text = strength(&report.inspection, "");
        fact("Strength", text.trim_start_matches("strength: ").to_owned());
    }
    facts
}

/// The rules of the puzzle, those that still say something, and the cells that are equal.
fn lists(report: &ModelReport<'_>, sheet: &Sheet, residual: Option<&Residual>) -> Vec<(String, Vec<String>)> {
    let puzzle = &sheet.puzzle;
    let mut lists = Vec::new();
    if matches!(report.inspection.verdict, Verdict::Infeasible(_)) {
        let names = clash(report);
        let rules = puzzle.rules().iter().filter(|rule| is_in(sheet, rule, &names));
        let rules = rules.map(|rule| rule.describe(puzzle.shape()));
        let clues = clashing_clues(sheet, &names).into_iter().map(|(_, name)| name.to_owned());
        let kind = if is_minimal(report) { "Minimal conflict" } else { "Conflict" };
        lists.push((kind.to_owned(), rules.chain(clues).collect()));
    }
    let rules = puzzle.rules().iter().filter(|rule| !rule.is_house());
    let rules: Vec<String> = rules.map(|rule| rule.describe(puzzle.shape())).collect();
    lists.push(("Rules".to_owned(), rules));
    if let Some(residual) = residual {
        let model = &residual.model;
        let aliases = residual.aliases.iter().filter(|alias| alias.var.index() < sheet.cells().len());
        let aliases =
            aliases.map(|alias| format!("{} = {}", model.name(alias.var), model.name_view(alias.is)));
        lists.push(("Equal cells".to_owned(), aliases.collect()));
        let (houses, rules) = rules_left(report.subject, sheet, numbers_left(residual));
        let heading = format!("Rules left: {}, and {houses} rows, columns and regions", rules.len());
        lists.push((heading, rules));
    }
    lists
}

/// Two solutions with the cells marked in which they differ.
fn beside<'a>(report: &ModelReport<'_>, sheet: &'a Sheet) -> Option<(String, Vec<Picture<'a>>)> {
    let [one, other] = &report.solutions[..] else { return None };
    let cells = sheet.cells();
    let values = |solution: &Solution| solution.values()[..cells.len()].to_vec();
    let (one, other) = (values(one), values(other));
    let differ: Vec<usize> =
        (0..cells.len()).filter(|&at| one[at] != other[at]).map(|at| cells[at]).collect();
    let picture = |values: &[i32], number: usize| {
        let picture = Picture::of_solution(&sheet.puzzle, values, format!("solution {number}"));
        with_entries(sheet, picture).marked(differ.iter().copied(), Mark::Differs)
    };
    let heading = format!("Two solutions differing in {}", counted(differ.len(), "cell"));
    Some((heading, vec![picture(&one, 1), picture(&other, 2)]))
}
