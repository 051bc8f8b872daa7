//! Sudoku of 6x6 with boxes of 2x3, in which cells a knight's move apart differ as well, looked at where it has several
//! solutions.
//!
//! The expected solutions come from filling cell after cell in the test: 11,520 blank grids, 16 for each order of the first
//! row.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use residua::constraints::{eq, ne};
use residua::engine::Consistency;
use residua::inspect::{Strength, Verdict};
use residua::model::{IntVar, Model, ModelError};
use residua::search::Limits;
use residua_sudoku::{Geometry, Puzzle};

fn is_knights_move(a: usize, b: usize) -> bool {
    let (rows, columns) = ((a / 6).abs_diff(b / 6), (a % 6).abs_diff(b % 6));
    (rows, columns) == (1, 2) || (rows, columns) == (2, 1)
}

fn sees(a: usize, b: usize) -> bool {
    let of_box = |cell: usize| (cell / 12, cell % 6 / 3);
    a / 6 == b / 6 || a % 6 == b % 6 || of_box(a) == of_box(b) || is_knights_move(a, b)
}

fn fill(grid: &mut Vec<i32>, all: &mut Vec<Vec<i32>>) {
    let cell = grid.len();
    if cell == 36 {
        all.push(grid.clone());
        return;
    }
    for value in 1..=6 {
        if (0..cell).all(|other| grid[other] != value || !sees(other, cell)) {
            grid.push(value);
            fill(grid, all);
            let _ = grid.pop();
        }
    }
}

/// All grids, in ascending order.
fn grids() -> &'static [Vec<i32>] {
    static GRIDS: OnceLock<Vec<Vec<i32>>> = OnceLock::new();
    GRIDS.get_or_init(|| {
        let mut all = Vec::new();
        fill(&mut Vec::new(), &mut all);
        all
    })
}

/// The grids with these givens, by cell.
fn expected(givens: &[(usize, i32)]) -> Vec<Vec<i32>> {
    let fits = |grid: &&Vec<i32>| givens.iter().all(|&(cell, value)| grid[cell] == value);
    grids().iter().filter(fits).cloned().collect()
}

/// Adds the rule of the knight to a Sudoku.
fn with_knights(mut model: Model) -> Result<(Model, Vec<IntVar>), ModelError> {
    let cells: Vec<IntVar> = model.vars().collect();
    for b in 0..36 {
        for a in (0..b).filter(|&a| is_knights_move(a, b)) {
            model.post(ne(cells[a], cells[b]))?;
        }
    }
    Ok((model, cells))
}

fn found(model: &Model) -> Vec<Vec<i32>> {
    let mut found: Vec<Vec<i32>> = model.solutions().map(|solution| solution.values().to_vec()).collect();
    found.sort();
    found
}

fn blank() -> Model {
    Geometry::new(2, 3).expect("boxes of 2 rows by 3 columns").model()
}

#[test]
fn blank_grids_are_counted() -> Result<(), ModelError> {
    let (model, _) = with_knights(blank())?;
    assert_eq!(grids().len(), 11_520);
    assert_eq!(found(&model), grids());
    assert_eq!(model.count(&Limits::default()).number().to_u128(), Some(11_520));
    Ok(())
}

#[test]
fn what_is_left_is_what_the_solutions_say() -> Result<(), Box<dyn std::error::Error>> {
    // A row is given, and some cells more.
    let row = (0..6).zip(1..).collect::<Vec<_>>();
    let given: [&[(usize, i32)]; 6] =
        [&[], &[(6, 4)], &[(18, 4)], &[(6, 4), (21, 3)], &[(18, 4), (21, 3)], &[(7, 1)]];
    let limits = Limits::default();
    let mut counts = Vec::new();
    for more in given {
        let givens: Vec<(usize, i32)> = row.iter().chain(more).copied().collect();
        let (mut model, cells) = with_knights(blank())?;
        for &(cell, value) in &givens {
            model.post(eq(cells[cell], value))?;
        }
        let expected = expected(&givens);
        assert_eq!(found(&model), expected);
        counts.push(expected.len());
        let verdict = model.inspect().strength(Strength::Domain).limits(&limits).run().verdict;
        match expected.len() {
            0 => assert!(matches!(verdict, Verdict::Infeasible(_)), "{givens:?}: {verdict:?}"),
            1 => assert!(matches!(verdict, Verdict::Unique(_)), "{givens:?}: {verdict:?}"),
            _ => assert!(matches!(verdict, Verdict::Multiple(..)), "{givens:?}: {verdict:?}"),
        }
        for strength in Strength::ALL {
            let residual = model.inspect().strength(strength).limits(&limits).run().residual;
            let Some(residual) = residual else {
                assert!(expected.is_empty());
                continue;
            };
            assert_eq!(found(&residual.model), expected, "{strength}");
            let definite: Vec<(IntVar, i32)> = residual.definite().collect();
            let is_definite =
                |&(cell, value): &(IntVar, i32)| expected.iter().all(|grid| grid[cell.index()] == value);
            assert!(definite.iter().all(is_definite), "{strength}");
            let possible = |cell: usize| expected.iter().map(|grid| grid[cell]).collect::<BTreeSet<i32>>();
            for (at, &cell) in cells.iter().enumerate() {
                let left: BTreeSet<i32> = residual.domain(cell).iter().collect();
                assert!(left.is_superset(&possible(at)), "{strength}, {}", model.name(cell));
                assert!(strength != Strength::Exact || left == possible(at), "{}", model.name(cell));
            }
        }
        let residual = model.residual(Consistency::Domain);
        assert_eq!(residual.map(|left| found(&left.model)).unwrap_or_default(), expected);
        // How many solutions there are with each value of each cell.
        let marginals = model.marginals(&limits);
        assert!(marginals.are_exact());
        for (at, &cell) in cells.iter().enumerate() {
            for (value, count) in marginals.of(cell) {
                let with = expected.iter().filter(|grid| grid[at] == *value).count();
                assert_eq!(count.number().to_u128(), Some(with as u128));
            }
        }
    }
    assert_eq!(counts, [16, 8, 4, 2, 1, 0]);
    Ok(())
}

/// A puzzle as it is written, to which the rule of the knight is added: without it there are more solutions.
#[test]
fn knights_make_a_puzzle_unique() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Puzzle = "123456............4..3..............".parse()?;
    let givens: Vec<(usize, i32)> = (0..36).filter_map(|cell| Some((cell, puzzle.given(cell)?))).collect();
    assert!(puzzle.model().search().solutions().nth(1).is_some());
    let (model, _) = with_knights(puzzle.model())?;
    let found = found(&model);
    assert_eq!((found.len(), found), (1, expected(&givens)));
    Ok(())
}
