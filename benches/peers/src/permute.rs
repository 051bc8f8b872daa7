//! Random symmetries of a 9x9 puzzle: digits renamed, bands, stacks, and the lines within them exchanged, transposed
//! or not. The number of solutions stays the same, and no solver can have the answers stored or profit from the order
//! of the cells.

use crate::race::Random;

/// A puzzle of 81 characters, `.` or `0` for a blank, under a random symmetry.
pub(crate) fn permuted(puzzle: &str, random: &mut Random) -> String {
    let guise = Guise::new(random);
    let cell = |at: usize| match puzzle.as_bytes()[guise.source(at)] {
        digit @ b'1'..=b'9' => char::from(guise.digits[usize::from(digit - b'1')]),
        _ => '.',
    };
    (0..81).map(cell).collect()
}

/// A puzzle of 729 characters, nine for each cell, a `.` for each digit that is struck out, under a random symmetry.
pub(crate) fn permuted_marks(puzzle: &str, random: &mut Random) -> String {
    let guise = Guise::new(random);
    let cell = |at: usize| {
        let mut marks = ['.'; 9];
        for (&mark, digit) in puzzle.as_bytes()[9 * guise.source(at)..][..9].iter().zip(guise.digits) {
            if mark != b'.' {
                marks[usize::from(digit - b'1')] = char::from(digit);
            }
        }
        marks
    };
    (0..81).flat_map(cell).collect()
}

struct Guise {
    /// By digit: its new name.
    digits: [u8; 9],
    rows: Vec<usize>,
    columns: Vec<usize>,
    is_transposed: bool,
}

impl Guise {
    fn new(random: &mut Random) -> Guise {
        let mut digits = *b"123456789";
        random.shuffle(&mut digits);
        let (rows, columns) = (lines(random), lines(random));
        Guise { digits, rows, columns, is_transposed: random.next() & 1 == 1 }
    }

    /// The original position of the cell.
    fn source(&self, at: usize) -> usize {
        let (row, column) = (self.rows[at / 9], self.columns[at % 9]);
        if self.is_transposed { column * 9 + row } else { row * 9 + column }
    }
}

/// Lines in an order that keeps bands together.
fn lines(random: &mut Random) -> Vec<usize> {
    let mut bands = [0, 1, 2];
    random.shuffle(&mut bands);
    let of = |band: usize| {
        let mut lines = [0, 1, 2].map(|line| 3 * band + line);
        random.shuffle(&mut lines);
        lines
    };
    bands.map(of).concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guise_has_the_same_rules_and_givens() {
        let solved = "467839152952164837813257964524916783391478625786523491179382546245691378638745219";
        let mut random = Random::new(7);
        let guises: Vec<String> = (0..20).map(|_| permuted(solved, &mut random)).collect();
        assert!(guises.iter().all(|guise| guise != solved));
        for guise in guises {
            let digits = guise.as_bytes();
            let is_house = |cells: &dyn Fn(usize) -> usize| {
                (0..9).map(|i| 1 << (digits[cells(i)] - b'1')).fold(0, |all, digit: u32| all | digit) == 0x1ff
            };
            for house in 0..9 {
                assert!(is_house(&|i| house * 9 + i) && is_house(&|i| i * 9 + house), "{guise}");
                assert!(is_house(&|i| (house / 3 * 3 + i / 3) * 9 + house % 3 * 3 + i % 3), "{guise}");
            }
        }
        let sparse = format!("{}5{}", ".".repeat(40), "0".repeat(40));
        assert_eq!(permuted(&sparse, &mut random).bytes().filter(|&c| c == b'.').count(), 80);
    }

    #[test]
    fn marks_go_where_givens_go() {
        let puzzle = "467839152952164837813257964524916783391478625786523491179382546245691378638745219";
        let marks: String = puzzle
            .chars()
            .flat_map(|given| "123456789".chars().map(move |c| if c == given { c } else { '.' }))
            .collect();
        for seed in 0..20 {
            let given: String = permuted_marks(&marks, &mut Random::new(seed)).replace('.', "");
            assert_eq!(given, permuted(puzzle, &mut Random::new(seed)));
        }
    }
}
