//! A killer Sudoku of 4x4: no givens, but cages whose cells differ and add up to a total.
//!
//! The expected solutions come from the 288 grids of that size (Wikipedia, *Mathematics of Sudoku*), which the test finds
//! by going through all fillings, and of which it keeps those that fit the cages.

use residua::constraints::{all_different, exact_sum};
use residua::model::{Model, ModelError};
use residua::search::Limits;
use residua_sudoku::Geometry;

/// The cells of a cage, numbered by row, and its total.
type Cage = (&'static [usize], i32);

/// Cages of the grid 1234 3412 2143 4321. Three of them leave several solutions, all of them that grid alone.
const CAGES: [Cage; 7] = [
    (&[0, 4], 4),
    (&[1, 2], 5),
    (&[3, 7, 11], 9),
    (&[5, 9], 5),
    (&[6, 10], 5),
    (&[8, 12], 6),
    (&[13, 14, 15], 6),
];

/// All grids, by filling cell after cell with what does not clash.
fn fill(grid: &mut Vec<i32>, all: &mut Vec<Vec<i32>>) {
    let cell = grid.len();
    if cell == 16 {
        all.push(grid.clone());
        return;
    }
    let sees = |other: usize| {
        let (row, column) = (cell / 4, cell % 4);
        other / 4 == row || other % 4 == column || (other / 8, other % 4 / 2) == (row / 2, column / 2)
    };
    for value in 1..=4 {
        if (0..cell).all(|other| grid[other] != value || !sees(other)) {
            grid.push(value);
            fill(grid, all);
            let _ = grid.pop();
        }
    }
}

/// The grids that satisfy the cages.
fn expected(cages: &[Cage]) -> Vec<Vec<i32>> {
    let mut all = Vec::new();
    fill(&mut Vec::new(), &mut all);
    assert_eq!(all.len(), 288);
    all.retain(|grid| {
        cages.iter().all(|&(cells, total)| {
            let differ = (0..cells.len()).all(|j| (0..j).all(|i| grid[cells[i]] != grid[cells[j]]));
            differ && cells.iter().map(|&cell| grid[cell]).sum::<i32>() == total
        })
    });
    all
}

fn killer(cages: &[Cage]) -> Result<Model, ModelError> {
    let mut model = Geometry::new(2, 2).expect("a box of 2x2").model();
    let cells: Vec<_> = model.vars().collect();
    for &(cage, total) in cages {
        let cage: Vec<_> = cage.iter().map(|&cell| cells[cell]).collect();
        model.post(all_different(&cage))?;
        model.post(exact_sum(cage, total))?;
    }
    Ok(model)
}

#[test]
fn has_the_grids_that_fit_the_cages() -> Result<(), ModelError> {
    let mut counts = Vec::new();
    for cages in [&[], &CAGES[..1], &CAGES[..3], &CAGES] {
        let model = killer(cages)?;
        let expected = expected(cages);
        let mut found: Vec<Vec<i32>> = model.solutions().map(|s| s.values().to_vec()).collect();
        found.sort();
        assert_eq!(found, expected);
        let count = model.count(&Limits::default());
        assert_eq!((count.is_exact(), count.number().to_u128()), (true, Some(expected.len() as u128)));
        counts.push(expected.len());
    }
    assert_eq!(counts, [288, 48, 5, 1]);
    Ok(())
}
