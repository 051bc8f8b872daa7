//! Sudoku in files, one a line.

use residua::sudoku::{Puzzle, PuzzleSolver, Reader};

/// The puzzles of a text; what is none is left out.
pub(crate) fn puzzles(text: &str) -> Vec<Puzzle> {
    Reader::new(text.as_bytes(), None).filter_map(Result::ok).map(|entry| entry.puzzle).collect()
}

/// How many solutions the puzzle has, as far as the solver's limits let it count.
pub(crate) fn solutions(solver: &mut PuzzleSolver, puzzle: &Puzzle) -> usize {
    if !solver.begin(puzzle) && solver.load(puzzle).is_err() {
        return 0;
    }
    std::iter::repeat_with(|| solver.advance()).take_while(|&found| found).count()
}
