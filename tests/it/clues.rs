//! Promise: statements about clues are true: which are redundant, which to add, which cells distinguish two
//! solutions.

use proptest::prelude::*;
use residua::search::{Limit, Limits};
use residua_sudoku::{Geometry, Puzzle};
use std::collections::BTreeSet;

use crate::catalogue::cases;
use crate::samples::reference;

#[test]
fn redundant_givens_of_the_reference_puzzle() {
    let puzzle = reference();
    let name = |cell: usize| puzzle.geometry().name(cell);
    let redundant = puzzle.redundant_givens(&Limits::default()).expect("no limit");
    assert_eq!(redundant.into_iter().map(name).collect::<Vec<_>>(), ["r3c6"]);
    let minimal = puzzle.minimized(&Limits::default()).expect("no limit");
    assert_eq!(minimal.clues(), 9);
    let solutions = |p: &Puzzle| p.model().solutions().map(|s| s.values().to_vec()).collect::<BTreeSet<_>>();
    assert_eq!(solutions(&minimal), solutions(&puzzle));
}

fn solutions(puzzle: &Puzzle) -> Vec<Vec<i32>> {
    puzzle.model().solutions().map(|s| s.values().to_vec()).collect()
}

/// The 288 grids of 4x4.
fn grids() -> Vec<Vec<i32>> {
    let all = solutions(&Puzzle::blank(four()));
    assert_eq!(all.len(), 288);
    all
}

fn four() -> Geometry {
    Geometry::new(2, 2).expect("a box")
}

fn difference(one: &[i32], other: &[i32]) -> u64 {
    one.iter().zip(other).zip(0..).fold(0, |bits, ((a, b), i)| bits | u64::from(a != b) << i)
}

fn bits(cells: impl IntoIterator<Item = usize>) -> u64 {
    cells.into_iter().fold(0, |bits, cell| bits | 1 << cell)
}

/// The fewest clues that leave one of the solutions, and all sets of that size, by the definition: size by size.
fn least_by_definition(all: &[Vec<i32>], cells: usize) -> BTreeSet<Vec<(usize, i32)>> {
    for size in 0.. {
        let mut found = BTreeSet::new();
        for set in (0u32..1 << cells).filter(|set| set.count_ones() == size) {
            for one in all {
                let others = all.iter().filter(|other| difference(one, other) & u64::from(set) == 0);
                if others.count() == 1 {
                    found.insert((0..cells).filter(|i| set >> i & 1 == 1).map(|i| (i, one[i])).collect());
                }
            }
        }
        if !found.is_empty() {
            return found;
        }
    }
    unreachable!("the solutions differ")
}

