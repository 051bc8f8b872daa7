//! Rules of which digits some cells have, and how often.

use std::collections::BTreeMap;

use residua::constraints::{
    Constraint, all_of, among, any_of, at_least, count, exactly, in_set, nvalue, same_values, sum,
};

use crate::filled::Filled;
use crate::kind::RuleKind as K;
use crate::stated::{Part, Stated, impossible, part, whole};

fn number_of(digits: &[i64], digit: i64) -> i64 {
    digits.iter().filter(|&&other| other == digit).count() as i64
}

pub(super) fn has_parity(filled: &Filled<'_>) -> bool {
    let remainder = i64::from(filled.rule.kind() == K::Odd);
    filled.line().iter().all(|digit| digit.rem_euclid(2) == remainder)
}

pub(super) fn parity(stated: &Stated<'_>) -> Vec<Part> {
    let remainder = i32::from(stated.rule.kind() == K::Odd);
    let digits = stated.puzzle.shape().digits();
    let allowed: Vec<i32> = digits.filter(|digit| digit.rem_euclid(2) == remainder).collect();
    stated.cells().iter().map(|&cell| part(&[cell], in_set(stated.digit(cell), allowed.clone()))).collect()
}

pub(super) fn is_quadruple(filled: &Filled<'_>) -> bool {
    let (digits, wanted) = (filled.line(), filled.rule.numbers());
    wanted.iter().all(|&digit| number_of(&digits, digit) >= number_of(wanted, digit))
}

pub(super) fn quadruple(stated: &Stated<'_>) -> Vec<Part> {
    let mut times: BTreeMap<i64, usize> = BTreeMap::new();
    for &digit in stated.rule.numbers() {
        *times.entry(digit).or_default() += 1;
    }
    let line = stated.line();
    let has = |(digit, times): (i64, usize)| {
        let atoms =
            i32::try_from(digit).into_iter().flat_map(|digit| line.iter().map(move |cell| cell.is(digit)));
        at_least(times, atoms)
    };
    whole(all_of(times.into_iter().map(has)))
}

pub(super) fn has_counts(filled: &Filled<'_>) -> bool {
    let digits = filled.line();
    filled.rule.numbers().chunks(2).all(|pair| number_of(&digits, pair[0]) == pair[1])
}

pub(super) fn counts(stated: &Stated<'_>) -> Vec<Part> {
    let line = stated.line();
    whole(all_of(stated.rule.numbers().chunks(2).map(|pair| count(&line, pair[0], pair[1]))))
}

pub(super) fn counts_distinct(filled: &Filled<'_>) -> bool {
    let mut counted = filled.digits(1);
    counted.sort_unstable();
    counted.dedup();
    filled.line()[0] == counted.len() as i64
}

pub(super) fn distinct_count(stated: &Stated<'_>) -> Vec<Part> {
    let [control, counted] = stated.rule.groups() else { return impossible() };
    whole(nvalue(stated.digits(counted), stated.digit(control[0])))
}

pub(super) fn have_same_values(filled: &Filled<'_>) -> bool {
    let sorted = |mut digits: Vec<i64>| {
        digits.sort_unstable();
        digits
    };
    let groups: Vec<Vec<i64>> = filled.all_digits().into_iter().map(sorted).collect();
    groups.iter().all(|group| *group == groups[0])
}

pub(super) fn same_digits(stated: &Stated<'_>) -> Vec<Part> {
    let groups = stated.rule.groups();
    if groups.iter().any(|group| group.len() != groups[0].len()) {
        return impossible();
    }
    let first = stated.line();
    let same = |group: &Vec<usize>| {
        part(&[&groups[0][..], group].concat(), same_values(&first, stated.digits(group)))
    };
    groups[1..].iter().map(same).collect()
}

pub(super) fn are_counted(filled: &Filled<'_>) -> bool {
    let digits = filled.line();
    digits.iter().all(|&digit| number_of(&digits, digit) == digit)
}

/// Each digit is in as many circles as it says, or in none; and those that are in circles have the number of circles as their sum.
pub(super) fn counted(stated: &Stated<'_>) -> Vec<Part> {
    let line = stated.line();
    let digits = stated.puzzle.shape().digits();
    let is_right = |digit: i32| {
        let none = among(&line, digit, 0).into_shared();
        match usize::try_from(digit).ok().filter(|times| (1..=line.len()).contains(times)) {
            Some(times) => {
                any_of([none, exactly(times, line.iter().map(|cell| cell.is(digit))).into_shared()])
            }
            None => all_of([none]),
        }
    };
    let used = digits.clone().map(|digit| (digit, any_of(line.iter().map(|cell| cell.is(digit)))));
    let sum = sum(used).eq(line.len());
    whole(all_of(digits.map(is_right).chain([sum])))
}
