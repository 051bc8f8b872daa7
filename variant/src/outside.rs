//! Rules of rows and columns whose number stands outside of the grid, and of lines like them.

use residua::constraints::{
    Automaton, Constraint, all_different, all_of, any_of, element_var, exact_sum, gt, lt, regular,
};
use residua::model::IntVar;

use crate::filled::{Filled, are_different};
use crate::segments::{MOST_DIGITS, Segment, any_number, automaton, exactly, sets_of_sum};
use crate::stated::{Part, Stated, whole};

/// The sum between the first of two digits and the other one, if each is there once.
fn sum_between(digits: &[i64], ends: [i64; 2]) -> Option<i64> {
    let places: Vec<usize> = (0..digits.len()).filter(|&at| ends.contains(&digits[at])).collect();
    match places.as_slice() {
        &[a, b] if digits[a] != digits[b] => Some(digits[a + 1..b].iter().sum()),
        _ => None,
    }
}

pub(super) fn is_sandwich(filled: &Filled<'_>) -> bool {
    let digits = filled.puzzle.shape().digits();
    let ends = [*digits.start(), *digits.end()].map(i64::from);
    sum_between(&filled.line(), ends) == Some(filled.rule.numbers()[0])
}

/// The digits that are not among some.
fn without(digits: impl IntoIterator<Item = i32>, some: &[i32]) -> Vec<i32> {
    digits.into_iter().filter(|digit| !some.contains(digit)).collect()
}

/// Whether the digits of a line are one of a few sets.
fn has_few_sets(stated: &Stated<'_>) -> bool {
    stated.puzzle.shape().digit_count() <= MOST_DIGITS && stated.differ(stated.cells())
}

/// The state of a sandwich: nothing yet, the first end and the sum since, or all of it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Bread {
    Before,
    Between(i32, i64),
    After,
}

/// The partial sums are the states of an automaton, or, where the digits differ, the sets of digits between the ends are its cases.
pub(super) fn sandwich(stated: &Stated<'_>) -> Vec<Part> {
    let (digits, total) = (stated.puzzle.shape().digits(), stated.rule.numbers()[0]);
    let ends = [*digits.start(), *digits.end()];
    if has_few_sets(stated) {
        let inner = without(digits, &ends);
        let cases = sets_of_sum(&inner, total).into_iter().flat_map(|set| sandwiches(&inner, ends, &set));
        return whole(regular(stated.line(), automaton(&cases.collect::<Vec<_>>())));
    }
    let longest = stated.cells().len() as i64;
    let [least, greatest] = ends.map(i64::from);
    let most = greatest.max(0) * longest;
    let range = least.min(0) * longest..=if least < 0 { most } else { most.min(total) };
    let next = |state: &Bread, digit: i32| {
        let is_end = ends.contains(&digit);
        match *state {
            Bread::Before if is_end => Some(Bread::Between(digit, 0)),
            Bread::Between(end, sum) if is_end => (end != digit && sum == total).then_some(Bread::After),
            Bread::Between(end, sum) => {
                let sum = sum + i64::from(digit);
                range.contains(&sum).then_some(Bread::Between(end, sum))
            }
            Bread::Before => Some(Bread::Before),
            Bread::After => (!is_end).then_some(Bread::After),
        }
    };
    let automaton = Automaton::from_fn(Bread::Before, digits, next, |state| *state == Bread::After);
    whole(regular(stated.line(), automaton))
}

/// The lines of which a set is between two ends, one or the other first.
fn sandwiches(inner: &[i32], [low, high]: [i32; 2], set: &[i32]) -> [Vec<Segment>; 2] {
    let outer = without(inner.iter().copied(), set);
    [[low, high], [high, low]].map(|[first, second]| {
        vec![
            any_number(&outer),
            exactly(1, &[first]),
            exactly(set.len(), set),
            exactly(1, &[second]),
            any_number(&outer),
        ]
    })
}

