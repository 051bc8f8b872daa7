//! Promise: the residual of a model has exactly its solutions (the round-trip law), and nothing in it is idle.

use proptest::prelude::*;
use residua::engine::Consistency;
use residua::inspect::Residual;
use residua::model::{Model, Solution};
use residua::sudoku::{Geometry, Puzzle};
use std::collections::BTreeSet;

use crate::catalogue::{Row, cases, mixed, strength};
use crate::oracle;

/// Every assignment of the residual domains that the checkers of the residual allow.
fn solutions(model: &Model) -> BTreeSet<Vec<i32>> {
    let all = oracle::assignments(&oracle::values(model.domains()));
    all.into_iter().filter(|a| model.check(&Solution::new(a.clone())).is_ok()).collect()
}

fn works_on_bounds(row: &Row, strength: Consistency) -> bool {
    matches!(row, Row::AllDifferent(_, level) if level.unwrap_or(strength) == Consistency::Bounds)
}

/// No constraint speaks of a fixed variable, and each excludes something.
fn check_nothing_idle(residual: &Residual) {
    let model = &residual.model;
    let domains = oracle::values(model.domains());
    for (_, constraint) in model.constraints() {
        for view in constraint.scope() {
            assert!(
                domains[view.var.index()].len() > 1,
                "{} speaks of a fixed variable",
                model.show(&**constraint)
            );
        }
        let excludes = oracle::assignments(&domains).iter().any(|a| !oracle::checks(&**constraint, a));
        assert!(excludes, "{} is entailed", model.show(&**constraint));
    }
}

proptest! {
    #![proptest_config(cases(6000))]

    #[test]
    fn round_trip(instance in mixed(), strength in strength()) {
        let model = instance.model();
        let expected = oracle::solutions(&instance);
        let Some(residual) = model.residual(strength) else {
            prop_assert!(expected.is_empty(), "solutions are lost");
            return Ok(());
        };
        prop_assert_eq!(&solutions(&residual.model), &expected);
        let searched: BTreeSet<Vec<i32>> =
            residual.model.search_at(strength).solutions().map(|s| s.values().to_vec()).collect();
        prop_assert_eq!(searched, expected);
        check_nothing_idle(&residual);
    }

    #[test]
    fn of_a_residual_is_itself(instance in mixed(), strength in strength()) {
        let Some(first) = instance.model().residual(strength) else { return Ok(()) };
        let Some(second) = first.model.residual(strength) else { return Ok(()) };
        if instance.rows.iter().any(|row| works_on_bounds(row, strength)) {
            // The values of fixed variables are holes in the domains of others: said by the residual, taken by its own.
            let pairs = first.model.domains().iter().zip(second.model.domains());
            prop_assert!(pairs.clone().all(|(first, second)| second.is_subset(first)));
            return Ok(());
        }
        prop_assert_eq!(first.model.to_string(), second.model.to_string());
        prop_assert_eq!(first.aliases, second.aliases);
    }
}

/// The reference vector: 6x6, boxes of 2 rows by 3 columns, ten clues, 18 solutions.
fn reference() -> Puzzle {
    let geometry = Geometry::new(2, 3).expect("a box of 6");
    Puzzle::parse_with(".....5....6...54.2..2......6..1..52.", geometry).expect("36 cells")
}

fn candidates(residual: &Residual) -> u64 {
    residual.model.domains().iter().map(residua::domain::Domain::size).sum()
}

#[test]
fn reference_candidates() {
    let model = reference().model();
    let at = |strength| model.residual(strength).expect("it has solutions");
    let (value, domain) = (at(Consistency::Value), at(Consistency::Domain));
    assert_eq!((candidates(&value), value.definite().count()), (93, 10));
    assert_eq!((candidates(&domain), domain.definite().count()), (83, 12));
    assert_eq!(model.solutions().count(), 18);
}

#[test]
fn reference_constraints() {
    let residual = reference().model().residual(Consistency::Domain).expect("it has solutions");
    let mut sizes: Vec<usize> = residual.model.constraints().map(|(_, c)| c.scope().len()).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    assert_eq!(sizes, [6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 2]);
    assert_eq!(sizes.iter().sum::<usize>(), 70);
    let shown: Vec<String> = residual.constraints().collect();
    let pairs: BTreeSet<&str> = shown.iter().map(String::as_str).filter(|text| text.contains('≠')).collect();
    assert_eq!(pairs, BTreeSet::from(["r3c5 ≠ r4c4", "r5c1 ≠ r5c2"]));
    let whole = ["r3c1, r3c2, r3c5", "r5c5, r5c6, r6c6", "r6c2, r6c3, r6c6"];
    for scope in whole {
        assert!(shown.contains(&format!("all_different({scope})")), "{scope} among {shown:#?}");
    }
    assert_eq!(residual.model.solutions().count(), 18);
}
