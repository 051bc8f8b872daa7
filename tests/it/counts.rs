//! Promise: well-known counts.

use residua::constraints::{all_different, distance, eq, exact_sum};
use residua::engine::Consistency;
use residua::model::{IntVar, Model};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{Limits, Status};
use residua_sudoku::Geometry;

pub(crate) fn queens(n: i32) -> Model {
    let mut model = Model::new();
    let queens = model.int_vars("q", n as usize, 0..=n - 1);
    for sign in [0, 1, -1] {
        let views = queens.iter().zip(0..).map(|(&q, i)| q + sign * i);
        let _ = model.post(all_different(views)).expect("the values are small");
    }
    model
}

pub(crate) fn latin(n: usize) -> Model {
    let mut model = Model::new();
    let cells = model.int_vars("x", n * n, 1..=n as i32);
    for i in 0..n {
        let row: Vec<IntVar> = (0..n).map(|j| cells[i * n + j]).collect();
        let column: Vec<IntVar> = (0..n).map(|j| cells[j * n + i]).collect();
        for line in [row, column] {
            let _ = model.post(all_different(line)).expect("the values are small");
        }
    }
    model
}

/// Places for pairs in a row, each pair so far apart, and no two things at one place.
fn pairs(places: i32, gaps: &[i32]) -> Model {
    let mut model = Model::new();
    let first = model.int_vars("a", gaps.len(), 0..places);
    let second = model.int_vars("b", gaps.len(), 0..places);
    for ((&a, &b), &gap) in first.iter().zip(&second).zip(gaps) {
        let _ = model.post(eq(b, a + gap)).expect("the values are small");
    }
    let _ = model.post(all_different(first.iter().chain(&second))).expect("the values are small");
    model
}

/// A mark in each row and column, so that no two pairs of marks are equally far apart in the same direction.
fn costas(n: usize) -> Model {
    let mut model = Model::new();
    let marks = model.int_vars("c", n, 0..n as i32);
    let _ = model.post(all_different(&marks)).expect("the values are small");
    for gap in 1..n {
        let rises = model.int_vars("d", n - gap, 1 - n as i32..n as i32);
        for ((&left, &right), &rise) in marks.iter().zip(&marks[gap..]).zip(&rises) {
            let _ = model.post(eq(rise, right - left)).expect("the values are small");
        }
        let _ = model.post(all_different(rises)).expect("the values are small");
    }
    model
}

/// The numbers below n in such an order that the distances of neighbours all differ.
fn all_interval(n: usize) -> Model {
    let mut model = Model::new();
    let series = model.int_vars("s", n, 0..n as i32);
    let intervals = model.int_vars("i", n - 1, 1..n as i32);
    for vars in [&series, &intervals] {
        let _ = model.post(all_different(vars)).expect("the values are small");
    }
    for (pair, &interval) in series.windows(2).zip(&intervals) {
        let _ = model.post(distance(pair[0], pair[1], interval)).expect("the values are small");
    }
    model
}

/// The numbers from 1 to n², with the same sum in each row, column and diagonal.
fn magic(n: usize) -> Model {
    let greatest = (n * n) as i32;
    let total = greatest * (greatest + 1) / 2 / n as i32;
    let mut model = Model::new();
    let cells = model.int_vars("m", n * n, 1..=greatest);
    let _ = model.post(all_different(&cells)).expect("the values are small");
    let lines = (0..n).flat_map(|i| [(i * n, 1), (i, n)]).chain([(0, n + 1), (n - 1, n - 1)]);
    for (first, step) in lines {
        let line = cells[first..].iter().step_by(step).take(n);
        let _ = model.post(exact_sum(line, total)).expect("the values are small");
    }
    model
}

fn count(model: &Model, consistency: Consistency) -> usize {
    let mut solutions = model.search().consistency(consistency).solutions();
    let count = solutions.by_ref().count();
    assert_eq!(solutions.status(), Some(Status::Exhausted));
    count
}

