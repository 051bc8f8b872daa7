//! Promise: where the dense engine gives up, the general one goes on, and nothing is lost or comes twice.

use residua::constraints::all_different;
use residua::model::{IntVar, Model};
use residua::search::{EngineChoice, Limit, Limits, Solutions, Status};
use residua::testing::impatient;

/// A Latin square of order 5, in which each cell may have some of the values; another one for each seed.
fn square(seed: u32) -> Model {
    let mut model = Model::new();
    let mut state = seed;
    let mut random = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % below
    };
    let mut cell = || model.int_var((0..5).filter(|_| random(20) < 13).collect::<Vec<_>>());
    let cells: Vec<IntVar> = (0..25).map(|_| cell()).collect();
    for i in 0..5 {
        let row = (0..5).map(|k| cells[5 * i + k]);
        let column = (0..5).map(|k| cells[5 * k + i]);
        model.post(all_different(row)).expect("the model's own variables");
        model.post(all_different(column)).expect("the model's own variables");
    }
    model
}

/// A search that gives up after `nodes` nodes without another solution.
fn searched(model: &Model, nodes: u64, limits: Limits) -> Solutions {
    impatient(model, nodes, limits).expect("there is a form for squares")
}

/// Whenever the general engine takes over, each solution is returned once.
#[test]
fn nothing_comes_twice_and_nothing_is_lost() {
    let mut takes_over = 0;
    for seed in 0..200 {
        let model = square(seed);
        let general = model.search().engine(EngineChoice::General).solutions();
        let mut expected: Vec<Vec<i32>> = general.map(|solution| solution.values().to_vec()).collect();
        expected.sort_unstable();
        let mut first = searched(&model, u64::MAX, Limits::default());
        first.advance();
        for nodes in [first.statistics().nodes, 2, 4] {
            let mut solutions = searched(&model, nodes, Limits::default());
            let (mut all, mut before) = (Vec::new(), 0);
            while let Some(solution) = solutions.next() {
                before += usize::from(solutions.engine() != EngineChoice::General);
                all.push(solution.values().to_vec());
            }
            takes_over += usize::from(before > 0 && solutions.engine() == EngineChoice::General);
            assert_eq!(solutions.status(), Some(Status::Exhausted));
            assert_eq!(solutions.statistics().solutions, expected.len() as u64);
            all.sort_unstable();
            assert_eq!(all, expected, "seed {seed}, after {nodes} nodes");
        }
    }
    assert!(takes_over > 10, "{takes_over} searches gave up after a solution");
}

#[test]
fn a_limit_on_solutions_is_one_for_both_engines() {
    for seed in 0..30 {
        let model = square(seed);
        let all = model.search().engine(EngineChoice::General).solutions().count() as u64;
        for (nodes, most) in [(2, 5), (3, 5), (4, 12)] {
            let mut solutions = searched(&model, nodes, Limits::none().solutions(most));
            assert_eq!(solutions.by_ref().count() as u64, most.min(all), "seed {seed}, after {nodes} nodes");
            let is_stopped = solutions.status() == Some(Status::Stopped(Limit::Solutions));
            assert!(is_stopped == (most < all) || most == all, "seed {seed}: {:?}", solutions.status());
        }
    }
}
