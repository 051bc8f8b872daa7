//! Promise: values, lists, lines and sets that have to differ do, and no others are kept apart.

use residua::constraints::{
    Condition, Connect, all_different, all_different_except, all_of, any_of, eq, inverse, ne, not,
    strictly_increasing,
};
use residua::domain::Domain;
use residua::engine::Consistency;
use residua::model::{IntVar, Model};

use crate::peers::{agreed, counted, post, range, vars};

/// chuffed#46 and #10: values that must differ in wide domains, which do not keep holes elsewhere; choco-solver#606 and #618.
#[test]
fn different_values_of_wide_domains() {
    let mut model = Model::new();
    let marks = model.int_vars("mark", 7, 0..=1225);
    post(&mut model, eq(marks[0], 0));
    post(&mut model, strictly_increasing(&marks));
    let pairs = (0..7).flat_map(|j| (0..j).map(move |i| (i, j)));
    let gaps: Vec<IntVar> = pairs
        .map(|(i, j)| {
            let gap = model.int_var(1..=1225);
            post(&mut model, eq(gap, marks[j] - marks[i]));
            gap
        })
        .collect();
    post(&mut model, all_different(&gaps));
    let best = model.minimize(marks[6]).expect("a variable").last().expect("there are rulers");
    assert_eq!(best.0, 25);
    let (mut model, [x, y]) = vars([&[29, 30, 31], &[30]]);
    post(&mut model, all_different([x, y]));
    let left = model.residual(Consistency::Domain).expect("there are solutions");
    assert_eq!(left.domain(x).to_string(), "29 31");
    let far = [-1_578_598_400, -1_578_598_399, -1_578_598_398, -1_578_598_395, -1_578_598_394];
    assert_eq!(counted([&[0], &[602_499_212], &far], all_different), 5);
}

/// huub#407 and #292, trealla#38, pycsp3#119: variables that are known when they are said to be different, or the same.
#[test]
fn different_values_that_are_known() {
    assert_eq!(counted([&[1], &[1, 2], &[1, 2, 3]], all_different), 1);
    assert_eq!(counted([&[15], &[1, 2], &[15]], all_different), 0);
    assert_eq!(counted([&[0, 1, 2], &[0, 1, 2]], |[x, y]| all_different([x, y, x])), 0);
    // A Latin square with one completion, and without that one.
    let clues = [[1, 0, 0, 0, 4], [0, 0, 1, 0, 0], [0, 5, 0, 0, 0], [0, 0, 3, 5, 0], [0, 2, 0, 0, 0]];
    let mut model = Model::new();
    let cells: Vec<Vec<IntVar>> = clues
        .iter()
        .map(|row| {
            row.iter().map(|&clue| model.int_var(if clue == 0 { 1..=5 } else { clue..=clue })).collect()
        })
        .collect();
    for at in 0..5 {
        post(&mut model, all_different(&cells[at]));
        post(&mut model, all_different(cells.iter().map(|row| row[at])));
    }
    let solutions: Vec<_> = model.solutions().collect();
    for solution in &solutions {
        let differs: Vec<Condition> = model.vars().map(|var| ne(var, solution[var])).collect();
        post(&mut model, any_of(differs));
    }
    assert_eq!((solutions.len(), model.solutions().count()), (1, 0));
    // What is left of it is said.
    let (mut model, xs) = vars([&[1, 2], &[1, 2]]);
    post(&mut model, all_different(xs));
    let left = model.residual(Consistency::Domain).expect("there are solutions");
    assert_eq!(left.constraints().collect::<Vec<_>>(), ["x0 ≠ x1"]);
}