#[test]
fn sudoku_of_four() {
    for consistency in Consistency::ALL {
        assert_eq!(
            count(&Geometry::new(2, 2).expect("a box of 4").model(), consistency),
            288,
            "{consistency}"
        );
    }
}

#[test]
fn latin_squares() {
    for consistency in Consistency::ALL {
        let counts: Vec<usize> = (0..=4).map(|n| count(&latin(n), consistency)).collect();
        assert_eq!(counts, [1, 1, 2, 12, 576], "{consistency}");
    }
    assert_eq!(count(&latin(5), Consistency::Domain), 161_280);
}

#[test]
fn n_queens() {
    for consistency in Consistency::ALL {
        let counts: Vec<usize> = (1..=8).map(|n| count(&queens(n), consistency)).collect();
        assert_eq!(counts, [1, 0, 0, 2, 10, 4, 40, 92], "{consistency}");
    }
    assert_eq!(count(&queens(9), Consistency::Domain), 352);
    assert_eq!(count(&queens(10), Consistency::Value), 724);
}

/// OEIS A008404.
#[test]
fn costas_arrays() {
    for level in Consistency::ALL {
        assert_eq!([1, 2, 3, 4, 5, 6].map(|n| count(&costas(n), level)), [1, 2, 4, 12, 40, 116], "{level}");
    }
    assert_eq!([7, 8].map(|n| count(&costas(n), Consistency::Value)), [200, 444]);
}

/// problem 7 of the CSP library.
#[test]
fn all_interval_series() {
    for level in Consistency::ALL {
        let counts = [3, 4, 5, 6, 7, 8].map(|n| count(&all_interval(n), level));
        assert_eq!(counts, [4, 4, 8, 24, 32, 40], "{level}");
    }
    assert_eq!([9, 10].map(|n| count(&all_interval(n), Consistency::Value)), [120, 296]);
}

/// All turns and reflections of the one of order 3. Those of order 4 are counted by an example.
#[test]
fn magic_squares() {
    for level in Consistency::ALL {
        assert_eq!([2, 3].map(|n| count(&magic(n), level)), [0, 8], "{level}");
    }
}

/// A limit that comes before anything is counted leaves nothing known, and says so.
#[test]
fn a_limit_before_the_first_step() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 6, 1..=6);
    let _ = model.post(all_different(xs.clone())).expect("in range");
    let limits = Limits::none().time(std::time::Duration::ZERO);
    let marginals = model.marginals(&limits);
    let is_open = |count: &residua::inspect::Count| !count.is_exact() && count.number().is_zero();
    assert!(is_open(marginals.total()));
    assert!(xs.iter().all(|&x| marginals.of(x).iter().all(|(_, count)| is_open(count))));
}

/// Twice OEIS A014552. The places of a pair are views of one variable, so that `all_different` has every variable twice.
#[test]
fn langford_pairs() {
    for level in Consistency::ALL {
        let langford = |n: i32| count(&pairs(2 * n, &(2..n + 2).collect::<Vec<_>>()), level);
        assert_eq!([1, 2, 3, 4, 5, 6, 7, 8].map(langford), [0, 0, 2, 2, 0, 0, 52, 300], "{level}");
    }
}

/// Dead ends met while Hall sets are being taken from the other views: solutions that came after one were lost.
#[test]
fn pairs_with_dead_ends_between_hall_sets() {
    for level in Consistency::ALL {
        let in_order = |places, gaps| {
            let model = pairs(places, gaps);
            let vars: Vec<IntVar> = model.vars().collect();
            let search =
                model.search().consistency(level).branch(&vars, VariableOrder::Input, ValueOrder::Ascending);
            search.solutions().count()
        };
        assert_eq!(in_order(10, &[1, 4, 3, 1, 4]), 12, "{level}");
        assert_eq!(in_order(12, &[9, 5, 6, 2, 1, 1]), 20, "{level}");
        assert_eq!(in_order(14, &[1, 5, 6, 9, 13, 6, 3]), 12, "{level}");
    }
}
