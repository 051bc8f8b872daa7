//! Frames and shades: cages, groups of cells that belong together, cells with a property.

use crate::kind::RuleKind as K;
use crate::picture::outside::straight;
use crate::picture::pen::{Point, circle, path, rect, stroke, through, tip};
use crate::picture::sketch::Sketch;
use crate::rule::Rule;

/// How far inside of its cells a frame is.
const INSET: f64 = 4.0;

/// A frame around cells with a label in the corner of the first of them.
pub(super) fn frame(sketch: &mut Sketch<'_>, class: &str, cells: &[usize], label: &str) -> String {
    path(class, &sketch.outline(cells, INSET)) + &sketch.corner_label(cells, label)
}

/// A cage, or what is like one.
pub(super) fn cage(sketch: &mut Sketch<'_>, rule: &Rule) -> String {
    let numbers: Vec<String> = rule.numbers().iter().map(i64::to_string).collect();
    let number = numbers.first().map_or("", String::as_str);
    let (class, label) = match rule.kind() {
        K::Sum => ("cage loose", format!("Σ{number}")),
        K::RellikCage => ("cage rellik", format!("≠{number}")),
        K::EqualityCage => ("cage", "=".to_owned()),
        K::Lunchbox => ("cage box", format!("[{number}]")),
        K::SumModulo => ("cage loose", format!("{number} mod {}", numbers.last().map_or("", String::as_str))),
        K::Counts => {
            let counts: Vec<String> =
                rule.numbers().chunks(2).map(|pair| format!("{}×{}", pair[1], pair[0])).collect();
            ("cage loose", counts.join(" "))
        }
        _ => ("cage", number.to_owned()),
    };
    frame(sketch, class, &rule.groups()[0], &label)
}

/// A frame with a sum, in which each cell has its factor if that is not 1.
pub(super) fn weighted(sketch: &mut Sketch<'_>, rule: &Rule) -> String {
    let Some((sum, factors)) = rule.numbers().split_first() else { return String::new() };
    let cells = &rule.groups()[0];
    let mut drawn = frame(sketch, "cage loose", cells, &format!("Σ{sum}"));
    for (&cell, factor) in cells.iter().zip(factors).filter(|(_, factor)| **factor != 1) {
        drawn += &sketch.corner_label(&[cell], &format!("×{factor}"));
    }
    drawn
}

/// Groups of cells that are compared: each has the same letter.
pub(super) fn groups(sketch: &mut Sketch<'_>, rule: &Rule) -> String {
    let letter = sketch.letter();
    let (class, label) = match rule.kind() {
        K::EqualSums => ("cage loose", format!("Σ{letter}")),
        K::Clone => ("cage clone", letter),
        _ => ("cage same", format!("≡{letter}")),
    };
    rule.groups().iter().map(|group| frame(sketch, class, group, &label)).collect()
}

/// A circle whose digit is the number of different digits in a frame.
pub(super) fn distinct(sketch: &mut Sketch<'_>, rule: &Rule) -> String {
    let [control, counted] = rule.groups() else { return String::new() };
    let letter = sketch.letter();
    let layout = sketch.layout;
    let round = circle("ring", layout.centre(control[0]), 0.4 * layout.side);
    let label = sketch.corner_label(control, &format!("#{letter}"));
    round + &label + &frame(sketch, "cage loose", counted, &letter)
}

/// Different digits in cells that are no house: a diagonal, or a region more. `None` if the cells do not hang together.
pub(super) fn region(sketch: &Sketch<'_>, rule: &Rule) -> Option<String> {
    let cells = &rule.groups()[0];
    let layout = sketch.layout;
    if let Some((down, right)) = straight(sketch.shape(), cells).filter(|step| step.0 != 0 && step.1 != 0) {
        let half = Point::new(right as f64, down as f64) * (layout.side / 2.0);
        let (first, last) = (*cells.first()?, *cells.last()?);
        let ends = [layout.centre(first) - half, layout.centre(last) + half];
        return Some(stroke("diagonal", 2.0, &through(&ends)));
    }
    let is_whole = sketch.is_connected(cells);
    is_whole.then(|| path("region", &sketch.outline(cells, 0.0)) + &path("rim", &sketch.outline(cells, 2.0)))
}

/// A mark in each of the cells that fills most of it.
pub(super) fn cells(sketch: &mut Sketch<'_>, rule: &Rule) -> String {
    let (layout, cells) = (sketch.layout, &rule.groups()[0]);
    let side = layout.side;
    let mut drawn = String::new();
    for &cell in cells {
        let centre = layout.centre(cell);
        drawn += &match rule.kind() {
            K::Odd => circle("parity", centre, 0.39 * side),
            K::Even => rect("parity", centre, (0.74 * side, 0.74 * side), 0.0),
            K::CountingCircles => circle("ring", centre, 0.41 * side),
            kind => {
                let (class, letter) = match kind {
                    K::RowIndexer => ("shade row", "R"),
                    K::ColumnIndexer => ("shade column", "C"),
                    _ => ("shade box", "B"),
                };
                rect(class, centre, (side, side), 0.0) + &sketch.corner_label(&[cell], letter)
            }
        };
    }
    drawn
}

/// Cells that are less, or greater, than their neighbours: an angle on each side, with its tip at what is less.
pub(super) fn extremes(sketch: &Sketch<'_>, rule: &Rule) -> String {
    let (layout, cells) = (sketch.layout, &rule.groups()[0]);
    let side = layout.side;
    let mut drawn = String::new();
    for &cell in cells {
        let centre = layout.centre(cell);
        drawn += &rect("shade extreme", centre, (side, side), 0.0);
        let others = sketch.shape().neighbours(cell).into_iter().filter(|other| !cells.contains(other));
        for other in others {
            let way = (layout.centre(other) - centre).unit();
            let (end, direction) = match rule.kind() {
                K::Minimum => (0.5 * side - 8.0, way * -1.0),
                _ => (0.5 * side - 3.0, way),
            };
            drawn += &tip("angle", centre + way * end, direction, 5.0);
        }
    }
    drawn
}
