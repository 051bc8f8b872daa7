//! Promise: `≠` of each two of some variables are an `all_different` to the search, and to nothing else.

use proptest::prelude::*;
use residua::constraints::{all_different, ne};
use residua::engine::Consistency;
use residua::model::{IntVar, Model, ModelError, Options};
use residua::search::{EngineChoice, Limits};

use crate::catalogue::cases;
use crate::oracle;

/// Pigeons in holes, told apart two by two.
fn pigeons(pigeons: usize, holes: i32) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let xs = model.int_vars("pigeon", pigeons, 1..=holes);
    for (i, &x) in xs.iter().enumerate() {
        for &y in &xs[..i] {
            model.post(ne(x, y))?;
        }
    }
    Ok(model)
}

/// Twelve pigeons in eleven holes are refuted without a decision, by every engine.
#[test]
fn pigeons_and_holes() -> Result<(), ModelError> {
    let model = pigeons(12, 11)?;
    assert!(model.solve().is_none());
    for engine in [EngineChoice::Auto, EngineChoice::General] {
        let mut found = model.search().engine(engine).solutions();
        assert!(found.next().is_none());
        assert!(found.statistics().nodes <= 1, "{:?}", found.statistics());
    }
    let bounds = model.search().consistency(Consistency::Bounds).limits(Limits::none().nodes(2)).solutions();
    assert_eq!(bounds.count(), 0);
    // As many as there are holes.
    assert_eq!(pigeons(5, 5)?.solutions().count(), 120);
    Ok(())
}

/// Reports speak of what was posted: each of the six is in the conflict, and what is left has them one by one.
#[test]
fn reports_speak_of_what_was_posted() -> Result<(), ModelError> {
    let model = pigeons(4, 3)?;
    let conflict = model.conflict(|_| true, &Limits::none()).expect("no limit").expect("no solution");
    assert_eq!(conflict.len(), 6);
    let residual = pigeons(4, 4)?.residual(Consistency::Domain).expect("there are solutions");
    assert_eq!(residual.constraints().count(), 6);
    assert!(residual.constraints().all(|shown| shown.contains('≠')), "{}", residual.model);
    Ok(())
}

/// Queens by `≠` have as many solutions, in fewer nodes.
#[test]
fn queens() -> Result<(), ModelError> {
    for (n, expected) in [(5, 10), (6, 4), (8, 92)] {
        let mut model = Model::new();
        let qs = model.int_vars("q", n as usize, 1..=n);
        for (i, &q) in qs.iter().enumerate() {
            for (by, &other) in (1..).zip(&qs[i + 1..]) {
                model.post(ne(q, other))?;
                model.post(ne(q, other + by))?;
                model.post(ne(q, other - by))?;
            }
        }
        let mut together = model.search().solutions();
        assert_eq!(together.by_ref().count(), expected);
        let mut apart = model.search().consistency(Consistency::Value).solutions();
        assert_eq!(apart.by_ref().count(), expected);
        let [together, apart] = [together, apart].map(|search| search.statistics().nodes);
        assert!(if n < 8 { together <= apart } else { together < apart }, "{together}, {apart}");
    }
    Ok(())
}

/// A Sudoku of `≠` is as quick as one of houses: nothing is decided where the rules for houses decide all.
#[test]
fn sudoku_of_pairs() -> Result<(), ModelError> {
    let mut model = Model::new();
    let cells = model.int_vars("cell", 81, 1..=9);
    let mut houses = Model::new();
    let theirs = houses.int_vars("cell", 81, 1..=9);
    let house = |at: usize| [at / 9, 9 + at % 9, 18 + at / 27 * 3 + at % 9 / 3];
    for (i, &x) in cells.iter().enumerate() {
        for (j, &y) in cells[..i].iter().enumerate() {
            if house(i).iter().any(|of| house(j).contains(of)) {
                model.post(ne(x, y))?;
            }
        }
    }
    for of in 0..27 {
        houses.post(all_different((0..81).filter(|&at| house(at).contains(&of)).map(|at| theirs[at])))?;
    }
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for (at, digit) in puzzle.chars().enumerate().filter_map(|(at, c)| Some((at, c.to_digit(10)?))) {
        model.post(cells[at].eq(digit as i32))?;
        houses.post(theirs[at].eq(digit as i32))?;
    }
    let values = |model: &Model| model.solutions().map(|s| s.values().to_vec()).collect::<Vec<_>>();
    assert_eq!(values(&model), values(&houses));
    let general = |model: &Model| {
        let mut found = model.search().engine(EngineChoice::General).solutions();
        (found.by_ref().count(), found.statistics().nodes)
    };
    assert_eq!(general(&model), general(&houses));
    Ok(())
}

/// Ten thousand `≠` of a graph without large cliques, and of one with: a decision is soon made.
#[test]
fn many_comparisons() -> Result<(), ModelError> {
    let mut model = Model::new();
    let xs = model.int_vars("x", 1000, 1..=9);
    let mut at = 1u32;
    for _ in 0..10_000 {
        at = at.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [x, y] = [at >> 8 & 511, (at >> 20 & 511) + 488].map(|at| xs[at as usize]);
        if x != y {
            model.post(ne(x, y))?;
        }
    }
    let mut found = model.search().limits(Limits::none().nodes(10)).solutions();
    let _ = found.next();
    assert!(found.statistics().nodes <= 10);
    Ok(())
}

/// Comparisons of shifted and scaled variables, some in cliques.
fn comparisons() -> impl Strategy<Value = Vec<(usize, usize, i32, i32)>> {
    let shifts = prop_oneof![3 => Just(0), 1 => -2..=2i32];
    let scale = prop_oneof![4 => Just(1), 1 => Just(-1), 1 => Just(2)];
    prop::collection::vec((0..5usize, 0..5usize, shifts, scale), 3..=24)
}

fn post(model: &mut Model, xs: &[IntVar], all: &[(usize, usize, i32, i32)], per_variable: bool) {
    for &(i, j, shift, scale) in all {
        // Shifts that belong to the variables agree with each other.
        let shift = if per_variable { i as i32 - j as i32 } else { shift };
        let posted = model.post(ne((xs[i] + shift) * scale, xs[j] * scale));
        let _ = posted.expect("the values are small");
    }
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn no_solution_is_lost(all in comparisons(), per_variable: bool, most in 1..=4i32, odd: bool, consistency in crate::catalogue::consistency()) {
        let mut model = Model::new();
        let xs = model.int_vars("x", 5, 0..=most);
        if odd {
            let _ = model.post(xs[1].ne(1)).expect("small");
        }
        post(&mut model, &xs, &all, per_variable);
        let domains = oracle::values(model.domains());
        let expected: Vec<Vec<i32>> = oracle::assignments(&domains)
            .into_iter()
            .filter(|a| model.check(&residua::model::Solution::new(a.clone())).is_ok())
            .collect();
        for engine in [EngineChoice::Auto, EngineChoice::General] {
            let search = model.search().consistency(consistency).engine(engine).solutions();
            let mut found: Vec<Vec<i32>> = search.map(|s| s.values().to_vec()).collect();
            found.sort_unstable();
            prop_assert_eq!(&found, &expected);
        }
        let unmerged = Options::default().merge_equal(false);
        prop_assert_eq!(model.search().options(unmerged).solutions().count(), expected.len());
    }
}
