//! Notes in a puzzle besides its givens: entered digits and pencil marks.
//!
//! One rule, named by [`Trust`], decides which of it counts as part of the puzzle. The rest is not ignored: it is
//! compared with what an inspection found ([`Notes::doubts`]).
//!
//! | trust | counts |
//! |---|---|
//! | `givens` | the givens |
//! | `entries` | the givens and the entered digits |
//! | `marks` | the givens, the entered digits, and for a cell with pencil marks that it has one of them |

use std::fmt;
use std::str::FromStr;

use residua::constraints::{eq, in_set};
use residua::inspect::Inspection;
use residua::model::{IntVar, Model};
use residua::search::{Limits, Status};

use crate::doubt::{Doubt, Written, doubts};
use crate::geometry::Geometry;
use crate::puzzle::Puzzle;

/// The trust in notes: which of the digits and marks in a grid count. Givens always do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Trust {
    /// Only the givens.
    #[default]
    Givens,
    /// Entered digits too.
    Entries,
    /// Entered digits and pencil marks too.
    Marks,
}

/// Entered digits and pencil marks.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Notes {
    /// By cell, 0 where nothing is entered; empty if nothing is anywhere.
    entries: Vec<i32>,
    /// By cell; empty where nothing is marked, and if nothing is anywhere.
    marks: Vec<Vec<i32>>,
}

impl Notes {
    /// Notes with these entries, by cell and 0 for none, and pencil marks, by cell and empty for none. Either may be
    /// empty as a whole. `None` if they do not fit the geometry.
    pub fn new(geometry: Geometry, entries: Vec<i32>, marks: Vec<Vec<i32>>) -> Option<Notes> {
        let fits = |length: usize| length == 0 || length == geometry.cells();
        let size = geometry.size() as i32;
        let are_values = entries.iter().all(|value| (0..=size).contains(value))
            && marks.iter().flatten().all(|value| (1..=size).contains(value));
        (fits(entries.len()) && fits(marks.len()) && are_values).then_some(Notes { entries, marks })
    }

    /// The digit entered in a cell.
    pub fn entry(&self, cell: usize) -> Option<i32> {
        self.entries.get(cell).copied().filter(|&value| value != 0)
    }

    /// The values marked in a cell; empty, if nothing is marked there.
    pub fn marks(&self, cell: usize) -> &[i32] {
        self.marks.get(cell).map_or(&[], Vec::as_slice)
    }

    /// The cells with entered digits, and the digits.
    pub fn entries(&self) -> impl Iterator<Item = (usize, i32)> + '_ {
        self.entries.iter().copied().enumerate().filter(|(_, value)| *value != 0)
    }

    /// The cells with pencil marks.
    pub fn marked_cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.marks.len()).filter(|&cell| !self.marks[cell].is_empty())
    }

    /// Whether nothing is written.
    pub fn is_empty(&self) -> bool {
        self.entries().next().is_none() && self.marked_cells().next().is_none()
    }

    /// The entries and marks that do not count under `trust` and are contradicted by an inspection of the puzzle
    /// under `trust`. Empty if there is no solution to compare with. `limits` apply to each of at most two searches.
    ///
    /// ```
    /// use residua::inspect::Strength;
    /// use residua::search::Limits;
    /// use residua_sudoku::{Notes, Puzzle, Trust};
    ///
    /// let puzzle: Puzzle = "1... ..3. .1.. ...2".parse()?;
    /// let mut entries = vec![0; 16];
    /// entries[1] = 4;
    /// let notes = Notes::new(puzzle.geometry(), entries, Vec::new()).expect("it fits");
    /// let inspection = puzzle.model_trusting(&notes, Trust::Givens).inspect().run();
    /// let doubts = notes.doubts(&puzzle, Trust::Givens, &inspection, &Limits::default());
    /// assert_eq!(doubts[0].describe(puzzle.geometry()), "entered r1c2 = 4 is in no solution");
    /// # Ok::<(), residua_sudoku::ParseError>(())
    /// ```
    pub fn doubts(
        &self,
        puzzle: &Puzzle,
        trust: Trust,
        inspection: &Inspection,
        limits: &Limits,
    ) -> Vec<Doubt> {
        let Some(residual) = &inspection.residual else { return Vec::new() };
        let written: Vec<Written<'_>> = residual
            .model
            .vars()
            .take(puzzle.geometry().cells())
            .enumerate()
            .map(|(cell, var)| Written { cell, var, entry: self.entry(cell), marks: self.marks(cell) })
            .collect();
        doubts(&written, trust, inspection, &mut |more| self.is_refuted(puzzle, more, limits))
    }

    /// Whether it is proved that there is no solution under `trust`.
    fn is_refuted(&self, puzzle: &Puzzle, trust: Trust, limits: &Limits) -> bool {
        let limits = limits.clone().solutions(1);
        let mut solutions = puzzle.model_trusting(self, trust).search().limits(limits).solutions();
        !solutions.advance() && solutions.status() == Some(Status::Exhausted)
    }
}

