//! Sketch: what the drawing of a rule has to know of the others: coordinates, corners that are taken, letters that are used.

use std::collections::{BTreeMap, BTreeSet};

use crate::picture::layout::{Layout, SMALL};
use crate::picture::outline::outline;
use crate::picture::pen::{Point, rect, text, width};
use crate::puzzle::Variant;
use crate::shape::Shape;

/// A picture in the making.
pub(super) struct Sketch<'a> {
    pub(super) puzzle: &'a Variant,
    pub(super) layout: Layout<'a>,
    /// Numbers that stand above the lines of the grid.
    pub(super) tags: String,
    /// By cell: how many of its corners have a label.
    taken: BTreeMap<usize, usize>,
    /// How many letters are used.
    letters: usize,
}

impl<'a> Sketch<'a> {
    pub(super) fn new(puzzle: &'a Variant, layout: Layout<'a>) -> Sketch<'a> {
        Sketch { puzzle, layout, tags: String::new(), taken: BTreeMap::new(), letters: 0 }
    }

    pub(super) fn shape(&self) -> &'a Shape {
        self.puzzle.shape()
    }

    /// The outline of cells, at this distance inside of their border.
    pub(super) fn outline(&self, cells: &[usize], inset: f64) -> String {
        outline(self.shape(), self.layout, cells, inset)
    }

    /// A letter that no other rule has: a, b, …, z, a2, ….
    pub(super) fn letter(&mut self) -> String {
        let (number, round) = (self.letters % 26, self.letters / 26);
        self.letters += 1;
        let letter = char::from(b'a' + number as u8);
        if round == 0 { letter.to_string() } else { format!("{letter}{}", round + 1) }
    }

    /// A label in a corner of the first of some cells, the upper left one if that is free.
    pub(super) fn corner_label(&mut self, cells: &[usize], label: &str) -> String {
        let Some(&cell) = cells.iter().min().filter(|_| !label.is_empty()) else { return String::new() };
        let taken = self.taken.entry(cell).or_default();
        let (corner, half) = (self.layout.corner(cell), width(label, SMALL) / 2.0 + 1.0);
        let (near, far) = (half + 1.5, self.layout.side - half - 1.5);
        let (high, low) = (SMALL / 2.0 + 1.5, self.layout.side - SMALL / 2.0 - 1.5);
        let (x, y) = [(near, high), (far, high), (near, low), (far, low)][*taken % 4];
        *taken += 1;
        let centre = corner + Point::new(x, y);
        rect("paper", centre, (2.0 * half, SMALL), 0.0) + &text("corner", centre, SMALL, label)
    }

    /// Whether one can go from any of some cells to any other through neighbours.
    pub(super) fn is_connected(&self, cells: &[usize]) -> bool {
        let all: BTreeSet<usize> = cells.iter().copied().collect();
        let mut open: Vec<usize> = cells.first().copied().into_iter().collect();
        let mut seen: BTreeSet<usize> = open.iter().copied().collect();
        while let Some(cell) = open.pop() {
            let next = self.shape().neighbours(cell).into_iter();
            open.extend(next.filter(|next| all.contains(next) && seen.insert(*next)));
        }
        seen.len() == all.len()
    }
}
