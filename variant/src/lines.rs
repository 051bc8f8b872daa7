//! Rules of lines: thermometers, renbans, lines between their ends, entropic and modular ones; and of least and greatest cells.

use residua::constraints::{
    Automaton, Constraint, all_different, all_of, any_of, ge, increasing, le, lt, regular,
    strictly_increasing,
};
use residua::engine::Consistency;

use crate::filled::{Filled, are_different};
use crate::grid_wide::third;
use crate::kind::RuleKind as K;
use crate::puzzle::Variant;
use crate::rule::Rule;
use crate::stated::{Part, Stated, part, whole};

pub(super) fn increases(filled: &Filled<'_>) -> bool {
    filled.line().windows(2).all(|pair| match filled.rule.kind() {
        K::Thermometer => pair[0] < pair[1],
        _ => pair[0] <= pair[1],
    })
}

pub(super) fn thermometer(stated: &Stated<'_>) -> Vec<Part> {
    match stated.rule.kind() {
        K::Thermometer => whole(strictly_increasing(stated.line())),
        _ => whole(increasing(stated.line())),
    }
}

pub(super) fn is_renban(filled: &Filled<'_>) -> bool {
    let mut digits = filled.line();
    digits.sort_unstable();
    digits.windows(2).all(|pair| pair[0] + 1 == pair[1])
}

/// Different digits are consecutive if no two of them are further apart than the number of cells allows. On a long line, each digit is there
/// too, unless all are less or all are greater: that is implied, and pays where some digits are on the line in any case.
pub(super) fn renban(stated: &Stated<'_>) -> Vec<Part> {
    let (line, shape) = (stated.line(), stated.puzzle.shape());
    let most = line.len() as i64 - 1;
    let near = |(a, b): (usize, usize)| {
        [le(line[a] - line[b], most).into_shared(), ge(line[a] - line[b], -most).into_shared()]
    };
    let pairs = (0..line.len()).flat_map(|a| (a + 1..line.len()).map(move |b| (a, b)));
    let is_there = |digit: i32| {
        let somewhere = any_of(line.iter().map(|cell| cell.is(digit)));
        let less = all_of(line.iter().map(|cell| cell.at_most(digit - 1)));
        let greater = all_of(line.iter().map(|cell| cell.at_least(digit + 1)));
        any_of([somewhere, less, greater]).into_shared()
    };
    let is_long = 2 * line.len() > shape.digit_count();
    let all_there = shape.digits().filter(|_| is_long).map(is_there);
    let differ = [all_different(&line).into_shared()];
    whole(all_of(differ.into_iter().chain(pairs.flat_map(near)).chain(all_there)))
}

/// The two ends of a line, and the cells between them; `None` of a line of one cell, which says nothing.
fn ends<T: Copy>(line: &[T]) -> Option<([T; 2], &[T])> {
    match line {
        [first, inner @ .., last] => Some(([*first, *last], inner)),
        _ => None,
    }
}

/// How far the ends of a lockout line are apart at least.
fn ends_apart(numbers: &[i64]) -> i64 {
    numbers.first().copied().or(K::Lockout.default_number()).unwrap_or(0)
}

pub(super) fn is_between(filled: &Filled<'_>) -> bool {
    ends(&filled.line())
        .is_none_or(|([a, b], inner)| inner.iter().all(|&digit| a.min(b) < digit && digit < a.max(b)))
}

pub(super) fn between(stated: &Stated<'_>) -> Vec<Part> {
    // The ends alone are free.
    let Some(([first, last], inner @ [_, ..])) = ends(stated.cells()) else { return Vec::new() };
    let (a, b) = (stated.digit(first), stated.digit(last));
    let lies = |&cell: &usize| {
        let digit = stated.digit(cell);
        let rising = a.lt(digit) & digit.lt(b);
        let falling = b.lt(digit) & digit.lt(a);
        part(&[first, cell, last], (rising | falling).constructive(Consistency::Domain))
    };
    let apart = stated.pair([first, last], |a, b| (a - b).abs() >= 2);
    inner.iter().map(lies).chain([apart]).collect()
}

pub(super) fn is_lockout(filled: &Filled<'_>) -> bool {
    ends(&filled.line()).is_none_or(|([a, b], inner)| {
        (a - b).abs() >= ends_apart(filled.rule.numbers())
            && inner.iter().all(|&digit| digit < a.min(b) || digit > a.max(b))
    })
}

