//! Variant puzzles and plain Sudoku: the Sudoku that a puzzle is, and what counts of the notes in it.

use residua_sudoku::{Geometry, Notes, Puzzle, Trust};

use crate::kind::RuleKind;
use crate::puzzle::Variant;
use crate::rule::{Rule, RuleError};

impl Variant {
    /// The Sudoku that the puzzle is, with the entered digits and the marks in it, and the rules that it has beside rows, columns and boxes.
    /// `None` if it is no square with the digits from 1 to its side, each once in every row and column.
    ///
    /// ```
    /// use residua_variant::{Rule, RuleKind, Variant};
    ///
    /// let mut variant = Variant::square(2, 3)?;
    /// variant.give(0, 5)?;
    /// variant.add(Rule::new(RuleKind::AntiKing, vec![], vec![])?)?;
    /// let (puzzle, _, beside) = variant.sudoku().expect("a square");
    /// assert_eq!((puzzle.geometry().to_string().as_str(), puzzle.given(0)), ("2x3", Some(5)));
    /// assert_eq!(beside.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sudoku(&self) -> Option<(Puzzle, Notes, Vec<&Rule>)> {
        let shape = self.shape();
        let size = shape.rows();
        let is_square = shape.columns() == size && shape.cells().count() == shape.len();
        if !is_square || shape.digits() != (1..=i32::try_from(size).ok()?) {
            return None;
        }
        let latin = Geometry::new(1, size).ok()?;
        let lines: Vec<Vec<usize>> = latin.rows().chain(latin.columns()).collect();
        if !lines.iter().all(|line| self.has_scope(line)) {
            return None;
        }
        let usual = Geometry::from_size(size).ok();
        let others =
            (2..size).filter(|rows| size.is_multiple_of(*rows)).map(|rows| Geometry::new(rows, size / rows));
        let mut with_boxes = usual.into_iter().chain(others.flatten());
        let geometry = with_boxes.find(|geometry| geometry.boxes().all(|cells| self.has_scope(&cells)));
        let geometry = geometry.unwrap_or(latin);
        let houses: Vec<Vec<usize>> = geometry.houses().map(|(_, cells)| cells).collect();
        let is_beside = |rule: &&Rule| !houses.iter().any(|cells| is_scope(rule, cells));
        let mut puzzle = Puzzle::blank(geometry);
        for cell in 0..geometry.cells() {
            puzzle = puzzle.with_given(cell, self.given(cell).unwrap_or(0)).ok()?;
            if let Some(digits) = self.candidates(cell) {
                puzzle = puzzle.with_candidates(cell, digits).ok()?;
            }
        }
        let entries = (0..geometry.cells()).map(|cell| self.entry(cell).unwrap_or(0)).collect();
        let marks = (0..geometry.cells()).map(|cell| self.marks(cell).unwrap_or_default().to_vec()).collect();
        let notes = Notes::new(geometry, entries, marks)?;
        Some((puzzle, notes, self.rules().iter().filter(is_beside).collect()))
    }

    /// Whether one of its rules says that these cells differ, and nothing else.
    fn has_scope(&self, cells: &[usize]) -> bool {
        self.rules().iter().any(|rule| is_scope(rule, cells))
    }

    /// The puzzle with what counts of entered digits and pencil marks as givens, and as all digits that cells may have; the other notes are as
    /// they were.
    ///
    /// # Errors
    /// None, for what was written into this puzzle.
    pub fn trusting(mut self, trust: Trust) -> Result<Variant, RuleError> {
        for cell in 0..self.shape().len() {
            if let Some(digit) = self.entry(cell).filter(|_| trust >= Trust::Entries) {
                if self.given(cell).is_none() {
                    self.give(cell, digit)?;
                }
                self.clear_entry(cell);
            }
            if let Some(digits) = self.marks(cell).filter(|_| trust >= Trust::Marks) {
                let kept = |digit: &i32| self.candidates(cell).is_none_or(|known| known.contains(digit));
                let digits = digits.iter().copied().filter(kept).collect();
                self.restrict(cell, digits)?;
                self.clear_marks(cell);
            }
        }
        Ok(self)
    }
}

/// Whether a rule says that these cells, which ascend, differ, and nothing else.
fn is_scope(rule: &Rule, cells: &[usize]) -> bool {
    let says = match rule.kind() {
        RuleKind::AllDifferent => true,
        RuleKind::Cage => rule.numbers().is_empty(),
        _ => false,
    };
    says && rule.groups().first().is_some_and(|group| {
        let mut group = group.clone();
        group.sort_unstable();
        group == cells
    })
}
