//! Puzzles: a geometry, the values given in some of its cells, and restrictions of other cells to some values.

use std::error::Error;
use std::fmt;

use crate::geometry::Geometry;
use crate::geometry::House;
use crate::render;

/// A Sudoku to be solved.
///
/// Two equal givens in one house are not an error: they make a puzzle without a solution, and
/// [`Puzzle::first_clash`] names them.
///
/// ```
/// use residua_sudoku::{Geometry, Puzzle};
///
/// let puzzle = Puzzle::blank(Geometry::new(2, 2)?).with_given(0, 3)?.with_given(3, 3)?;
/// assert_eq!(puzzle.clues(), 2);
/// let clash = puzzle.first_clash().expect("two threes in a row");
/// assert_eq!(clash.to_string(), "3 stands twice in row 1: r1c1 and r1c4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Puzzle {
    geometry: Geometry,
    /// Indexed by cell, row by row; 0 where nothing is given.
    givens: Vec<i32>,
    /// By cell, the values that it is restricted to, ascending; empty for a cell without restriction, or if no cell
    /// is restricted.
    candidates: Vec<Option<Vec<i32>>>,
}

/// Two equal givens in one house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clash {
    /// The geometry in which the cells are named.
    pub geometry: Geometry,
    /// The house that holds both.
    pub house: House,
    /// The value that stands twice.
    pub value: i32,
    /// The earlier cell.
    pub first: usize,
    /// The later cell.
    pub second: usize,
}

impl Puzzle {
    /// The puzzle with these givens, row by row, 0 for a blank.
    ///
    /// # Errors
    /// If there are not exactly n² numbers, or one lies outside 0..=n.
    pub fn new(geometry: Geometry, givens: Vec<i32>) -> Result<Self, PuzzleError> {
        if givens.len() != geometry.cells() {
            return Err(PuzzleError { kind: Kind::Length { geometry, found: givens.len() } });
        }
        // A negative value is a large one here.
        let size = geometry.size() as u32;
        if givens.iter().fold(0, |largest, &value| largest.max(value as u32)) <= size {
            return Ok(Self { geometry, givens, candidates: Vec::new() });
        }
        let cell = givens.iter().position(|&value| value as u32 > size).unwrap_or(0);
        Err(PuzzleError { kind: Kind::Value { geometry, cell, value: givens[cell] } })
    }

    /// The puzzle with these givens, which must fit.
    pub(super) fn of_values(geometry: Geometry, values: &[u8]) -> Self {
        let mut puzzle = Self { geometry, givens: Vec::new(), candidates: Vec::new() };
        puzzle.set_values(values);
        puzzle
    }

    /// Replaces the givens by these, which must fit.
    pub(super) fn set_values(&mut self, values: &[u8]) {
        debug_assert!(
            values.len() == self.geometry.cells()
                && values.iter().all(|&value| usize::from(value) <= self.geometry.size()),
            "invariant: number and values were checked"
        );
        self.givens.clear();
        self.givens.extend(values.iter().map(|&value| i32::from(value)));
    }

    /// The puzzle with boxes of another shape, in a grid of the same size.
    pub(super) fn in_boxes(self, geometry: Geometry) -> Self {
        debug_assert_eq!(self.geometry.size(), geometry.size(), "invariant: only the boxes differ");
        Self { geometry, ..self }
    }

    /// Replaces the given of a cell, 0 for a blank: both must fit.
    pub(super) fn set_given(&mut self, cell: usize, value: i32) {
        self.givens[cell] = value;
    }

    /// Removes the givens of these cells, which must fit.
    pub(super) fn clear(&mut self, cells: &[usize]) {
        for &cell in cells {
            self.givens[cell] = 0;
        }
    }

    /// The puzzle without any given.
    pub fn blank(geometry: Geometry) -> Self {
        Self { geometry, givens: vec![0; geometry.cells()], candidates: Vec::new() }
    }

