//! Entered digits and pencil marks of variant puzzles: what of them does not count, and what of that contradicts an answer.

use residua::inspect::Inspection;
use residua::search::{Limits, Status};
use residua_sudoku::{Trust, Written, doubts};

use crate::puzzle::left_out;
use crate::variants::sheet::Sheet;

impl Sheet {
    fn entries(&self) -> usize {
        self.cells().into_iter().filter(|&cell| self.puzzle.entry(cell).is_some()).count()
    }

    fn marked_cells(&self) -> usize {
        self.cells().into_iter().filter(|&cell| self.puzzle.marks(cell).is_some()).count()
    }

    /// Whether anything is written besides givens.
    pub(crate) fn has_notes(&self) -> bool {
        self.entries() + self.marked_cells() > 0
    }

    /// What of the notes does not count, in words.
    pub(crate) fn left_out(&self) -> Option<String> {
        left_out(self.trust, self.entries(), self.marked_cells())
    }

    /// What does not count of the notes and contradicts an inspection of its model, as sentences. The limits apply to each of at
    /// most two searches.
    pub(crate) fn doubts(&self, inspection: &Inspection, limits: &Limits) -> Vec<String> {
        let Some(residual) = &inspection.residual else { return Vec::new() };
        let written = |(cell, var)| {
            let marks = self.puzzle.marks(cell).unwrap_or_default();
            Written { cell, var, entry: self.puzzle.entry(cell), marks }
        };
        let written: Vec<Written<'_>> =
            self.cells().into_iter().zip(residual.model.vars()).map(written).collect();
        let found =
            doubts(&written, self.trust, inspection, &mut |trust| self.is_refuted(trust, limits.clone()));
        let name = |cell| self.puzzle.shape().name(cell);
        found.iter().map(|doubt| doubt.describe_by(name)).collect()
    }

    /// Whether it is proved that there is no solution under `trust`.
    fn is_refuted(&self, trust: Trust, limits: Limits) -> bool {
        let Ok(model) = self.puzzle.model_trusting(trust) else { return false };
        let mut solutions = model.search().limits(limits.solutions(1)).solutions();
        !solutions.advance() && solutions.status() == Some(Status::Exhausted)
    }
}
