//! Clues outside of the grid: of rows and columns, and of diagonals, before the first of their cells.

use std::collections::BTreeMap;

use crate::kind::RuleKind as K;
use crate::picture::layout::{CLUE, CLUE_HEIGHT, Layout, Outside};
use crate::picture::pen::{Point, path, rect, stroke, text, through, tip, width};
use crate::puzzle::Variant;
use crate::rule::Rule;
use crate::shape::Shape;

/// A step from a cell to another, in rows and columns.
type Step = (i64, i64);

/// A clue and its place.
pub(super) struct Clue<'a> {
    rule: &'a Rule,
    first: usize,
    /// The row and the column of its place, from 0: outside of the grid, or those of an absent cell.
    place: (i64, i64),
    /// Whether it is an absent cell.
    is_inside: bool,
    /// How many clues are between it and the grid.
    level: usize,
    /// How its line goes on.
    step: Step,
}

/// The clues outside of a puzzle's grid, by the numbers of their rules.
pub(super) fn clues(puzzle: &Variant) -> BTreeMap<usize, Clue<'_>> {
    let shape = puzzle.shape();
    let is_inside = |(row, column): (i64, i64)| {
        (0..shape.rows() as i64).contains(&row) && (0..shape.columns() as i64).contains(&column)
    };
    // Clues in an absent cell are each at the side that they belong to.
    let mut count: BTreeMap<((i64, i64), Option<Step>), usize> = BTreeMap::new();
    let mut clues = BTreeMap::new();
    let rules = puzzle.rules().iter().enumerate();
    let mut placed: Vec<(usize, &Rule, (i64, i64), Step)> = rules
        .filter_map(|(number, rule)| place(shape, rule).map(|(place, step)| (number, rule, place, step)))
        .collect();
    // An arrow is at the grid, and its number next to it.
    placed.sort_by_key(|(_, rule, ..)| rule.kind() != K::Sum);
    for (number, rule, place, step) in placed {
        let is_inside = is_inside(place);
        let level = count.entry((place, is_inside.then_some(step))).or_default();
        let first = rule.groups()[0][0];
        clues.insert(number, Clue { rule, first, place, is_inside, level: *level, step });
        *level += 1;
    }
    clues
}

/// Where a rule has its number outside of the grid, if it has, and how its line goes on.
fn place(shape: &Shape, rule: &Rule) -> Option<((i64, i64), Step)> {
    let cells = rule.groups().first()?;
    if cells.iter().any(|&cell| shape.block(cell).is_some()) {
        return None;
    }
    let step = straight(shape, cells)?;
    let is_diagonal = step.0 != 0 && step.1 != 0;
    let (first, last) = (*cells.first()?, *cells.last()?);
    let back = (-step.0, -step.1);
    match rule.kind() {
        // The arrow of a sum points along all cells of a diagonal.
        K::Sum if is_diagonal && shape.step(last, step).is_none() => {}
        K::Sandwich
        | K::XSum
        | K::Skyscraper
        | K::HiddenSkyscraper
        | K::NumberedRoom
        | K::FullRank
        | K::TiedRank
            if !is_diagonal => {}
        _ => return None,
    }
    let (row, column) = shape.place(first);
    let place = (row as i64 + back.0, column as i64 + back.1);
    shape.step(first, back).is_none().then_some((place, step))
}

/// The step from each of the cells to the next, if it is the same, to a neighbour or one that touches at a corner.
pub(super) fn straight(shape: &Shape, cells: &[usize]) -> Option<Step> {
    let way = |pair: &[usize]| {
        let [(row, column), (next_row, next_column)] = [pair[0], pair[1]].map(|cell| shape.place(cell));
        (next_row as i64 - row as i64, next_column as i64 - column as i64)
    };
    let mut ways = cells.windows(2).map(way);
    let step = ways.next().filter(|step| step.0.abs() <= 1 && step.1.abs() <= 1 && *step != (0, 0))?;
    ways.all(|other| other == step).then_some(step)
}

/// The space that clues need.
pub(super) fn space(puzzle: &Variant, clues: &BTreeMap<usize, Clue<'_>>) -> Outside {
    let (rows, columns) = (puzzle.shape().rows() as i64, puzzle.shape().columns() as i64);
    let mut outside = Outside::default();
    for clue in clues.values() {
        let ((row, column), count) = (clue.place, clue.level + 1);
        let mut grow = |is_there: bool, side: fn(&mut Outside) -> &mut usize| {
            if is_there {
                *side(&mut outside) = count.max(*side(&mut outside));
            }
        };
        grow(column < 0, |outside| &mut outside.left);
        grow(column >= columns, |outside| &mut outside.right);
        grow(row < 0, |outside| &mut outside.above);
        grow(row >= rows, |outside| &mut outside.below);
        outside.width = outside.width.max(clue.width() + 16.0).max(CLUE_HEIGHT);
    }
    outside
}

impl Clue<'_> {
    fn content(&self) -> String {
        let number = self.rule.numbers()[0];
        match self.rule.kind() {
            K::FullRank | K::TiedRank => format!("#{number}"),
            K::XSum => format!("{number}x"),
            _ => number.to_string(),
        }
    }

    fn width(&self) -> f64 {
        width(&self.content(), CLUE)
    }

    /// The number, and what tells its kind: bread around a sandwich, a house around a skyscraper, a door around a numbered room, an arrow
    /// along a diagonal.
    pub(super) fn draw(&self, layout: Layout<'_>) -> String {
        let centre = self.centre(layout);
        let number = text("clue", centre, CLUE, &self.content());
        let (half, high) = (self.width() / 2.0 + 3.0, CLUE_HEIGHT / 2.0 - 3.0);
        let at = |x: f64, y: f64| centre + Point::new(x, y);
        let house = || {
            let corners = [
                at(-half, high),
                at(-half, 2.0 - high),
                at(0.0, -high - 2.0),
                at(half, 2.0 - high),
                at(half, high),
            ];
            through(&corners) + "Z"
        };
        let mark = match self.rule.kind() {
            K::Sandwich => {
                let slice = |y: f64| through(&[at(-half, y), at(half, y)]);
                stroke("bread", 2.5, &(slice(-high + 1.0) + &slice(high - 1.0)))
            }
            K::Skyscraper => path("house", &house()),
            K::HiddenSkyscraper => path("house hidden", &house()),
            K::NumberedRoom => rect("house", centre, (2.0 * half, 2.0 * high), 0.0),
            K::Sum => self.arrow(layout),
            _ => String::new(),
        };
        number + &mark
    }

    /// Its middle.
    fn centre(&self, layout: Layout<'_>) -> Point {
        if !self.is_inside {
            return layout.clue(self.place, self.level);
        }
        let back = Point::new(-self.step.1 as f64, -self.step.0 as f64);
        let far = 0.5 * layout.side + 12.0 + 20.0 * self.level as f64;
        layout.centre(self.first) + back * far
    }

    /// A short arrow that ends at the corner where a diagonal begins.
    fn arrow(&self, layout: Layout<'_>) -> String {
        let way = Point::new(self.step.1 as f64, self.step.0 as f64);
        let end = layout.centre(self.first) - way * (0.5 * layout.side);
        let start = end - way * 10.0;
        path("little", &through(&[start, end])) + &tip("little", end, way, 5.0)
    }
}
