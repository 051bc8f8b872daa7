//! `.ss` format: frames of `Simple Sudoku`, which are one puzzle together.
//!
//! A frame has edges such as `*-----------*`. The first one shows the givens. It may be followed by one with the solved cells as well, and by one
//! with candidates, as on the clipboard of `Simple Sudoku`: what the second has more is entered, and the candidates of the third are
//! marks. Two frames that are equal are two puzzles, unless candidates follow.

use std::mem;

use crate::formats::format::Format;
use crate::formats::whole::Grid;
use crate::notes::Notes;
use crate::puzzle::Puzzle;

/// The frames of a puzzle, as far as they have been read.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    given: Option<Grid>,
    solved: Option<Grid>,
}

impl Frames {
    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.given.is_none()
    }

    /// Adds a frame, which may be one of candidates; returns the puzzles that end with it or before it.
    pub(crate) fn take(&mut self, mut new: Grid, is_of_candidates: bool) -> Vec<Grid> {
        new.entry.format = Format::Ss;
        let Some(given) = &self.given else {
            if is_of_candidates {
                return vec![new];
            }
            self.given = Some(new);
            return Vec::new();
        };
        let last = self.solved.as_ref().unwrap_or(given);
        let has_blank = new.entry.puzzle.givens().contains(&0);
        let is_third = self.solved.is_some() && !has_blank && new.entry.puzzle != last.entry.puzzle;
        if !extends(&new.entry.puzzle, &last.entry.puzzle) {
            let ended = self.end();
            return ended.into_iter().chain(self.take(new, is_of_candidates)).collect();
        }
        if is_of_candidates || is_third {
            let candidates = new;
            return mem::take(self).with(Some(&candidates)).into_iter().collect();
        }
        if self.solved.is_none() {
            self.solved = Some(new);
            return Vec::new();
        }
        let ended = self.end();
        self.given = Some(new);
        ended
    }

    /// Ends the puzzle; returns it, if there is one, or both of two that are equal.
    pub(crate) fn end(&mut self) -> Vec<Grid> {
        let mut frames = mem::take(self);
        let is_again = |solved: &mut Grid| {
            frames.given.as_ref().is_some_and(|given| given.entry.puzzle == solved.entry.puzzle)
        };
        let again = frames.solved.take_if(is_again);
        frames.with(None).into_iter().chain(again).collect()
    }

    /// The puzzle of the frames, with these candidates.
    fn with(self, candidates: Option<&Grid>) -> Option<Grid> {
        let mut given = self.given?;
        let puzzle = &given.entry.puzzle;
        let geometry = puzzle.geometry();
        let open = |cell: &usize| puzzle.given(*cell).is_none();
        let mut entries = vec![0; geometry.cells()];
        if let Some(solved) = &self.solved {
            for cell in (0..geometry.cells()).filter(open) {
                entries[cell] = solved.entry.puzzle.given(cell).unwrap_or(0);
            }
        }
        let mut marks = vec![Vec::new(); geometry.cells()];
        let mut refuted = Vec::new();
        if let Some(Grid { entry, has_own_box }) = candidates {
            given.has_own_box |= has_own_box;
            for cell in (0..geometry.cells()).filter(|cell| open(cell) && entries[*cell] == 0) {
                marks[cell] = entry.notes.marks(cell).to_vec();
                marks[cell].extend(entry.puzzle.given(cell));
            }
            refuted.extend(entry.puzzle.restricted().map(|(cell, values)| (cell, values.to_vec())));
        }
        let invariant = "invariant: the frames have one geometry";
        for (cell, values) in refuted {
            let puzzle = mem::replace(&mut given.entry.puzzle, Puzzle::blank(geometry));
            given.entry.puzzle = puzzle.with_candidates(cell, &values).expect(invariant);
        }
        given.entry.notes = Notes::new(geometry, entries, marks).expect(invariant);
        Some(given)
    }
}

/// Whether a grid has all values of another one.
fn extends(new: &Puzzle, old: &Puzzle) -> bool {
    let keeps = |(new, old): (&i32, &i32)| *old == 0 || new == old;
    new.geometry() == old.geometry() && new.givens().iter().zip(old.givens()).all(keeps)
}
