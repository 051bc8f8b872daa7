//! Houses that have the least digit and lack one of the others: Doppelgänger Sudoku.
//!
//! As all digits of a house differ, what it lacks is told by its sum, so that houses lack different digits if their sums differ.

use std::collections::BTreeMap;

use residua::constraints::{Constraint, Expr, all_different, any_of, count, ne, of_expressions};

use crate::filled::{Filled, are_different};
use crate::puzzle::Variant;
use crate::stated::{Part, Stated, part};

/// The houses by type, which is the first word of their names: rows, columns, boxes.
fn by_type(puzzle: &Variant) -> BTreeMap<&str, Vec<&[usize]>> {
    let mut types: BTreeMap<&str, Vec<&[usize]>> = BTreeMap::new();
    for rule in puzzle.rules().iter().filter(|rule| rule.is_house()) {
        let noun = rule.name().and_then(|name| name.split(' ').next()).unwrap_or_default();
        types.entry(noun).or_default().push(&rule.groups()[0]);
    }
    types
}

pub(super) fn is_kept(filled: &Filled<'_>) -> bool {
    let shape = filled.puzzle.shape();
    let least = i64::from(*shape.digits().start());
    let lacking = |house: &[usize]| -> Vec<i64> {
        let has = |digit: &i64| house.iter().any(|&cell| filled.digit(cell) == *digit);
        shape.digits().map(i64::from).filter(|digit| !has(digit)).collect()
    };
    let lacks_one = |house: &&[usize]| lacking(house).len() == 1 && lacking(house)[0] != least;
    let all_lacking =
        |houses: &[&[usize]]| houses.iter().flat_map(|house| lacking(house)).collect::<Vec<i64>>();
    let of_cell = |cell: usize| -> Vec<&[usize]> {
        filled.puzzle.houses().filter(|house| house.contains(&cell)).collect()
    };
    filled.puzzle.houses().all(|house| lacks_one(&house))
        && by_type(filled.puzzle).values().all(|houses| are_different(&all_lacking(houses)))
        && shape
            .cells()
            .filter(|&cell| filled.digit(cell) == least)
            .all(|cell| are_different(&all_lacking(&of_cell(cell))))
}

pub(super) fn constraints(stated: &Stated<'_>) -> Vec<Part> {
    let shape = stated.puzzle.shape();
    let least = *shape.digits().start();
    let sum = |house: &[usize]| residua::constraints::sum(stated.digits(house));
    let fits = |house: &[usize]| {
        let has_least = count(stated.digits(house), least, 1).into_shared();
        // A house of another size lacks more digits, or none.
        let lacks_one = house.len() + 1 == shape.digit_count();
        let is_right = any_of(lacks_one.then_some(has_least));
        [part(house, is_right), part(house, all_different(stated.digits(house)))]
    };
    let differ = |houses: &Vec<&[usize]>| {
        let sums: Vec<Expr> = houses.iter().map(|house| sum(house)).collect();
        part(&houses.concat(), of_expressions(sums, |sums| all_different(sums.iter().copied())))
    };
    let at_least = |cell: usize| {
        let houses: Vec<&[usize]> = stated.puzzle.houses().filter(|house| house.contains(&cell)).collect();
        let pairs = (0..houses.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        let differ = |(a, b): (usize, usize)| {
            let other_sums = ne(sum(houses[a]) - sum(houses[b]), 0).into_shared();
            part(&[cell], any_of([stated.digit(cell).is_not(least).into_shared(), other_sums]))
        };
        pairs.map(differ).collect::<Vec<Part>>()
    };
    let houses = stated.puzzle.houses().flat_map(fits);
    let types = by_type(stated.puzzle);
    houses.chain(types.values().map(differ)).chain(shape.cells().flat_map(at_least)).collect()
}
