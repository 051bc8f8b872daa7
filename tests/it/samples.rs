//! Puzzles that several modules use, and where the files of the project are.

use std::path::Path;

use residua_sudoku::Puzzle;

/// The folder of the project.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are a folder of it")
}

/// A 9x9 puzzle with one solution, as one line.
pub(crate) const LINE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Its rows.
pub(crate) fn rows() -> Vec<&'static str> {
    (0..9).map(|row| &LINE[9 * row..9 * row + 9]).collect()
}

/// The reference puzzle: 6x6 with 18 solutions, 12 definite cells of which 10 are given, 80 candidates, one component.
pub(crate) const REFERENCE: &str = ".....5....6...54.2..2......6..1..52.";

pub(crate) fn reference() -> Puzzle {
    REFERENCE.parse().expect("a 6x6 puzzle")
}

/// A 16x16 puzzle with one solution.
pub(crate) fn large() -> String {
    let lines = include_str!("../../puzzles/16x16.txt").lines();
    let first = lines.filter(|line| !line.starts_with('#')).find_map(|line| line.split('\t').next());
    first.expect("a puzzle").to_owned()
}
