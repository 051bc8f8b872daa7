//! Pictures of variant puzzles: the grid in its shape, and each rule drawn as it is usual, or told in words below.
//!
//! | file | holds |
//! |---|---|
//! | `scene.rs` | what a picture shows: givens, what an inspection found, a solution, a step |
//! | `svg.rs` | the drawing as a whole |
//! | `cells.rs` | its cells |
//! | `rules.rs` | which kind of rule is drawn how |
//! | `lines.rs`, `frames.rs`, `pairs.rs`, `outside.rs` | drawings of lines, of cages and shades, between cells, outside of the grid |
//! | `words.rs` | what is told in words |
//! | `sketch.rs` | what drawings have in common: coordinates, labels in corners, letters |
//! | `outline.rs` | outlines of cells |
//! | `layout.rs` | coordinates |
//! | `pen.rs` | points, and elements of SVG |

mod cells;
mod frames;
mod layout;
mod lines;
mod outline;
mod outside;
mod pairs;
mod pen;
mod rules;
mod scene;
mod sketch;
mod svg;
mod words;

use std::collections::BTreeSet;

use residua_sudoku::render::picture::{Cell, Drawn, Parts, style};

use crate::puzzle::Variant;

/// The content of a picture of a variant puzzle.
///
/// ```
/// use residua_variant::{Picture, Rule, RuleKind, Variant};
///
/// let mut puzzle = Variant::square(2, 2)?;
/// puzzle.give(0, 3)?;
/// puzzle.add(Rule::new(RuleKind::Thermometer, vec![vec![5, 6, 7]], vec![])?)?;
/// let svg = Picture::of_givens(&puzzle, "a thermometer").svg();
/// assert!(svg.starts_with("<svg xmlns=") && svg.contains("<g class=\"rule of-thermometer\">"));
/// # Ok::<(), residua_variant::RuleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The puzzle.
    pub puzzle: &'a Variant,
    /// The title: a few words on what the picture shows, as alternative text.
    pub title: String,
    /// By cell; cells beyond the end are blank.
    pub cells: Vec<Cell>,
    /// The numbers of the rules that clash.
    clashing: BTreeSet<usize>,
}

impl Picture<'_> {
    /// The picture as an SVG document of its own, with its style. It follows the reader's colour scheme, and prints on white.
    pub fn svg(&self) -> String {
        let of_steps = style::of_steps(&self.cells);
        let style = format!("<style>\n{}{}{of_steps}</style>\n", style::PICTURE, style::RULES);
        svg::write(self, "xmlns=\"http://www.w3.org/2000/svg\" ", &style)
    }

    /// The grid and its rules in words.
    fn description(&self) -> String {
        let shape = self.puzzle.shape();
        let rules = self.puzzle.rules().iter().filter(|rule| !rule.is_house());
        let rules: Vec<String> = rules.map(|rule| words::of_rule(self.puzzle, rule)).collect();
        let (rows, columns) = (shape.rows(), shape.columns());
        format!("{rows} rows, {columns} columns. {}", rules.join(". "))
    }
}

impl Drawn for Picture<'_> {
    fn element(&self) -> String {
        svg::write(self, &svg::sized(self), "")
    }

    fn shared(&self, parts: &mut Parts) -> String {
        svg::shared(self, parts)
    }

    fn told(&self) -> Vec<String> {
        svg::told(self)
    }

    fn title(&self) -> &str {
        &self.title
    }

    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn columns(&self) -> usize {
        self.puzzle.shape().columns()
    }

    fn classes(&self) -> &'static str {
        "residua variant"
    }
}
