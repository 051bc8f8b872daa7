//! Frames: `.ss` files of `Simple Sudoku`, with up to three frames for givens, solved cells and candidates, and the frame of candidates of
//! `SumoCue`.

use std::fmt::Write;

use crate::formats::Entry;
use crate::geometry::Geometry;
use crate::write::cell::{candidates, symbols};

/// The corners of a frame: of the upper edge, of rules between boxes, and of the lower edge, each at the left, between boxes, and at the right.
type Corners = [[char; 3]; 3];

const SIMPLE: Corners = [['*', '-', '*'], ['|', '+', '|'], ['*', '-', '*']];

const SUMO: Corners = [['.', '.', '.'], [':', '+', ':'], ['\'', '\'', '\'']];

/// The frames of a puzzle.
pub(super) fn simple(entry: &Entry) -> String {
    let puzzle = &entry.puzzle;
    let geometry = puzzle.geometry();
    let value = |value: Option<i32>| value.map_or_else(|| ".".to_owned(), |value| symbols(&[value]));
    let known = |cell| puzzle.given(cell).or(entry.notes.entry(cell));
    let mut text = frame(geometry, SIMPLE, "", |cell| value(puzzle.given(cell)));
    let has_candidates = entry.notes.marked_cells().next().is_some() || puzzle.restricted().next().is_some();
    if entry.notes.entries().next().is_some() || has_candidates {
        text.push('\n');
        text.push_str(&frame(geometry, SIMPLE, "", |cell| value(known(cell))));
    }
    if has_candidates {
        text.push('\n');
        text.push_str(&frame(geometry, SIMPLE, " ", |cell| {
            known(cell).map_or_else(|| symbols(&candidates(entry, cell, true)), |value| symbols(&[value]))
        }));
    }
    text
}

/// The frame of candidates.
pub(super) fn sumo(entry: &Entry) -> String {
    frame(entry.puzzle.geometry(), SUMO, " ", |cell| match entry.puzzle.given(cell) {
        Some(value) => symbols(&[value]),
        None => symbols(&candidates(entry, cell, false)),
    })
}

/// Cells in a frame, with `gap` around them.
fn frame(geometry: Geometry, corners: Corners, gap: &str, cell: impl Fn(usize) -> String) -> String {
    let size = geometry.size();
    let cells: Vec<String> = (0..geometry.cells()).map(cell).collect();
    let width = |column: usize| cells.iter().skip(column).step_by(size).map(String::len).max().unwrap_or(1);
    let widths: Vec<usize> = (0..size).map(width).collect();
    let rule = |[left, middle, right]: [char; 3]| {
        let part = |widths: &[usize]| {
            "-".repeat(widths.iter().map(|width| width + gap.len()).sum::<usize>() + gap.len())
        };
        let parts: Vec<String> = widths.chunks(geometry.box_columns()).map(part).collect();
        format!("{left}{}{right}\n", parts.join(&middle.to_string()))
    };
    let mut text = rule(corners[0]);
    for (number, row) in cells.chunks(size).enumerate() {
        if number > 0 && number % geometry.box_rows() == 0 {
            text.push_str(&rule(corners[1]));
        }
        for (cells, widths) in row.chunks(geometry.box_columns()).zip(widths.chunks(geometry.box_columns())) {
            text.push('|');
            text.push_str(gap);
            for (cell, width) in cells.iter().zip(widths) {
                let _ = write!(text, "{cell:width$}{gap}");
            }
        }
        text.push_str("|\n");
    }
    text + &rule(corners[2])
}
