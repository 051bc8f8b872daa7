//! Promise: each form that fits finds each solution once, and nothing else: the solutions of the slow twin.

use std::collections::BTreeSet;

use crate::cases::{Numbers, Scopes, Shape, boxes, domains, filled, shapes};
use crate::oracle::solutions;
use crate::{Advanced, Dense, Form, Network, times_depth};

/// The solutions that a search finds, up to a given number; each once.
fn found(search: &mut Dense, most: usize) -> BTreeSet<Vec<i32>> {
    let (mut found, mut values) = (BTreeSet::new(), Vec::new());
    while found.len() < most && search.advance(u64::MAX) == Advanced::Solution {
        search.solution(&mut values);
        assert!(found.insert(values.clone()), "{}: the same solution twice", search.form());
    }
    found
}

/// The number of forms that fit.
fn check(network: &Network, most: usize) -> usize {
    let truth = solutions(network, most);
    let searches = Form::ALL.into_iter().filter_map(|form| Dense::in_form(network, form));
    let compare = |mut search: Dense| {
        let found = found(&mut search, most);
        assert_eq!(found.len(), truth.len(), "{}: {network:?}", search.form());
        assert!(truth.len() == most || found == truth, "{}: {network:?}", search.form());
    };
    searches.map(compare).count()
}

#[test]
fn every_shape_has_the_solutions_of_the_slow_twin() {
    // The twin does not finish on large grids, nor on hard ones.
    let is_for_twin = |shape: &Shape| shape.values <= if shape.is_hard() { 9 } else { 16 };
    for shape in shapes().into_iter().filter(is_for_twin) {
        for network in shape.networks(times_depth(if shape.is_hard() || shape.values > 9 { 1 } else { 8 })) {
            assert!(check(&network, 30) > 0, "{}", shape.name);
        }
    }
}

#[test]
fn the_order_of_variables_and_scopes_does_not_matter() {
    let mut numbers = Numbers(31);
    for (rows, columns) in [(2, 2), (2, 3), (3, 3), (4, 2), (3, 4), (2, 5)] {
        let n = rows * columns;
        for _ in 0..5 {
            let domains = domains(&filled(rows, columns, &mut numbers), n, 35, &mut numbers);
            let to = numbers.order(n * n);
            let order = numbers.order(3 * n);
            let scopes = boxes(rows, columns);
            let renumbered = |&s: &usize| scopes[s].iter().map(|&x| to[x]).collect();
            let mut moved = domains.clone();
            (0..n * n).for_each(|x| moved[to[x]].clone_from(&domains[x]));
            let scopes: Scopes = order.iter().map(renumbered).collect();
            assert!(check(&Network::over(&moved, scopes).expect("few values"), 40) > 0);
        }
    }
}
