//! A cell of a picture: its background, its content, its outlines, and the same in words.

use std::fmt::Write;

use crate::render::picture::layout::{Layout, SLOT};
use crate::render::picture::style::HUES;
use crate::render::picture::svg::escape;
use crate::render::picture::{Cell, Content, Known, Mark};
use crate::steps::Role;

/// Draws a cell at a point, with the texts of its values; `title` is an element, or nothing.
pub(super) fn draw_cell(
    svg: &mut String,
    cell: &Cell,
    layout: Layout,
    (x, y): (usize, usize),
    (title, text): (&str, &dyn Fn(i32) -> String),
) {
    // Writing to a string cannot fail.
    let _ = write!(svg, "<g class=\"{}\">{title}", classes(cell));
    let side = layout.side;
    let _ = write!(svg, "<rect class=\"tile\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>");
    match &cell.content {
        Content::Blank => {}
        Content::Given(value)
        | Content::Entered(value)
        | Content::Definite(value)
        | Content::Placed(value)
        | Content::Solved(value) => {
            let (x, y, size) = layout.value((x, y));
            let value = text(*value);
            let _ =
                write!(svg, "<text class=\"value\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{value}</text>");
        }
        Content::Open(values) => {
            for &(value, known) in values {
                let at = layout.candidate((x, y), value);
                draw_candidate(svg, at, layout.slot, &text(value), known);
            }
        }
    }
    draw_outlines(svg, cell, (x, y), side);
    svg.push_str("</g>\n");
}

