//! Regions that are to be found, against all partitions of small grids.

use std::collections::BTreeSet;
use std::sync::Arc;

use residua::constraints::Constraint;
use residua::model::Model;
use residua::search::Random;
use residua::testing::{check_constraint, check_learning};
use residua_variant::{Rule, RuleKind as K, Shape, Variant};

use crate::catalogue::times_depth;

/// A square with rows and columns whose regions of `size` cells are to be found. Their numbers are in the extra cells `Z1`, ….
fn square(side: usize, size: usize) -> Variant {
    let cells = side * side;
    let shape = Shape::new(side, side, 1..=side as i32).and_then(|shape| shape.with_extra("Z", cells, side));
    let mut puzzle = Variant::new(shape.expect("small"));
    puzzle.add_lines().expect("small");
    let groups = vec![(0..cells).collect(), (cells..2 * cells).collect()];
    puzzle.add(Rule::new(K::UnknownRegions, groups, vec![size as i64]).expect("a rule")).expect("its cells");
    puzzle
}

/// All partitions of a rectangle into connected parts of that size: by cell the number of its part. Each part is grown from the first cell
/// that is in none yet.
fn partitions(rows: usize, columns: usize, size: usize) -> BTreeSet<Vec<i32>> {
    let mut all = BTreeSet::new();
    extend(&mut vec![0; rows * columns], 1, (columns, size), &mut all);
    all
}

fn extend(
    numbers: &mut Vec<i32>,
    number: i32,
    (columns, size): (usize, usize),
    all: &mut BTreeSet<Vec<i32>>,
) {
    let Some(first) = numbers.iter().position(|number| *number == 0) else {
        all.insert(numbers.clone());
        return;
    };
    let mut parts = BTreeSet::from([vec![first]]);
    for _ in 1..size {
        let mut larger = BTreeSet::new();
        for part in &parts {
            for next in (0..numbers.len()).filter(|next| numbers[*next] == 0 && !part.contains(next)) {
                let touches = |cell: &usize| {
                    let rows = (cell / columns).abs_diff(next / columns);
                    rows + (cell % columns).abs_diff(next % columns) == 1
                };
                if part.iter().any(touches) {
                    let mut part = [&part[..], &[next]].concat();
                    part.sort_unstable();
                    larger.insert(part);
                }
            }
        }
        parts = larger;
    }
    for part in parts {
        for &cell in &part {
            numbers[cell] = number;
        }
        extend(numbers, number + 1, (columns, size), all);
        for &cell in &part {
            numbers[cell] = 0;
        }
    }
}

/// All squares whose rows and columns have each digit once.
fn latin(side: usize) -> Vec<Vec<i32>> {
    let puzzle = Variant::latin(side).expect("small");
    let model = puzzle.model().expect("small");
    model.solutions().map(|found| found.values().to_vec()).collect()
}

fn expected(puzzle: &Variant, side: usize, size: usize) -> BTreeSet<Vec<i32>> {
    let (partitions, mut expected) = (partitions(side, side, size), BTreeSet::new());
    for grid in latin(side) {
        for numbers in &partitions {
            let clash = |a: usize, b: usize| numbers[a] == numbers[b] && grid[a] == grid[b];
            if !(0..grid.len()).any(|a| (0..a).any(|b| clash(a, b))) {
                let solution = [&grid[..], numbers].concat();
                assert!(puzzle.is_solution(&solution), "{solution:?}");
                expected.insert(solution);
            }
        }
    }
    expected
}

/// The numbers of partitions are those of OEIS A172477: squares into polyominoes of as many cells as the side has.
#[test]
fn partitions_are_all() {
    let numbers: Vec<usize> = (1..=4).map(|side| partitions(side, side, side).len()).collect();
    assert_eq!(numbers, [1, 2, 10, 117]);
}

#[test]
fn all_grids_with_all_regions() {
    for (side, size) in [(2, 1), (3, 2), (4, 2)] {
        // There are more regions than digits, or more cells than in all of them.
        assert_eq!(square(side, size).model().expect("small").solutions().count(), 0);
    }
    for (side, size) in [(2, 2), (3, 3), (4, 4)] {
        let puzzle = square(side, size);
        let model = puzzle.model().expect("small");
        let found: BTreeSet<Vec<i32>> = model.solutions().map(|found| found.values().to_vec()).collect();
        let expected = expected(&puzzle, side, size);
        assert!(!expected.is_empty());
        assert!(found == expected, "{side}, {size}: {} found of {}", found.len(), expected.len());
    }
}

/// Assignments of digits and numbers that are no solutions are not taken for any.
#[test]
fn wrong_regions_are_none() {
    let puzzle = square(3, 3);
    let solutions = expected(&puzzle, 3, 3);
    let mut random = Random::new(51);
    let all: Vec<&Vec<i32>> = solutions.iter().collect();
    for _ in 0..times_depth(2000) {
        let mut other = all[random.below(all.len())].clone();
        for _ in 0..=random.below(3) {
            let cell = random.below(other.len());
            other[cell] = 1 + random.below(3) as i32;
        }
        assert_eq!(puzzle.is_solution(&other), solutions.contains(&other), "{other:?}");
    }
}

/// A grid is drawn with its regions, once all of them are found.
#[test]
fn regions_are_drawn() {
    let puzzle = square(2, 2);
    let solution = [1, 2, 2, 1, 1, 1, 2, 2];
    let found = "\
┌───────┐
│ 1   2 │
├───────┤
│ 2   1 │
└───────┘
Z: 1 1
   2 2
";
    assert_eq!(puzzle.grid(|cell| Some(solution[cell])), found);
    let open = "\
┌───────┐
│ 1   2 │
│ 2   1 │
└───────┘
Z: 1 1
   2 ⋅
";
    assert_eq!(puzzle.grid(|cell| Some(solution[cell]).filter(|_| cell < 7)), open);
}

/// The constraint of connected regions keeps the promises of a constraint.
#[test]
fn connected_regions_keep_their_promises() {
    for (rows, columns, size, digits) in
        [(2, 3, 3, 1..=2), (2, 3, 2, -1..=1), (1, 4, 2, 1..=2), (2, 2, 1, 1..=4), (2, 4, 4, 0..=1)]
    {
        let cells = rows * columns;
        let shape = Shape::new(rows, columns, digits).and_then(|shape| shape.with_extra("Z", cells, columns));
        let mut puzzle = Variant::new(shape.expect("small"));
        let groups = vec![(0..cells).collect(), (cells..2 * cells).collect()];
        puzzle.add(Rule::new(K::UnknownRegions, groups, vec![size]).expect("a rule")).expect("its cells");
        let model = puzzle.model().expect("small");
        let (_, constraint) =
            model.constraints().find(|(_, c)| c.name() == "connected_regions").expect("it is one");
        let constraint = Arc::clone(constraint);
        // Over its own variables alone there are few assignments.
        let mut alone = Model::new();
        let numbers: Vec<_> = (0..cells).map(|_| alone.int_var(puzzle.shape().digits())).collect();
        let scope = constraint.scope();
        let moved = constraint.map(&|view| {
            let at = scope.iter().position(|other| *other == view).expect("it is of the scope");
            numbers[at].into()
        });
        check_constraint(&alone, Arc::clone(&moved))
            .unwrap_or_else(|mistake| panic!("{rows}x{columns}: {mistake}"));
        alone.post(moved).expect("small");
        check_learning(&alone, 7).unwrap_or_else(|mistake| panic!("{rows}x{columns}: {mistake}"));
    }
}
