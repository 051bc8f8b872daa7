//! Scenes, the content of pictures: of an inspection, of a solution, of a board and a step, of givens that clash.

use residua::inspect::Inspection;
use residua::inspect::Residual;
use residua::inspect::Strength;
use residua::model::IntVar;

use crate::Notes;
use crate::Puzzle;
use crate::render::picture::{Cell, Content, Known, Mark, Marks, Picture};
use crate::steps::Board;

impl Picture {
    /// The givens of a puzzle.
    pub fn of_givens(puzzle: &Puzzle, title: impl Into<String>) -> Picture {
        let geometry = puzzle.geometry();
        let content = |cell| puzzle.given(cell).map_or(Content::Blank, Content::Given);
        let cells = (0..geometry.cells()).map(|cell| Cell { content: content(cell), ..Cell::default() });
        Picture { geometry, title: title.into(), cells: cells.collect() }
    }

    /// The givens of a puzzle, and the other values of a solution.
    pub fn of_solution(puzzle: &Puzzle, values: &[i32], title: impl Into<String>) -> Picture {
        let mut picture = Picture::of_givens(puzzle, title);
        picture.fill(|cell| values.get(cell).map_or(Content::Blank, |&value| Content::Solved(value)));
        picture
    }

    /// The picture of an inspection of the puzzle's model: definite cells, candidates, components, equal cells.
    pub fn of_inspection(puzzle: &Puzzle, inspection: &Inspection, title: impl Into<String>) -> Picture {
        let mut picture = Picture::of_givens(puzzle, title);
        let Some(residual) = &inspection.residual else { return picture };
        let vars: Vec<IntVar> = residual.model.vars().collect();
        picture.fill(|cell| left(inspection, residual, vars[cell]));
        for (number, component) in inspection.components.iter().enumerate() {
            for var in component {
                picture.cells[var.index()].component = Some(number);
            }
        }
        picture.join_equal(residual);
        picture
    }

    /// The picture of a state of the puzzle's board, with the marks of a step.
    ///
    /// ```
    /// use residua_sudoku::Puzzle;
    /// use residua_sudoku::render::picture::{Marks, Picture, svg};
    /// use residua_sudoku::steps::Steps;
    ///
    /// let puzzle: Puzzle = "1... ..3. .1.. ...2".parse()?;
    /// let steps = Steps::of(&puzzle)?;
    /// let (board, next) = (steps.board(), &steps.next_steps()?[0]);
    /// let rules = board.rules();
    /// let picture = Picture::of_board(&puzzle, board, &Marks::of_step(next, rules), next.sentence(rules));
    /// assert_eq!(svg(&picture).matches("class=\"candidate noted is-placed\"").count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_board(puzzle: &Puzzle, board: &Board, marks: &Marks, title: impl Into<String>) -> Picture {
        let mut picture = Picture::of_givens(puzzle, title);
        for (number, cell) in picture.cells.iter_mut().enumerate() {
            let on_board = marks.cell(board, number);
            cell.mark = on_board.mark;
            if cell.content == Content::Blank {
                cell.content = on_board.content;
            }
        }
        picture
    }

    /// Marks these cells.
    #[must_use]
    pub fn marked(mut self, cells: impl IntoIterator<Item = usize>, mark: Mark) -> Picture {
        for cell in cells {
            if let Some(cell) = self.cells.get_mut(cell) {
                cell.mark = Some(mark);
            }
        }
        self
    }

    /// Shows the entered digits as such.
    #[must_use]
    pub fn with_entries(mut self, notes: &Notes) -> Picture {
        for (cell, value) in notes.entries() {
            if let Some(cell) = self.cells.get_mut(cell)
                && !matches!(cell.content, Content::Given(_))
            {
                cell.content = Content::Entered(value);
            }
        }
        self
    }

    /// Fills the blank cells.
    pub fn fill(&mut self, content: impl Fn(usize) -> Content) {
        let blank = self.cells.iter_mut().enumerate().filter(|(_, cell)| cell.content == Content::Blank);
        blank.for_each(|(number, cell)| cell.content = content(number));
    }

    /// Numbers the groups of equal cells; all cells of a group belong to the component of its representative.
    fn join_equal(&mut self, residual: &Residual) {
        let mut groups = 0;
        for alias in &residual.aliases {
            let (cell, other) = (alias.var.index(), alias.is.var.index());
            let component = self.cells[other].component;
            let group = *self.cells[other].equal.get_or_insert_with(|| {
                groups += 1;
                groups - 1
            });
            self.cells[cell].equal = Some(group);
            self.cells[cell].component = component;
        }
    }
}

/// What is left in a cell that is not given.
pub fn left(inspection: &Inspection, residual: &Residual, var: IntVar) -> Content {
    let domain = residual.domain(var);
    if let Some(value) = domain.value() {
        return Content::Definite(value);
    }
    let is_final = inspection.strength == Strength::Exact || inspection.stopped.is_some();
    let known = |value| match inspection.is_possible(var, value) {
        _ if !is_final => Known::Left,
        Some(_) => Known::Possible,
        None => Known::Unknown,
    };
    Content::Open(domain.iter().map(|value| (value, known(value))).collect())
}
