//! SVG of a variant puzzle: grid, digits and rules in their order.

use std::collections::BTreeMap;
use std::fmt::Write;

use residua_sudoku::render::picture::{Cell, Content, Parts, describe_cell, escape};

use crate::draw::Borders;
use crate::picture::Picture;
use crate::picture::cells::{content, tile};
use crate::picture::layout::{Layout, MARGIN, SMALL, WORDS, WORDS_HEIGHT};
use crate::picture::pen::{Number, Point, path, rect, stroke, text};
use crate::picture::rules::{Layer, draw, has_label};
use crate::picture::sketch::Sketch;
use crate::picture::{outside, words};

/// The picture as an element, with these attributes and what stands before its content.
pub(super) fn write(picture: &Picture<'_>, attributes: &str, style: &str) -> String {
    let Drawing { layout, below, above, paragraphs } = Drawing::of(picture);
    let (mut tiles, mut digits) = (String::new(), String::new());
    for (number, cell) in cells(picture) {
        let corner = layout.corner(number);
        let name = picture.puzzle.shape().name(number);
        let title = format!("<title>{}</title>", describe_cell(&name, cell, |digit| digit.to_string()));
        tiles.extend(tile(cell, layout, corner).map(|tile| tile + "\n"));
        digits.extend(content(cell, layout, corner, &title).map(|content| content + "\n"));
    }
    let width = layout.width(!paragraphs.is_empty());
    let (text, height) = text_below(&paragraphs, layout, width);
    let description = format!("<desc>{}</desc>\n{style}", escape(&picture.description()));
    let start = start(picture, attributes, &description, (width, height));
    format!("{start}{tiles}{below}{digits}{above}{text}</svg>\n")
}

/// The picture as an element of a page that has the style and the parts, and tells what is not drawn.
pub(super) fn shared(picture: &Picture<'_>, parts: &mut Parts) -> String {
    let Drawing { layout, below, above, .. } = Drawing::of(picture);
    let (mut tiles, mut digits) = (String::new(), String::new());
    for (number, cell) in cells(picture) {
        let at = layout.corner(number);
        let mut show = |drawn: String| parts.show(drawn, Number(at.x), Number(at.y));
        let origin = Point::new(0.0, 0.0);
        tiles.extend(tile(cell, layout, origin).map(&mut show));
        digits.extend(content(cell, layout, origin, "").map(&mut show));
    }
    let (below, above) = (parts.show(below, 0, 0), parts.show(above, 0, 0));
    let start = start(picture, &sized(picture), "", (layout.width(false), layout.bottom()));
    format!("{start}{tiles}{below}{digits}{above}</svg>\n")
}

/// What is told in words, as there is no drawing of it.
pub(super) fn told(picture: &Picture<'_>) -> Vec<String> {
    Drawing::of(picture).paragraphs.into_iter().map(|(_, paragraph)| paragraph).collect()
}

/// The start of the element, and the paper.
fn start(picture: &Picture<'_>, attributes: &str, inside: &str, (width, height): (f64, f64)) -> String {
    let (width, height, title) = (Number(width), Number(height), escape(&picture.title));
    format!(
        "<svg {attributes}class=\"residua variant\" viewBox=\"0 0 {width} {height}\" font-size=\"{SMALL}\" role=\"img\" \
         aria-label=\"{title}\">\n<title>{title}</title>\n{inside}\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n"
    )
}

/// The attribute for how large a picture is on a page.
pub(super) fn sized(picture: &Picture<'_>) -> String {
    let width = width(picture) as usize;
    format!("style=\"min-width:{}px;max-width:{}px\" ", width / 2, width * 5 / 4)
}

/// All of a picture but its cells.
struct Drawing<'a> {
    layout: Layout<'a>,
    /// What is below the digits: rules and lines.
    below: String,
    /// What is above them: the rest.
    above: String,
    /// What is told in words, with the class of each.
    paragraphs: Vec<(&'static str, String)>,
}

impl<'a> Drawing<'a> {
    fn of(picture: &Picture<'a>) -> Drawing<'a> {
        let puzzle = picture.puzzle;
        let clues = outside::clues(puzzle);
        let layout = layout(picture, outside::space(puzzle, &clues));
        let mut layers: BTreeMap<Layer, String> = BTreeMap::new();
        let mut sketch = Sketch::new(puzzle, layout);
        let mut beside = String::new();
        let mut paragraphs: Vec<(&'static str, String)> =
            words::of_grid(puzzle).into_iter().map(|words| ("words", words)).collect();
        for (number, rule) in puzzle.rules().iter().enumerate() {
            let mark = if picture.clashing.contains(&number) { " clashes" } else { "" };
            let group = |drawn: &str| {
                let (id, title) = (rule.kind().facts().id, escape(&words::of_rule(puzzle, rule)));
                format!("<g class=\"rule of-{id}{mark}\"><title>{title}</title>{drawn}</g>\n")
            };
            if rule.is_house() {
                if !mark.is_empty() {
                    let frame = path("house-frame", &sketch.outline(&rule.groups()[0], 2.5));
                    *layers.entry(Layer::Frame).or_default() += &group(&frame);
                }
            } else if let Some(clue) = clues.get(&number) {
                beside += &group(&clue.draw(layout));
            } else if let Some((layer, drawn)) = draw(&mut sketch, rule) {
                *layers.entry(layer).or_default() += &group(&drawn);
            } else {
                let class = if mark.is_empty() { "words" } else { "words clashes" };
                paragraphs.push((class, words::of_rule(puzzle, rule)));
            }
        }
        let mut layer = |layer: Layer| layers.remove(&layer).unwrap_or_default();
        let below =
            layer(Layer::Shade) + &layer(Layer::Line) + &layer(Layer::Frame) + &borders(picture, layout);
        let above = layer(Layer::Between) + &sketch.tags + &beside + &labels(picture, layout);
        Drawing { layout, below, above, paragraphs }
    }
}

fn layout<'a>(picture: &Picture<'a>, outside: crate::picture::layout::Outside) -> Layout<'a> {
    let is_open = picture.cells.iter().any(|cell| matches!(cell.content, Content::Open(_)));
    let has_labels =
        picture.puzzle.rules().iter().any(has_label) || picture.cells.iter().any(|cell| cell.equal.is_some());
    Layout::new(picture.puzzle.shape(), is_open, has_labels, outside)
}