/// cosoco#79 and #82, pycsp3#116, ACE#16: lists that differ, and lines of a matrix in which the values do.
#[test]
fn lists_and_lines_that_differ() {
    let mut model = Model::new();
    let lists: Vec<Vec<IntVar>> = (0..3).map(|_| model.int_vars("x", 2, -1..=0)).collect();
    for (i, one) in lists.iter().enumerate() {
        for other in &lists[..i] {
            post(&mut model, any_of(one.iter().zip(other).map(|(a, b)| a.ne(b))));
        }
    }
    assert_eq!(model.solutions().count(), 24);
    for (rows, columns, values, except, expected) in
        [(2, 2, 0..=1, None, 2), (2, 3, 0..=2, None, 12), (2, 3, 0..=2, Some(0), 121)]
    {
        let mut model = Model::new();
        let cells = model.int_vars("x", rows * columns, values);
        let across = cells.chunks(columns).map(<[IntVar]>::to_vec);
        let down = (0..columns).map(|at| cells[at..].iter().step_by(columns).copied().collect());
        for line in across.chain(down) {
            post(&mut model, all_different_except(line, except.into_iter().collect::<Domain>()));
        }
        assert_eq!(model.solutions().count(), expected);
    }
}

/// Two lists have the same values, place by place.
fn same(one: &[IntVar], other: &[IntVar]) -> Condition {
    all_of(one.iter().zip(other).map(|(a, b)| a.eq(b)))
}

/// How many solutions lists of 0 to 2 have of which each two are as said.
fn of_lists(lists: usize, length: usize, pairs: impl Fn(&[IntVar], &[IntVar]) -> Condition) -> usize {
    let mut model = Model::new();
    let lists: Vec<Vec<IntVar>> = (0..lists).map(|_| model.int_vars("x", length, 0..=2)).collect();
    for (i, one) in lists.iter().enumerate() {
        for other in &lists[..i] {
            post(&mut model, pairs(one, other));
        }
    }
    model.solutions().count()
}

/// cosoco#81 and pycsp3#125, which has these numbers; pycsp3#120 and #121: lists that are equal, save for those that are left out; lists
/// of one variable; a list alone, of which nothing is said.
#[test]
fn lists_that_are_equal() {
    let is_out = |list: &[IntVar]| all_of(list.iter().map(|x| x.is(0)));
    let differ = |one: &[IntVar], other: &[IntVar]| not(same(one, other));
    assert_eq!(of_lists(3, 2, same), 9);
    assert_eq!(of_lists(3, 2, |one, other| any_of([is_out(one), is_out(other), same(one, other)])), 57);
    assert_eq!(of_lists(3, 2, differ), 9 * 8 * 7);
    assert_eq!((of_lists(3, 1, same), of_lists(3, 1, differ)), (3, 6));
    assert_eq!((of_lists(1, 2, same), of_lists(1, 2, differ)), (9, 9));
}

/// choco-solver PR 98: two sets of 0 to 4 that differ, as a truth for each element.
#[test]
fn sets_that_differ() {
    let bit: &[i32] = &[0, 1];
    let differ = |xs: [IntVar; 10]| any_of((0..5).map(|at| xs[at].ne(xs[at + 5])));
    assert_eq!(agreed([bit; 10], differ, |xs| xs[..5] != xs[5..]), 992);
}

/// `CPMpy` PR 673: lists with values that are no places are no inverses, as a condition.
#[test]
fn inverses_with_values_beyond() {
    let values = range(-1, 2);
    let domains: [&[i32]; 5] = [&values, &values, &values, &values, &[0, 1]];
    let is_inverse =
        |[a, b, c, d]: [i32; 4]| [[a, b], [c, d]] == [[0, 1]; 2] || [[a, b], [c, d]] == [[1, 0]; 2];
    let said = |[a, b, c, d, p]: [IntVar; 5]| inverse([a, b], [c, d]).reified_by(p.is(1));
    let holds = |[a, b, c, d, p]: [i32; 5]| is_inverse([a, b, c, d]) == (p == 1);
    assert_eq!(agreed(domains, said, holds), 256);
    let implied = |[a, b, c, d, p]: [IntVar; 5]| p.is(1).implies(inverse([a, b], [c, d]));
    assert_eq!(agreed(domains, implied, |[a, b, c, d, p]| p == 0 || is_inverse([a, b, c, d])), 258);
    assert_eq!(counted([&values; 4], |[a, b, c, d]| not(inverse([a, b], [c, d]))), 254);
}
