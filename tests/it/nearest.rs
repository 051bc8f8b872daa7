//! Promise: of all other solutions, the nearest differs in the fewest variables; after a limit it is reported as a
//! bound.

use std::collections::BTreeSet;

use proptest::prelude::*;
use residua::constraints::all_different;
use residua::model::{Model, Solution};
use residua::search::{Limit, Limits};
use residua_sudoku::{Geometry, Puzzle};

use crate::catalogue::{cases, mixed};
use crate::oracle;
use crate::samples::reference;

fn distance(one: &[i32], other: &[i32]) -> usize {
    one.iter().zip(other).filter(|(a, b)| a != b).count()
}

/// The distance of the nearest other solution, by enumeration.
fn least(solutions: &BTreeSet<Vec<i32>>, from: &[i32]) -> Option<usize> {
    solutions.iter().map(|other| distance(from, other)).filter(|&distance| distance > 0).min()
}

fn assert_nearest(model: &Model, solutions: &BTreeSet<Vec<i32>>) {
    for from in solutions.iter().take(3) {
        let solution = Solution::new(from.clone());
        let nearest = model.inspect().nearest(&solution).expect("it is a solution");
        assert_eq!(nearest.stopped, None);
        let found = nearest.solution.map(|other| {
            assert!(solutions.contains(other.values()), "{other:?} is no solution");
            distance(from, other.values())
        });
        assert_eq!(found, least(solutions, from), "from {from:?}");
    }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn of_mixed_models(instance in mixed()) {
        assert_nearest(&instance.model(), &oracle::solutions(&instance));
    }

    /// However early it stops, its result is another solution, and not claimed to be nearest unless it is.
    #[test]
    fn a_limit_is_reported(instance in mixed(), nodes in 0u64..12) {
        let (model, solutions) = (instance.model(), oracle::solutions(&instance));
        let limits = Limits::none().nodes(nodes);
        for from in solutions.iter().take(2) {
            let nearest = model.inspect().limits(&limits).nearest(&Solution::new(from.clone())).expect("it is a solution");
            let found = nearest.solution.as_ref().map(|other| distance(from, other.values()));
            prop_assert!(nearest.solution.is_none_or(|other| solutions.contains(other.values())));
            prop_assert!(found != Some(0));
            match nearest.stopped {
                None => prop_assert_eq!(found, least(&solutions, from)),
                limit => prop_assert_eq!(limit, Some(Limit::Nodes)),
            }
        }
    }
}

/// The two halves are independent: only the half that changes is searched.
#[test]
fn of_independent_parts() {
    let mut model = Model::new();
    for name in ["a", "b", "c"] {
        let vars = model.int_vars(name, 5, 1..=5);
        let _ = model.post(all_different(vars)).expect("the model's own variables");
    }
    let one = model.solve().expect("there are many");
    let nearest = model.inspect().nearest(&one).expect("it is a solution");
    assert_eq!(nearest.solution.map(|other| distance(one.values(), other.values())), Some(2));
}

/// The reference puzzle and all grids of order four: every solution against every other one.
#[test]
fn of_puzzles() {
    let blank = Geometry::new(2, 2).expect("small").model();
    for model in [reference().model(), blank] {
        let solutions: BTreeSet<Vec<i32>> = model.solutions().map(|s| s.values().to_vec()).collect();
        assert_nearest(&model, &solutions);
    }
    let unique: Puzzle = "1... ..3. .1.. ...2".parse().expect("a puzzle");
    let only = unique.model().solve().expect("there is one");
    let nearest = unique.model().inspect().nearest(&only).expect("it is a solution");
    assert_eq!((nearest.solution, nearest.stopped), (None, None));
}

#[test]
fn what_is_no_solution_is_refused() {
    let model = Geometry::new(2, 2).expect("small").model();
    assert!(model.inspect().nearest(&Solution::new(vec![1; 16])).is_err());
}
