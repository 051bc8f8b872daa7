//! State of a board: the values that each cell has left, and the places that each value has left in each scope.

use std::sync::Arc;

use crate::steps::bits;
use crate::steps::rules::Rules;
use crate::steps::step::{Candidate, Step};

/// Cells with the values that they have left, under some [`Rules`].
///
/// A cell is *placed* when its value is written in; then its peers do not have that value. A cell with one value left that is not placed
/// is a naked single to be found.
///
/// ```
/// use residua_sudoku::Puzzle;
/// use residua_sudoku::steps::Board;
///
/// let puzzle: Puzzle = "1... ..3. .1.. ...2".parse()?;
/// let board = Board::of_puzzle(&puzzle)?;
/// assert_eq!(board.values_left(1).collect::<Vec<_>>(), [2, 3, 4]);
/// assert!(board.is_placed(0) && !board.is_placed(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Board {
    pub(super) rules: Arc<Rules>,
    /// By cell: the values that are left.
    pub(super) left: Vec<u64>,
    /// The placed cells, as a row.
    pub(super) placed: Vec<u64>,
    /// By scope and value: the positions in the scope that are left.
    places: Vec<u64>,
    /// By value: a row of the cells that have it.
    cells_with: Vec<u64>,
}

impl Board {
    /// The board on which every cell has all values of its domain, and none is placed.
    pub(super) fn of_rules(rules: Arc<Rules>) -> Board {
        let (values, words) = (rules.values.len(), rules.words);
        let mut board = Board {
            left: rules.domains.clone(),
            placed: vec![0; words],
            places: vec![0; rules.scopes.len() * values],
            cells_with: vec![0; values * words],
            rules,
        };
        for cell in 0..board.left.len() {
            for value in bits::ones(board.left[cell]) {
                bits::insert(&mut board.cells_with[value * words..][..words], cell);
                for &(scope, position) in &board.rules.scopes_of[cell] {
                    board.places[scope as usize * values + value] |= 1 << position;
                }
            }
        }
        board
    }

    /// Takes over the state of another board of the same rules.
    pub(super) fn copy_state(&mut self, from: &Board) {
        self.left.copy_from_slice(&from.left);
        self.placed.copy_from_slice(&from.placed);
        self.places.copy_from_slice(&from.places);
        self.cells_with.copy_from_slice(&from.cells_with);
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The values that a cell has left, as a set of their numbers; none outside the board.
    #[inline]
    pub fn left(&self, cell: usize) -> u64 {
        self.left.get(cell).copied().unwrap_or(0)
    }

    /// The values that a cell has left, ascending.
    pub fn values_left(&self, cell: usize) -> impl Iterator<Item = i32> + '_ {
        bits::ones(self.left(cell)).map(|value| self.rules.values[value])
    }

    /// Whether the value of a cell is written in.
    #[inline]
    pub fn is_placed(&self, cell: usize) -> bool {
        cell < self.left.len() && bits::has(&self.placed, cell)
    }

    /// Whether all cells are placed, and what is placed keeps to the rules.
    pub fn is_solved(&self) -> bool {
        (0..self.left.len()).all(|cell| self.is_placed(cell)) && !self.is_contradictory()
    }

    /// Whether a cell has no value left, a house no place for a value, or the cells of another constraint digits that violate it: there is no
    /// solution.
    pub fn is_contradictory(&self) -> bool {
        self.left.contains(&0)
            || (0..self.rules.scopes.len()).any(|scope| {
                bits::ones(self.rules.scopes[scope].values).any(|value| self.places(scope, value) == 0)
            })
            || self.rules.others.iter().any(|other| other.is_violated(self))
    }

    /// The places that a value has left in a scope, as a set of positions in it.
    #[inline]
    pub(super) fn places(&self, scope: usize, value: usize) -> u64 {
        self.places[scope * self.rules.values.len() + value]
    }

    /// The cells that have a value left, as a row.
    #[inline]
    pub(super) fn cells_with(&self, value: usize) -> &[u64] {
        &self.cells_with[value * self.rules.words..][..self.rules.words]
    }

    /// Whether the cell has the value left.
    #[inline]
    pub(super) fn has(&self, cell: usize, value: usize) -> bool {
        self.left(cell) >> value & 1 == 1
    }

    /// Removes a value from a cell; whether the cell had it.
    pub(super) fn remove(&mut self, cell: usize, value: usize) -> bool {
        if !self.has(cell, value) {
            return false;
        }
        self.left[cell] &= !(1 << value);
        let (values, words) = (self.rules.values.len(), self.rules.words);
        bits::remove(&mut self.cells_with[value * words..][..words], cell);
        for &(scope, position) in &self.rules.scopes_of[cell] {
            self.places[scope as usize * values + value] &= !(1 << position);
        }
        true
    }

    /// Writes a value in: the cell has no other one, and its peers do not have it.
    pub(super) fn place(&mut self, cell: usize, value: usize) {
        for other in bits::ones(self.left[cell] & !(1 << value)) {
            self.remove(cell, other);
        }
        bits::insert(&mut self.placed, cell);
        let rules = self.rules.clone();
        let gone: Vec<usize> =
            bits::members(rules.peers(cell)).filter(|&peer| self.has(peer, value)).collect();
        for peer in gone {
            self.remove(peer, value);
        }
    }

    /// Applies a step; whether it changes anything. What speaks of cells and values that are not on the board does not.
    pub fn apply(&mut self, step: &Step) -> bool {
        let is_here = |candidate: &&Candidate| {
            candidate.cell < self.rules.cells() && candidate.value < self.rules.values.len()
        };
        let removed: Vec<Candidate> = step.eliminations.iter().filter(is_here).copied().collect();
        let placed: Vec<Candidate> = step.placements.iter().filter(is_here).copied().collect();
        let mut is_new = false;
        for Candidate { cell, value } in removed {
            is_new |= self.remove(cell, value);
        }
        for Candidate { cell, value } in placed {
            if !self.is_placed(cell) {
                is_new = true;
                self.place(cell, value);
            }
        }
        is_new
    }

    /// The cells in which all cells of a list that have the value would leave no room for it: those that differ from all of them and
    /// have it. Written to `row`; whether there is any.
    pub(super) fn seen_by_all(
        &self,
        cells: impl IntoIterator<Item = usize>,
        value: usize,
        row: &mut [u64],
    ) -> bool {
        row.copy_from_slice(self.cells_with(value));
        cells.into_iter().all(|cell| bits::keep(row, self.rules.peers(cell)))
    }
}