/// The width of a picture, in units of its drawing.
pub(super) fn width(picture: &Picture<'_>) -> f64 {
    layout(picture, outside::space(picture.puzzle, &outside::clues(picture.puzzle))).width(true)
}

/// The cells of a picture that are the puzzle's, with their numbers.
fn cells<'a>(picture: &'a Picture<'_>) -> impl Iterator<Item = (usize, &'a Cell)> {
    picture.puzzle.shape().cells().filter_map(|number| Some((number, picture.cells.get(number)?)))
}

/// The lines between cells, and thick ones around regions and the whole.
fn borders(picture: &Picture<'_>, layout: Layout<'_>) -> String {
    let shape = picture.puzzle.shape();
    let (rows, columns) = (shape.rows(), shape.columns());
    let digit = |cell: usize| match picture.cells.get(cell)?.content {
        Content::Given(digit) | Content::Definite(digit) | Content::Solved(digit) => Some(digit),
        _ => None,
    };
    let borders = Borders::found(picture.puzzle, digit);
    let cell = |row: usize, column: usize| shape.at(row as i64, column as i64).is_some();
    let is_above = |row: usize, column: usize| cell(row, column) || (row > 0 && cell(row - 1, column));
    let is_left = |row: usize, column: usize| cell(row, column) || (column > 0 && cell(row, column - 1));
    let mut thin = String::new();
    let mut thick = String::new();
    let (x, y) = (|column: usize| Number(layout.x(column)), |row: usize| Number(layout.y(row)));
    for row in 0..=rows {
        let put = |svg: &mut String, has: &dyn Fn(usize) -> bool| {
            for (start, end) in runs(columns, has) {
                let _ = write!(svg, "M{} {}H{}", x(start), y(row), x(end));
            }
        };
        put(&mut thin, &|column| is_above(row, column));
        put(&mut thick, &|column| borders.above(row, column));
    }
    for column in 0..=columns {
        let put = |svg: &mut String, has: &dyn Fn(usize) -> bool| {
            for (start, end) in runs(rows, has) {
                let _ = write!(svg, "M{} {}V{}", x(column), y(start), y(end));
            }
        };
        put(&mut thin, &|row| is_left(row, column));
        put(&mut thick, &|row| borders.left(row, column));
    }
    let extra = shape.extra().iter().flat_map(super::super::extra::ExtraCells::cells);
    let extra = extra.map(|cell| rect("thin", layout.centre(cell), (layout.side, layout.side), 0.0));
    path("thin", &thin) + "\n" + &stroke("thick", 3.0, &thick) + "\n" + &extra.collect::<String>()
}

/// The runs of numbers below `count` of which something holds: the first of each, and the one behind the last.
fn runs(count: usize, has: &dyn Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for at in (0..count).filter(|at| has(*at)) {
        match runs.last_mut() {
            Some((_, end)) if *end == at => *end = at + 1,
            _ => runs.push((at, at + 1)),
        }
    }
    runs
}

fn labels(picture: &Picture<'_>, layout: Layout<'_>) -> String {
    let shape = picture.puzzle.shape();
    let rows = (0..shape.rows()).map(|row| (layout.row_label(row), format!("r{}", row + 1)));
    let columns =
        (0..shape.columns()).map(|column| (layout.column_label(column), format!("c{}", column + 1)));
    let blocks = shape.extra().iter().map(|block| (layout.block_label(block), block.name().to_owned()));
    let labels = rows.chain(columns).chain(blocks).map(|(at, name)| text("label", at, layout.label, &name));
    labels.collect::<Vec<_>>().join("\n") + "\n"
}

/// The text below the grid, and where the picture ends.
fn text_below(paragraphs: &[(&str, String)], layout: Layout<'_>, width: f64) -> (String, f64) {
    let (mut svg, mut bottom) = (String::new(), layout.bottom());
    for (class, paragraph) in paragraphs {
        for line in words::lines(paragraph, width - 2.0 * MARGIN) {
            bottom += WORDS_HEIGHT;
            let (x, y) = (Number(MARGIN), Number(bottom - 5.0));
            let line = escape(&line);
            let _ = writeln!(
                svg,
                "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{WORDS}\">{line}</text>"
            );
        }
    }
    (svg, if paragraphs.is_empty() { bottom } else { bottom + MARGIN })
}
