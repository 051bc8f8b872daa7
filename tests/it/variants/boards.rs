//! Small puzzles, with all digits that can be written into them.

use residua::search::Random;
use residua_variant::{Shape, Variant};

/// A puzzle without rules but those of its houses, and all fillings that keep to these.
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) puzzle: Variant,
    pub(crate) fillings: Vec<Vec<i32>>,
}

/// All fillings of so many cells.
fn fillings(cells: usize, digits: std::ops::RangeInclusive<i32>) -> Vec<Vec<i32>> {
    let mut all = vec![Vec::new()];
    for _ in 0..cells {
        let longer = |filling: &Vec<i32>| {
            digits.clone().map(|digit| [&filling[..], &[digit]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// All squares of side 4 whose rows, columns and regions have each digit once, row by row.
fn squares(regions: &[usize]) -> Vec<Vec<i32>> {
    let rows: Vec<Vec<i32>> =
        fillings(4, 1..=4).into_iter().filter(|row| (1..=4).all(|digit| row.contains(&digit))).collect();
    let mut all: Vec<Vec<i32>> = vec![Vec::new()];
    for _ in 0..4 {
        let clash = |grid: &[i32], a: usize, b: usize| {
            grid[a] == grid[b] && (a / 4 == b / 4 || a % 4 == b % 4 || regions[a] == regions[b])
        };
        let fits = |grid: &Vec<i32>| !(0..grid.len()).any(|a| (0..a).any(|b| clash(grid, a, b)));
        let longer = |grid: &Vec<i32>| rows.iter().map(|row| [&grid[..], row].concat()).collect::<Vec<_>>();
        all = all.iter().flat_map(longer).filter(fits).collect();
    }
    all
}

/// A rectangle without houses, but for a region of its left column and one of the rest.
fn free(rows: usize, columns: usize, digits: std::ops::RangeInclusive<i32>) -> Board {
    let shape = Shape::new(rows, columns, digits.clone()).expect("small");
    let fillings = fillings(shape.len(), digits);
    Board { puzzle: Variant::new(shape), fillings }
}

/// A square of side 4 with these regions.
fn square(regions: [usize; 16], noun: &str) -> Board {
    let mut puzzle = Variant::latin(4).expect("small");
    puzzle.add_regions(&regions, noun).expect("16 numbers");
    Board { puzzle, fillings: squares(&regions) }
}

/// A square of side 6 with boxes, of which some cells are open.
fn six(random: &mut Random) -> Board {
    let mut puzzle = Variant::square(2, 3).expect("small");
    let mut digits = [1, 2, 3, 4, 5, 6];
    random.shuffle(&mut digits);
    let grid: Vec<i32> =
        (0..36).map(|cell| digits[(cell / 6 / 2 + cell / 6 % 2 * 3 + cell % 6) % 6]).collect();
    let open: Vec<usize> = (0..4).map(|_| random.below(36)).collect();
    for cell in (0..36).filter(|cell| !open.contains(cell)) {
        puzzle.give(cell, grid[cell]).expect("a digit");
    }
    let fill = |open_digits: Vec<i32>| {
        let mut filled = grid.clone();
        open.iter().zip(open_digits).for_each(|(&cell, digit)| filled[cell] = digit);
        filled
    };
    let mut fillings: Vec<Vec<i32>> = fillings(4, 1..=6).into_iter().map(fill).collect();
    fillings.sort_unstable();
    fillings.dedup();
    Board { puzzle, fillings }
}

/// Boards of several kinds.
pub(crate) struct Boards {
    fixed: Vec<Board>,
}

impl Boards {
    pub(crate) fn new() -> Boards {
        let boxes = [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3];
        let jigsaw = [0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3];
        let mut absent = free(3, 3, 1..=3);
        // Without its middle cell, which has some digit all the same.
        let shape = absent.puzzle.shape().clone().without([4]);
        absent.puzzle = Variant::new(shape);
        absent.fillings.retain(|filling| filling[4] == 1);
        let mut regions = free(2, 3, 1..=4);
        regions.puzzle.add_regions(&[0, 1, 1, 0, 2, 2], "region").expect("six numbers");
        let different =
            |filling: &Vec<i32>| [[0, 3], [1, 2], [4, 5]].iter().all(|&[a, b]| filling[a] != filling[b]);
        regions.fillings.retain(different);
        // Of two cells in the grid and three outside of it.
        let shape = Shape::new(1, 2, 1..=3).and_then(|shape| shape.with_extra("A", 3, 2)).expect("small");
        let extra = Board { fillings: fillings(shape.len(), 1..=3), puzzle: Variant::new(shape) };
        let fixed = vec![
            square(boxes, "box"),
            square(jigsaw, "region"),
            free(2, 3, 0..=3),
            free(3, 2, -1..=2),
            free(1, 5, 1..=5),
            regions,
            absent,
            extra,
        ];
        Boards { fixed }
    }

    /// Any of them.
    pub(crate) fn any(&self, random: &mut Random) -> Board {
        match self.fixed.get(random.below(self.fixed.len() + 2)) {
            Some(board) => board.clone(),
            None => six(random),
        }
    }

    /// One whose houses lack a digit each.
    pub(crate) fn with_lacking() -> Board {
        let mut board = free(2, 2, 0..=2);
        board.puzzle.add_lines().expect("small");
        board
    }

    /// One with rows, columns and regions.
    pub(crate) fn with_houses(&self, random: &mut Random) -> Board {
        match random.below(3) {
            2 => six(random),
            at => self.fixed[at].clone(),
        }
    }
}
