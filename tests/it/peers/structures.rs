//! Promise: sequences, tasks, circuits and models of several constraints have the right solutions, in whatever order they are said.

use residua::constraints::{
    At, Connect, all_different, cumulative, disjunctive, eq, how_many, in_set, knapsack, ne, not, subcircuit,
    table, value_precede_chain,
};
use residua::model::{IntVar, Model};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::testing::check_constraint;

use crate::oracle;
use crate::peers::{agreed, counted, number, post, range, solutions_of, vars};

/// chuffed#126, jacop#68: values in sequence, also below 0, and the same variable twice.
#[test]
fn values_in_sequence() {
    let domains: [&[i32]; 5] =
        [&[-4, -2, 0, 2, 3], &[-4, -3, 0, 2, 4], &[-2, 0, 2, 3], &[-5, -3, 1, 3], &[-5, -4, -2, -1, 0]];
    let holds = |[a, b, c, d, e]: [i32; 5]| {
        [b, c, a, d, e].iter().try_fold(0, |most, &x| (x <= most + 1).then_some(most.max(x))).is_some()
    };
    let chain = |[a, b, c, d, e]: [IntVar; 5]| value_precede_chain(1..=4, [b, c, a, d, e]);
    assert_eq!(agreed(domains, chain, holds), 270);
    assert_eq!(counted([&range(-1, 5)], |[d]| value_precede_chain([-3, 0, -4, 1, -1], [d, d])), 4);
}

/// choco-solver#770: what weighs nothing is packed where no room is left.
#[test]
fn things_without_weight() {
    let (mut model, [a, b, profit]) = vars([&[0, 1], &[0, 1], &range(0, 9)]);
    post(&mut model, knapsack([0, 1], [5, 1], [a, b], number(a, 0), profit));
    let found: Vec<_> = model.solutions().map(|s| [s[a], s[b], s[profit]]).collect();
    assert_eq!(found, [[0, 0, 0], [1, 0, 5]]);
}

/// scryer-prolog#3369: what holds of the whole holds of a part, in whatever order things are said.
#[test]
fn said_before_and_after() {
    let prices = [-1, 1, 5, 3, 8, 8];
    let domains = vec![range(0, 5); 4];
    let mut model = Model::new();
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| model.named_var(name, 0..=5));
    let (j, k) = (model.named_var("j", 3..=5), model.named_var("k", 0..=2));
    post(&mut model, all_different([a.view(), b.view(), number(a, 5), c.view(), number(a, 0), d.view()]));
    // Places count from 1 there: the entry at b + 1 is that at b here.
    post(&mut model, k.is_not(0).implies(j.is_not(5)));
    post(&mut model, k.is_not(1).implies(ne(b + 1, 5)));
    post(&mut model, prices.at(j - 1).ge(prices.at(b)));
    post(&mut model, prices.at(b).ge(prices.at(d)));
    post(&mut model, in_set(c + 1, 3..=5).and(prices.at(b).ge(prices.at(c))));
    let price = |place: i32| prices[place as usize];
    let mut expected = 0;
    for found in oracle::assignments(&domains) {
        let [a, b, c, d] = [found[0], found[1], found[2], found[3]];
        let mut values = [a, b, 5, c, 0, d];
        values.sort_unstable();
        let is_met = |j: i32, k: i32| {
            values == [0, 1, 2, 3, 4, 5]
                && (k == 0 || j != 5)
                && (k == 1 || b + 1 != 5)
                && price(j - 1) >= price(b)
                && price(b) >= price(d)
                && (3..=5).contains(&(c + 1))
                && price(b) >= price(c)
        };
        expected += (3..=5).flat_map(|j| (0..=2).map(move |k| (j, k))).filter(|&(j, k)| is_met(j, k)).count();
    }
    assert!(expected > 0);
    assert_eq!(model.solutions().count(), expected);
    let with_three = model.solutions().filter(|s| s[d] == 3).count();
    post(&mut model, eq(d, 3));
    assert_eq!(model.solutions().count(), with_three);
    // trealla#342: A, B, C of 1..3 all different, and C is not 3, said in either order.
    for is_first in [false, true] {
        let (mut model, [a, b, c]) = vars([&[1, 2, 3]; 3]);
        if is_first {
            post(&mut model, ne(c, 3));
        }
        post(&mut model, all_different([a, b, c]));
        post(&mut model, ne(c, 3));
        assert_eq!(model.solutions().count(), 4);
    }
    // choco-solver#1045 as a condition: the same variable in both columns.
    assert_eq!(counted([&[1, 2, 7]], |[a]| not(table([a, a], [[1, 2], [7, 7]]))), 2);
}

