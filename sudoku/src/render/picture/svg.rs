//! SVG of a picture.

use std::fmt::Write;

use crate::render::picture::layout::{Layout, SMALL};
use crate::render::picture::style::{HUES, PICTURE};
use crate::render::picture::{Cell, Content, Known, Mark, Picture};
use crate::render::symbol;

/// The picture as an SVG document of its own, with its style.
///
/// Givens are bold on a shaded background, definite cells large, open cells show what is left, arranged as in a box,
/// on the colour of their component; equal cells share a letter and a dashed outline. It follows the reader's colour
/// scheme, and prints on white.
///
/// ```
/// use residua_sudoku::Puzzle;
/// use residua_sudoku::render::picture::{Picture, svg};
///
/// let puzzle: Puzzle = "1... ..3. .1.. ...2".parse()?;
/// let text = svg(&Picture::of_givens(&puzzle, "four givens"));
/// assert!(text.starts_with("<svg xmlns="));
/// assert_eq!(text.matches("class=\"cell given\"").count(), 4);
/// # Ok::<(), residua_sudoku::ParseError>(())
/// ```
pub fn svg(picture: &Picture) -> String {
    let style = format!("<style>\n{PICTURE}</style>\n");
    draw(picture, "xmlns=\"http://www.w3.org/2000/svg\" ", &style)
}

/// The picture as an element of a page that has the style.
pub(super) fn element(picture: &Picture) -> String {
    let (width, _) = Layout::new(picture.geometry, false).extent();
    // Small pictures are not enlarged, and large ones not shrunk until they cannot be read.
    draw(picture, &format!("style=\"min-width:{}px;max-width:{}px\" ", width / 2, width * 5 / 4), "")
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
                write_candidate(&mut svg, (12, 16), text, *known);
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
    write_outlines(&mut svg, cell, (0, 0), 24);
    svg + "</g></svg>"
}

/// `&`, `<`, `>` and quotes as references, so that a text stays a text in an element and in an attribute.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // XML 1.0 has no representation of these.
            c if c.is_control() && !matches!(c, '\n' | '\t') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

fn draw(picture: &Picture, attributes: &str, style: &str) -> String {
    let blank = Cell::default();
    let layout = Layout::new(picture.geometry, picture.cells.iter().any(|cell| cell.equal.is_some()));
    let (width, height) = layout.extent();
    let title = escape(&picture.title);
    // Writing to a string cannot fail.
    let mut svg = format!("<svg {attributes}class=\"residua\" viewBox=\"0 0 {width} {height}\" ");
    let _ =
        writeln!(svg, "font-size=\"{SMALL}\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>");
    svg += style;
    let _ = writeln!(svg, "<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>");
    for number in 0..picture.geometry.cells() {
        write_cell(&mut svg, picture, layout, number, picture.cells.get(number).unwrap_or(&blank));
    }
    write_lines(&mut svg, picture, layout);
    write_labels(&mut svg, picture, layout);
    svg + "</svg>\n"
}

fn write_cell(svg: &mut String, picture: &Picture, layout: Layout, number: usize, cell: &Cell) {
    let (x, y) = layout.corner(number);
    let text = |value: i32| symbol(picture.geometry, value, "");
    let _ = write!(svg, "<g class=\"{}\"><title>{}</title>", classes(cell), describe(picture, number, cell));
    let side = layout.side;
    let _ = write!(svg, "<rect class=\"tile\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>");
    match &cell.content {
        Content::Blank => {}
        Content::Given(value)
        | Content::Entered(value)
        | Content::Definite(value)
        | Content::Solved(value) => {
            let (x, y, size) = layout.value(number);
            let value = text(*value);
            let _ =
                write!(svg, "<text class=\"value\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{value}</text>");
        }
        Content::Open(values) => {
            for &(value, known) in values {
                write_candidate(svg, layout.candidate(number, value), &text(value), known);
            }
        }
    }
    write_outlines(svg, cell, (x, y), side);
    svg.push_str("</g>\n");
}

