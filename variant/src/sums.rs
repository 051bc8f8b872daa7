//! Rules of sums: cages, arrows, lines whose parts have the same sum.

use std::collections::BTreeSet;

use residua::constraints::{Automaton, Constraint, all_different, all_of, among, exact_sum, ne, regular};

use crate::filled::{Filled, are_different, are_equal};
use crate::kind::RuleKind as K;
use crate::puzzle::Variant;
use crate::stated::{Part, Stated, impossible, part, whole};

pub(super) fn is_cage(filled: &Filled<'_>) -> bool {
    are_different(&filled.line()) && filled.rule.numbers().first().is_none_or(|sum| *sum == filled.sum())
}

pub(super) fn cage(stated: &Stated<'_>) -> Vec<Part> {
    let cells = stated.cells();
    match stated.rule.numbers().first() {
        None => whole(all_different(stated.line())),
        Some(&sum) if !stated.is_doubling() => whole(exact_sum(stated.line(), sum).distinct()),
        Some(&sum) => whole(all_of([all_different(stated.line()).into_shared(), stated.has_sum(cells, sum)])),
    }
}

pub(super) fn sum(stated: &Stated<'_>) -> Vec<Part> {
    whole(stated.has_sum(stated.cells(), stated.rule.numbers()[0]))
}

pub(super) fn is_weighted_sum(filled: &Filled<'_>) -> bool {
    let Some((&sum, factors)) = filled.rule.numbers().split_first() else { return false };
    let weighted = filled.rule.groups()[0].iter().zip(factors);
    weighted.map(|(&cell, factor)| factor * filled.sum_of(&[cell])).sum::<i64>() == sum
}

pub(super) fn weighted_sum(stated: &Stated<'_>) -> Vec<Part> {
    let Some((&sum, factors)) = stated.rule.numbers().split_first() else { return impossible() };
    let weighted = stated.cells().iter().zip(factors);
    // Factors are small.
    let terms = weighted.map(|(&cell, &factor)| stated.value(cell) * i32::try_from(factor).unwrap_or(0));
    whole(residua::constraints::sum(terms).eq(sum))
}

pub(super) fn has_remainder(filled: &Filled<'_>) -> bool {
    let &[remainder, divisor] = filled.rule.numbers() else { return false };
    filled.sum().rem_euclid(divisor) == remainder
}

/// The remainders of the partial sums are the states of an automaton.
pub(super) fn remainder(stated: &Stated<'_>) -> Vec<Part> {
    let &[remainder, divisor] = stated.rule.numbers() else { return impossible() };
    if divisor > 1000 || stated.is_doubling() {
        return whole(stated.sum(stated.cells()).mod_floor(divisor).eq(remainder));
    }
    let next = |sum: &i64, digit: i32| Some((sum + i64::from(digit)).rem_euclid(divisor));
    let automaton = Automaton::from_fn(0, stated.puzzle.shape().digits(), next, |sum| *sum == remainder);
    whole(regular(stated.line(), automaton))
}

pub(super) fn is_arrow(filled: &Filled<'_>) -> bool {
    let [circle, shaft] = filled.rule.groups() else { return false };
    let head = match circle.as_slice() {
        [cell] => filled.sum_of(&[*cell]),
        _ => circle
            .iter()
            .fold(0_i64, |number, &cell| number.saturating_mul(10).saturating_add(filled.digit(cell))),
    };
    head == filled.sum_of(shaft)
}

pub(super) fn arrow(stated: &Stated<'_>) -> Vec<Part> {
    let [circle, shaft] = stated.rule.groups() else { return impossible() };
    whole(stated.have_same_sum(circle, shaft, true))
}

/// The groups of cells that have the same sum.
fn groups_of_same_sum(puzzle: &Variant, kind: K, groups: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let line = &groups[0];
    let last = line.len() - 1;
    match kind {
        K::RegionSumLine => {
            let regions: Vec<&[usize]> = puzzle.regions().collect();
            let region = |cell: &usize| regions.iter().position(|region| region.contains(cell));
            line.chunk_by(|a, b| region(a) == region(b)).map(<[usize]>::to_vec).collect()
        }
        // There is no sum without cells between the ends.
        K::DoubleArrow if last < 2 => Vec::new(),
        K::DoubleArrow => vec![vec![line[0], line[last]], line[1..last].to_vec()],
        K::Zipper => {
            let pairs = (0..line.len() / 2).map(|at| vec![line[at], line[last - at]]);
            let middle = (line.len() % 2 == 1).then(|| vec![line[last / 2]]);
            pairs.chain(middle).collect()
        }
        // Equal sums.
        _ => groups.to_vec(),
    }
}

pub(super) fn have_same_sum(filled: &Filled<'_>) -> bool {
    let groups = groups_of_same_sum(filled.puzzle, filled.rule.kind(), filled.rule.groups());
    let sums: Vec<i64> = groups.iter().map(|group| filled.sum_of(group)).collect();
    are_equal(&sums)
}

/// Each sum is that of each other one, or of the first where there are many.
pub(super) fn same_sum(stated: &Stated<'_>) -> Vec<Part> {
    let groups = groups_of_same_sum(stated.puzzle, stated.rule.kind(), stated.rule.groups());
    let firsts = if groups.len() > 5 { 1 } else { groups.len() };
    let pairs = (0..firsts).flat_map(|one| (one + 1..groups.len()).map(move |other| (one, other)));
    let equality = |(one, other): (usize, usize)| {
        let (one, other): (&[usize], &[usize]) = (&groups[one], &groups[other]);
        part(&[one, other].concat(), stated.have_same_sum(one, other, false))
    };
    pairs.map(equality).collect()
}

