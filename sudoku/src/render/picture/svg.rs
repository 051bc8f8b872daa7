//! SVG of a picture.

use std::fmt::Write;

use crate::render::picture::cell::{describe_cell, draw_cell};
use crate::render::picture::layout::{Layout, SMALL};
use crate::render::picture::style::{PICTURE, of_steps};
use crate::render::picture::{Cell, Parts, Picture};
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
    let style = format!("<style>\n{PICTURE}{}</style>\n", of_steps(&picture.cells));
    draw(picture, "xmlns=\"http://www.w3.org/2000/svg\" ", &style)
}

/// The picture as an element of a page that has the style.
pub(super) fn element(picture: &Picture) -> String {
    draw(picture, &sized(Layout::new(picture.geometry, false)), "")
}

/// `&`, `<`, `>` and quotes as references, so that a text stays a text in an element and in an attribute.
pub fn escape(text: &str) -> String {
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

/// The picture as an element of a page that has the style and the parts.
pub(super) fn shared(picture: &Picture, parts: &mut Parts) -> String {
    let layout = layout(picture);
    let mut svg = start(picture, &sized(layout), "");
    let text = |value: i32| symbol(picture.geometry, value, "");
    // Most rows are the same in the next picture.
    for (row, cells) in picture.cells.chunks(picture.geometry.size()).enumerate() {
        let mut shown = String::new();
        for (column, cell) in cells.iter().enumerate().filter(|(_, cell)| **cell != Cell::default()) {
            let mut drawn = String::new();
            draw_cell(&mut drawn, cell, layout, (0, 0), ("", &text));
            shown += &parts.show(drawn, layout.x(column), 0);
        }
        svg += &parts.show(shown, 0, layout.y(row));
    }
    let mut frame = String::new();
    write_lines(&mut frame, picture, layout);
    write_labels(&mut frame, picture, layout);
    svg + &parts.show(frame, 0, 0) + "</svg>\n"
}

fn draw(picture: &Picture, attributes: &str, style: &str) -> String {
    let blank = Cell::default();
    let layout = layout(picture);
    let mut svg = start(picture, attributes, style);
    for number in 0..picture.geometry.cells() {
        let cell = picture.cells.get(number).unwrap_or(&blank);
        let text = |value: i32| symbol(picture.geometry, value, "");
        let title = describe_cell(&picture.geometry.name(number), cell, text);
        let title = format!("<title>{title}</title>");
        draw_cell(&mut svg, cell, layout, layout.corner(number), (&title, &text));
    }
    write_lines(&mut svg, picture, layout);
    write_labels(&mut svg, picture, layout);
    svg + "</svg>\n"
}

fn layout(picture: &Picture) -> Layout {
    Layout::new(picture.geometry, picture.cells.iter().any(|cell| cell.equal.is_some()))
}

/// The attribute for how large a picture is on a page: small ones are not enlarged, and large ones not shrunk until they cannot be read.
fn sized(layout: Layout) -> String {
    let (width, _) = layout.extent();
    format!("style=\"min-width:{}px;max-width:{}px\" ", width / 2, width * 5 / 4)
}

/// The start of the element, and what is behind everything.
fn start(picture: &Picture, attributes: &str, style: &str) -> String {
    let (width, height) = layout(picture).extent();
    let title = escape(&picture.title);
    format!(
        "<svg {attributes}class=\"residua\" viewBox=\"0 0 {width} {height}\" font-size=\"{SMALL}\" role=\"img\" \
         aria-label=\"{title}\">\n<title>{title}</title>\n{style}\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n"
    )
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
