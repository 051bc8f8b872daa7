//! Rules of the whole grid: chess moves, neighbours, squares of two by two.

use residua::constraints::{Constraint, among, any_of, clause, ne};

use crate::filled::Filled;
use crate::kind::RuleKind as K;
use crate::puzzle::Variant;
use crate::shape::Shape;
use crate::stated::{Part, Stated, part};

/// A distance, in rows and columns.
type Step = (i64, i64);

/// The moves of a knight, in one direction of each.
const KNIGHT: &[Step] = &[(1, 2), (2, 1), (2, -1), (1, -2)];

/// The steps to the next cells along a diagonal, downwards.
const CORNERS: &[Step] = &[(1, 1), (1, -1)];

/// The steps to the right and downwards.
const SIDES: &[Step] = &[(0, 1), (1, 0)];

impl Variant {
    /// The pairs of cells at these distances, each pair once.
    fn pairs_at<'a>(&'a self, steps: &'a [Step]) -> impl Iterator<Item = [usize; 2]> + 'a {
        let shape = self.shape();
        let from =
            move |cell: usize| steps.iter().filter_map(move |&step| Some([cell, shape.step(cell, step)?]));
        shape.grid_cells().flat_map(from)
    }

    /// The squares of two by two.
    fn squares(&self) -> Vec<[usize; 4]> {
        let shape = self.shape();
        let square = |cell: usize| {
            Some([cell, shape.step(cell, (0, 1))?, shape.step(cell, (1, 0))?, shape.step(cell, (1, 1))?])
        };
        shape.grid_cells().filter_map(square).collect()
    }

    /// The pairs of cells that a digit of the puzzle is apart, with that digit.
    fn taxicab_pairs(&self) -> Vec<([usize; 2], i32)> {
        let shape = self.shape();
        let steps = |distance: i32| {
            let distance = i64::from(distance);
            let downwards = (1..=distance).map(move |rows| (rows, distance - rows));
            let to_the_left = (1..distance).map(move |rows| (rows, rows - distance));
            downwards.chain(to_the_left).chain([(0, distance)]).collect::<Vec<Step>>()
        };
        let longest = (shape.rows() + shape.columns()) as i32;
        let distances = shape.digits().filter(|digit| (1..longest).contains(digit));
        let pairs = |distance: i32| {
            let pairs: Vec<[usize; 2]> = self.pairs_at(&steps(distance)).collect();
            pairs.into_iter().map(move |pair| (pair, distance))
        };
        distances.flat_map(pairs).collect()
    }
}

pub(super) fn differ_at_steps(filled: &Filled<'_>) -> bool {
    let steps = if filled.rule.kind() == K::AntiKnight { KNIGHT } else { CORNERS };
    filled.puzzle.pairs_at(steps).all(|[a, b]| filled.digit(a) != filled.digit(b))
}

pub(super) fn different_at_steps(stated: &Stated<'_>) -> Vec<Part> {
    let steps = if stated.rule.kind() == K::AntiKnight { KNIGHT } else { CORNERS };
    let differ = |[a, b]: [usize; 2]| part(&[a, b], ne(stated.digit(a), stated.digit(b)));
    stated.puzzle.pairs_at(steps).map(differ).collect()
}

pub(super) fn is_non_consecutive(filled: &Filled<'_>) -> bool {
    filled.puzzle.pairs_at(SIDES).all(|[a, b]| (filled.digit(a) - filled.digit(b)).abs() != 1)
}

pub(super) fn non_consecutive(stated: &Stated<'_>) -> Vec<Part> {
    stated.puzzle.pairs_at(SIDES).map(|pair| stated.pair(pair, |a, b| (a - b).abs() != 1)).collect()
}

/// The third of the digits that one is in: 0 for low, 1 for middle, 2 for high ones.
pub(super) fn third(shape: &Shape, digit: i64) -> i64 {
    (digit - i64::from(*shape.digits().start())) * 3 / shape.digit_count() as i64
}

/// The class of a digit, of which each square of two by two has all three.
fn class(kind: K, shape: &Shape, digit: i64) -> i64 {
    if kind == K::GlobalEntropy { third(shape, digit) } else { digit.rem_euclid(3) }
}

