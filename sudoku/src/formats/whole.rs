//! Composite formats: several grids that together are one puzzle, as in a report, or a saved file.
//!
//! A report is what `residua solve` and `residua inspect` print for people. It starts with a heading that has the place of the
//! puzzle, and ends at a blank line. It may show one puzzle in several ways: solutions, the solved cells, the candidates. The
//! candidates contain the most information, and are the puzzle; without them, the grid with the fewest filled cells is. The others must
//! agree with it.
//!
//! A file of type `.sdk` has a grid after the line `[Puzzle]`, and may have one after `[State]`, the state of solving it. The
//! digits of the state that the puzzle does not have are entered ones.

use std::mem;

use crate::error::ParseError;
use crate::error::ParseErrorKind;
use crate::formats::entry::Entry;
use crate::formats::format::Format;
use crate::notes::Notes;

/// A puzzle, and whether it shows its own box, so that it may differ in size from the first of the input.
#[derive(Debug)]
pub(crate) struct Grid {
    pub(crate) entry: Entry,
    pub(crate) has_own_box: bool,
}

/// Grids that belong together, as far as they have been read.
#[derive(Debug, Default)]
pub(crate) enum Whole {
    /// Each grid is a puzzle by itself.
    #[default]
    Nothing,
    /// The grids of a report.
    Report(Vec<Grid>),
    /// The puzzle of a saved file, once it is there, and whether its state comes next.
    Saved { puzzle: Option<Grid>, in_state: bool },
}

/// A line in brackets that announces a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Section {
    Puzzle,
    State,
}

/// The section that a line starts.
pub(crate) fn section(line: &str) -> Option<Section> {
    match &*line.trim().to_ascii_lowercase() {
        "[puzzle]" => Some(Section::Puzzle),
        "[state]" => Some(Section::State),
        _ => None,
    }
}

impl Whole {
    /// Whether a report is being read.
    pub(crate) fn is_report(&self) -> bool {
        matches!(self, Self::Report(_))
    }

    /// Adds a grid, or returns it if it is a puzzle by itself.
    pub(crate) fn take(&mut self, grid: Grid) -> Option<Result<Grid, ParseError>> {
        match self {
            Self::Nothing => Some(Ok(grid)),
            Self::Report(grids) => {
                grids.push(grid);
                None
            }
            Self::Saved { puzzle: puzzle @ None, in_state: false } => {
                *puzzle = Some(in_file(grid));
                None
            }
            Self::Saved { .. } => match mem::take(self) {
                Self::Saved { puzzle: Some(puzzle), in_state: true } => Some(with_state(puzzle, &grid.entry)),
                Self::Saved { puzzle: Some(puzzle), .. } => {
                    *self = Self::Saved { puzzle: Some(in_file(grid)), in_state: false };
                    Some(Ok(puzzle))
                }
                _ => Some(Ok(grid)),
            },
        }
    }

    /// Starts a section; returns the puzzle that ends there.
    pub(crate) fn start(&mut self, section: Section) -> Option<Result<Grid, ParseError>> {
        if let (Self::Saved { in_state, .. }, Section::State) = (&mut *self, section) {
            *in_state = true;
            return None;
        }
        let ended = self.end();
        *self = Self::Saved { puzzle: None, in_state: section == Section::State };
        ended
    }

    /// Ends it; returns its puzzle, if there is one left.
    pub(crate) fn end(&mut self) -> Option<Result<Grid, ParseError>> {
        match mem::take(self) {
            Self::Nothing => None,
            Self::Report(grids) => one_of(grids),
            Self::Saved { puzzle, .. } => puzzle.map(Ok),
        }
    }
}

/// A grid of such a file.
fn in_file(mut grid: Grid) -> Grid {
    grid.entry.format = Format::Sdk;
    grid
}

/// The puzzle that all grids of a report show; none, if there is no grid.
///
/// # Errors
/// Where a grid shows another puzzle.
fn one_of(mut grids: Vec<Grid>) -> Option<Result<Grid, ParseError>> {
    let has_marks = |grid: &Grid| grid.entry.notes.marked_cells().next().is_some();
    let filled = |grid: &Grid| grid.entry.puzzle.givens().iter().filter(|given| **given != 0).count();
    let fewest = || (0..grids.len()).min_by_key(|&at| filled(&grids[at]));
    let chosen = grids.iter().position(has_marks).or_else(fewest)?;
    let chosen = grids.remove(chosen);
    let own = &chosen.entry.puzzle;
    let agrees = |grid: &&Grid| {
        let other = &grid.entry.puzzle;
        let keeps = |(one, two): (&i32, &i32)| *one == 0 || one == two;
        other.geometry() == own.geometry() && own.givens().iter().zip(other.givens()).all(keeps)
    };
    let Some(other) = grids.iter().find(|grid| !agrees(grid)) else { return Some(Ok(chosen)) };
    let expected = format!("the same puzzle as in line {}", chosen.entry.line);
    let place = (other.entry.line, 1);
    let found = "another one in the same report, with no blank line before it";
    Some(Err(ParseError::new(ParseErrorKind::Syntax, place, expected, found)))
}

/// The puzzle, with the further digits of `state` as entered ones.
///
/// # Errors
/// If the state has another size, or another value for a given.
fn with_state(mut grid: Grid, state: &Entry) -> Result<Grid, ParseError> {
    let puzzle = &grid.entry.puzzle;
    let geometry = puzzle.geometry();
    let wrong = |expected: String, found: String| {
        Err(ParseError::new(ParseErrorKind::Syntax, (state.line, 1), expected, found))
    };
    if state.puzzle.geometry() != geometry {
        let found = state.puzzle.geometry().to_string();
        return wrong(format!("a state with boxes of {geometry} like its puzzle"), found);
    }
    let mut entries = vec![0; geometry.cells()];
    for (cell, entry) in entries.iter_mut().enumerate() {
        match (puzzle.given(cell), state.puzzle.given(cell)) {
            (None, Some(value)) => *entry = value,
            (Some(given), Some(value)) if given != value => {
                let name = geometry.name(cell);
                return wrong(format!("{name} = {given} as in the puzzle"), format!("{name} = {value}"));
            }
            _ => {}
        }
    }
    let marks = (0..geometry.cells()).map(|cell| state.notes.marks(cell).to_vec()).collect();
    grid.entry.notes =
        Notes::new(geometry, entries, marks).expect("invariant: the values are those of the grid");
    Ok(grid)
}
