//! Promise: a picture shows what is left, each thing once, in a text that every reader of SVG understands.

use std::collections::BTreeMap;
use std::time::Duration;

use residua::constraints::eq;
use residua::inspect::{Inspection, Strength};
use residua::model::IntVar;
use residua::search::Limits;
use residua_sudoku::render::picture::{Cell, Content, Known, Mark, Page, Picture, Sheet, svg};
use residua_sudoku::{Geometry, Puzzle};

use crate::samples::reference;

fn inspected(puzzle: &Puzzle, strength: Strength, limits: &Limits) -> (Inspection, Picture) {
    let inspection = puzzle.model().inspect().strength(strength).limits(limits).run();
    let picture = Picture::of_inspection(puzzle, &inspection, "what is left");
    (inspection, picture)
}

/// An element's start tag: its name and attributes.
pub(crate) type Tag = (String, BTreeMap<String, String>);

/// All start tags of a document and the text after each; panics if it is not well-formed. Elements without content
/// that HTML does not close are known.
pub(crate) fn elements(text: &str) -> Vec<(Tag, String)> {
    let mut open: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for piece in text.split('<').skip(1) {
        let (tag, behind) = piece.split_once('>').unwrap_or_else(|| panic!("an open tag: {piece}"));
        assert!(tag == "style" || !behind.contains('>'), "a bare > in {behind}");
        references(behind);
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "before {behind}");
            continue;
        }
        let (start, is_empty) = tag.strip_suffix('/').map_or((tag, false), |start| (start, true));
        let (name, rest) = start.split_once(' ').unwrap_or((start, ""));
        if name == "!DOCTYPE" {
            continue;
        }
        if !is_empty && name != "meta" {
            open.push(name.to_owned());
        }
        found.push(((name.to_owned(), attributes(rest)), behind.to_owned()));
    }
    assert!(open.is_empty(), "{open:?} are not closed");
    found
}

fn attributes(mut rest: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    while !rest.trim().is_empty() {
        let (name, behind) = rest.trim_start().split_once("=\"").expect("a name and a quote");
        let (value, behind) = behind.split_once('"').expect("a closing quote");
        references(value);
        assert!(found.insert(name.to_owned(), value.to_owned()).is_none(), "{name} stands twice");
        rest = behind;
    }
    found
}

/// Every `&` begins a reference that XML knows.
fn references(text: &str) {
    for piece in text.split('&').skip(1) {
        let name = piece.split(';').next().expect("a first part");
        assert!(["amp", "lt", "gt", "quot", "#39"].contains(&name), "&{piece}");
    }
}

/// By cell: its classes, and the values that are drawn as candidates, with the classes of each.
fn drawn(svg: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut cells: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for ((name, attributes), text) in elements(svg) {
        let class = attributes.get("class").cloned().unwrap_or_default();
        if name == "g" && class.starts_with("cell ") {
            cells.push((class, Vec::new()));
        } else if class.starts_with("candidate ") {
            cells.last_mut().expect("a candidate is in a cell").1.push((text, class));
        }
    }
    cells
}

#[test]
fn candidates_are_drawn_once() {
    let puzzle = reference();
    for strength in Strength::ALL {
        let (inspection, picture) = inspected(&puzzle, strength, &Limits::default());
        let residual = inspection.residual.expect("there are solutions");
        let cells = drawn(&svg(&picture));
        assert_eq!(cells.len(), 36);
        for (var, (class, candidates)) in residual.model.vars().zip(cells) {
            let shown: Vec<i32> = candidates.iter().map(|(text, _)| text.parse().expect("a digit")).collect();
            let left: Vec<i32> = residual.domain(var).iter().collect();
            match (puzzle.given(var.index()), left.len()) {
                (Some(_), _) => assert!(class.starts_with("cell given") && shown.is_empty()),
                (None, 1) => assert!(class.starts_with("cell definite") && shown.is_empty()),
                _ => assert_eq!((class.as_str(), shown), ("cell open hue0", left)),
            }
            let known = if strength == Strength::Exact { "candidate possible" } else { "candidate left" };
            assert!(candidates.iter().all(|(_, class)| class == known), "{strength}: {candidates:?}");
        }
    }
}

#[test]
fn candidates_stand_apart_within_their_cells() {
    for geometry in ["2x3", "3x2", "1x4", "4x1", "5x5", "6x6", "2x19"] {
        let geometry: Geometry = geometry.parse().expect("a box");
        let all: Vec<(i32, Known)> = geometry.symbols().map(|value| (value, Known::Possible)).collect();
        let cell = Cell { content: Content::Open(all), equal: Some(0), ..Cell::default() };
        let picture = Picture { geometry, title: "all".to_owned(), cells: vec![cell.clone(), cell] };
        let number = |attributes: &BTreeMap<String, String>, name: &str| -> i64 {
            attributes[name].parse().expect("a number")
        };
        let mut tile = (0, 0, 0);
        let mut places = Vec::new();
        for ((_, attributes), text) in elements(&svg(&picture)) {
            match attributes.get("class").map(String::as_str) {
                Some("tile") => {
                    tile = (number(&attributes, "x"), number(&attributes, "y"), number(&attributes, "width"));
                    places.clear();
                }
                Some("candidate possible") => {
                    let (x, y) = (number(&attributes, "x"), number(&attributes, "y"));
                    // A digit of the font is about 6 wide and 8 high.
                    let (half, height) = (3 * text.len() as i64, 8);
                    assert!(
                        tile.0 < x - half && x + half < tile.0 + tile.2,
                        "{geometry}: {text} at {x} in {tile:?}"
                    );
                    assert!(
                        tile.1 < y - height && y < tile.1 + tile.2,
                        "{geometry}: {text} at {y} in {tile:?}"
                    );
                    assert!(
                        places
                            .iter()
                            .all(|&(a, b): &(i64, i64)| (a - x).abs() > 2 * half || (b - y).abs() > height),
                        "{geometry}: {text} lies over another"
                    );
                    places.push((x, y));
                }
                _ => {}
            }
        }
    }
}