    /// Sets the given of `cell` to `value`, or makes that cell blank if `value` is 0.
    ///
    /// # Errors
    /// If the cell lies outside the grid, or the value outside 0..=n.
    pub fn with_given(mut self, cell: usize, value: i32) -> Result<Self, PuzzleError> {
        let geometry = self.geometry;
        let in_range = (0..=geometry.size() as i32).contains(&value);
        match self.givens.get_mut(cell) {
            Some(given) if in_range => *given = value,
            Some(_) => return Err(PuzzleError { kind: Kind::Value { geometry, cell, value } }),
            None => return Err(PuzzleError { kind: Kind::Cell { geometry, cell } }),
        }
        Ok(self)
    }

    /// Restricts a cell to these values, whatever is given in it. An empty set leaves the cell
    /// without a value, so that there is no solution.
    ///
    /// ```
    /// use residua_sudoku::{Geometry, Puzzle};
    ///
    /// let blank = Puzzle::blank(Geometry::new(2, 2)?);
    /// let puzzle = blank.with_candidates(0, &[1, 2])?.with_candidates(1, &[2])?;
    /// assert!(puzzle.model().solutions().all(|grid| grid.values()[..2] == [1, 2]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the cell lies outside the grid, or a value outside 1..=n.
    pub fn with_candidates(mut self, cell: usize, values: &[i32]) -> Result<Self, PuzzleError> {
        let geometry = self.geometry;
        if cell >= geometry.cells() {
            return Err(PuzzleError { kind: Kind::Cell { geometry, cell } });
        }
        let is_symbol = |value: &&i32| (1..=geometry.size() as i32).contains(*value);
        if let Some(&value) = values.iter().find(|value| !is_symbol(value)) {
            return Err(PuzzleError { kind: Kind::Value { geometry, cell, value } });
        }
        self.candidates.resize(geometry.cells(), None);
        let mut values = values.to_vec();
        values.sort_unstable();
        values.dedup();
        self.candidates[cell] = Some(values);
        Ok(self)
    }

    /// The shape of the grid.
    #[inline]
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// The value given in `cell`; `None` for a blank, and outside the grid.
    pub fn given(&self, cell: usize) -> Option<i32> {
        self.givens.get(cell).copied().filter(|value| *value != 0)
    }

    /// All cells row by row, 0 for a blank.
    pub fn givens(&self) -> &[i32] {
        &self.givens
    }

    /// The values that a cell is restricted to, ascending; `None` if it is not.
    pub fn candidates(&self, cell: usize) -> Option<&[i32]> {
        self.candidates.get(cell)?.as_deref()
    }

    /// The cells that are restricted to some values, and these.
    pub fn restricted(&self) -> impl Iterator<Item = (usize, &[i32])> {
        self.candidates.iter().enumerate().filter_map(|(cell, values)| Some((cell, values.as_deref()?)))
    }

    /// The number of given cells.
    pub fn clues(&self) -> usize {
        self.givens.iter().filter(|value| **value != 0).count()
    }

    /// Two equal givens in one house, the first found in the order of [`Geometry::houses`].
    pub fn first_clash(&self) -> Option<Clash> {
        let mut place = vec![None; self.geometry.size() + 1];
        self.geometry.houses().find_map(|(house, cells)| {
            place.fill(None);
            cells.into_iter().find_map(|cell| {
                let value = self.given(cell)?;
                let first = place[value as usize].replace(cell)?;
                Some(Clash { geometry: self.geometry, house, value, first, second: cell })
            })
        })
    }
}

impl fmt::Display for Puzzle {
    /// The givens in one line, as [`render::line()`] writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&render::line(self.geometry, &self.givens))
    }
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { geometry, house, value, first, second } = *self;
        write!(f, "{value} stands twice in {house}: {} and {}", geometry.name(first), geometry.name(second))
    }
}

/// Givens that do not fit their grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleError {
    kind: Kind,
}

/// The way in which they do not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Length { geometry: Geometry, found: usize },
    Value { geometry: Geometry, cell: usize, value: i32 },
    Cell { geometry: Geometry, cell: usize },
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Length { geometry, found } => {
                write!(f, "a grid with boxes of {geometry} has {} cells, not {found}", geometry.cells())
            }
            Kind::Value { geometry, cell, value } => {
                write!(f, "{value} in {} is outside 1..{}", geometry.name(cell), geometry.size())
            }
            Kind::Cell { geometry, cell } => {
                write!(f, "cell {cell} is outside a grid of {} cells", geometry.cells())
            }
        }
    }
}

impl Error for PuzzleError {}
