//! Rules of rows and columns that are read as numbers and put in order: full rank.

use std::cmp::Ordering;

use residua::constraints::{Constraint, all_of, any_of, eq, how_many, lex_less, ne};
use residua::model::IntVar;

use crate::filled::Filled;
use crate::shape::Shape;
use crate::stated::{Part, Stated, impossible, part, whole};

/// All rows and columns, read from both ends.
fn readings(shape: &Shape) -> Vec<Vec<usize>> {
    let rows = (0..shape.rows()).map(|row| shape.row(row));
    let columns = (0..shape.columns()).map(|column| shape.column(column));
    let reversed = |cells: Vec<usize>| cells.into_iter().rev().collect::<Vec<usize>>();
    rows.chain(columns).flat_map(|cells| [cells.clone(), reversed(cells)]).collect()
}

/// The readings other than that of a rule.
fn other_readings(shape: &Shape, own: &[usize]) -> Vec<Vec<usize>> {
    readings(shape).into_iter().filter(|reading| reading.len() == own.len() && reading != own).collect()
}

/// How many other readings are less than that of a rule, and how many are equal.
fn less_and_equal(filled: &Filled<'_>) -> (i64, i64) {
    let own = filled.line();
    let compare = |cells: &Vec<usize>| -> Ordering {
        cells.iter().map(|&cell| filled.digit(cell)).collect::<Vec<i64>>().cmp(&own)
    };
    let others = other_readings(filled.puzzle.shape(), &filled.rule.groups()[0]);
    let count = |wanted: Ordering| others.iter().filter(|other| compare(other) == wanted).count() as i64;
    (count(Ordering::Less), count(Ordering::Equal))
}

pub(super) fn has_rank(filled: &Filled<'_>) -> bool {
    less_and_equal(filled) == (filled.rule.numbers()[0] - 1, 0)
}

pub(super) fn has_tied_rank(filled: &Filled<'_>) -> bool {
    less_and_equal(filled).0 == filled.rule.numbers()[0] - 1
}

pub(super) fn rank(stated: &Stated<'_>) -> Vec<Part> {
    ranked(stated, false)
}

pub(super) fn tied_rank(stated: &Stated<'_>) -> Vec<Part> {
    ranked(stated, true)
}

/// The number of readings that begin with each digit, where the first and last row and column of a square have each digit once.
const EACH: i64 = 4;

/// The digit with which a reading begins, by the number of others that are less, where that is known: it is
/// a whole row or column, and as many begin with each digit.
fn first_digit(stated: &Stated<'_>, less: i64) -> Option<i32> {
    let shape = stated.puzzle.shape();
    if !readings(shape).iter().any(|reading| reading == stated.cells()) {
        return None;
    }
    let last =
        shape.digit_count().checked_sub(1).filter(|last| [shape.rows(), shape.columns()] == [last + 1; 2])?;
    let borders = [shape.row(0), shape.row(last), shape.column(0), shape.column(last)];
    let is_whole = |cells: &Vec<usize>| cells.len() == last + 1 && stated.differ(cells);
    borders.iter().all(is_whole).then(|| shape.digits().start() + (less / EACH) as i32)
}

/// So many readings are less, and without ties all others are greater.
fn ranked(stated: &Stated<'_>, has_ties: bool) -> Vec<Part> {
    let others = other_readings(stated.puzzle.shape(), stated.cells());
    let Some(less) =
        stated.rule.numbers()[0].checked_sub(1).filter(|less| (0..=others.len() as i64).contains(less))
    else {
        return impossible();
    };
    let more = others.len() as i64 - less;
    let line = stated.line();
    let others: Vec<Vec<IntVar>> = others.iter().map(|cells| stated.digits(cells)).collect();
    if let Some(first) = first_digit(stated, less).filter(|_| !has_ties) {
        let rest = &line[1..];
        let begins = |other: &[IntVar]| eq(other[0], first).into_shared();
        let are_less =
            others.iter().map(|other| all_of([begins(other), lex_less(&other[1..], rest).into_shared()]));
        let are_more =
            others.iter().map(|other| all_of([begins(other), lex_less(rest, &other[1..]).into_shared()]));
        let (less, more) = (less % EACH, EACH - 1 - less % EACH);
        let counts = [eq(how_many(are_less), less), eq(how_many(are_more), more)];
        return whole(all_of(counts.map(Constraint::into_shared).into_iter().chain([begins(&line)])));
    }
    let are_less = eq(how_many(others.iter().map(|other| lex_less(other, &line))), less);
    if has_ties {
        return whole(are_less);
    }
    let are_more = eq(how_many(others.iter().map(|other| lex_less(&line, other))), more);
    whole(all_of([are_less, are_more]))
}

/// The pairs of readings that are of the same length, and not the same cells in the same order.
fn pairs(shape: &Shape) -> Vec<[Vec<usize>; 2]> {
    let readings = readings(shape);
    let before = |at: usize| readings[..at].iter().map(move |other| (other, at));
    let pairs = (0..readings.len()).flat_map(before).map(|(one, at)| [one.clone(), readings[at].clone()]);
    pairs.filter(|[one, other]| one.len() == other.len() && one != other).collect()
}

pub(super) fn has_no_ties(filled: &Filled<'_>) -> bool {
    let differ = |[one, other]: &[Vec<usize>; 2]| {
        one.iter().zip(other).any(|(&one, &other)| filled.digit(one) != filled.digit(other))
    };
    pairs(filled.puzzle.shape()).iter().all(differ)
}

pub(super) fn no_ties(stated: &Stated<'_>) -> Vec<Part> {
    let differ = |[one, other]: &[Vec<usize>; 2]| {
        let places = one.iter().zip(other).filter(|(one, other)| one != other);
        let differ = places.map(|(&one, &other)| ne(stated.digit(one), stated.digit(other)));
        part(one, any_of(differ))
    };
    pairs(stated.puzzle.shape()).iter().map(differ).collect()
}