impl Puzzle {
    /// The puzzle with what counts of `notes` under `trust`: entered digits become givens, and cells with marks are
    /// restricted to these. Where a digit is entered over a different given, the cell cannot have both, and there is
    /// no solution.
    ///
    /// It has the solutions of [`model_trusting`](Self::model_trusting), which keeps entered digits apart from
    /// givens.
    ///
    /// # Panics
    /// If the notes have values that do not occur in the puzzle's grid.
    #[must_use]
    pub fn trusting(&self, notes: &Notes, trust: Trust) -> Puzzle {
        let mut puzzle = self.clone();
        let cells = self.geometry().cells();
        let invariant = "notes of the puzzle's geometry";
        if trust >= Trust::Marks {
            for cell in notes.marked_cells().filter(|cell| *cell < cells) {
                puzzle = puzzle.with_candidates(cell, notes.marks(cell)).expect(invariant);
            }
        }
        if trust >= Trust::Entries {
            for (cell, value) in notes.entries().filter(|(cell, _)| *cell < cells) {
                let is_contradicted = self.given(cell).is_some_and(|given| given != value);
                puzzle = if is_contradicted {
                    puzzle.with_candidates(cell, &[value]).expect(invariant)
                } else {
                    puzzle.with_given(cell, value).expect(invariant)
                };
            }
        }
        puzzle
    }

    /// The puzzle as a model, with what counts of `notes` under `trust`: an `eq` for each entered digit, an `in_set` for
    /// the marks of each cell.
    pub fn model_trusting(&self, notes: &Notes, trust: Trust) -> Model {
        let mut model = self.model();
        let cells: Vec<IntVar> = model.vars().collect();
        let invariant = "invariant: the variables are the model's own, and their values small";
        if trust >= Trust::Entries {
            for (cell, value) in notes.entries().filter(|(cell, _)| *cell < cells.len()) {
                let id = model.post(eq(cells[cell], value)).expect(invariant);
                model.name_constraint(id, &format!("entered {}", self.geometry().name(cell)));
            }
        }
        if trust >= Trust::Marks {
            for cell in notes.marked_cells().filter(|cell| *cell < cells.len()) {
                let marks = notes.marks(cell).to_vec();
                let id = model.post(in_set(cells[cell], marks)).expect(invariant);
                model.name_constraint(id, &format!("marks of {}", self.geometry().name(cell)));
            }
        }
        model
    }
}

impl fmt::Display for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Trust::Givens => "givens",
            Trust::Entries => "entries",
            Trust::Marks => "marks",
        })
    }
}

impl FromStr for Trust {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Trust::Givens, Trust::Entries, Trust::Marks]
            .into_iter()
            .find(|trust| trust.to_string() == text)
            .ok_or_else(|| format!("expected givens, entries or marks, found \"{text}\""))
    }
}
