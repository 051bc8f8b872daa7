//! Rules of pairs of cells: dots, whispers, palindromes, relations of one's own.
//!
//! Each is a relation of two digits and the pairs of cells that it is about. The constraints are tables of two columns, which are domain
//! consistent; sums of cells that may count twice are stated as sums.

use std::collections::BTreeSet;

use residua::constraints::{Constraint, eq, gt};

use crate::filled::Filled;
use crate::kind::RuleKind as K;
use crate::rule::Rule;
use crate::stated::{Part, Stated, part};

/// Whether a pair of digits keeps to a rule; of one about sums, these are what the cells count.
pub(super) fn relation(rule: &Rule) -> Box<dyn Fn(i64, i64) -> bool + '_> {
    let numbers = rule.numbers();
    let number = |otherwise: i64| numbers.first().copied().unwrap_or(otherwise);
    let differ = |a: i64, b: i64, by: i64| (a - b).abs() == by;
    let have_ratio = |a: i64, b: i64, ratio: i64| a == ratio * b || b == ratio * a;
    match rule.kind() {
        K::Difference => Box::new(move |a, b| differ(a, b, number(1))),
        K::Ratio => Box::new(move |a, b| have_ratio(a, b, number(2))),
        K::PairSum => Box::new(move |a, b| a + b == number(0)),
        K::NoDifference => Box::new(move |a, b| !numbers.iter().any(|&by| differ(a, b, by))),
        K::NoRatio => Box::new(move |a, b| !numbers.iter().any(|&ratio| have_ratio(a, b, ratio))),
        K::NoPairSum => Box::new(move |a, b| !numbers.contains(&(a + b))),
        K::Greater => Box::new(|a, b| a > b),
        K::Whisper => Box::new(move |a, b| (a - b).abs() >= number(0)),
        K::Nabner => Box::new(|a, b| (a - b).abs() >= 2),
        K::Pairs | K::AllPairs => {
            let pairs: BTreeSet<(i64, i64)> = numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect();
            Box::new(move |a, b| pairs.contains(&(a, b)))
        }
        // Palindromes and clones.
        _ => Box::new(|a, b| a == b),
    }
}

/// The pairs of cells that a rule is about.
fn pairs(rule: &Rule) -> Vec<[usize; 2]> {
    let groups = rule.groups();
    let line = &groups[0];
    match rule.kind() {
        K::NoDifference | K::NoRatio | K::NoPairSum | K::Nabner | K::AllPairs => {
            let all = |group: &Vec<usize>| {
                let pair = |at: usize| group[at + 1..].iter().map(move |&other| (at, other));
                (0..group.len()).flat_map(pair).map(|(at, other)| [group[at], other]).collect::<Vec<_>>()
            };
            groups.iter().flat_map(all).collect()
        }
        K::Palindrome => (0..line.len() / 2).map(|at| [line[at], line[line.len() - 1 - at]]).collect(),
        K::Clone => line.iter().zip(&groups[1]).map(|(&a, &b)| [a, b]).collect(),
        _ => line.windows(2).map(|pair| [pair[0], pair[1]]).collect(),
    }
}

pub(super) fn are_related(filled: &Filled<'_>) -> bool {
    let relation = relation(filled.rule);
    let is_related = |[a, b]: [usize; 2]| match filled.rule.kind() {
        K::PairSum => filled.sum_of(&[a, b]) == filled.rule.numbers()[0],
        _ => relation(filled.digit(a), filled.digit(b)),
    };
    pairs(filled.rule).into_iter().all(is_related)
}

pub(super) fn related(stated: &Stated<'_>) -> Vec<Part> {
    let relation = relation(stated.rule);
    let constraint = |[a, b]: [usize; 2]| match stated.rule.kind() {
        _ if a == b && stated.doubled(a).is_none() => {
            let digits = stated.puzzle.shape().digits();
            let allowed: Vec<i32> = digits.filter(|&digit| relation(digit.into(), digit.into())).collect();
            part(&[a], residua::constraints::in_set(stated.digit(a), allowed))
        }
        K::Palindrome | K::Clone => part(&[a, b], eq(stated.digit(a), stated.digit(b)).into_shared()),
        K::Greater => part(&[a, b], gt(stated.digit(a), stated.digit(b))),
        K::PairSum if stated.doubled(a).is_some() => {
            part(&[a, b], stated.has_sum(&[a, b], stated.rule.numbers()[0]))
        }
        _ => stated.pair([a, b], &relation),
    };
    pairs(stated.rule).into_iter().map(constraint).collect()
}
