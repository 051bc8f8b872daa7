//! Redundant givens: those that the others imply.

use residua::constraints::ne;
use residua::search::{Deadline, Limit, Limits, Status};

use crate::Puzzle;

impl Puzzle {
    /// The cells whose givens follow from all the other givens, each by itself: leaving out any single one of them
    /// does not change the solutions. It applies to puzzles with several solutions too. Restrictions of cells to some
    /// values are kept.
    ///
    /// ```
    /// use residua::search::Limits;
    /// use residua_sudoku::Puzzle;
    ///
    /// let puzzle: Puzzle = ".....5....6...54.2..2......6..1..52.".parse()?;
    /// let redundant = puzzle.redundant_givens(&Limits::default()).expect("no limit");
    /// assert_eq!(redundant.iter().map(|&cell| puzzle.geometry().name(cell)).collect::<Vec<_>>(), ["r3c6"]);
    /// # Ok::<(), residua_sudoku::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached: time and the flag limit all of the work, nodes and failures each search.
    ///
    /// # Complexity
    /// One search for each given.
    pub fn redundant_givens(&self, limits: &Limits) -> Result<Vec<usize>, Limit> {
        let deadline = &limits.deadline();
        let mut redundant = Vec::new();
        for cell in self.given_cells() {
            if self.is_redundant(cell, deadline)? {
                redundant.push(cell);
            }
        }
        Ok(redundant)
    }

    /// A puzzle with the same solutions and a subset of the givens, of which none can be left out: from the last
    /// given to the first, each that follows from those still there is dropped.
    ///
    /// # Errors
    /// The limit that was reached: time and the flag limit all of the work, nodes and failures each search.
    pub fn minimized(&self, limits: &Limits) -> Result<Puzzle, Limit> {
        let deadline = &limits.deadline();
        let mut puzzle = self.clone();
        for cell in self.given_cells().into_iter().rev() {
            if puzzle.is_redundant(cell, deadline)? {
                puzzle = puzzle.blanked(cell);
            }
        }
        Ok(puzzle)
    }

    fn given_cells(&self) -> Vec<usize> {
        (0..self.geometry().cells()).filter(|&cell| self.given(cell).is_some()).collect()
    }

    fn blanked(&self, cell: usize) -> Puzzle {
        self.clone().with_given(cell, 0).expect("invariant: a cell of this puzzle can be blank")
    }

    /// Whether the given of `cell` follows from the others: with its negation in its place there is no solution.
    fn is_redundant(&self, cell: usize, deadline: &Deadline) -> Result<bool, Limit> {
        let Some(value) = self.given(cell) else { return Ok(true) };
        let mut model = self.blanked(cell).model();
        let var = model.vars().nth(cell).expect("invariant: a variable a cell");
        model.post(ne(var, value)).expect("invariant: the variable is the model's own");
        let mut solutions = model.search().limits(deadline.left().solutions(None)).solutions();
        match (solutions.advance(), solutions.status()) {
            (false, Some(Status::Stopped(limit))) => Err(limit),
            (found, _) => Ok(!found),
        }
    }
}
