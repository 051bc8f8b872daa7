//! Promise: a search that learns refutes what has no solution, in few dead ends where few are enough.
//!
//! Dead ends are counted, and not time. The counts are those of one order of search each: a change of the search that is none for the worse
//! may move them by a third either way.

use std::collections::BTreeSet;
use std::sync::Arc;

use residua::constraints::{Constraint, all_different, eq, exact_sum, lt};
use residua::model::{IntVar, Model};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{Learning, Random, Search, Statistics, Status};

/// The counts of a search that learns, which finds no solution.
fn refuted(search: Search<'_>) -> Statistics {
    let mut search = search.learn(Learning::On).solutions();
    assert_eq!(search.next(), None);
    assert_eq!(search.status(), Some(Status::Exhausted));
    search.statistics()
}

/// A Golomb ruler: no two pairs of its marks are equally far apart. The first mark is at 0, so that the others are their distances from
/// it; or these are variables of their own. The constraints are posted in an order that depends on the seed; 0 is the natural one.
fn ruler(marks: usize, longest: i32, has_own: bool, seed: u64) -> (Model, Vec<IntVar>) {
    let mut model = Model::new();
    let mut places = vec![model.int_var(0)];
    places.extend(model.int_vars("m", marks - 1, 1..=longest));
    let (mut first, mut last, mut distances) = (places[1], places[1], Vec::new());
    let mut constraints: Vec<Arc<dyn Constraint>> = Vec::new();
    for (right, &b) in places.iter().enumerate() {
        for (left, &a) in places[..right].iter().enumerate() {
            let distance = if left == 0 && !has_own {
                b
            } else {
                let distance = model.int_var(1..=longest);
                constraints.push(exact_sum([b.view(), -a, -distance], 0).into_shared());
                distance
            };
            first = if right == 1 { distance } else { first };
            last = if left + 1 == right { distance } else { last };
            distances.push(distance);
        }
    }
    constraints.extend(places.windows(2).map(|pair| lt(pair[0], pair[1]).into_shared()));
    constraints.push(all_different(distances).into_shared());
    // Of a ruler and its mirror image, one.
    constraints.push(lt(first, last).into_shared());
    if seed > 0 {
        Random::new(seed).shuffle(&mut constraints);
    }
    for constraint in constraints {
        let _ = model.post(constraint).expect("its own variables");
    }
    (model, places)
}

/// Nine marks need a length of 44 (OEIS A003022). In which order the constraints are posted moves the count by a third: the bound is
/// for the median of several orders.
#[test]
fn of_short_rulers() {
    for (marks, shortest, most) in [(6, 17, 50), (7, 25, 200), (8, 34, 1000), (9, 44, 2500)] {
        let mut failures: Vec<u64> = Vec::new();
        for (has_own, seed) in
            [false, true].into_iter().flat_map(|has_own| (0..5).map(move |seed| (has_own, seed)))
        {
            let (model, places) = ruler(marks, shortest - 1, has_own, seed);
            let search = model.search().branch(&places, VariableOrder::Input, ValueOrder::Ascending);
            failures.push(refuted(search).failures);
            let (model, _) = ruler(marks, shortest, has_own, seed);
            assert!(marks > 8 || model.search().learn(Learning::On).solutions().next().is_some());
        }
        failures.sort_unstable();
        assert!(failures[failures.len() / 2] <= most, "{marks} marks: {failures:?}");
    }
}

/// The root refutes it.
fn is_refuted_at_the_root(model: &Model) {
    assert_eq!(refuted(model.search()).decisions, 0, "{model}");
}

/// One pigeon more than holes, wherever these are.
#[test]
fn of_pigeons() {
    for holes in 1..=12 {
        for (step, first) in [(1, 0), (2, 1), (1000, -3000), (100_000_000, -600_000_000)] {
            let places = || (0..holes).map(|hole| first + hole * step);
            let mut model = Model::new();
            let xs = model.int_vars("x", holes as usize + 1, places().collect::<Vec<i32>>());
            let _ = model.post(all_different(xs)).expect("its own variables");
            is_refuted_at_the_root(&model);

            // Among others that have more room.
            let mut model = Model::new();
            let all = places().chain([2_000_000_000, 2_000_000_001]).collect::<Vec<i32>>();
            let mut xs = model.int_vars("y", 2, all);
            xs.extend(model.int_vars("x", holes as usize + 1, places().collect::<Vec<i32>>()));
            let _ = model.post(all_different(xs)).expect("its own variables");
            is_refuted_at_the_root(&model);
        }
    }
}

