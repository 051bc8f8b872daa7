//! Sudoku in files, one per line.

use residua_sudoku::{Puzzle, PuzzleSolver, Reader};

/// The puzzles of a text; lines that are not puzzles are skipped.
pub(crate) fn puzzles(text: &str) -> Vec<Puzzle> {
    Reader::new(text.as_bytes(), None).filter_map(Result::ok).map(|entry| entry.puzzle).collect()
}

/// The number of solutions of the puzzle, as far as the solver's limits allow.
pub(crate) fn solutions(solver: &mut PuzzleSolver, puzzle: &Puzzle) -> usize {
    if !solver.begin(puzzle) && solver.load(puzzle).is_err() {
        return 0;
    }
    std::iter::repeat_with(|| solver.advance()).take_while(|&found| found).count()
}
