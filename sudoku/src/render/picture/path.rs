//! Section of a page about a solution by steps: each step in words, with its picture.

use std::fmt::Write;

use crate::render::picture::legend::legend;
use crate::render::picture::page::{facts, list};
use crate::render::picture::svg::escape;
use crate::render::picture::{Drawn, Page, Parts, Picture};

/// A picture with its heading, and a sentence about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told<P = Picture> {
    /// What it is: the technique of a step, and its cost.
    pub heading: String,
    /// Why it follows, and what follows from it.
    pub sentence: String,
    /// The picture.
    pub picture: P,
}

/// The content of a section about the solution of a puzzle by steps. All texts are plain: they are escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path<P = Picture> {
    /// How it ended.
    pub heading: String,
    /// The origin of the puzzle.
    pub place: String,
    /// Statements about it, each with a term.
    pub facts: Vec<(String, String)>,
    /// The steps.
    pub steps: Vec<Told<P>>,
    /// What they come to.
    pub end: Told<P>,
}

impl Page {
    /// The section of a solution by steps, which is the section of that number on the page.
    ///
    /// Cells that look alike are drawn once, so that a picture for each step is not much.
    ///
    /// ```
    /// use residua_sudoku::Puzzle;
    /// use residua_sudoku::render::picture::{Page, Path, Picture, Told};
    ///
    /// let puzzle: Puzzle = "1... ..3. .1.. ...2".parse()?;
    /// let picture = Picture::of_givens(&puzzle, "givens");
    /// let (heading, sentence) = ("nothing was done".to_owned(), "12 cells without a digit".to_owned());
    /// let end = Told { heading, sentence, picture };
    /// let (heading, place) = ("no step".to_owned(), "line 1".to_owned());
    /// let path = Path { heading, place, facts: Vec::new(), steps: Vec::new(), end };
    /// assert!(Page::path(&path, 1).contains("<h3>nothing was done</h3>"));
    /// # Ok::<(), residua_sudoku::ParseError>(())
    /// ```
    pub fn path<P: Drawn>(path: &Path<P>, number: usize) -> String {
        let classes = path.end.picture.classes();
        let mut parts = Parts::new(format!("p{number}-"), classes);
        let mut steps = String::new();
        for (number, step) in (1..).zip(&path.steps) {
            steps += &told(step, &format!("{number}. "), &mut parts);
        }
        let end = told(&path.end, "", &mut parts);
        let shown = path.steps.iter().chain([&path.end]).flat_map(|told| told.picture.cells());
        let wide = if path.end.picture.is_wide() { " wide" } else { "" };
        let (heading, place) = (escape(&path.heading), escape(&path.place));
        // Writing to a string cannot fail.
        let mut html = format!("<section>\n<h2>{heading}</h2>\n<p class=\"place\">{place}</p>\n");
        let _ = write!(html, "<div class=\"facts\">\n{}</div>\n", facts(&path.facts));
        html += &list("Rules in words", &path.end.picture.told());
        html += &legend(shown, classes);
        html += &parts.definitions();
        let _ = write!(html, "<div class=\"path{wide}\">\n{steps}{end}</div>\n</section>\n");
        html
    }
}

fn told<P: Drawn>(told: &Told<P>, number: &str, parts: &mut Parts) -> String {
    let Told { heading, sentence, picture } = told;
    let (heading, sentence, picture) = (escape(heading), escape(sentence), picture.shared(parts));
    format!(
        "<article>\n<h3>{number}{heading}</h3>\n<p>{sentence}</p>\n<figure>\n{picture}</figure>\n</article>\n"
    )
}