/// glasgow#788: circuits through some of the nodes. ACE finds 5 on three nodes, and on four 20, of which 8 leave one node out and 6 none;
/// here the one that leaves out all is one more.
#[test]
fn circuits_through_some_nodes() {
    for (nodes, expected) in [(3, 6), (4, 21), (5, 85), (6, 410)] {
        let mut model = Model::new();
        let succ = model.int_vars("succ", nodes, 0..=nodes as i32 - 1);
        post(&mut model, subcircuit(&succ));
        let mut search = model.solutions();
        assert_eq!(search.by_ref().count(), expected);
        assert_eq!(search.statistics().failures, 0, "{nodes} nodes");
    }
    for (size, expected) in [(0, 1), (1, 0), (2, 6), (3, 8), (4, 6)] {
        let mut model = Model::new();
        let succ = model.int_vars("succ", 4, 0..=3);
        post(&mut model, subcircuit(&succ));
        let on = (0..).zip(&succ).map(|(node, next)| next.is_not(node));
        post(&mut model, how_many(on).eq(size));
        assert_eq!(model.solutions().count(), expected, "{size} nodes");
    }
}

/// glasgow#1010: the orders of two lists, which have nothing to do with each other.
#[test]
fn two_orders() {
    let text = "\
var 0..1: x1 :: output_var;
var 0..1: x2 :: output_var;
var 1..2: p1 :: output_var;
var 1..2: p2 :: output_var;
var 0..1: y1 :: output_var;
var 0..1: y2 :: output_var;
var 1..2: q1 :: output_var;
var 1..2: q2 :: output_var;
constraint fzn_arg_sort_int([x1,x2],1,[p1,p2]);
constraint fzn_arg_sort_int([y1,y2],1,[q1,q2]);
solve satisfy;
";
    assert_eq!(solutions_of(text), 16);
}

/// Pumpkin PR 349: what tasks leave each other has its reasons, all of them and no others.
#[test]
fn tasks_are_explained() {
    let domains: [&[i32]; 3] = [&[0, 1, 2, 4], &[0, 1, 3, 4], &[0, 1, 2, 3, 4, 5]];
    let tasks = |xs: [IntVar; 3]| cumulative(xs, [3, 2, 2], [2, 1, 2], 3);
    let demand = |starts: [i32; 3], time: i32| -> i32 {
        let runs = starts.iter().zip([(3, 2), (2, 1), (2, 2)]);
        runs.filter(|&(&start, (duration, _))| (start..start + duration).contains(&time))
            .map(|(_, task)| task.1)
            .sum()
    };
    assert_eq!(agreed(domains, tasks, |starts| (0..8).all(|time| demand(starts, time) <= 3)), 40);
    let (model, xs) = vars(domains);
    check_constraint(&model, tasks(xs)).expect("it keeps its promises");
}

/// huub PR 58, on which this instance was tried: the job shop ft06, whose steps are a machine and a time.
#[test]
fn the_job_shop_of_fisher_and_thompson() {
    const JOBS: [[(usize, i32); 6]; 6] = [
        [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
        [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
        [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
        [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
        [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
        [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
    ];
    let mut model = Model::new();
    let makespan = model.int_var(0..=60);
    let starts: Vec<Vec<IntVar>> = JOBS.iter().map(|_| model.int_vars("start", 6, 0..=60)).collect();
    let mut machines: [Vec<(IntVar, i32)>; 6] = Default::default();
    for (steps, own) in JOBS.iter().zip(&starts) {
        for (&(machine, time), &start) in steps.iter().zip(own) {
            machines[machine].push((start, time));
        }
        for (pair, (_, time)) in own.windows(2).zip(steps) {
            post(&mut model, (pair[0] + *time).le(pair[1]));
        }
        post(&mut model, (own[5] + steps[5].1).le(makespan));
    }
    for tasks in machines {
        let (starts, times): (Vec<IntVar>, Vec<i32>) = tasks.into_iter().unzip();
        post(&mut model, disjunctive(starts, times));
    }
    let all: Vec<IntVar> = starts.into_iter().flatten().collect();
    let search = model.search().branch(&all, VariableOrder::FirstFail, ValueOrder::Ascending);
    let (shortest, _) = search.minimize(makespan).expect("a variable").last().expect("there is a schedule");
    assert_eq!(shortest, 55);
}
