//! Rules of regions that are to be found: the regions themselves, how many cells of some are in the same one, how far one goes along a line.
//!
//! The numbers of regions are digits of cells as any others, mostly of extra cells, so that all rules may be about them.

use residua::constraints::{
    Condition, Constraint, all_of, any_of, eq, global_cardinality, how_many, ne, value_precede_chain,
};

use crate::connected::{ConnectedRegions, is_connected};
use crate::filled::{Filled, are_different};
use crate::shape::Shape;
use crate::stated::{Part, Stated, impossible, part, whole};

/// By position among some cells: the positions of its neighbours.
fn neighbours(shape: &Shape, cells: &[usize]) -> Vec<Vec<usize>> {
    let positions = |of: &[usize]| (0..cells.len()).filter(|&at| of.contains(&cells[at])).collect();
    cells.iter().map(|&cell| positions(&shape.neighbours(cell))).collect()
}

pub(super) fn are_regions(filled: &Filled<'_>) -> bool {
    let ([cells, _], shape) = (filled.rule.groups(), filled.puzzle.shape()) else { return false };
    let least = i64::from(*shape.digits().start());
    let numbers: Vec<i64> = filled.digits(1).into_iter().map(|digit| digit - least).collect();
    let mut count = 0;
    for &number in &numbers {
        if number > count {
            return false;
        }
        count = count.max(number + 1);
    }
    let (digits, neighbours) = (filled.digits(0), neighbours(shape, cells));
    (0..count).all(|number| {
        let members: Vec<usize> = (0..cells.len()).filter(|&at| numbers[at] == number).collect();
        let digits: Vec<i64> = members.iter().map(|&at| digits[at]).collect();
        members.len() as i64 == filled.rule.numbers()[0]
            && are_different(&digits)
            && is_connected(&neighbours, &members)
    })
}

/// Numbers come in order, each has its cells, and cells with the same digit are in different regions.
pub(super) fn regions(stated: &Stated<'_>) -> Vec<Part> {
    let ([cells, numbers], shape) = (stated.rule.groups(), stated.puzzle.shape()) else {
        return impossible();
    };
    let size = usize::try_from(stated.rule.numbers()[0]).unwrap_or(0);
    if size == 0 || !cells.len().is_multiple_of(size) || cells.len() / size > shape.digit_count() {
        return impossible();
    }
    let (count, least) = (cells.len() / size, *shape.digits().start());
    let numbered: Vec<i32> = (least..).take(count).collect();
    let labels = stated.digits(numbers);
    let all = [
        value_precede_chain(numbered.clone(), &labels).into_shared(),
        global_cardinality(&labels, numbered, vec![size; count]).closed().into_shared(),
        ConnectedRegions::new(&labels, neighbours(shape, cells), size).into_shared(),
    ];
    let pairs = (0..cells.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let pairs = pairs.filter(|&(a, b)| !stated.differ(&[cells[a], cells[b]]));
    let differ = |(a, b): (usize, usize)| {
        let other_digit = ne(stated.digit(cells[a]), stated.digit(cells[b]));
        part(&[cells[a], cells[b]], any_of([other_digit, ne(labels[a], labels[b])]))
    };
    all.into_iter().flat_map(whole).chain(pairs.map(differ)).collect()
}

/// The number that is added to a digit that counts something.
fn offset(numbers: &[i64]) -> i64 {
    numbers.first().copied().unwrap_or(0)
}

pub(super) fn counts_same(filled: &Filled<'_>) -> bool {
    let (control, digits) = (filled.line()[0], filled.digits(1));
    let count = digits.iter().filter(|digit| **digit == digits[0]).count() as i64;
    control + offset(filled.rule.numbers()) == count
}

pub(super) fn same_count(stated: &Stated<'_>) -> Vec<Part> {
    let [control, cells] = stated.rule.groups() else { return impossible() };
    let digits = stated.digits(cells);
    let (same, others): (Vec<usize>, Vec<usize>) = (0..cells.len()).partition(|&at| cells[at] == cells[0]);
    let count = how_many(others.into_iter().map(|at| eq(digits[0], digits[at])));
    whole(eq(count - stated.digit(control[0]), offset(stated.rule.numbers()) - same.len() as i64))
}

pub(super) fn has_run_length(filled: &Filled<'_>) -> bool {
    let run = |group: usize| {
        let digits = filled.digits(group);
        digits.iter().take_while(|digit| **digit == digits[0]).count() as i64 - 1
    };
    let length = 1 + (1..filled.rule.groups().len()).map(run).sum::<i64>();
    filled.line()[0] + offset(filled.rule.numbers()) == length
}

/// A cell is in the run if it and all before it have the digit of the first.
pub(super) fn run_length(stated: &Stated<'_>) -> Vec<Part> {
    let [control, arms @ ..] = stated.rule.groups() else { return impossible() };
    let runs = arms.iter().flat_map(|arm| {
        let digits = stated.digits(arm);
        let same = |end: usize| -> Condition {
            all_of((1..=end).filter(|&at| arm[at] != arm[0]).map(|at| eq(digits[0], digits[at])))
        };
        (1..arm.len()).map(same).collect::<Vec<Condition>>()
    });
    whole(eq(how_many(runs) - stated.digit(control[0]), offset(stated.rule.numbers()) - 1))
}