/// Nothing is guessed: after a limit, a candidate that was not found in a solution is drawn as unknown, with a dot.
#[test]
fn unknown_candidates_look_different() {
    let puzzle = Puzzle::blank(Geometry::new(4, 4).expect("small"));
    let limits = Limits::none().time(Duration::ZERO);
    let (_, picture) = inspected(&puzzle, Strength::Exact, &limits);
    let text = svg(&picture);
    let candidates: Vec<(String, String)> = drawn(&text).into_iter().flat_map(|cell| cell.1).collect();
    assert_eq!(candidates.len(), 16 * 256);
    assert!(candidates.iter().all(|(_, class)| class == "candidate unknown"));
    assert_eq!(text.matches("<circle class=\"unknown\"").count(), 16 * 256);
}

#[test]
fn components_have_hues_and_equal_cells_a_letter() {
    let puzzle = reference();
    let mut model = puzzle.model();
    let cells: Vec<IntVar> = model.vars().collect();
    // These two are equal in all solutions; here the model says so.
    let _ = model.post(eq(cells[8], cells[29])).expect("the model's own variables");
    let inspection = model.inspect().strength(Strength::Domain).run();
    let picture = Picture::of_inspection(&puzzle, &inspection, "with equal cells");
    assert_eq!((picture.cells[8].equal, picture.cells[29].equal), (Some(0), Some(0)));
    assert_eq!(picture.cells[8].component, picture.cells[29].component);
    let text = svg(&picture);
    let letters =
        elements(&text).into_iter().filter(|(tag, _)| tag.1.get("class").is_some_and(|c| c == "letter"));
    assert_eq!(letters.map(|(_, text)| text).collect::<Vec<_>>(), ["a", "a"]);
    assert_eq!(text.matches("class=\"equal\"").count(), 2);

    // Two independent rectangles have different hues.
    let two = "534..8912672195348198342567859..1423426853791713924856961537284287419635345286179";
    let two = two.replacen("95348", "953..", 1).replacen("37284", "372..", 1);
    let puzzle: Puzzle = two.parse().expect("a puzzle");
    let (inspection, picture) = inspected(&puzzle, Strength::Exact, &Limits::default());
    assert_eq!(inspection.components.len(), 2);
    let cells = drawn(&svg(&picture));
    for (number, component) in inspection.components.iter().enumerate() {
        for var in component {
            assert_eq!(cells[var.index()].0, format!("cell open hue{number}"));
        }
    }
}

#[test]
fn what_is_to_be_noticed_is_marked() {
    let puzzle = reference();
    let values = vec![1; 36];
    let text = svg(&Picture::of_solution(&puzzle, &values, "a solution").marked([0, 99], Mark::Differs));
    let cells = drawn(&text);
    assert_eq!(cells[0].0, "cell solved differs");
    assert_eq!(
        cells.iter().filter(|(class, _)| class.contains("differs")).count(),
        1,
        "none beyond the grid"
    );
    assert_eq!(text.matches("class=\"ring\"").count(), 1);
    let text = svg(&Picture::of_givens(&puzzle, "givens").marked([5], Mark::Clashes));
    assert_eq!(drawn(&text)[5].0, "cell given clashes");
    assert_eq!(drawn(&text)[0].0, "cell blank");
}

/// Any title is shown as text; and a picture refers to nothing outside itself.
#[test]
fn texts_are_well_formed() {
    let title = "<b>\"R&D\" it's\u{7}</b>";
    for geometry in ["1x1", "2x2", "2x3", "5x5", "6x6"] {
        let puzzle = Puzzle::blank(geometry.parse().expect("a box"));
        let picture = Picture::of_givens(&puzzle, title);
        let sheet = Sheet {
            heading: title.to_owned(),
            place: title.to_owned(),
            picture: picture.clone(),
            facts: vec![(title.to_owned(), title.to_owned())],
            components: vec![title.to_owned(); 2],
            lists: vec![(title.to_owned(), vec![title.to_owned(); 100]), (title.to_owned(), Vec::new())],
            beside: Some((title.to_owned(), vec![picture.clone(), picture.clone()])),
        };
        let page = Page::head(title) + &Page::section(&sheet) + &Page::section(&sheet) + Page::foot();
        for text in [svg(&picture), page] {
            let tags = elements(&text);
            assert!(!text.contains("<b>") && !text.contains('\u{7}'));
            let pictures = tags.iter().filter(|(tag, _)| tag.1.get("role").is_some_and(|role| role == "img"));
            for ((_, attributes), _) in pictures {
                assert_eq!(
                    attributes["aria-label"],
                    "&lt;b&gt;&quot;R&amp;D&quot; it&#39;s\u{fffd}&lt;/b&gt;"
                );
            }
            for outside in ["src=", "href", "url(", "@import"] {
                assert!(!text.contains(outside), "{outside}");
            }
        }
    }
    assert!(svg(&Picture::of_givens(&reference(), "")).contains(".residua .given .value{font-weight:bold}"));
}

/// A check that cannot fail proves nothing.
#[test]
fn ill_formed_texts_are_seen() {
    for text in ["<a>", "<a></b>", "<a x=1/>", "<a x=\"1\" x=\"2\"/>", "<a>&nbsp;</a>", "<a>></a>"] {
        let text = text.to_owned();
        assert!(std::panic::catch_unwind(move || elements(&text)).is_err());
    }
}
