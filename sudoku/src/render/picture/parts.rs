//! What pictures of a page have in common: cells, lines and rules that are drawn once, and shown wherever they stand.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};

/// The parts of the pictures of one section.
///
/// ```
/// use residua_sudoku::render::picture::Parts;
///
/// let mut parts = Parts::new("a", "residua");
/// let dot = || "<circle r=\"1\"/>".to_owned();
/// assert_eq!(parts.show(dot(), 3, 4), "<use href=\"#a0\" x=\"3\" y=\"4\"/>");
/// assert_eq!(parts.show(dot(), 5, 6), "<use href=\"#a0\" x=\"5\" y=\"6\"/>");
/// assert_eq!(parts.definitions().matches("<circle").count(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Parts {
    /// What begins the names of its parts: no other section of a page has it.
    prefix: String,
    /// The classes of the pictures.
    classes: &'static str,
    numbers: BTreeMap<String, usize>,
}

impl Parts {
    /// No parts yet, of pictures with these classes.
    pub fn new(prefix: impl Into<String>, classes: &'static str) -> Parts {
        Parts { prefix: prefix.into(), classes, numbers: BTreeMap::new() }
    }

    /// An element that shows a part, which is drawn around the origin, at a point.
    pub fn show(&mut self, part: String, x: impl Display, y: impl Display) -> String {
        let next = self.numbers.len();
        let number = *self.numbers.entry(part).or_insert(next);
        format!("<use href=\"#{}{number}\" x=\"{x}\" y=\"{y}\"/>", self.prefix)
    }

    /// The element that defines all parts, which is to be on the page.
    pub fn definitions(&self) -> String {
        let mut svg = String::from(
            "<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">\n<defs>\n",
        );
        for (part, number) in &self.numbers {
            // The style of a part must not depend on what it is in: where it is shown, that is something else.
            let _ = writeln!(svg, "<g id=\"{}{number}\" class=\"{}\">{part}</g>", self.prefix, self.classes);
        }
        svg + "</defs>\n</svg>\n"
    }
}
