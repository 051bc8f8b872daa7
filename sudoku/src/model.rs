//! Model of a puzzle: one integer variable per cell, one `all_different` per house.

use residua::constraints::{all_different, eq, in_set};
use residua::model::{IntVar, Model};

use crate::{Geometry, Puzzle};

impl Geometry {
    /// The rules alone: n² variables in 1..n, named `r1c1`, `r1c2`, …, by row, and 3n `all_different`, named after
    /// their houses.
    pub fn model(self) -> Model {
        let mut model = Model::new();
        let symbols = 1..=self.size() as i32;
        let cells: Vec<IntVar> =
            (0..self.cells()).map(|cell| model.named_var(&self.name(cell), symbols.clone())).collect();
        for (house, members) in self.houses() {
            let posted = model.post(all_different(members.into_iter().map(|cell| cells[cell])));
            let id = posted.expect("invariant: the variables are the model's own, and their values small");
            model.name_constraint(id, &house.to_string());
        }
        model
    }
}

impl Puzzle {
    /// The puzzle as a model: the rules, an `eq` for each given, and an `in_set` for each cell that is
    /// restricted to some values.
    ///
    /// ```
    /// use residua_sudoku::Puzzle;
    ///
    /// let puzzle: Puzzle = "1... ..3. .1.. ...2".parse()?;
    /// let model = puzzle.model();
    /// assert_eq!(model.constraints().len(), 3 * 4 + 4);
    /// assert_eq!(model.solutions().count(), 1);
    /// # Ok::<(), residua_sudoku::ParseError>(())
    /// ```
    pub fn model(&self) -> Model {
        let mut model = self.geometry().model();
        let cells: Vec<IntVar> = model.vars().collect();
        for (cell, &value) in self.givens().iter().enumerate().filter(|given| *given.1 != 0) {
            let posted = model.post(eq(cells[cell], value));
            let id = posted.expect("invariant: the variables are the model's own, and their values small");
            model.name_constraint(id, &format!("given {}", self.geometry().name(cell)));
        }
        for (cell, values) in self.restricted() {
            let posted = model.post(in_set(cells[cell], values.to_vec()));
            let id = posted.expect("invariant: the variables are the model's own, and their values small");
            model.name_constraint(id, &format!("marks of {}", self.geometry().name(cell)));
        }
        model
    }
}
