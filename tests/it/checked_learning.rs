//! Promise: a search that learns can have its propagators checked: no right model panics, whatever was learned, decided or known
//! at the root, and the answers are the same. (What a propagator that lies is told is in `mutants`.)

use proptest::prelude::*;
use residua::constraints::{At, Expr, eq, how_many, if_then_else, max_of, min_of, sum};
use residua::model::{IntVar, Model, Options};
use residua::search::{Learning, Search};
use residua_flatzinc::Problem;

use crate::catalogue::{cases, mixed};
use crate::flatzinc_oracle::file::File;
use crate::tangles::tangle;

const LEARNING: [Learning; 3] = [Learning::Off, Learning::Auto, Learning::On];

fn checked(model: &Model, learning: Learning) -> Search<'_> {
    model.search().options(Options::default().check_claims(true)).learn(learning)
}

fn sorted(search: Search<'_>) -> Vec<Vec<i32>> {
    let mut all: Vec<Vec<i32>> = search.solutions().map(|found| found.values().to_vec()).collect();
    all.sort();
    all
}

/// The best value, if there is a solution, and all that the objective can be is small.
fn least(search: Search<'_>, objective: Expr) -> Option<i64> {
    search.minimize(objective).ok()?.by_ref().last().map(|(value, _)| value)
}

/// An expression with functions in it.
fn objective(form: usize, vars: &[IntVar]) -> Expr {
    let var = |at: usize| vars[at % vars.len()];
    match form {
        0 => -var(0).abs(),
        1 => var(0) * var(1) - var(2).abs(),
        2 => max_of([var(0) + 1, var(1) * 2]) - min_of([var(1), var(2)]),
        3 => if_then_else(var(0).lt(var(1)), var(2) * var(2), var(0)) + var(1),
        4 => how_many(vars.windows(2).map(|pair| pair[0].ne(pair[1]))) - how_many([var(0).ge(var(2))]),
        5 => vars.at(if_then_else(var(0).is(1), 0, vars.len() as i32 - 1)) + var(1).abs(),
        _ => sum(vars.iter().map(IntVar::abs)) - var(0) * var(0),
    }
}

/// What is known of a function when it is made rests on what is true at the root.
#[test]
fn what_is_true_at_the_root_is_known() {
    let mut model = Model::new();
    let x = model.named_var("x", vec![-3, -2, 2]);
    model.post(eq(x, -2)).expect("a variable of the model");
    for learning in LEARNING {
        assert_eq!(least(checked(&model, learning), -x.abs()), Some(-2));
    }
    let y = model.named_var("y", -3..=3);
    model.post((-x.abs()).eq(y)).expect("variables of the model");
    for learning in LEARNING {
        assert_eq!(sorted(checked(&model, learning)), [[-2, -2]]);
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn of_the_catalogue(instance in mixed(), form in 0..7usize) {
        let model = instance.model();
        let vars: Vec<IntVar> = model.vars().collect();
        let (all, best) = (sorted(model.search()), least(model.search(), objective(form, &vars)));
        for learning in LEARNING {
            prop_assert_eq!(&sorted(checked(&model, learning)), &all);
            prop_assert_eq!(least(checked(&model, learning), objective(form, &vars)), best);
        }
    }

    #[test]
    fn of_tangles(tangle in tangle(), form in 0..7usize) {
        let model = tangle.model();
        let vars: Vec<IntVar> = model.vars().collect();
        let best = least(model.search(), objective(form, &vars));
        for learning in LEARNING {
            prop_assert_eq!(least(checked(&model, learning), objective(form, &vars)), best);
        }
    }

    /// Of expressions, and nothing else.
    #[test]
    fn of_expressions(
        domains in prop::collection::vec(prop::collection::vec(-3..=3i32, 1..=4), 3..=4),
        posted in prop::collection::vec((0..7usize, 0..7usize, 0..3, -2..=4i32), 1..=3),
        form in 0..7usize,
    ) {
        let mut model = Model::new();
        let vars: Vec<IntVar> = domains.into_iter().map(|values| model.int_var(values)).collect();
        for (one, other, comparison, number) in posted {
            let (one, other) = (objective(one, &vars), objective(other, &vars) + number);
            let _ = model.post(match comparison {
                0 => one.le(other),
                1 => one.ne(other),
                _ => one.eq(other),
            }).expect("small");
        }
        let (all, best) = (sorted(model.search()), least(model.search(), objective(form, &vars)));
        for learning in LEARNING {
            prop_assert_eq!(&sorted(checked(&model, learning)), &all);
            prop_assert_eq!(least(checked(&model, learning), objective(form, &vars)), best);
        }
    }

    #[test]
    fn of_files(seed: u64) {
        if let Ok(problem) = Problem::read(&File::new(seed).text) {
            let all = sorted(problem.model.search());
            for learning in LEARNING {
                prop_assert_eq!(&sorted(checked(&problem.model, learning)), &all);
            }
        }
    }
}
