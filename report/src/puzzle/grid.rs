//! Owned puzzle data of a subject.

use residua_sudoku::{Notes, Puzzle, Trust};

use crate::puzzle::found::Found;

/// A puzzle, but for its file.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    line: usize,
    puzzle: Puzzle,
    notes: Notes,
    trust: Trust,
}

impl Grid {
    pub(crate) fn new(found: &Found<'_>) -> Grid {
        let &Found { line, puzzle, notes, trust, .. } = found;
        Grid { line, puzzle: puzzle.clone(), notes: notes.clone(), trust }
    }

    /// It as it was found in that file.
    pub(crate) fn found<'a>(&'a self, file: &'a str) -> Found<'a> {
        Found { file, line: self.line, puzzle: &self.puzzle, notes: &self.notes, trust: self.trust }
    }
}