pub(super) fn squares_have_classes(filled: &Filled<'_>) -> bool {
    let class = |&cell: &usize| class(filled.rule.kind(), filled.puzzle.shape(), filled.digit(cell));
    let has_all = |square: &[usize; 4]| (0..3).all(|wanted| square.iter().any(|cell| class(cell) == wanted));
    filled.puzzle.squares().iter().all(has_all)
}

pub(super) fn classes_in_squares(stated: &Stated<'_>) -> Vec<Part> {
    let shape = stated.puzzle.shape();
    let of_class = |wanted: i64| {
        let is_wanted = |&digit: &i32| class(stated.rule.kind(), shape, digit.into()) == wanted;
        shape.digits().filter(is_wanted).collect::<Vec<i32>>()
    };
    let classes: Vec<Vec<i32>> = (0..3).map(of_class).collect();
    let has_all = |square: [usize; 4]| {
        let digits = stated.digits(&square);
        let has = |class: &Vec<i32>| part(&square, among(&digits, class.clone(), 1..=4));
        classes.iter().map(has).collect::<Vec<Part>>()
    };
    stated.puzzle.squares().into_iter().flat_map(has_all).collect()
}

pub(super) fn is_anti_taxicab(filled: &Filled<'_>) -> bool {
    let shape = filled.puzzle.shape();
    let distance = |a: usize, b: usize| {
        let ((row, column), (other_row, other_column)) = (shape.place(a), shape.place(b));
        (row.abs_diff(other_row) + column.abs_diff(other_column)) as i64
    };
    let clash = |a: usize, b: usize| {
        a != b && filled.digit(a) == filled.digit(b) && filled.digit(a) == distance(a, b)
    };
    !shape.grid_cells().any(|a| shape.grid_cells().any(|b| clash(a, b)))
}

pub(super) fn anti_taxicab(stated: &Stated<'_>) -> Vec<Part> {
    let differ = |([a, b], digit): ([usize; 2], i32)| {
        part(&[a, b], clause([stated.digit(a).is_not(digit), stated.digit(b).is_not(digit)]))
    };
    stated.puzzle.taxicab_pairs().into_iter().map(differ).collect()
}

/// The middle digit, as far as there is one.
fn middle(shape: &Shape) -> Option<i32> {
    let ends = shape.digits().start() + shape.digits().end();
    (ends % 2 == 0).then_some(ends / 2)
}

pub(super) fn are_flatmates(filled: &Filled<'_>) -> bool {
    let shape = filled.puzzle.shape();
    let has = |cell: usize, step: Step, digit: i32| {
        shape.step(cell, step).is_some_and(|other| filled.digit(other) == i64::from(digit))
    };
    let is_fine =
        |cell: usize| has(cell, (-1, 0), *shape.digits().start()) || has(cell, (1, 0), *shape.digits().end());
    let is_middle = |cell: usize| middle(shape).is_some_and(|middle| filled.digit(cell) == i64::from(middle));
    shape.grid_cells().all(|cell| !is_middle(cell) || is_fine(cell))
}

pub(super) fn flatmates(stated: &Stated<'_>) -> Vec<Part> {
    let shape = stated.puzzle.shape();
    let Some(middle) = middle(shape) else { return Vec::new() };
    let (least, greatest) = (*shape.digits().start(), *shape.digits().end());
    let has_flatmate = |cell: usize| {
        let above = shape.step(cell, (-1, 0)).map(|above| (above, stated.digit(above).is(least)));
        let below = shape.step(cell, (1, 0)).map(|below| (below, stated.digit(below).is(greatest)));
        let mates = || above.into_iter().chain(below);
        let cells: Vec<usize> = [cell].into_iter().chain(mates().map(|(cell, _)| cell)).collect();
        let atoms = [stated.digit(cell).is_not(middle)].into_iter().chain(mates().map(|(_, atom)| atom));
        part(&cells, any_of(atoms.map(Constraint::into_shared)))
    };
    shape.grid_cells().map(has_flatmate).collect()
}
