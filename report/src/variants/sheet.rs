//! A variant puzzle with its position and trust, as data of a subject.

use residua_sudoku::Trust;
use residua_variant::Variant;
/// A variant puzzle as it was found.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    pub(crate) line: usize,
    pub(crate) puzzle: Variant,
    pub(crate) trust: Trust,
}

impl Sheet {
    /// Its cells, in the order of the variables.
    pub(crate) fn cells(&self) -> Vec<usize> {
        self.puzzle.shape().cells().collect()
    }

    /// How many cells are given.
    pub(crate) fn givens(&self) -> usize {
        self.cells().into_iter().filter(|&cell| self.puzzle.given(cell).is_some()).count()
    }

    /// By cell of the rectangle: a value of the variables, in their order.
    pub(crate) fn by_cell<T>(&self, of_vars: impl IntoIterator<Item = T>) -> Vec<Option<T>> {
        let mut by_cell: Vec<Option<T>> =
            std::iter::repeat_with(|| None).take(self.puzzle.shape().len()).collect();
        for (cell, value) in self.cells().into_iter().zip(of_vars) {
            by_cell[cell] = Some(value);
        }
        by_cell
    }
}