/// Compares the completion of a puzzle with its solutions.
fn check_completion(puzzle: &Puzzle) {
    let all = solutions(puzzle);
    let expected = if all.is_empty() { BTreeSet::new() } else { least_by_definition(&all, 16) };
    let found = puzzle.completion(&Limits::default()).expect("no limit");
    assert_eq!(found.is_none(), all.is_empty());
    let least = puzzle.least_completions(&Limits::default()).expect("no limit");
    assert_eq!(least.len(), expected.len(), "none twice");
    assert_eq!(least.into_iter().collect::<BTreeSet<_>>(), expected);
    let Some(found) = found else { return };
    assert!(found.is_least() && found.stopped.is_none());
    assert!(expected.contains(&found.clues));
    for target in &all {
        let to = puzzle.completion_to(target, &Limits::default()).expect("a solution");
        assert!(to.is_least() && to.stopped.is_none() && to.clues.len() >= found.clues.len());
        let differences: Vec<u64> =
            all.iter().filter(|s| *s != target).map(|s| difference(target, s)).collect();
        let leaves_one = |set: u64| differences.iter().all(|difference| difference & set != 0);
        assert!(leaves_one(bits(to.clues.iter().map(|clue| clue.0))));
        assert!(to.clues.iter().all(|&(cell, value)| target[cell] == value));
        let smaller = (0u64..1 << 16).filter(|set| (set.count_ones() as usize) < to.clues.len());
        assert!(!smaller.into_iter().any(leaves_one), "fewer would do");
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn completions_of_small_puzzles(
        grid in 0usize..288,
        shown in prop::collection::vec(0usize..16, 2..=5),
        wrong in 0usize..8,
        restricted in restrictions(),
    ) {
        let grid = &grids()[grid];
        let mut puzzle = Puzzle::blank(four());
        for cell in shown {
            // One in eight is given wrong somewhere, and has mostly no solution.
            let value = if wrong == 0 { grid[cell] % 4 + 1 } else { grid[cell] };
            puzzle = puzzle.with_given(cell, value).expect("a cell and a symbol");
        }
        check_completion(&puzzle);
        check_completion(&restricted_to(puzzle, &restricted, grid));
    }

    /// Restricted cells get no statements of their own, but those about other cells take the restrictions into
    /// account.
    #[test]
    fn clues_of_restricted_puzzles(
        grid in 0usize..288,
        shown in prop::collection::vec(0usize..16, 3..=8),
        restricted in restrictions(),
    ) {
        let grid = &grids()[grid];
        let give = |puzzle: Puzzle, &cell: &usize| puzzle.with_given(cell, grid[cell]).expect("a cell");
        let puzzle = restricted_to(shown.iter().fold(Puzzle::blank(four()), give), &restricted, grid);
        let all: BTreeSet<Vec<i32>> = solutions(&puzzle).into_iter().collect();
        let without = |puzzle: &Puzzle, cell| puzzle.clone().with_given(cell, 0).expect("a cell");
        let is_needed = |puzzle: &Puzzle, cell| solutions(&without(puzzle, cell)).len() > all.len();
        let redundant = puzzle.redundant_givens(&Limits::default()).expect("no limit");
        for cell in (0..16).filter(|&cell| puzzle.given(cell).is_some()) {
            prop_assert_eq!(redundant.contains(&cell), !is_needed(&puzzle, cell));
        }
        let minimal = puzzle.minimized(&Limits::default()).expect("no limit");
        prop_assert_eq!(solutions(&minimal).into_iter().collect::<BTreeSet<_>>(), all.clone());
        prop_assert!((0..16).filter(|&cell| minimal.given(cell).is_some()).all(|cell| is_needed(&minimal, cell)));
        // The patterns are minimal among the grids that obey the restrictions.
        let board = (0..16).fold(puzzle.clone(), |puzzle, cell| without(&puzzle, cell));
        let fitting = solutions(&board);
        for (one, other) in all.iter().zip(all.iter().skip(1)) {
            let found = puzzle.deadly_pattern(one, other, &Limits::default()).expect("no limit").expect("they differ");
            let cells = bits(found.cells.iter().copied());
            prop_assert!(minimal_differences(one, &fitting).contains(&cells) && cells & !difference(one, other) == 0);
            prop_assert!(all.contains(&found.other) && difference(one, &found.other) == cells);
        }
    }
}

/// Cells, and values that they are restricted to beside that of the grid.
fn restrictions() -> impl Strategy<Value = Vec<(usize, BTreeSet<i32>)>> {
    prop::collection::vec((0usize..16, prop::collection::btree_set(1i32..=4, 0..=2)), 1..=6)
}

fn restricted_to(puzzle: Puzzle, restricted: &[(usize, BTreeSet<i32>)], grid: &[i32]) -> Puzzle {
    let restrict = |puzzle: Puzzle, (cell, others): &(usize, BTreeSet<i32>)| {
        let values: Vec<i32> = others.iter().copied().chain([grid[*cell]]).collect();
        puzzle.with_candidates(*cell, &values).expect("a cell and symbols")
    };
    restricted.iter().fold(puzzle, restrict)
}

#[test]
fn completion_of_the_reference_puzzle() {
    let puzzle = reference();
    let completion = puzzle.completion(&Limits::default()).expect("no limit").expect("18 solutions");
    assert_eq!((completion.clues.len(), completion.is_least()), (1, true));
    let all = puzzle.least_completions(&Limits::default()).expect("no limit");
    assert_eq!(all.len(), 5);
    assert!(all.contains(&completion.clues) && all.contains(&vec![(2, 3)]), "r1c3=3 among {all:?}");
    for clues in &all {
        let [(cell, value)] = clues[..] else { panic!("one clue is enough") };
        assert_eq!(solutions(&puzzle.clone().with_given(cell, value).expect("a clue")).len(), 1);
    }
    // Each solution by itself, against its 17 differences.
    let found = solutions(&puzzle);
    for target in &found {
        let to = puzzle.completion_to(target, &Limits::default()).expect("a solution");
        let with = |clues: &[(usize, i32)]| {
            clues.iter().fold(puzzle.clone(), |p, &(cell, value)| p.with_given(cell, value).expect("a clue"))
        };
        assert!(to.is_least());
        assert_eq!(solutions(&with(&to.clues)), std::slice::from_ref(target));
    }
    assert_eq!(puzzle.completion_to(&[1; 36], &Limits::default()), None, "no grid");
}

/// Too many solutions to enumerate: a bound, reported as one.
#[test]
fn completion_of_an_empty_grid_is_a_bound() {
    for (rows, columns) in [(2, 3), (3, 3)] {
        let geometry = Geometry::new(rows, columns).expect("a box");
        let puzzle = Puzzle::blank(geometry);
        let limits = Limits::none().solutions(50);
        let completion = puzzle.completion(&limits).expect("no limit of time").expect("it has solutions");
        assert_eq!(completion.stopped, Some(Limit::Solutions));
        assert_eq!(
            completion.at_least,
            geometry.size() - 1,
            "two values that are not given can change places"
        );
        assert!(!completion.is_least());
        let with = completion
            .clues
            .iter()
            .fold(puzzle.clone(), |p, &(cell, value)| p.with_given(cell, value).expect("a clue"));
        assert_eq!(solutions(&with).len(), 1);
        assert_eq!(puzzle.least_completions(&limits), Err(Limit::Solutions));
    }
    let stopped = Limits::none().nodes(0);
    assert_eq!(Puzzle::blank(four()).completion(&stopped), Err(Limit::Nodes));
}

/// The minimal ones among the differences of a grid from all others.
fn minimal_differences(one: &[i32], all: &[Vec<i32>]) -> BTreeSet<u64> {
    let differences: BTreeSet<u64> =
        all.iter().map(|other| difference(one, other)).filter(|&set| set != 0).collect();
    let is_minimal = |set: &&u64| !differences.iter().any(|other| other & !**set == 0 && other != *set);
    differences.iter().filter(is_minimal).copied().collect()
}

#[test]
fn unavoidable_sets_of_all_small_grids() {
    let all = grids();
    for one in &all {
        let minimal = minimal_differences(one, &all);
        for most in [0, 3, 4, 6, 16] {
            let found = four().unavoidable_sets(one, most, &Limits::default()).expect("no limit");
            let expected: BTreeSet<u64> =
                minimal.iter().copied().filter(|set| set.count_ones() as usize <= most).collect();
            assert_eq!(found.len(), expected.len(), "none twice");
            assert_eq!(found.into_iter().map(bits).collect::<BTreeSet<u64>>(), expected);
        }
    }
}

#[test]
fn deadly_patterns_of_small_grids() {
    let all = grids();
    for one in all.iter().step_by(24) {
        let minimal = minimal_differences(one, &all);
        for other in &all {
            let found = four().deadly_pattern(one, other, &Limits::default()).expect("no limit");
            assert_eq!(found.is_none(), one == other);
            let Some(pattern) = found else { continue };
            let cells = bits(pattern.cells.iter().copied());
            assert!(minimal.contains(&cells) && cells & !difference(one, other) == 0);
            assert!(all.contains(&pattern.other) && difference(one, &pattern.other) == cells);
        }
    }
    assert_eq!(four().deadly_pattern(&all[0], &[1; 16], &Limits::default()), Ok(None), "no grid");
    assert_eq!(four().deadly_pattern(&[1; 3], &all[0], &Limits::default()), Ok(None), "no grid");
}

/// Two different solutions of the reference puzzle have a pattern among the unavoidable sets.
#[test]
fn deadly_patterns_of_the_reference_puzzle() {
    let (geometry, all) = (reference().geometry(), solutions(&reference()));
    for one in &all {
        let sets = geometry.unavoidable_sets(one, 10, &Limits::default()).expect("no limit");
        for other in all.iter().filter(|other| *other != one) {
            let pattern = geometry
                .deadly_pattern(one, other, &Limits::default())
                .expect("no limit")
                .expect("they differ");
            assert!(pattern.cells.iter().all(|&cell| one[cell] != other[cell]));
            assert!(all.contains(&pattern.other), "the givens are where the solutions agree");
            assert_eq!(sets.contains(&pattern.cells), pattern.cells.len() <= 10);
        }
    }
}
