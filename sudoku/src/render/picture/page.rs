//! HTML page with pictures, and the text about them.

use std::fmt::Write;

use crate::render::picture::cell::sample;
use crate::render::picture::legend::legend;
use crate::render::picture::style::{PAGE, PICTURE, RULES, STEPS};
use crate::render::picture::svg::{element, escape, shared};
use crate::render::picture::{Cell, Content, Parts, Picture};

/// What a page shows as a picture.
pub trait Drawn {
    /// The picture as an element of a page that has the style.
    fn element(&self) -> String;

    /// The same, with what other pictures of the section have, too, among the parts, and without what is [told](Self::told) in words.
    fn shared(&self, parts: &mut Parts) -> String;

    /// What there is no drawing of, in words.
    fn told(&self) -> Vec<String> {
        Vec::new()
    }

    /// Its title.
    fn title(&self) -> &str;

    /// What is in its cells.
    fn cells(&self) -> &[Cell];

    /// How many cells are side by side.
    fn columns(&self) -> usize;

    /// Whether it leaves no space beside it.
    fn is_wide(&self) -> bool {
        self.columns() > LARGE
    }

    /// Its classes, which its legend has, too.
    fn classes(&self) -> &'static str {
        "residua"
    }
}

impl Drawn for Picture {
    fn element(&self) -> String {
        element(self)
    }

    fn shared(&self, parts: &mut Parts) -> String {
        shared(self, parts)
    }

    fn title(&self) -> &str {
        &self.title
    }

    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn columns(&self) -> usize {
        self.geometry.size()
    }
}

/// The content of a page about one puzzle. All texts are plain: they are escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet<P = Picture> {
    /// The verdict.
    pub heading: String,
    /// The origin of the puzzle.
    pub place: String,
    /// The picture of what is left of it.
    pub picture: P,
    /// Statements about the puzzle, each with a term.
    pub facts: Vec<(String, String)>,
    /// The cells of each component, in the order of their numbers in the picture.
    pub components: Vec<String>,
    /// Lists, each with its heading: what is left of the rules, equal cells.
    pub lists: Vec<(String, Vec<String>)>,
    /// Pictures side by side, with their heading.
    pub beside: Option<(String, Vec<P>)>,
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
             <style>\n{PAGE}{PICTURE}{RULES}{STEPS}</style>\n</head>\n<body>\n"
        )
    }

    /// The section of a puzzle.
    pub fn section<P: Drawn>(sheet: &Sheet<P>) -> String {
        let (heading, place) = (escape(&sheet.heading), escape(&sheet.place));
        let mut html = format!("<section>\n<h2>{heading}</h2>\n<p class=\"place\">{place}</p>\n");
        let class = if sheet.picture.is_wide() { "side wide" } else { "side" };
        let _ = write!(html, "<div class=\"{class}\">\n<figure>\n");
        html += &sheet.picture.element();
        html += &legend(sheet.picture.cells(), sheet.picture.classes());
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

/// Statements, each with a term.
pub(super) fn facts(facts: &[(String, String)]) -> String {
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

fn beside<P: Drawn>(heading: &str, pictures: &[P]) -> String {
    let mut html = format!("<h3>{}</h3>\n<div class=\"side\">\n", escape(heading));
    for picture in pictures {
        let _ = write!(
            html,
            "<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n",
            picture.element(),
            escape(picture.title())
        );
    }
    html + "</div>\n"
}

/// A list with its heading; a long one can be folded away.
pub(super) fn list(heading: &str, items: &[String]) -> String {
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
