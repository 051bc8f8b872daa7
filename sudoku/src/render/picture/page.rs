//! HTML page with pictures, and the text about them.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::render::picture::style::{PAGE, PICTURE};
use crate::render::picture::svg::{element, escape, sample};
use crate::render::picture::{Cell, Content, Known, Mark, Picture};

/// The content of a page about one puzzle. All texts are plain: they are escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The verdict.
    pub heading: String,
    /// The origin of the puzzle.
    pub place: String,
    /// The picture of what is left of it.
    pub picture: Picture,
    /// Statements about the puzzle, each with a term.
    pub facts: Vec<(String, String)>,
    /// The cells of each component, in the order of their numbers in the picture.
    pub components: Vec<String>,
    /// Lists, each with its heading: what is left of the rules, equal cells.
    pub lists: Vec<(String, Vec<String>)>,
    /// Pictures side by side, with their heading.
    pub beside: Option<(String, Vec<Picture>)>,
}

/// The largest size of a grid that has something beside it.
const LARGE: usize = 12;

/// A page in parts, so that it can be written while puzzles come in.
///
/// ```
/// use residua_sudoku::Puzzle;
/// use residua_sudoku::render::picture::{Page, Picture, Sheet};
///
/// let puzzle: Puzzle = "1... ..3. .1.. ...2".parse()?;
/// let sheet = Sheet {
///     heading: "unique".to_owned(),
///     place: "R&D, line 1".to_owned(),
///     picture: Picture::of_givens(&puzzle, "givens"),
///     facts: Vec::new(),
///     components: Vec::new(),
///     lists: Vec::new(),
///     beside: None,
/// };
/// let page = Page::head("one puzzle") + &Page::section(&sheet) + Page::foot();
/// assert!(page.starts_with("<!DOCTYPE html>") && page.contains("R&amp;D, line 1"));
/// # Ok::<(), residua_sudoku::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Page;

impl Page {
    /// The part of the page before the first section.
    pub fn head(title: &str) -> String {
        let title = escape(title);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
             <style>\n{PAGE}{PICTURE}</style>\n</head>\n<body>\n"
        )
    }

    /// The section of a puzzle.
    pub fn section(sheet: &Sheet) -> String {
        let (heading, place) = (escape(&sheet.heading), escape(&sheet.place));
        let mut html = format!("<section>\n<h2>{heading}</h2>\n<p class=\"place\">{place}</p>\n");
        // A large grid leaves no space beside it.
        let class = if sheet.picture.geometry.size() > LARGE { "side wide" } else { "side" };
        let _ = write!(html, "<div class=\"{class}\">\n<figure>\n");
        html += &element(&sheet.picture);
        html += &key(&sheet.picture);
        html += "</figure>\n<div class=\"facts\">\n";
        html += &facts(&sheet.facts);
        html += &components(&sheet.components);
        html += "</div>\n</div>\n";
        if let Some((heading, pictures)) = &sheet.beside {
            html += &beside(heading, pictures);
        }
        for (heading, items) in &sheet.lists {
            html += &list(heading, items);
        }
        html + "</section>\n"
    }

    /// The part of the page after the last section.
    pub fn foot() -> &'static str {
        "</body>\n</html>\n"
    }
}

fn facts(facts: &[(String, String)]) -> String {
    let mut html = String::new();
    for (term, fact) in facts {
        // Writing to a string cannot fail.
        let _ = writeln!(html, "<dt>{}</dt><dd>{}</dd>", escape(term), escape(fact));
    }
    if html.is_empty() { html } else { format!("<dl>\n{html}</dl>\n") }
}

/// The components, each next to its colour.
fn components(components: &[String]) -> String {
    let mut html = String::new();
    for (number, cells) in components.iter().enumerate() {
        let cell = Cell { content: Content::Open(Vec::new()), component: Some(number), ..Cell::default() };
        let _ = writeln!(html, "<li>{}part {}: {}</li>", sample(&cell, ""), number + 1, escape(cells));
    }
    if html.is_empty() { html } else { format!("<h3>Parts</h3>\n<ul class=\"parts\">\n{html}</ul>\n") }
}

fn beside(heading: &str, pictures: &[Picture]) -> String {
    let mut html = format!("<h3>{}</h3>\n<div class=\"side\">\n", escape(heading));
    for picture in pictures {
        let _ = write!(
            html,
            "<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n",
            element(picture),
            escape(&picture.title)
        );
    }
    html + "</div>\n"
}

/// A list with its heading; a long one can be folded away.
fn list(heading: &str, items: &[String]) -> String {
    const LONG: usize = 60;
    if items.is_empty() {
        return String::new();
    }
    let heading = escape(heading);
    let mut html = String::from("<ul class=\"rules\">\n");
    for item in items {
        let _ = writeln!(html, "<li>{}</li>", escape(item));
    }
    html += "</ul>\n";
    if items.len() <= LONG {
        return format!("<h3>{heading}</h3>\n{html}");
    }
    format!("<details>\n<summary>{heading}</summary>\n{html}</details>\n")
}

/// What the kinds of cells in the picture mean.
fn key(picture: &Picture) -> String {
    let kinds: BTreeSet<usize> = picture.cells.iter().flat_map(kinds).collect();
    let of = |content| Cell { content, ..Cell::default() };
    let open = |known| of(Content::Open(vec![(1, known)]));
    let samples: [(Cell, &str, &str); 9] = [
        (of(Content::Given(5)), "5", "given"),
        (of(Content::Entered(5)), "5", "entered, and taken as given"),
        (of(Content::Definite(5)), "5", "definite: the same in all solutions"),
        (open(Known::Possible), "5", "possible: in some solution"),
        (open(Known::Left), "5", "left at this strength"),
        (open(Known::Unknown), "5", "unknown: a limit was reached"),
        (Cell { equal: Some(0), ..open(Known::Left) }, "", "equal to the other cells with its letter"),
        (Cell { mark: Some(Mark::Clashes), ..of(Content::Given(5)) }, "5", "clashes"),
        (Cell { mark: Some(Mark::Differs), ..of(Content::Solved(5)) }, "5", "differs"),
    ];
    let mut html = String::new();
    for (_, (cell, text, meaning)) in samples.iter().enumerate().filter(|(kind, _)| kinds.contains(kind)) {
        let _ = writeln!(html, "<li>{}{meaning}</li>", sample(cell, text));
    }
    format!("<ul class=\"key\">\n{html}</ul>\n")
}

/// The parts of the legend that a cell needs.
fn kinds(cell: &Cell) -> Vec<usize> {
    let mut kinds = match &cell.content {
        Content::Blank | Content::Solved(_) => Vec::new(),
        Content::Given(_) => vec![0],
        Content::Entered(_) => vec![1],
        Content::Definite(_) => vec![2],
        Content::Open(values) => values
            .iter()
            .map(|(_, known)| match known {
                Known::Possible => 3,
                Known::Left => 4,
                Known::Unknown => 5,
            })
            .collect(),
    };
    kinds.extend(cell.equal.map(|_| 6));
    kinds.extend(cell.mark.map(|mark| if mark == Mark::Clashes { 7 } else { 8 }));
    kinds
}
