//! n queens, none of which attacks another: a variable a row, and three `all_different`, two of them over views.
//!
//! The numbers of solutions for n = 1 to 8 are 1, 0, 0, 2, 10, 4, 40, 92 (OEIS A000170).

use residua::constraints::all_different;
use residua::engine::Consistency;
use residua::model::{IntVar, Model, ModelError};
use residua::search::{Limits, Status};

const COUNTS: [u64; 8] = [1, 0, 0, 2, 10, 4, 40, 92];

fn queens(n: i32) -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut model = Model::new();
    let columns = model.int_vars("q", n as usize, 1..=n);
    model.post(all_different(&columns))?;
    model.post(all_different(columns.iter().zip(0..).map(|(&q, row)| q + row)))?;
    model.post(all_different(columns.iter().zip(0..).map(|(&q, row)| q - row)))?;
    Ok((model, columns))
}

#[test]
fn counts_of_one_to_eight() -> Result<(), ModelError> {
    for (n, expected) in (1..).zip(COUNTS) {
        let (model, columns) = queens(n)?;
        let mut solutions = model.solutions();
        let mut found = 0;
        for solution in solutions.by_ref() {
            found += 1;
            let attack = |i: usize, j: usize| {
                let apart = (solution[columns[i]] - solution[columns[j]]).unsigned_abs() as usize;
                apart == 0 || apart == j - i
            };
            assert!((0..columns.len()).all(|j| (0..j).all(|i| !attack(i, j))), "{n}: {solution:?}");
        }
        assert_eq!((found, solutions.status()), (expected, Some(Status::Exhausted)), "{n} queens");
        assert_eq!(model.count(&Limits::default()).number().to_u128(), Some(expected.into()), "{n} queens");
    }
    Ok(())
}

#[test]
fn counts_do_not_depend_on_the_consistency() -> Result<(), ModelError> {
    for consistency in Consistency::ALL {
        for (n, expected) in (1..).zip(COUNTS) {
            let (model, _) = queens(n)?;
            assert_eq!(
                model.search().consistency(consistency).solutions().count() as u64,
                expected,
                "{n} queens, {consistency}"
            );
        }
    }
    Ok(())
}
