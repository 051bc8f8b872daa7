//! Puzzle as a subject: position, grid, notes, and which of these are trusted.

use std::borrow::Cow;

use residua::model::Model;
use residua_sudoku::render::picture::Picture;
use residua_sudoku::{Notes, Puzzle, Trust};

use crate::place::place;
use crate::words::counted;

/// A puzzle and where it was found.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// The name of its file.
    pub file: &'a str,
    /// The line where it begins, from 1.
    pub line: usize,
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// What is written into it apart from its givens.
    pub notes: &'a Notes,
    /// What counts of that.
    pub trust: Trust,
}

impl<'a> Found<'a> {
    /// The file and the line, as text.
    pub fn place(&self) -> String {
        place(self.file, self.line)
    }

    /// The puzzle as a model, with all that counts.
    pub fn model(&self) -> Model {
        self.puzzle.model_trusting(self.notes, self.trust)
    }

    /// The puzzle with all that counts: entered digits as givens, marks as all that their cells may have.
    #[inline]
    pub fn as_puzzle(&self) -> Cow<'a, Puzzle> {
        if self.trust == Trust::Givens || self.notes.is_empty() {
            Cow::Borrowed(self.puzzle)
        } else {
            Cow::Owned(self.puzzle.trusting(self.notes, self.trust))
        }
    }

    /// A picture of it with entered digits shown as such, if they count.
    pub(crate) fn with_entries(&self, picture: Picture) -> Picture {
        if self.trust >= Trust::Entries { picture.with_entries(self.notes) } else { picture }
    }

    /// What counts, in words.
    pub fn clues_in_words(&self) -> &'static str {
        let (entries, marks) =
            (self.notes.entries().next().is_some(), self.notes.marked_cells().next().is_some());
        match self.trust {
            Trust::Marks if marks => "givens, entered digits and marks",
            Trust::Entries | Trust::Marks if entries => "givens and entered digits",
            _ => "givens",
        }
    }

    /// What of the notes does not count, in words.
    pub fn left_out(&self) -> Option<String> {
        let (entries, marks) = (self.notes.entries().count(), self.notes.marked_cells().count());
        left_out(self.trust, entries, marks)
    }
}

/// What does not count of so many entered digits and cells with pencil marks, in words.
pub(crate) fn left_out(trust: Trust, entries: usize, marks: usize) -> Option<String> {
    let entries = (entries > 0 && trust < Trust::Entries).then(|| counted(entries, "entered digit"));
    let marks = (marks > 0 && trust < Trust::Marks)
        .then(|| format!("the pencil marks of {}", counted(marks, "cell")));
    let parts: Vec<String> = [entries, marks].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| format!("ignored (--trust {trust}): {}", parts.join(", ")))
}