/// A candidate; one whose status is unknown has a dot.
fn write_candidate(svg: &mut String, (x, y): (usize, usize), text: &str, known: Known) {
    let class = match known {
        Known::Possible => "candidate possible",
        Known::Left => "candidate left",
        Known::Unknown => "candidate unknown",
    };
    let _ = write!(svg, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>");
    if known == Known::Unknown {
        let _ = write!(svg, "<circle class=\"unknown\" cx=\"{}\" cy=\"{}\" r=\"1\"/>", x + 5, y - 7);
    }
}

/// The ring of a marked cell, and the outline and letter of one that is equal to others.
fn write_outlines(svg: &mut String, cell: &Cell, (x, y): (usize, usize), side: usize) {
    let mut outline = |class: &str, inset: usize| {
        let (x, y, side) = (x + inset, y + inset, side - 2 * inset);
        let _ = write!(
            svg,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"3\"/>"
        );
    };
    if cell.mark.is_some() {
        outline("ring", 3);
    }
    if let Some(group) = cell.equal {
        outline("equal", 3);
        let _ =
            write!(svg, "<text class=\"letter\" x=\"{}\" y=\"{}\">{}</text>", x + 9, y + 12, letter(group));
    }
}

/// The lines between cells, and thick ones around boxes.
fn write_lines(svg: &mut String, picture: &Picture, layout: Layout) {
    let geometry = picture.geometry;
    let (size, rows, columns) = (geometry.size(), geometry.box_rows(), geometry.box_columns());
    let mut paths = [String::new(), String::new()];
    for line in 0..=size {
        let (left, right, top, bottom) = (layout.x(0), layout.x(size), layout.y(0), layout.y(size));
        let _ = write!(paths[usize::from(line % rows == 0)], "M{left} {}H{right}", layout.y(line));
        let _ = write!(paths[usize::from(line % columns == 0)], "M{} {top}V{bottom}", layout.x(line));
    }
    let [thin, thick] = paths;
    let _ = writeln!(svg, "<path class=\"thin\" d=\"{thin}\"/>");
    let _ =
        writeln!(svg, "<path class=\"thick\" stroke-width=\"{}\" d=\"{thick}\"/>", (layout.side / 13).max(3));
}

fn write_labels(svg: &mut String, picture: &Picture, layout: Layout) {
    let _ = writeln!(svg, "<g font-size=\"{}\">", layout.label);
    for index in 0..picture.geometry.size() {
        for (letter, (x, y)) in [('r', layout.row_label(index)), ('c', layout.column_label(index))] {
            let _ = writeln!(svg, "<text class=\"label\" x=\"{x}\" y=\"{y}\">{letter}{}</text>", index + 1);
        }
    }
    svg.push_str("</g>\n");
}

/// The properties that determine the style.
fn classes(cell: &Cell) -> String {
    let content = match &cell.content {
        Content::Blank => "blank",
        Content::Given(_) => "given",
        Content::Entered(_) => "entered",
        Content::Definite(_) => "definite",
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
        None => "",
    });
    classes
}

/// A cell in words.
fn describe(picture: &Picture, number: usize, cell: &Cell) -> String {
    let geometry = picture.geometry;
    let text = |value: i32| symbol(geometry, value, "");
    let values = |values: &[(i32, Known)], of: fn(Known) -> bool| {
        let chosen = values.iter().filter(|(_, known)| of(*known)).map(|(value, _)| text(*value));
        chosen.collect::<Vec<_>>().join(" ")
    };
    let mut words = match &cell.content {
        Content::Blank => "blank".to_owned(),
        Content::Given(value) => format!("{}, given", text(*value)),
        Content::Entered(value) => format!("{}, entered", text(*value)),
        Content::Definite(value) => format!("{}, definite", text(*value)),
        Content::Solved(value) => text(*value),
        Content::Open(left) => {
            let (known, unknown) =
                (values(left, |k| k != Known::Unknown), values(left, |k| k == Known::Unknown));
            let parts = [known, if unknown.is_empty() { unknown } else { format!("unknown: {unknown}") }];
            parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
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
        None => "",
    });
    format!("{}: {words}", geometry.name(number))
}

/// The letter of a group of equal cells: a, b, …, z, aa, ab, ….
fn letter(group: usize) -> String {
    let last = char::from(b'a' + (group % 26) as u8);
    if group < 26 { last.to_string() } else { letter(group / 26 - 1) + &last.to_string() }
}
