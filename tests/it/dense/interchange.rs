//! Values that exchange their names: the solutions are those of the general engine, each once, however they came about.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use residua::dense::{Dense, Form, Network, Step};
use residua::inspect::{Count, Natural};
use residua::model::Solution;
use residua::search::{Limit, Limits, NetworkSearch, Outcome, network_of};

use crate::catalogue::times_depth;
use crate::dense::{Case, Numbers, boxes, filled, general};

/// All solutions that a form finds; each once.
fn solutions(search: &mut Dense, vars: usize) -> BTreeSet<Vec<i32>> {
    let mut found = BTreeSet::new();
    let mut values = Vec::new();
    while search.advance(u64::MAX) == Step::Solution {
        search.solution(&mut values);
        assert!((0..vars).all(|x| search.value(x) == values[x]), "{}", search.form());
        assert!(found.insert(values.clone()), "{}: {values:?} twice", search.form());
    }
    assert_eq!(search.counts().solutions, found.len() as u64, "{}", search.form());
    found
}

/// A solution of which only some values are told; and now and then a domain that tells some of the others apart.
fn partly_told(solution: &[i32], n: usize, told: usize, numbers: &mut Numbers) -> Vec<Vec<i32>> {
    let all: Vec<i32> = (1..=n as i32).collect();
    let told = numbers.some(&all, told);
    let others: Vec<i32> = all.iter().copied().filter(|value| !told.contains(value)).collect();
    let domain = |value: &i32| match numbers.below(40) {
        0 => others.clone(),
        1 => told.clone(),
        2 => numbers.some(&all, n - 1),
        3..28 if told.contains(value) => vec![*value],
        _ => all.clone(),
    };
    solution.iter().map(domain).collect()
}

#[test]
fn grids_with_values_that_nothing_tells_apart_have_the_solutions_of_the_general_engine() {
    const MOST: usize = 3000;
    let mut numbers = Numbers(21);
    let (mut whole, mut renamed) = (0, 0);
    for i in 0..times_depth(150) {
        let (rows, columns) = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)][i % 5];
        let n = rows * columns;
        let solution = filled(rows, columns, &mut numbers);
        let told = n - 2 - numbers.below(3).min(n - 3);
        let domains = partly_told(&solution, n, told, &mut numbers);
        let mut scopes = boxes(rows, columns);
        if i % 3 == 0 {
            scopes.truncate(2 * n);
        }
        let case = Case { domains, scopes };
        let model = case.model();
        let truth = general(&model, MOST);
        if truth.len() == MOST {
            continue;
        }
        whole += 1;
        let network = network_of(&model).expect("it fits");
        for mut search in Form::ALL.into_iter().filter_map(|form| Dense::in_form(&network, form)) {
            assert_eq!(solutions(&mut search, n * n), truth, "{}: {case:?}", search.form());
            renamed += usize::from(search.counts().nodes < search.counts().solutions);
            // The same as facts on top of rules that tell nothing apart.
            let all = vec![network.all(); n * n];
            search.start(&all);
            let fact = |(x, &set): (usize, &u64)| (set != network.all()).then_some((x, set));
            let facts: Vec<_> = network.domains().iter().enumerate().filter_map(fact).collect();
            if network.values().len() == n {
                search.restart(&facts);
                assert_eq!(solutions(&mut search, n * n), truth, "{}: {case:?}", search.form());
            }
        }
    }
    assert!(whole > 50 && renamed > 50, "{whole}, {renamed}");
}

#[test]
fn all_grids_of_6x6_come_one_by_one() {
    let network = Network::over(&vec![(1..=6).collect(); 36], boxes(2, 3)).expect("six values");
    let mut search = Dense::new(&network).expect("boxes have a form");
    let mut count = 0_u64;
    while search.advance(u64::MAX) == Step::Solution {
        count += 1;
    }
    assert_eq!((count, search.counts().solutions), (28_200_960, 28_200_960));
    assert!(search.counts().nodes < 100_000, "{:?}", search.counts());
}

#[test]
fn the_first_of_many_solutions_are_solutions_and_differ() {
    for (rows, columns) in [(3, 3), (3, 4), (4, 4)] {
        let n = rows * columns;
        let case = Case { domains: vec![(1..=n as i32).collect(); n * n], scopes: boxes(rows, columns) };
        let model = case.model();
        let found: BTreeSet<Vec<i32>> =
            model.solutions().take(2000).map(|solution| solution.values().to_vec()).collect();
        assert_eq!(found.len(), 2000);
        assert!(found.into_iter().all(|values| model.check(&Solution::new(values)).is_ok()));
    }
}

#[test]
fn a_limit_on_time_holds_where_solutions_need_no_search() {
    let network = Network::over(&vec![(1..=9).collect(); 81], boxes(3, 3)).expect("nine values");
    let time = Some(Duration::from_millis(20));
    let mut search =
        NetworkSearch::new(&network, Limits { time, ..Limits::default() }).expect("boxes have a form");
    let start = Instant::now();
    while search.advance() {
        assert!(start.elapsed() < Duration::from_secs(60), "there are some 10^21, most of them images");
    }
    assert_eq!(search.outcome(), Some(Outcome::Stopped(Limit::Time)));
}

#[test]
fn solutions_that_are_many_and_need_no_search_are_counted_all_the_same() {
    // Each variable has two values; those of a pair that are joined by scopes change places together.
    let mut numbers = Numbers(23);
    let solution = filled(4, 4, &mut numbers);
    let pair = |x: usize| (solution[x] - 1) / 2;
    let domains = (0..256).map(|x| vec![2 * pair(x) + 1, 2 * pair(x) + 2]).collect();
    let case = Case { domains, scopes: boxes(4, 4) };
    let joined = |x: usize, y: usize| {
        pair(x) == pair(y) && case.scopes.iter().any(|scope| scope.contains(&x) && scope.contains(&y))
    };
    let mut parts = 0;
    let mut seen = [false; 256];
    for first in 0..256 {
        let mut waiting = vec![first];
        parts += u32::from(!seen[first]);
        while let Some(x) = waiting.pop() {
            if !std::mem::replace(&mut seen[x], true) {
                waiting.extend((0..256).filter(|&y| !seen[y] && joined(x, y)));
            }
        }
    }
    assert!(parts > 16, "more solutions than anyone goes through: 2^{parts}");
    assert_eq!(case.model().count(&Limits::default()), Count::Exact(Natural::from(1_u128 << parts)));
}