pub(super) fn is_lunchbox(filled: &Filled<'_>) -> bool {
    let digits = filled.line();
    let ends = [digits.iter().min(), digits.iter().max()].map(|end| end.copied().unwrap_or(0));
    are_different(&digits) && sum_between(&digits, ends) == Some(filled.rule.numbers()[0])
}

/// The ends and the sets of digits between them are the cases of an automaton. With many digits, each pair of places of the ends is a case.
pub(super) fn lunchbox(stated: &Stated<'_>) -> Vec<Part> {
    let shape = stated.puzzle.shape();
    let (line, total) = (stated.line(), stated.rule.numbers()[0]);
    if shape.digit_count() <= MOST_DIGITS {
        let digits = shape.digits();
        let pairs = digits.clone().flat_map(|low| (low + 1..=*digits.end()).map(move |high| [low, high]));
        let of_ends = |[low, high]: [i32; 2]| {
            let inner: Vec<i32> = (low + 1..high).collect();
            let sets = sets_of_sum(&inner, total).into_iter().filter(|set| set.len() + 2 <= line.len());
            sets.flat_map(|set| sandwiches(&inner, [low, high], &set)).collect::<Vec<_>>()
        };
        let lunch = automaton(&pairs.flat_map(of_ends).collect::<Vec<_>>());
        return whole(all_of([all_different(&line).into_shared(), regular(&line, lunch).into_shared()]));
    }
    let places = (0..line.len()).flat_map(|a| (a + 1..line.len()).map(move |b| (a, b)));
    let case = |(low, high): (usize, usize), between: &[IntVar]| {
        let others = (0..line.len()).filter(|at| *at != low && *at != high);
        let lie = others.flat_map(|at| [lt(line[low], line[at]), gt(line[high], line[at])]);
        let sum = exact_sum(between, total).into_shared();
        all_of(lie.map(Constraint::into_shared).chain([lt(line[low], line[high]).into_shared(), sum]))
    };
    let cases = places.flat_map(|(a, b)| {
        let between = &line[a + 1..b];
        [case((a, b), between), case((b, a), between)]
    });
    whole(all_of([all_different(&line).into_shared(), any_of(cases).into_shared()]))
}

pub(super) fn is_x_sum(filled: &Filled<'_>) -> bool {
    let digits = filled.line();
    let count = usize::try_from(digits[0]).ok();
    let first = count.and_then(|count| digits.get(..count));
    first.is_some_and(|first| first.iter().sum::<i64>() == filled.rule.numbers()[0])
}

/// How many digits are to be added yet, and their sum, are the state of an automaton; where the digits differ, the sets of digits that are
/// added are its cases.
pub(super) fn x_sum(stated: &Stated<'_>) -> Vec<Part> {
    let (line, total, digits) = (stated.line(), stated.rule.numbers()[0], stated.puzzle.shape().digits());
    if has_few_sets(stated) {
        let of_first = |first: i32| {
            let others = without(digits.clone(), &[first]);
            // A digit of 0 adds nothing, not even itself.
            let (count, sum) = if first == 0 { (0, total) } else { (first - 1, total - i64::from(first)) };
            let count = usize::try_from(count).ok().filter(|count| *count < line.len());
            let sets = count.map_or_else(Vec::new, |_| sets_of_sum(&others, sum));
            let sets = sets.into_iter().filter(move |set| Some(set.len()) == count);
            let case = move |set: Vec<i32>| {
                let rest = any_number(&without(others.iter().copied(), &set));
                vec![exactly(1, &[first]), exactly(set.len(), &set), rest]
            };
            sets.map(case).collect::<Vec<_>>()
        };
        let cases: Vec<Vec<Segment>> = digits.clone().flat_map(of_first).collect();
        return whole(regular(line, automaton(&cases)));
    }
    let most = i64::from(*digits.end()).max(0) * line.len() as i64;
    let most = if *digits.start() < 0 { most } else { most.min(total) };
    let next = |state: &Option<(usize, i64)>, digit: i32| {
        let value = i64::from(digit);
        let (left, sum) = match *state {
            None if digit == 0 => (0, 0),
            None => (usize::try_from(digit).ok().filter(|count| *count <= line.len())? - 1, value),
            Some((0, sum)) => (0, sum),
            Some((left, sum)) => (left - 1, sum + value),
        };
        let can_be_total = sum <= most && (left > 0 || sum == total);
        can_be_total.then_some(Some((left, sum)))
    };
    let automaton = Automaton::from_fn(None, digits, next, |state| matches!(state, Some((0, _))));
    whole(regular(&line, automaton))
}

