//! Promise: the search knows what houses say of the sums that lie across them, and no solution is lost by it.

use proptest::prelude::*;
use residua::constraints::{all_different, eq, exact_sum};
use residua::model::{IntVar, Model, ModelError};
use residua::search::{Learning, Limits};

use crate::catalogue::cases;

/// A grid of 4 by 4 with boxes, without givens.
fn grid() -> (Model, Vec<IntVar>) {
    let mut model = Model::new();
    let cells = model.int_vars("cell", 16, 1..=4);
    let houses = (0..4).flat_map(|at| {
        let (row, column) = (4 * (at / 2) * 2, 2 * (at % 2));
        [
            [4 * at, 4 * at + 1, 4 * at + 2, 4 * at + 3],
            [at, at + 4, at + 8, at + 12],
            [row + column, row + column + 1, row + column + 4, row + column + 5],
        ]
    });
    for house in houses.collect::<Vec<_>>() {
        let _ = model.post(all_different(house.map(|cell| cells[cell]))).expect("different cells");
    }
    (model, cells)
}

/// All 288 grids.
fn grids() -> Vec<Vec<i32>> {
    let (model, _) = grid();
    let all: Vec<Vec<i32>> = model.solutions().map(|solution| solution.values().to_vec()).collect();
    assert_eq!(all.len(), 288);
    all
}

/// The cells of a sum, whether they differ, and what is added to the total of some grid.
type Cage = (Vec<usize>, bool, i64);

fn cages() -> impl Strategy<Value = (Vec<Cage>, usize)> {
    let start = (0..16_usize, prop::collection::vec(0..4_usize, 0..=4));
    let walk = start.prop_map(|(mut cell, steps)| {
        let mut cells = vec![cell];
        for step in steps {
            let (row, column) = (cell / 4, cell % 4);
            cell = match step {
                0 => 4 * row + (column + 1).min(3),
                1 => 4 * row + column.saturating_sub(1),
                2 => 4 * (row + 1).min(3) + column,
                _ => 4 * row.saturating_sub(1) + column,
            };
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        cells
    });
    let wrong = prop_oneof![12 => Just(0), 1 => -1..=1_i64];
    (prop::collection::vec((walk, any::<bool>(), wrong), 1..=9), 0..288_usize)
}

proptest! {
    #![proptest_config(cases(1_500))]

    #[test]
    fn no_grid_is_lost((cages, of) in cages()) {
        let all = grids();
        let (mut model, cells) = grid();
        let mut expected = all.clone();
        for (members, differ, wrong) in &cages {
            let sum = |grid: &[i32]| members.iter().map(|&cell| i64::from(grid[cell])).sum::<i64>();
            let total = sum(&all[of]) + wrong;
            let posted = exact_sum(members.iter().map(|&cell| cells[cell]), total);
            let _ = if *differ { model.post(posted.distinct()) } else { model.post(posted) }.expect("small");
            let is_fit = |grid: &Vec<i32>| {
                let mut values: Vec<i32> = members.iter().map(|&cell| grid[cell]).collect();
                values.sort_unstable();
                sum(grid) == total && !(*differ && values.windows(2).any(|two| two[0] == two[1]))
            };
            expected.retain(is_fit);
        }
        expected.sort_unstable();
        for learning in [Learning::Off, Learning::On] {
            let search = model.search().learn(learning).solutions();
            let mut found: Vec<Vec<i32>> = search.map(|solution| solution.values().to_vec()).collect();
            found.sort_unstable();
            prop_assert_eq!(&found, &expected, "{}", model);
        }
    }
}

/// What is left of a house, and what lies outside of one, without a search: cages that leave one cell open, and that have one too many.
#[test]
fn innies_and_outies() -> Result<(), ModelError> {
    for (cage, total, cell, value) in [
        (vec![vec![0, 1], vec![2]], vec![4, 4], 3, 2),
        (vec![vec![0, 1], vec![2, 3, 7]], vec![3, 9], 7, 2),
        (vec![vec![0, 1, 4, 5], vec![8, 9, 12], vec![2, 6, 10, 14]], vec![10, 8, 10], 13, 2),
    ] {
        let (mut model, cells) = grid();
        for (members, total) in cage.iter().zip(total) {
            let members: Vec<IntVar> = members.iter().map(|&cell: &usize| cells[cell]).collect();
            model.post(exact_sum(members, total))?;
        }
        model.post(residua::constraints::ne(cells[cell], value))?;
        let mut found = model.search().limits(Limits::none().nodes(1)).solutions();
        assert!(
            found.next().is_none() && found.statistics().failures <= 1,
            "{cage:?}: {}",
            found.statistics()
        );
        let (mut alone, cells) = grid();
        alone.post(eq(cells[cell], value))?;
        assert!(alone.solve().is_some());
    }
    Ok(())
}

/// A killer without givens is solved with few nodes.
#[test]
fn totals_that_contradict_a_house() -> Result<(), ModelError> {
    let (mut model, cells) = grid();
    model.post(exact_sum([cells[0], cells[1]], 5))?;
    model.post(exact_sum([cells[2], cells[3]], 6))?;
    let mut found = model.search().solutions();
    assert!(found.next().is_none() && found.statistics().nodes <= 1, "{}", found.statistics());
    Ok(())
}
