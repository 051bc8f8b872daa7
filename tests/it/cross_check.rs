//! Promise: models that mix all constraints, over more variables than brute force could enumerate, have the solutions that Gecode finds
//! in what is written for MiniZinc: other definitions, other propagators, another search.
//!
//! `RESIDUA_CASES=300 RESIDUA_REQUIRE=minizinc cargo test --release -p residua-tests --test it cross_check` compares three hundred of them.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use residua::constraints::{Consistency, eq};
use residua::model::{IntVar, Model};
use residua::search::brancher::{ValueOrder, VariableOrder};
use std::collections::BTreeSet;

use crate::catalogue::{Forms, domain, row};
use crate::kinds::Kind;
use crate::minizinc;
use residua::search::Random;

/// How many variables a model has, and how many of them a constraint can be over.
const VARS: usize = 9;
const SCOPE: usize = 6;

/// How many solutions a model has, at most.
const MOST: usize = 400;

/// How many constraints a model has, at least, and at most, unless the last variables have to be fixed.
const ROWS: std::ops::RangeInclusive<usize> = 6..=12;

fn drawn<T>(strategy: &impl Strategy<Value = T>, runner: &mut TestRunner) -> T {
    strategy.new_tree(runner).expect("it can always be made").current()
}

/// The solutions, unless there are more than [`MOST`].
fn solutions(model: &Model, random: &mut Random) -> Option<BTreeSet<Vec<i32>>> {
    let vars: Vec<IntVar> = model.vars().collect();
    let level = Consistency::ALL[random.below(Consistency::ALL.len())];
    let order = [VariableOrder::Input, VariableOrder::FirstFail, VariableOrder::DomWdeg][random.below(3)];
    let search = model.search().consistency(level).branch(&vars, order, ValueOrder::Random(random.number()));
    let all: Vec<Vec<i32>> =
        search.solutions().take(MOST + 1).map(|solution| solution.values().to_vec()).collect();
    let set: BTreeSet<Vec<i32>> = all.iter().cloned().collect();
    assert_eq!(set.len(), all.len(), "a solution is found twice");
    (all.len() <= MOST).then_some(set)
}

/// A model with a solution that is chosen first: each constraint holds for it. A constraint of each of these kinds is tried.
fn planted(
    wanted: &mut impl Iterator<Item = Kind>,
    seen: &mut BTreeSet<Kind>,
    runner: &mut TestRunner,
    random: &mut Random,
) -> (Model, BTreeSet<Vec<i32>>) {
    let domains: Vec<Vec<i32>> = (0..VARS).map(|_| drawn(&domain(Forms::All), runner)).collect();
    let hidden: Vec<i32> = domains.iter().map(|values| values[random.below(values.len())]).collect();
    let mut model = Model::new();
    let vars: Vec<IntVar> = domains.into_iter().map(|values| model.int_var(values)).collect();
    let mut numbers: Vec<usize> = (0..VARS).collect();
    let rows = row();
    for kind in wanted {
        let mut fitting = || {
            random.shuffle(&mut numbers);
            let row = drawn(&rows, runner);
            let values: Vec<i32> = numbers[..SCOPE].iter().map(|&at| hidden[at]).collect();
            (row.kind() == Some(kind) && row.holds_for(&values)).then_some(row)
        };
        let found = (0..10_000).find_map(|_| fitting());
        let scope: Vec<IntVar> = numbers[..SCOPE].iter().map(|&at| vars[at]).collect();
        let Some(found) = found else { continue };
        seen.insert(kind);
        let _ = model.post(found.over(&scope)).expect("the values are small");
        let count = model.constraints().len();
        if count < *ROWS.start() {
            continue;
        }
        for at in 0.. {
            let all = solutions(&model, random);
            if let Some(all) = all {
                assert!(all.contains(&hidden), "the hidden solution is lost: {hidden:?}\n{model}");
                return (model, all);
            }
            if count < *ROWS.end() {
                break;
            }
            let _ = model.post(eq(vars[at], hidden[at])).expect("the values are small");
        }
    }
    unreachable!("there are always more kinds")
}

#[test]
fn gecode_finds_the_solutions_of_models_that_mix_all_constraints() {
    // As many as it takes to meet each constraint once.
    let usual = Kind::ALL.len().div_ceil(*ROWS.start());
    let cases = std::env::var("RESIDUA_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual);
    let mut runner = TestRunner::deterministic();
    let mut wanted = Kind::ALL.iter().copied().cycle();
    let mut seen = BTreeSet::new();
    for case in 0..cases {
        let mut random = Random::new(case as u64);
        let (model, expected) = planted(&mut wanted, &mut seen, &mut runner, &mut random);
        minizinc::check("cross-check", &model, &expected);
    }
    let missing: Vec<Kind> = Kind::ALL.iter().copied().filter(|kind| !seen.contains(kind)).collect();
    assert!(cases < usual || missing.len() * 10 <= Kind::ALL.len(), "no model has {missing:?}");
}
