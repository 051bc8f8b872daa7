//! Promise: the order of search depends on the model, the branchers and their seeds only.

use proptest::prelude::*;
use residua::engine::Consistency;
use residua::model::{Model, Solution};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{Learning, Solutions, Statistics};
use std::thread;

use crate::catalogue::{cases, consistency, mixed};
use crate::counts::{latin, queens};

fn search(model: &Model, consistency: Consistency, order: (VariableOrder, ValueOrder)) -> Solutions {
    searches(model, consistency, Learning::Off, order)
}

fn searches(
    model: &Model,
    consistency: Consistency,
    learning: Learning,
    order: (VariableOrder, ValueOrder),
) -> Solutions {
    let vars: Vec<_> = model.vars().collect();
    model.search().consistency(consistency).learn(learning).branch(&vars, order.0, order.1).solutions()
}

fn learning() -> impl Strategy<Value = Learning> {
    prop::sample::select(vec![Learning::Off, Learning::On])
}

fn all(mut solutions: Solutions) -> (Vec<Solution>, Statistics) {
    let found = solutions.by_ref().collect();
    (found, solutions.statistics())
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn the_same_again(instance in mixed(), consistency in consistency(), learning in learning(), seed: u64) {
        let order = (VariableOrder::DomWdeg, ValueOrder::Random(seed));
        let search = || all(searches(&instance.model(), consistency, learning, order));
        prop_assert_eq!(search(), search());
    }

    #[test]
    fn clones_agree(instance in mixed(), consistency in consistency(), learning in learning(), seed: u64, taken in 0..5usize) {
        let order = (VariableOrder::DomWdeg, ValueOrder::Random(seed));
        let mut here = searches(&instance.model(), consistency, learning, order);
        here.by_ref().take(taken).for_each(drop);
        let there = here.clone();
        let elsewhere = thread::spawn(move || all(there));
        let found = all(here);
        prop_assert_eq!(elsewhere.join().expect("the search ends"), found);
    }
}

/// Nodes of searches for all solutions: a change that affects speed only leaves them as they are.
#[test]
fn golden_nodes() {
    let suite: Vec<(&str, Model)> =
        vec![("6 queens", queens(6)), ("8 queens", queens(8)), ("latin 4", latin(4))];
    let orders = [
        (VariableOrder::Input, ValueOrder::Ascending),
        (VariableOrder::FirstFail, ValueOrder::Descending),
        (VariableOrder::DomWdeg, ValueOrder::Bisect),
        (VariableOrder::FirstFail, ValueOrder::Random(7)),
    ];
    let mut nodes = Vec::new();
    for (name, model) in &suite {
        for consistency in Consistency::ALL {
            let counts = orders.map(|order| all(search(model, consistency, order)).1.nodes);
            nodes.push(format!("{name}, {consistency}: {counts:?}"));
        }
    }
    assert_eq!(nodes, GOLDEN);
}

const GOLDEN: [&str; 9] = [
    "6 queens, value: [79, 79, 79, 79]",
    "6 queens, bounds: [71, 67, 67, 71]",
    "6 queens, domain: [67, 67, 67, 67]",
    "8 queens, value: [831, 767, 767, 767]",
    "8 queens, bounds: [791, 739, 739, 1009]",
    "8 queens, domain: [761, 691, 691, 691]",
    "latin 4, value: [1151, 1151, 1151, 1151]",
    "latin 4, bounds: [1151, 1439, 1181, 1767]",
    "latin 4, domain: [1151, 1151, 1151, 1151]",
];

#[test]
fn what_is_sent() {
    fn is_send<T: Send + Clone>() {}
    is_send::<Model>();
    is_send::<residua::model::Solver>();
    is_send::<residua::search::Dfs>();
    is_send::<Solutions>();
    is_send::<residua::inspect::Residual>();
}