/// What one of them leaves to a view that both have is too little for the other.
#[test]
fn of_pigeons_in_two_lofts() {
    for is_first in [false, true] {
        for step in [1, 100] {
            // The first is one of as many values as views, or of more.
            for more in [0, 1] {
                let mut model = Model::new();
                let holes = |numbers: &[i32]| numbers.iter().map(|&hole| hole * step).collect::<Vec<i32>>();
                let [a, b] = ["a", "b"].map(|name| model.named_var(name, holes(&[1, 2])));
                let [c, d] = ["c", "d"].map(|name| model.named_var(name, holes(&[1, 2, 3, 4, 4 + more])));
                let [e, f] = ["e", "f"].map(|name| model.named_var(name, holes(&[3, 4])));
                let lofts = [vec![a, b, c, d], vec![c, d, e, f]];
                for at in [usize::from(is_first), usize::from(!is_first)] {
                    let _ = model.post(all_different(lofts[at].clone())).expect("its own variables");
                }
                if more == 1 {
                    let _ = model.post(lt(c, 5 * step)).expect("its own variables");
                    let _ = model.post(lt(d, 5 * step)).expect("its own variables");
                }
                is_refuted_at_the_root(&model);
            }
        }
    }
}

/// Random numbers below what is asked for (Knuth, *MMIX*).
fn draws(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |bound| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    }
}

/// A square to be completed to a Latin one: the symbols of its givens were drawn one by one, among those that row and column did not have
/// (Gomes & Selman, *Problem Structure in the Presence of Perturbations*, AAAI 1997). `None`, where there was none left.
fn partial(order: usize, holes: usize, seed: u64) -> Option<Vec<Option<usize>>> {
    let mut draw = draws(seed);
    let mut cells: Vec<usize> = (0..order * order).collect();
    (1..cells.len()).rev().for_each(|at| cells.swap(at, draw(at + 1)));
    let mut givens: Vec<Option<usize>> = vec![None; order * order];
    for &cell in &cells[holes..] {
        let near = |other: &usize| other / order == cell / order || other % order == cell % order;
        let seen: BTreeSet<usize> = (0..order * order).filter(near).filter_map(|cell| givens[cell]).collect();
        let left: Vec<usize> = (0..order).filter(|symbol| !seen.contains(symbol)).collect();
        givens[cell] = Some(*left.get(draw(left.len().max(1)))?);
    }
    Some(givens)
}

/// The model of its completions.
fn square(order: usize, givens: &[Option<usize>]) -> Model {
    let mut model = Model::new();
    let vars = model.int_vars("c", order * order, 0..order as i32);
    for (&var, given) in vars.iter().zip(givens) {
        if let &Some(symbol) = given {
            let _ = model.post(eq(var, symbol as i32)).expect("its own variables");
        }
    }
    for line in 0..order {
        let row = vars[line * order..][..order].to_vec();
        let column = vars.iter().skip(line).step_by(order).copied().collect::<Vec<IntVar>>();
        for cells in [row, column] {
            let _ = model.post(all_different(cells)).expect("its own variables");
        }
    }
    model
}

/// What a search that learns says of squares, some with a completion and some without, is what one says that does not.
#[test]
fn of_quasigroups() {
    let (mut completed, mut impossible) = (0, 0);
    for order in 10..=14 {
        for givens in (0..20).filter_map(|seed| partial(order, order * order * 58 / 100, seed)) {
            let model = square(order, &givens);
            if model.search().learn(Learning::Off).solutions().next().is_some() {
                let found = model.search().learn(Learning::On).solutions().next();
                assert_eq!(found.map(|solution| model.check(&solution)), Some(Ok(())));
                completed += 1;
            } else {
                assert!(refuted(model.search()).failures < 100);
                impossible += 1;
            }
        }
    }
    assert!(completed > 15 && impossible > 15, "{completed}, {impossible}");
}

/// `qcp-15-120-13`, of the examples of Gecode (MIT license): of 15 such squares of orders 15 to 25 without a completion the smallest that
/// takes a search.
const HARD: &str = "\
. 7 . 15 10 . . 8 9 . 12 14 . . .
. . 5 2 . 12 8 . . 7 . . 11 . 4
7 10 . 12 . . . 3 . . . 13 9 1 .
. . 9 . 14 10 3 11 . . . 5 . 6 .
12 8 11 14 . 3 . 5 . 9 . . . . .
6 . 12 5 3 . . 15 13 . 2 . . . .
. . . . 1 . 14 . 10 3 9 . . 13 6
. . 4 . . 9 1 . 12 . . 6 2 5 .
2 1 . . . 8 6 7 . 15 . . . 10 .
. 4 14 . . . . . 2 8 5 . 12 . 11
10 . . . 5 13 15 . 11 . . 3 . 2 .
15 9 2 . . . . . 8 . 11 . 14 . 1
. 15 . 13 11 . 12 . . . 8 . 4 . 14
. . . 9 4 . . 6 . 2 . 10 . 15 13
8 . . . . 15 . . . 13 14 1 6 . 10
";

/// CaDiCaL meets 55 conflicts.
#[test]
fn of_a_hard_quasigroup() {
    let givens: Vec<Option<usize>> =
        HARD.split_whitespace().map(|symbol| Some(symbol.parse::<usize>().ok()? - 1)).collect();
    let statistics = refuted(square(15, &givens).search());
    assert!(statistics.decisions > 0 && statistics.failures <= 200, "{statistics}");
}