pub(super) fn is_skyscraper(filled: &Filled<'_>) -> bool {
    let (mut greatest, mut seen) = (0, 0);
    for digit in filled.line() {
        if digit > greatest {
            (greatest, seen) = (digit, seen + 1);
        }
    }
    seen == filled.rule.numbers()[0]
}

/// With more digits, the states of a skyscraper are too many to count the digits in them.
const MOST_FLOORS: usize = 32;

/// The greatest digit so far and how many have been seen are the state of an automaton; where the digits differ, the number of digits so far,
/// too, as only so many are not greater than the greatest.
pub(super) fn skyscraper(stated: &Stated<'_>) -> Vec<Part> {
    let (number, digits) = (stated.rule.numbers()[0], stated.puzzle.shape().digits());
    let differ = stated.puzzle.shape().digit_count() <= MOST_FLOORS && stated.differ(stated.cells());
    let next = |&(greatest, seen, length): &(i32, i64, i32), digit: i32| {
        let length = if differ { length + 1 } else { 0 };
        let (greatest, seen) = if digit > greatest { (digit, seen + 1) } else { (greatest, seen) };
        let has_room = length <= greatest.max(0) - digits.start() + 1;
        (seen <= number && has_room).then_some((greatest, seen, length))
    };
    let automaton = Automaton::from_fn((0, 0, 0), digits.clone(), next, |&(_, seen, _)| seen == number);
    whole(regular(stated.line(), automaton))
}

pub(super) fn is_hidden_skyscraper(filled: &Filled<'_>) -> bool {
    let digits = filled.line();
    let is_hidden = |&at: &usize| digits[..at].iter().any(|before| *before >= digits[at]);
    (0..digits.len()).find(is_hidden).is_some_and(|at| digits[at] == filled.rule.numbers()[0])
}

/// The last digit, as long as they increase, is the state of an automaton.
pub(super) fn hidden_skyscraper(stated: &Stated<'_>) -> Vec<Part> {
    #[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
    enum Seen {
        Increasing(Option<i32>),
        Hidden,
    }
    let number = stated.rule.numbers()[0];
    let next = |state: &Seen, digit: i32| match *state {
        Seen::Increasing(last) if last.is_none_or(|last| digit > last) => Some(Seen::Increasing(Some(digit))),
        Seen::Increasing(_) => (i64::from(digit) == number).then_some(Seen::Hidden),
        Seen::Hidden => Some(Seen::Hidden),
    };
    let digits = stated.puzzle.shape().digits();
    let automaton = Automaton::from_fn(Seen::Increasing(None), digits, next, |state| *state == Seen::Hidden);
    whole(regular(stated.line(), automaton))
}

/// The digit at a position, from 1.
fn at(digits: &[i64], position: i64) -> Option<i64> {
    digits.get(usize::try_from(position).ok()?.checked_sub(1)?).copied()
}

pub(super) fn is_numbered_room(filled: &Filled<'_>) -> bool {
    let digits = filled.line();
    at(&digits, digits[0]) == Some(filled.rule.numbers()[0])
}

pub(super) fn numbered_room(stated: &Stated<'_>) -> Vec<Part> {
    let line = stated.line();
    whole(element_var(line[0] - 1, &line, stated.rule.numbers()[0]))
}

pub(super) fn is_value_indexing(filled: &Filled<'_>) -> bool {
    let digits = filled.line();
    at(&digits[2..], digits[1]) == Some(digits[0])
}

pub(super) fn value_indexing(stated: &Stated<'_>) -> Vec<Part> {
    let line = stated.line();
    whole(element_var(line[1] - 1, &line[2..], line[0]))
}