/// A candidate in a slot of that width. One whose status is unknown has a dot, one that is part of a step a spot behind it, one that is
/// removed is struck out.
fn draw_candidate(svg: &mut String, (x, y): (usize, usize), slot: usize, text: &str, known: Known) {
    let class = known.class();
    if let Known::Noted(Some(role)) = known {
        let round = match role {
            Role::Left | Role::Placed => 2,
            _ => 6,
        };
        let (left, top, width, height) = (x + 1 - slot / 2, y - SLOT * 3 / 4, slot - 2, SLOT - 1);
        let name = class.rsplit(' ').next().unwrap_or_default();
        let _ = write!(
            svg,
            "<rect class=\"spot {name}\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\"/>"
        );
    }
    let _ = write!(svg, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>");
    match known {
        Known::Unknown => {
            let _ = write!(svg, "<circle class=\"unknown\" cx=\"{}\" cy=\"{}\" r=\"1\"/>", x + 5, y - 7);
        }
        Known::Noted(Some(Role::Removed)) => {
            let (left, right) = (x + 2 - slot / 2, x + slot / 2 - 2);
            let _ = write!(svg, "<path class=\"strike\" d=\"M{left} {}L{right} {}\"/>", y + 1, y - 9);
        }
        _ => {}
    }
}

/// The ring of a marked cell, and the outline and letter of one that is equal to others.
fn draw_outlines(svg: &mut String, cell: &Cell, (x, y): (usize, usize), side: usize) {
    let mut outline = |class: &str, inset: usize| {
        let (x, y, side) = (x + inset, y + inset, side - 2 * inset);
        let _ = write!(
            svg,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"3\"/>"
        );
    };
    match cell.mark {
        None | Some(Mark::Around) => {}
        Some(Mark::Pattern) => outline("ring", 2),
        Some(Mark::Differs | Mark::Clashes) => outline("ring", 3),
    }
    if let Some(group) = cell.equal {
        outline("equal", 3);
        let _ =
            write!(svg, "<text class=\"letter\" x=\"{}\" y=\"{}\">{}</text>", x + 9, y + 12, letter(group));
    }
}

/// A single cell, for a legend.
pub(super) fn sample(cell: &Cell, text: &str) -> String {
    let mut svg =
        String::from("<svg class=\"residua\" viewBox=\"0 0 24 24\" font-size=\"11\" aria-hidden=\"true\">");
    svg += "<rect class=\"paper\" x=\"1\" y=\"1\" width=\"22\" height=\"22\"/>";
    let _ = write!(svg, "<g class=\"{}\">", classes(cell));
    svg += "<rect class=\"tile\" x=\"1\" y=\"1\" width=\"22\" height=\"22\"/>";
    svg += "<rect class=\"thin\" x=\"1\" y=\"1\" width=\"22\" height=\"22\"/>";
    match &cell.content {
        Content::Open(values) => {
            for (_, known) in values {
                draw_candidate(&mut svg, (12, 16), SLOT, text, *known);
            }
        }
        _ if cell.equal.is_some() => {}
        _ => {
            let _ = write!(
                svg,
                "<text class=\"value\" x=\"12\" y=\"18\" font-size=\"16\">{}</text>",
                escape(text)
            );
        }
    }
    draw_outlines(&mut svg, cell, (0, 0), 24);
    svg + "</g></svg>"
}

/// The properties that determine the style.
pub fn classes(cell: &Cell) -> String {
    let content = match &cell.content {
        Content::Blank => "blank",
        Content::Given(_) => "given",
        Content::Entered(_) => "entered",
        Content::Definite(_) => "definite",
        Content::Placed(_) => "placed",
        Content::Solved(_) => "solved",
        Content::Open(_) => "open",
    };
    let mut classes = format!("cell {content}");
    if let Some(component) = cell.component {
        let _ = write!(classes, " hue{}", component % HUES);
    }
    classes.push_str(match cell.mark {
        Some(Mark::Differs) => " differs",
        Some(Mark::Clashes) => " clashes",
        Some(Mark::Around) => " around",
        Some(Mark::Pattern) => " pattern",
        None => "",
    });
    classes
}

/// A cell in words, with its name and the texts of values.
pub fn describe_cell(name: &str, cell: &Cell, text: impl Fn(i32) -> String) -> String {
    let values = |values: &[(i32, Known)], of: &dyn Fn(Known) -> bool| {
        let chosen = values.iter().filter(|(_, known)| of(*known)).map(|(value, _)| text(*value));
        chosen.collect::<Vec<_>>().join(" ")
    };
    let mut words = match &cell.content {
        Content::Blank => "blank".to_owned(),
        Content::Given(value) => format!("{}, given", text(*value)),
        Content::Entered(value) => format!("{}, entered", text(*value)),
        Content::Definite(value) => format!("{}, definite", text(*value)),
        Content::Placed(value) => format!("{}, placed", text(*value)),
        Content::Solved(value) => text(*value),
        Content::Open(left) => {
            let known = values(left, &|known| known != Known::Unknown);
            let unknown = values(left, &|known| known == Known::Unknown);
            let of_role =
                |role: Role| (role_word(role), values(left, &|known| known == Known::Noted(Some(role))));
            let roles = ROLES.map(of_role).into_iter().chain([("unknown", unknown)]);
            let named = roles.filter(|(_, values)| !values.is_empty());
            let named = named.map(|(word, values)| format!("{word}: {values}"));
            let parts = Some(known).filter(|known| !known.is_empty()).into_iter().chain(named);
            parts.collect::<Vec<_>>().join("; ")
        }
    };
    if let Some(component) = cell.component {
        let _ = write!(words, "; part {}", component + 1);
    }
    if let Some(group) = cell.equal {
        let _ = write!(words, "; equal to the other cells {}", letter(group));
    }
    words.push_str(match cell.mark {
        Some(Mark::Differs) => "; differs",
        Some(Mark::Clashes) => "; clashes",
        Some(Mark::Around) => "; to look at",
        Some(Mark::Pattern) => "; of the pattern",
        None => "",
    });
    format!("{name}: {words}")
}

/// What candidates are in a step.
const ROLES: [Role; 6] = [Role::Left, Role::True, Role::False, Role::Either, Role::Placed, Role::Removed];

fn role_word(role: Role) -> &'static str {
    match role {
        Role::Left => "relied on",
        Role::True => "true in a chain",
        Role::False => "false in a chain",
        Role::Either => "true and false in chains",
        Role::Placed => "placed",
        Role::Removed => "removed",
    }
}

/// The letter of a group of equal cells: a, b, …, z, aa, ab, ….
pub fn letter(group: usize) -> String {
    let last = char::from(b'a' + (group % 26) as u8);
    if group < 26 { last.to_string() } else { letter(group / 26 - 1) + &last.to_string() }
}