/// The sums of one or more of some digits.
fn partial_sums(digits: impl IntoIterator<Item = i64>) -> BTreeSet<i64> {
    let mut sums = BTreeSet::new();
    for digit in digits {
        let with: Vec<i64> = sums.iter().map(|sum| sum + digit).collect();
        sums.extend(with);
        sums.insert(digit);
    }
    sums
}

pub(super) fn is_rellik_cage(filled: &Filled<'_>) -> bool {
    are_different(&filled.line()) && !partial_sums(filled.line()).contains(&filled.rule.numbers()[0])
}

/// The sets of sums are the states of an automaton, where digits are not negative those below the one that is forbidden; there are too many
/// of them for large cages, where each sum is a constraint.
pub(super) fn rellik_cage(stated: &Stated<'_>) -> Vec<Part> {
    let (line, sum) = (stated.line(), stated.rule.numbers()[0]);
    if (9..=16).contains(&line.len()) {
        let subsets = 1_u32..1 << line.len();
        let chosen = |subset: u32| (0..line.len()).filter(move |at| subset >> at & 1 == 1).map(|at| line[at]);
        let sums = subsets.map(|subset| ne(residua::constraints::sum(chosen(subset)), sum).into_shared());
        return whole(all_of(sums.chain([all_different(&line).into_shared()])));
    }
    let most = if *stated.puzzle.shape().digits().start() < 0 { i64::MAX } else { sum };
    let next = |(length, sums): &(usize, BTreeSet<i64>), digit: i32| {
        let digit = i64::from(digit);
        let with = sums.iter().map(|sum| sum + digit).chain([digit]).filter(|sum| *sum <= most);
        let sums: BTreeSet<i64> = sums.iter().copied().chain(with).collect();
        (*length < line.len() && !sums.contains(&sum)).then_some((length + 1, sums))
    };
    let automaton = Automaton::from_fn((0, BTreeSet::new()), stated.puzzle.shape().digits(), next, |_| true);
    whole(all_of([all_different(&line).into_shared(), regular(line, automaton).into_shared()]))
}

pub(super) fn is_equality_cage(filled: &Filled<'_>) -> bool {
    let (digits, shape) = (filled.line(), filled.puzzle.shape().digits());
    let ends = i64::from(*shape.start()) + i64::from(*shape.end());
    let number = |is: &dyn Fn(i64) -> bool| digits.iter().filter(|&&digit| is(digit)).count();
    are_different(&digits)
        && number(&|digit| digit % 2 == 0) == number(&|digit| digit % 2 != 0)
        && number(&|digit| 2 * digit < ends) == number(&|digit| 2 * digit > ends)
        && number(&|digit| 2 * digit == ends) == 0
}

pub(super) fn equality_cage(stated: &Stated<'_>) -> Vec<Part> {
    let (line, digits) = (stated.line(), stated.puzzle.shape().digits());
    if line.len() % 2 == 1 {
        return impossible();
    }
    let ends = digits.start() + digits.end();
    let half = |is: &dyn Fn(&i32) -> bool| {
        among(&line, digits.clone().filter(is).collect::<Vec<i32>>(), line.len() / 2)
    };
    whole(all_of([
        all_different(&line).into_shared(),
        half(&|digit| digit % 2 == 0).into_shared(),
        half(&|digit| 2 * digit < ends).into_shared(),
        half(&|digit| 2 * digit > ends).into_shared(),
    ]))
}

pub(super) fn is_sum_line(filled: &Filled<'_>) -> bool {
    let (digits, sum) = (filled.line(), filled.rule.numbers()[0]);
    let mut is_cut = vec![true];
    for end in 1..=digits.len() {
        is_cut.push((0..end).any(|start| is_cut[start] && digits[start..end].iter().sum::<i64>() == sum));
    }
    is_cut[digits.len()]
}

/// The sums that the part before a digit may have are the state of an automaton; `None` is a cut.
pub(super) fn sum_line(stated: &Stated<'_>) -> Vec<Part> {
    let (line, sum, digits) = (stated.line(), stated.rule.numbers()[0], stated.puzzle.shape().digits());
    let least = i64::from(*digits.start()).min(0) * line.len() as i64;
    let most = i64::from(*digits.end()).max(0) * line.len() as i64;
    // Without negative digits, a part that has more than the sum has no end.
    let range = least..=if least == 0 { most.min(sum) } else { most };
    let next = |parts: &BTreeSet<Option<i64>>, digit: i32| {
        let sums = parts.iter().map(|part| part.unwrap_or(0) + i64::from(digit));
        let sums: BTreeSet<i64> = sums.filter(|sum| range.contains(sum)).collect();
        let cut = sums.contains(&sum).then_some(None);
        let parts: BTreeSet<Option<i64>> = sums.into_iter().map(Some).chain(cut).collect();
        (!parts.is_empty()).then_some(parts)
    };
    let automaton =
        Automaton::from_fn(BTreeSet::from([None]), digits.clone(), next, |parts| parts.contains(&None));
    whole(regular(line, automaton))
}
