//! Inspection report as an SVG picture, and as a section of an HTML page.

use residua::inspect::Residual;
use residua_sudoku::Puzzle;
use residua_sudoku::render::picture::{self, Content, Mark, Picture, Sheet};

use crate::puzzle::inspect::report::{InspectReport, size};
use crate::puzzle::residual_text::MOST_DRAWN;
use crate::verdict::Verdict;
use crate::words::{counted, incomplete};

/// The picture of an answer, in SVG.
pub(super) fn svg(report: &InspectReport<'_>) -> String {
    picture::svg(&main_picture(report))
}

/// A section of a page about an answer.
pub(super) fn section(report: &InspectReport<'_>) -> String {
    picture::Page::section(&sheet(report))
}

/// What is left; or, if nothing is, the givens that clash.
fn main_picture(report: &InspectReport<'_>) -> Picture {
    let puzzle = report.found.puzzle;
    let title = format!("Sudoku with boxes of {}: {}", puzzle.geometry(), report.headline());
    if let Some(residual) = &report.inspection.residual {
        if size(residual).0 > MOST_DRAWN {
            let title = format!("{title}; the candidates are too many to draw");
            return report.found.with_entries(solved_cells(puzzle, residual, title));
        }
        return report.found.with_entries(Picture::of_inspection(puzzle, &report.inspection, title));
    }
    report.found.with_entries(Picture::of_givens(puzzle, title)).marked(report.clashing(), Mark::Clashes)
}

/// A picture without candidates.
fn solved_cells(puzzle: &Puzzle, residual: &Residual, title: String) -> Picture {
    let mut picture = Picture::of_givens(puzzle, title);
    let domains = residual.model.domains();
    picture.fill(|cell| domains[cell].value().map_or(Content::Blank, Content::Definite));
    picture
}

/// All that a page says of a puzzle.
fn sheet(report: &InspectReport<'_>) -> Sheet {
    let InspectReport { found, inspection, .. } = report;
    let picture = main_picture(report);
    let residual = inspection.residual.as_ref();
    let mut facts = Vec::new();
    let mut fact = |term: &str, text: String| facts.push((term.to_owned(), text));
    if let Some(note) = found.left_out() {
        fact("Not trusted", note);
    }
    if !report.doubts.is_empty() {
        fact("Entries that contradict the solutions", report.doubts.join("; "));
    }
    if let Some(residual) = residual {
        describe(report, residual, &mut fact);
    } else if let Some(conflict) = report.conflict() {
        let clues = found.clues_in_words();
        let kind = if conflict.is_minimal { "Minimal conflict" } else { "Conflict" };
        let cells = report.clashing().into_iter().map(|cell| found.puzzle.geometry().name(cell));
        fact(&format!("{kind} among the {clues}"), cells.collect::<Vec<_>>().join(" "));
        fact("Rules involved", report.rules(conflict).join(", "));
    }
    let name = |part: &Vec<_>| format!("{}: {}", counted(part.len(), "cell"), report.names(part).join(" "));
    let parts = inspection.components.iter().map(name);
    Sheet {
        heading: report.headline(),
        place: format!("{}, boxes of {}", found.place(), found.puzzle.geometry()),
        picture,
        facts,
        // Of one part the picture shows all.
        components: if parts.len() > 1 { parts.collect() } else { Vec::new() },
        lists: residual.map_or_else(Vec::new, |residual| lists(report, residual)),
        beside: beside(report),
    }
}

/// What there is to say of a puzzle with solutions.
fn describe(report: &InspectReport<'_>, residual: &Residual, fact: &mut impl FnMut(&str, String)) {
    let InspectReport { found, inspection, .. } = report;
    let (candidates, definite) = size(residual);
    fact("Solutions", report.number());
    let cells = found.puzzle.geometry().cells();
    fact("Fixed cells", format!("{definite}/{cells} ({})", counted(found.puzzle.clues(), "given")));
    fact(
        "Candidates",
        format!(
            "{candidates} in {}{}",
            counted(cells, "cell"),
            if candidates > MOST_DRAWN { ", too many to draw" } else { "" }
        ),
    );
    let parts = inspection.components.len();
    if parts > 1 {
        fact("Independent components", format!("{parts}; no rule connects them"));
    }
    let unknown = report.unknown();
    if unknown > 0 {
        fact("Unknown candidates", format!("{unknown}, neither found in a solution nor refuted"));
    }
    let note = inspection.stopped.map_or_else(String::new, incomplete);
    fact("Strength", format!("{}{note}; {}", inspection.strength, counted(inspection.searches, "search")));
}

/// What is left of the rules, and the cells that are equal.
fn lists(report: &InspectReport<'_>, residual: &Residual) -> Vec<(String, Vec<String>)> {
    let model = report.model;
    let aliases = residual.aliases.iter();
    let aliases = aliases.map(|alias| format!("{} = {}", model.name(alias.var), model.name_view(alias.is)));
    let rules: Vec<String> = residual.constraints().collect();
    vec![("Equal cells".to_owned(), aliases.collect()), (format!("Rules left: {}", rules.len()), rules)]
}

/// Two solutions with the cells marked in which they differ; or the only one, unless the main picture shows it.
fn beside(report: &InspectReport<'_>) -> Option<(String, Vec<Picture>)> {
    let puzzle = report.found.puzzle;
    let differ = report.differing();
    let picture = |(number, solution): (usize, &residua::model::Solution)| {
        let title =
            if differ.is_empty() { "a solution".to_owned() } else { format!("solution {}", number + 1) };
        let cells = differ.iter().map(|var| var.index());
        report
            .found
            .with_entries(Picture::of_solution(puzzle, solution.values(), title))
            .marked(cells, Mark::Differs)
    };
    let pictures: Vec<Picture> = report.witnesses().into_iter().enumerate().map(picture).collect();
    let is_shown = report.inspection.components.is_empty() && report.verdict() == Verdict::Unique;
    let heading = match (pictures.len(), report.verdict()) {
        (0, _) => return None,
        _ if is_shown => return None,
        (1, Verdict::Unique) => "The only solution".to_owned(),
        (1, _) => "1 solution found; uniqueness unknown".to_owned(),
        _ if report.is_nearest => {
            format!(
                "Two solutions differing in {} (none is nearer to the first)",
                counted(differ.len(), "cell")
            )
        }
        _ => format!("Two solutions differing in {}", counted(differ.len(), "cell")),
    };
    Some((heading, pictures))
}
