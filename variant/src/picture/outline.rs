//! Outlines: closed lines within the border of some cells, whatever form they have.

use std::collections::{BTreeMap, BTreeSet};

use crate::picture::layout::Layout;
use crate::picture::pen::{Point, through};
use crate::shape::Shape;

/// A step along the border: with the cells to the right of it.
type Step = (i64, i64);

const TURNS: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The commands of closed paths around some cells, at this distance inside of their border.
pub(super) fn outline(shape: &Shape, layout: Layout<'_>, cells: &[usize], inset: f64) -> String {
    let places: BTreeSet<(i64, i64)> = cells
        .iter()
        .map(|&cell| shape.place(cell))
        .map(|(row, column)| (row as i64, column as i64))
        .collect();
    // The pieces of the border, by the crossing that they start from.
    let mut pieces: BTreeMap<(i64, i64), Vec<Step>> = BTreeMap::new();
    for &(row, column) in &places {
        let sides = [(-1, 0, 0, 0), (0, 1, 0, 1), (1, 0, 1, 1), (0, -1, 1, 0)];
        for ((down, right, corner_row, corner_column), step) in sides.into_iter().zip(TURNS) {
            if !places.contains(&(row + down, column + right)) {
                pieces.entry((row + corner_row, column + corner_column)).or_default().push(step);
            }
        }
    }
    let mut commands = String::new();
    while let Some((start, step)) = pieces.iter().find_map(|(at, steps)| Some((*at, *steps.first()?))) {
        commands += &through(&corners(&mut pieces, start, step, layout, inset));
        commands.push('Z');
    }
    commands
}

/// The corners of one closed path, whose pieces are taken.
fn corners(
    pieces: &mut BTreeMap<(i64, i64), Vec<Step>>,
    start: (i64, i64),
    first: Step,
    layout: Layout<'_>,
    inset: f64,
) -> Vec<Point> {
    let mut corners = Vec::new();
    let (mut at, mut step) = (start, first);
    loop {
        if let Some(steps) = pieces.get_mut(&at) {
            steps.retain(|other| *other != step);
        }
        at = (at.0 + step.0, at.1 + step.1);
        // Where cells touch at a corner, the path stays with its cell: it turns to the right.
        let right = (step.1, -step.0);
        let steps = pieces.get(&at).map_or(&[][..], Vec::as_slice);
        let next = match steps.iter().find(|other| **other == right) {
            Some(next) => *next,
            None if at == start => first,
            None => steps.first().copied().unwrap_or(first),
        };
        if next != step {
            let inner = |(down, across): Step| Point::new(-(down as f64), across as f64);
            let edge = |at: i64| usize::try_from(at).unwrap_or(0);
            let crossing = Point::new(layout.x(edge(at.1)), layout.y(edge(at.0)));
            corners.push(crossing + (inner(step) + inner(next)) * inset);
        }
        if at == start && next == first {
            return corners;
        }
        step = next;
    }
}