pub(super) fn lockout(stated: &Stated<'_>) -> Vec<Part> {
    let Some(([first, last], inner)) = ends(stated.cells()) else { return Vec::new() };
    let (a, b) = (stated.digit(first), stated.digit(last));
    let lies = |&cell: &usize| {
        let digit = stated.digit(cell);
        let below = digit.lt(a) & digit.lt(b);
        let above = digit.gt(a) & digit.gt(b);
        part(&[first, cell, last], (below | above).constructive(Consistency::Domain))
    };
    let apart = ends_apart(stated.rule.numbers());
    let ends = stated.pair([first, last], |a, b| (a - b).abs() >= apart);
    [ends].into_iter().chain(inner.iter().map(lies)).collect()
}

pub(super) fn is_entropic(filled: &Filled<'_>) -> bool {
    let thirds: Vec<i64> =
        filled.line().into_iter().map(|digit| third(filled.puzzle.shape(), digit)).collect();
    runs(&thirds, 3).all(are_different)
}

pub(super) fn entropic(stated: &Stated<'_>) -> Vec<Part> {
    let shape = stated.puzzle.shape();
    windows_differ(stated, 3, |digit| third(shape, digit))
}

/// The divisor of a modular line.
fn divisor(rule: &Rule) -> i64 {
    rule.numbers().first().copied().or(rule.kind().default_number()).unwrap_or(1)
}

pub(super) fn is_modular(filled: &Filled<'_>) -> bool {
    let divisor = divisor(filled.rule);
    let remainders: Vec<i64> = filled.line().iter().map(|digit| digit.rem_euclid(divisor)).collect();
    let length = usize::try_from(divisor).unwrap_or(usize::MAX);
    runs(&remainders, length).all(are_different)
}

pub(super) fn modular(stated: &Stated<'_>) -> Vec<Part> {
    let divisor = divisor(stated.rule);
    windows_differ(stated, divisor, |digit| digit.rem_euclid(divisor))
}

/// Each so many classes in a row; all of a line that has fewer.
fn runs(classes: &[i64], length: usize) -> impl Iterator<Item = &[i64]> {
    classes.windows(length.min(classes.len()).max(1))
}

/// Each so many cells in a row, or all of a line that has fewer, have different classes. For small numbers the last classes are the states of
/// an automaton; for greater ones each pair of cells has a table.
fn windows_differ(stated: &Stated<'_>, length: i64, class: impl Fn(i64) -> i64) -> Vec<Part> {
    let cells = stated.cells();
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    let length = length.min(cells.len());
    if length > 4 {
        let pairs = (0..cells.len()).flat_map(|at| {
            (at + 1..cells.len().min(at.saturating_add(length))).map(move |other| [at, other])
        });
        let differ = |[a, b]: [usize; 2]| stated.pair([cells[a], cells[b]], |a, b| class(a) != class(b));
        return pairs.map(differ).collect();
    }
    let next = |last: &Vec<i64>, digit: i32| {
        let class = class(i64::from(digit));
        let mut last = last.clone();
        let is_new = !last.contains(&class);
        last.push(class);
        if last.len() == length {
            last.remove(0);
        }
        is_new.then_some(last)
    };
    let automaton = Automaton::from_fn(Vec::new(), stated.puzzle.shape().digits(), next, |_| true);
    whole(regular(stated.line(), automaton))
}

pub(super) fn is_minimum(filled: &Filled<'_>) -> bool {
    outer_neighbours(filled.puzzle, &filled.rule.groups()[0]).all(|[cell, other]| match filled.rule.kind() {
        K::Minimum => filled.digit(cell) < filled.digit(other),
        _ => filled.digit(cell) > filled.digit(other),
    })
}

pub(super) fn minimum(stated: &Stated<'_>) -> Vec<Part> {
    let constraint = |[cell, other]: [usize; 2]| {
        let (digit, neighbour) = (stated.digit(cell), stated.digit(other));
        let is_minimum = stated.rule.kind() == K::Minimum;
        part(&[cell, other], if is_minimum { lt(digit, neighbour) } else { lt(neighbour, digit) })
    };
    outer_neighbours(stated.puzzle, stated.cells()).map(constraint).collect()
}

/// Each of the cells, with each of its neighbours that is none of them.
fn outer_neighbours<'a>(puzzle: &'a Variant, cells: &'a [usize]) -> impl Iterator<Item = [usize; 2]> + 'a {
    let outer = |cell: usize| {
        puzzle
            .shape()
            .neighbours(cell)
            .into_iter()
            .filter(|other| !cells.contains(other))
            .map(move |other| [cell, other])
    };
    cells.iter().flat_map(move |&cell| outer(cell))
}
