//! Promise: a conflict has no solution, and loses that with any one of its members; redundant givens are redundant.

use proptest::prelude::*;
use residua::model::{ConstraintId, Model};
use residua::search::Limits;
use residua::sudoku::{Geometry, Puzzle};
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::catalogue::{cases, mixed};
use crate::oracle;

/// The model with only these constraints.
fn only(model: &Model, kept: impl IntoIterator<Item = ConstraintId>) -> Model {
    let mut part = model.without_constraints();
    for id in kept {
        let _ = part.post(Arc::clone(model.constraint(id))).expect("it was posted before");
    }
    part
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn of_mixed_models(instance in mixed(), hard in any::<u8>()) {
        let model = instance.model();
        let is_soft = |id: ConstraintId| hard >> (id.index() % 8) & 1 == 0;
        let found = model.conflict(is_soft, &Limits::default()).expect("no limit");
        prop_assert_eq!(found.is_none(), !oracle::solutions(&instance).is_empty());
        let Some(conflict) = found else { return Ok(()) };
        prop_assert!(conflict.iter().all(|&id| is_soft(id)));
        let hard: Vec<ConstraintId> = model.constraints().map(|(id, _)| id).filter(|&id| !is_soft(id)).collect();
        let with = |soft: &[ConstraintId]| only(&model, hard.iter().chain(soft).copied()).solve().is_some();
        prop_assert!(!with(&conflict), "it has no solution");
        for i in 0..conflict.len() {
            let mut fewer = conflict.clone();
            let _ = fewer.remove(i);
            prop_assert!(with(&fewer), "{:?} is not needed in {:?}", conflict[i], conflict);
        }
    }

    /// Broken puzzles: random givens, most of them clashing somewhere.
    #[test]
    fn of_broken_puzzles(givens in prop::collection::vec((0usize..36, 1i32..=6), 8..16)) {
        let mut puzzle = Puzzle::blank(Geometry::new(2, 3).expect("a box"));
        for (cell, value) in givens {
            puzzle = puzzle.with_given(cell, value).expect("a cell and a symbol");
        }
        let model = puzzle.model();
        let rules = puzzle.geometry().houses().count();
        let found = model.conflict(|id| id.index() >= rules, &Limits::default()).expect("no limit");
        prop_assert_eq!(found.is_none(), model.solve().is_some());
        let Some(conflict) = found else { return Ok(()) };
        let houses = || model.constraints().map(|(id, _)| id).take(rules);
        prop_assert!(only(&model, houses().chain(conflict.iter().copied())).solve().is_none());
        for id in &conflict {
            let fewer = conflict.iter().copied().filter(|other| other != id);
            prop_assert!(only(&model, houses().chain(fewer)).solve().is_some());
        }
    }
}

#[test]
fn of_the_reference_puzzle() {
    let puzzle: Puzzle = ".....5....6...54.2..2......6..1..52.".parse().expect("a 6x6 puzzle");
    let name = |cell: usize| puzzle.geometry().name(cell);
    let redundant = puzzle.redundant_givens(&Limits::default()).expect("no limit");
    assert_eq!(redundant.into_iter().map(name).collect::<Vec<_>>(), ["r3c6"]);
    let minimal = puzzle.minimized(&Limits::default()).expect("no limit");
    assert_eq!(minimal.clues(), 9);
    let solutions = |p: &Puzzle| p.model().solutions().map(|s| s.values().to_vec()).collect::<BTreeSet<_>>();
    assert_eq!(solutions(&minimal), solutions(&puzzle));
    // "r1c2 = 1" contradicts three clues, and no fewer.
    let assumed = puzzle.clone().with_given(1, 1).expect("a cell and a symbol");
    let model = assumed.model();
    let is_clue = |id: ConstraintId| id.index() >= 18 && model.constraint_name(id) != "given r1c2";
    let conflict = model.conflict(is_clue, &Limits::default()).expect("no limit").expect("a conflict");
    let names: Vec<String> = conflict.into_iter().map(|id| model.constraint_name(id)).collect();
    assert_eq!(names, ["given r3c3", "given r4c3", "given r6c1"]);
}
