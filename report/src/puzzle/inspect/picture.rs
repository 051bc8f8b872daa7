//! What is left as a picture, and as a page with pictures.

use residua::inspect::Residual;
use residua_sudoku::render::picture::{self, Content, Mark, Picture, Sheet};
use residua_sudoku::{Puzzle, Trust};

use crate::puzzle::found::Found;
use crate::puzzle::inspect::account::{Account, size};
use crate::puzzle::left::MOST_DRAWN;
use crate::verdict::Verdict;
use crate::words::{as_far_as, counted};

/// The picture of an answer, in SVG.
pub(super) fn svg(account: &Account<'_>) -> String {
    picture::svg(&main_picture(account))
}

/// A section of a page about an answer.
pub(super) fn section(account: &Account<'_>) -> String {
    picture::Page::section(&sheet(account))
}

/// What is left; or, if nothing is, the givens that clash.
fn main_picture(account: &Account<'_>) -> Picture {
    let puzzle = account.found.puzzle;
    let title = format!("Sudoku with boxes of {}: {}", puzzle.geometry(), account.headline());
    if let Some(residual) = &account.inspection.residual {
        if size(residual).0 > MOST_DRAWN {
            let title = format!("{title}; the candidates are too many to be drawn");
            return with_entries(account, solved_cells(puzzle, residual, title));
        }
        return with_entries(account, Picture::of_inspection(puzzle, &account.inspection, title));
    }
    with_entries(account, Picture::of_givens(puzzle, title)).marked(account.clashing(), Mark::Clashes)
}

/// A picture without candidates.
fn solved_cells(puzzle: &Puzzle, residual: &Residual, title: String) -> Picture {
    let mut picture = Picture::of_givens(puzzle, title);
    let domains = residual.model.domains();
    picture.fill(|cell| domains[cell].value().map_or(Content::Blank, Content::Definite));
    picture
}

/// The picture with entered digits shown as such, if they count.
fn with_entries(account: &Account<'_>, picture: Picture) -> Picture {
    let Found { notes, trust, .. } = account.found;
    if trust >= Trust::Entries { picture.with_entries(notes) } else { picture }
}

/// All that a page says of a puzzle.
fn sheet(account: &Account<'_>) -> Sheet {
    let Account { found, inspection, .. } = account;
    let picture = main_picture(account);
    let residual = inspection.residual.as_ref();
    let mut facts = Vec::new();
    let mut fact = |term: &str, text: String| facts.push((term.to_owned(), text));
    if let Some(note) = found.left_out() {
        fact("What counts", note);
    }
    if !account.doubts.is_empty() {
        fact("What is written and the answer differ", account.doubts.join("; "));
    }
    if let Some(residual) = residual {
        describe(account, residual, &mut fact);
    } else if let Some(conflict) = account.conflict() {
        let clues = found.clues_in_words();
        let more = if conflict.is_minimal { ", and none can be left out" } else { "" };
        let cells = account.clashing().into_iter().map(|cell| found.puzzle.geometry().name(cell));
        fact(&format!("Of the {clues}, these clash{more}"), cells.collect::<Vec<_>>().join(" "));
        fact("By these rules", account.rules(conflict).join(", "));
    }
    let name = |part: &Vec<_>| format!("{}: {}", counted(part.len(), "cell"), account.names(part).join(" "));
    let parts = inspection.components.iter().map(name);
    Sheet {
        heading: account.headline(),
        place: format!("{}, boxes of {}", found.place(), found.puzzle.geometry()),
        picture,
        facts,
        // Of one part the picture shows all.
        components: if parts.len() > 1 { parts.collect() } else { Vec::new() },
        lists: residual.map_or_else(Vec::new, |residual| lists(account, residual)),
        beside: beside(account),
    }
}

/// What there is to say of a puzzle with solutions.
fn describe(account: &Account<'_>, residual: &Residual, fact: &mut impl FnMut(&str, String)) {
    let Account { found, inspection, .. } = account;
    let (candidates, definite) = size(residual);
    fact("Solutions", account.number());
    let cells = found.puzzle.geometry().cells();
    fact("Solved cells", format!("{definite} of {cells}, {} of them given", found.puzzle.clues()));
    fact(
        "Candidates",
        format!(
            "{candidates} in {}{}",
            counted(cells, "cell"),
            if candidates > MOST_DRAWN { ", too many to be drawn" } else { "" }
        ),
    );
    let parts = inspection.components.len();
    if parts > 1 {
        fact("Independent parts", format!("{parts}: no rule joins two of them"));
    }
    let unknown = account.unknown();
    if unknown > 0 {
        fact("Unknown candidates", format!("{unknown}, neither found in a solution nor refuted"));
    }
    let note = inspection.stopped.map_or_else(String::new, |limit| format!(", {}", as_far_as(limit)));
    fact("Strength", format!("{}{note}; {}", inspection.strength, counted(inspection.searches, "search")));
}

/// What is left of the rules, and the cells that are equal.
fn lists(account: &Account<'_>, residual: &Residual) -> Vec<(String, Vec<String>)> {
    let model = account.model;
    let aliases = residual.aliases.iter();
    let aliases = aliases.map(|alias| format!("{} = {}", model.name(alias.var), model.name_view(alias.is)));
    let rules: Vec<String> = residual.constraints().collect();
    vec![("Equal cells".to_owned(), aliases.collect()), (format!("Rules left: {}", rules.len()), rules)]
}

/// Two solutions with the cells marked in which they differ; or the only one, unless the main picture shows it.
fn beside(account: &Account<'_>) -> Option<(String, Vec<Picture>)> {
    let puzzle = account.found.puzzle;
    let differ = account.differing();
    let picture = |(number, solution): (usize, &residua::model::Solution)| {
        let title =
            if differ.is_empty() { "a solution".to_owned() } else { format!("solution {}", number + 1) };
        let cells = differ.iter().map(|var| var.index());
        with_entries(account, Picture::of_solution(puzzle, solution.values(), title))
            .marked(cells, Mark::Differs)
    };
    let pictures: Vec<Picture> = account.witnesses().into_iter().enumerate().map(picture).collect();
    let is_shown = account.inspection.components.is_empty() && account.verdict() == Verdict::Unique;
    let heading = match (pictures.len(), account.verdict()) {
        (0, _) => return None,
        _ if is_shown => return None,
        (1, Verdict::Unique) => "The only solution".to_owned(),
        (1, _) => "A solution; whether there are others is not known".to_owned(),
        _ if account.is_nearest => {
            format!(
                "Two solutions, which differ in {}; no other is nearer to the first",
                counted(differ.len(), "cell")
            )
        }
        _ => format!("Two solutions, which differ in {}", counted(differ.len(), "cell")),
    };
    Some((heading, pictures))
}
