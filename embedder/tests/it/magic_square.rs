//! The magic square of order 3: the numbers 1 to 9, with the sum 15 in each row, column and diagonal.
//!
//! There is one but for turning and mirroring (the Lo Shu), so there are 8.

use residua::constraints::{all_different, exact_sum, lt};
use residua::model::{IntVar, Model, ModelError};

fn square() -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut model = Model::new();
    let cells = model.int_vars("cell", 9, 1..=9);
    let lines = (0..3).flat_map(|i| [[3 * i, 3 * i + 1, 3 * i + 2], [i, i + 3, i + 6]]);
    model.post(all_different(&cells))?;
    for line in lines.chain([[0, 4, 8], [2, 4, 6]]) {
        model.post(exact_sum(line.map(|cell| cells[cell]), 15))?;
    }
    Ok((model, cells))
}

#[test]
fn has_eight_solutions() -> Result<(), ModelError> {
    let (model, cells) = square()?;
    let mut found: Vec<Vec<i32>> = model.solutions().map(|solution| solution.values().to_vec()).collect();
    found.sort();
    let turned = |square: &[i32]| (0..9).map(|i| square[3 * (2 - i % 3) + i / 3]).collect::<Vec<i32>>();
    let mirrored = |square: &[i32]| (0..9).map(|i| square[3 * (i / 3) + 2 - i % 3]).collect::<Vec<i32>>();
    let mut expected = vec![vec![2, 7, 6, 9, 5, 1, 4, 3, 8]];
    for turn in 0..3 {
        expected.push(turned(&expected[turn]));
    }
    for turn in 0..4 {
        expected.push(mirrored(&expected[turn]));
    }
    expected.sort();
    assert_eq!(found, expected);

    // Whatever is searched, 5 stands in the middle, odd numbers beside it and even ones in the corners.
    let residual = model.inspect().run().residual.expect("there are solutions");
    let left = |cell: usize| residual.domain(cells[cell]).to_string();
    assert_eq!([left(4), left(0), left(1)], ["5", "2 4 6 8", "1 3 7 9"]);
    Ok(())
}

#[test]
fn has_one_but_for_symmetry() -> Result<(), ModelError> {
    let (mut model, cells) = square()?;
    // The least corner stands first, and of its neighbours the lesser one beside it.
    for corner in [2, 6, 8] {
        model.post(lt(cells[0], cells[corner]))?;
    }
    model.post(lt(cells[2], cells[6]))?;
    let only: Vec<Vec<i32>> = model.solutions().map(|solution| solution.values().to_vec()).collect();
    assert_eq!(only, [[2, 9, 4, 7, 5, 3, 6, 1, 8]]);
    Ok(())
}
