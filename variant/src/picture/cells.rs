//! The cells of a picture: their backgrounds, and what is in them.

use residua_sudoku::render::picture::{Cell, Content, Known, Mark, classes, letter};
use residua_sudoku::steps::Role;

use crate::picture::layout::{Layout, SLOT, SMALL};
use crate::picture::pen::{Point, circle, path, rect, text, through};

/// The background of a cell with that corner, if it has one of its own.
pub(super) fn tile(cell: &Cell, layout: Layout<'_>, corner: Point) -> Option<String> {
    let is_marked = cell.component.is_some() || cell.mark.is_some();
    let tile = || rect("tile", corner + layout.half(), (layout.side, layout.side), 0.0);
    is_marked.then(|| format!("<g class=\"{}\">{}</g>", classes(cell), tile()))
}

/// What is in a cell with that corner, if anything is; `title` is an element, or nothing.
pub(super) fn content(cell: &Cell, layout: Layout<'_>, corner: Point, title: &str) -> Option<String> {
    let content = match &cell.content {
        Content::Blank => String::new(),
        Content::Given(digit)
        | Content::Entered(digit)
        | Content::Definite(digit)
        | Content::Placed(digit)
        | Content::Solved(digit) => text("value", corner + layout.half(), layout.value(), &digit.to_string()),
        Content::Open(left) => {
            let candidate = |&(digit, known): &(i32, Known)| {
                candidate(layout.candidate(corner, digit), layout.slot, digit, known)
            };
            left.iter().map(candidate).collect()
        }
    };
    let outlines = outlines(cell, layout, corner);
    let is_there = !content.is_empty() || !outlines.is_empty();
    is_there.then(|| format!("<g class=\"{}\">{title}{content}{outlines}</g>", classes(cell)))
}

/// A candidate. One whose status is unknown has a dot, one that is part of a step a spot behind it, one that is removed is struck out.
fn candidate(centre: Point, slot: f64, digit: i32, known: Known) -> String {
    let class = known.class();
    let written = text(class, centre, SMALL, &digit.to_string());
    match known {
        Known::Unknown => written + &circle("unknown", centre + Point::new(5.0, -3.0), 1.0),
        Known::Noted(Some(role)) => {
            let round = if matches!(role, Role::Left | Role::Placed) { 2.0 } else { 6.0 };
            let name = class.rsplit(' ').next().unwrap_or_default();
            let spot = rect(&format!("spot {name}"), centre, (slot - 2.0, SLOT - 1.0), round);
            let corner = Point::new(slot / 2.0 - 2.0, -5.0);
            let strike = || path("strike", &through(&[centre + corner, centre + corner * -1.0]));
            spot + &written + &if role == Role::Removed { strike() } else { String::new() }
        }
        _ => written,
    }
}

/// The ring of a marked cell, and the outline and letter of one that is equal to others.
fn outlines(cell: &Cell, layout: Layout<'_>, corner: Point) -> String {
    let side = layout.side;
    let outline = |class: &str, inset: f64| {
        let extent = side - 2.0 * inset;
        rect(class, corner + layout.half(), (extent, extent), 3.0)
    };
    let mut svg = match cell.mark {
        None | Some(Mark::Around) => String::new(),
        Some(Mark::Pattern) => outline("ring", 2.0),
        Some(Mark::Differs | Mark::Clashes) => outline("ring", 3.0),
    };
    if let Some(group) = cell.equal {
        let at = corner + Point::new(side - 9.0, 8.0);
        svg += &(outline("equal", 3.0) + &text("letter", at, 9.0, &letter(group)));
    }
    svg
}
