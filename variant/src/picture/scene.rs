//! Scenes, the content of pictures of variant puzzles: givens, what an inspection found, a solution, a step, what clashes.

use std::collections::BTreeSet;

use residua::inspect::Inspection;
use residua::model::IntVar;
use residua_sudoku::render::picture::{Cell, Content, Mark, Marks, left};
use residua_sudoku::steps::Board;

use crate::picture::Picture;
use crate::puzzle::Variant;
use crate::rule::Rule;

impl<'a> Picture<'a> {
    /// The givens of a puzzle.
    pub fn of_givens(puzzle: &'a Variant, title: impl Into<String>) -> Picture<'a> {
        let content = |cell| puzzle.given(cell).map_or(Content::Blank, Content::Given);
        let cells = (0..puzzle.shape().len()).map(|cell| Cell { content: content(cell), ..Cell::default() });
        Picture { puzzle, title: title.into(), cells: cells.collect(), clashing: BTreeSet::new() }
    }

    /// The givens of a puzzle, and the other values of a solution of its model.
    pub fn of_solution(puzzle: &'a Variant, values: &[i32], title: impl Into<String>) -> Picture<'a> {
        let mut picture = Picture::of_givens(puzzle, title);
        for (cell, &value) in puzzle.shape().cells().zip(values) {
            picture.fill(cell, Content::Solved(value));
        }
        picture
    }

    /// The picture of an inspection of the puzzle's model: definite cells, candidates, components, equal cells.
    pub fn of_inspection(
        puzzle: &'a Variant,
        inspection: &Inspection,
        title: impl Into<String>,
    ) -> Picture<'a> {
        let mut picture = Picture::of_givens(puzzle, title);
        let Some(residual) = &inspection.residual else { return picture };
        let cells: Vec<usize> = puzzle.shape().cells().collect();
        let vars: Vec<IntVar> = residual.model.vars().collect();
        for (&cell, &var) in cells.iter().zip(&vars) {
            picture.fill(cell, left(inspection, residual, var));
        }
        let cell_of = |var: IntVar| cells.get(var.index()).copied();
        // One component is the whole, and needs no colour.
        let components = inspection.components.iter().filter(|_| inspection.components.len() > 1);
        for (number, component) in components.enumerate() {
            for cell in component.iter().filter_map(|&var| cell_of(var)) {
                picture.cells[cell].component = Some(number);
            }
        }
        let mut groups = 0;
        for alias in &residual.aliases {
            let (Some(cell), Some(other)) = (cell_of(alias.var), cell_of(alias.is.var)) else { continue };
            // A cell that is another one plus a number is not equal to it.
            if alias.is == alias.is.var.view() {
                let component = picture.cells[other].component;
                let group = *picture.cells[other].equal.get_or_insert_with(|| {
                    groups += 1;
                    groups - 1
                });
                picture.cells[cell].equal = Some(group);
                picture.cells[cell].component = component;
            }
        }
        picture
    }

    /// The picture of a state of the board of the puzzle's model, with the marks of a step.
    pub fn of_board(
        puzzle: &'a Variant,
        board: &Board,
        marks: &Marks,
        title: impl Into<String>,
    ) -> Picture<'a> {
        let mut picture = Picture::of_givens(puzzle, title);
        for (number, cell) in puzzle.shape().cells().enumerate() {
            let on_board = marks.cell(board, number);
            picture.fill(cell, on_board.content);
            picture.cells[cell].mark = on_board.mark;
        }
        picture
    }

    /// Shows the entered digits as such.
    #[must_use]
    pub fn with_entries(mut self) -> Picture<'a> {
        for (number, cell) in self.cells.iter_mut().enumerate() {
            if let (Some(digit), false) =
                (self.puzzle.entry(number), matches!(cell.content, Content::Given(_)))
            {
                cell.content = Content::Entered(digit);
            }
        }
        self
    }

    /// Shows cells with more than one candidate as blanks.
    #[must_use]
    pub fn without_candidates(mut self) -> Picture<'a> {
        for cell in &mut self.cells {
            if matches!(cell.content, Content::Open(_)) {
                *cell = Cell::default();
            }
        }
        self
    }

    /// Marks these cells.
    #[must_use]
    pub fn marked(mut self, cells: impl IntoIterator<Item = usize>, mark: Mark) -> Picture<'a> {
        for cell in cells {
            if let Some(cell) = self.cells.get_mut(cell) {
                cell.mark = Some(mark);
            }
        }
        self
    }

    /// Marks the rules that clash.
    #[must_use]
    pub fn clashing(mut self, is_clashing: impl Fn(&Rule) -> bool) -> Picture<'a> {
        let rules = self.puzzle.rules().iter().enumerate();
        self.clashing = rules.filter(|(_, rule)| is_clashing(rule)).map(|(number, _)| number).collect();
        self
    }

    /// Fills a cell if it is blank.
    fn fill(&mut self, cell: usize, content: Content) {
        if self.cells[cell].content == Content::Blank {
            self.cells[cell].content = content;
        }
    }
}
