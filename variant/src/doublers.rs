//! Cells that count twice in sums: one in each row, column and region, each with another digit.

use residua::constraints::{all_of, exactly, how_many, le};

use crate::puzzle::Variant;
use crate::stated::{Part, Stated, part, whole};

impl Variant {
    /// The rows, columns and regions.
    pub(super) fn houses(&self) -> impl Iterator<Item = &[usize]> {
        self.rules().iter().filter(|rule| rule.is_house()).map(|rule| rule.groups()[0].as_slice())
    }
}

/// Whether some choice of doubled cells passes a test.
pub(super) fn is_any(puzzle: &Variant, digits: &[i32], test: &dyn Fn(&[usize]) -> bool) -> bool {
    let houses: Vec<&[usize]> = puzzle.houses().collect();
    let is_complete = digits.len() == puzzle.shape().len();
    is_complete && extends(&houses, digits, &mut Vec::new(), test)
}

/// Whether some of the choices that begin with these cells passes.
fn extends(
    houses: &[&[usize]],
    digits: &[i32],
    chosen: &mut Vec<usize>,
    test: &dyn Fn(&[usize]) -> bool,
) -> bool {
    let has_one = |house: &&[usize]| chosen.iter().any(|cell| house.contains(cell));
    let Some(open) = houses.iter().find(|house| !has_one(house)) else { return test(chosen) };
    let can_be = |cell: &usize| {
        let is_new = chosen.iter().all(|&other| digits[other] != digits[*cell]);
        is_new && houses.iter().all(|house| !house.contains(cell) || !has_one(house))
    };
    let candidates: Vec<usize> = open.iter().copied().filter(can_be).collect();
    candidates.into_iter().any(|cell| {
        chosen.push(cell);
        let is_found = extends(houses, digits, chosen, test);
        chosen.pop();
        is_found
    })
}

/// One doubled cell in each house, and at most one with each digit.
pub(super) fn constraints(stated: &Stated<'_>) -> Vec<Part> {
    let shape = stated.puzzle.shape();
    let one = |house: &[usize]| {
        part(
            house,
            exactly(1, house.iter().filter_map(|&cell| stated.doubled(cell)).map(|doubled| doubled.is(1))),
        )
    };
    let at_most_one = |digit: i32| {
        let is_both = |cell: usize| Some(all_of([stated.doubled(cell)?.is(1), stated.digit(cell).is(digit)]));
        whole(le(how_many(shape.grid_cells().filter_map(is_both)), 1))
    };
    stated.puzzle.houses().map(one).chain(shape.digits().flat_map(at_most_one)).collect()
}
