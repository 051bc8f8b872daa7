//! A variant puzzle as a model.

use residua::constraints::{eq, in_set};
use residua::model::{IntVar, Model, ModelError};
use residua_sudoku::Trust;

use crate::post::parts;
use crate::puzzle::Variant;
use crate::stated::{Part, Stated, Vars, differing};

impl Variant {
    /// The puzzle as a model: a variable for each cell, named `r1c1`, …, a constraint or more for each rule, named as the rule is in words,
    /// and one for each given and each restricted cell. Rules come first. Where cells [count twice](crate::RuleKind::Doublers) in
    /// sums, a variable for each cell of the grid follows, which is 1 if it does.
    ///
    /// # Errors
    /// If the numbers of a rule are out of range.
    pub fn model(&self) -> Result<Model, ModelError> {
        self.model_trusting(Trust::Givens)
    }

    /// The puzzle as a model, with what counts of entered digits and pencil marks.
    ///
    /// # Errors
    /// As of [`model`](Self::model).
    pub fn model_trusting(&self, trust: Trust) -> Result<Model, ModelError> {
        let mut model = Model::new();
        let shape = self.shape();
        let var = |cell: usize| shape.has(cell).then(|| model.named_var(&shape.name(cell), shape.digits()));
        let digits: Vec<Option<IntVar>> = (0..shape.len()).map(var).collect();
        let is_doubled = |model: &mut Model, cell: usize| {
            (shape.has(cell) && shape.block(cell).is_none())
                .then(|| model.named_var(&format!("{} counts twice", shape.name(cell)), 0..=1))
        };
        let count = if self.has_doublers() { shape.len() } else { 0 };
        let doubled: Vec<Option<IntVar>> = (0..count).map(|cell| is_doubled(&mut model, cell)).collect();
        let vars = Vars { digits, doubled, differing: differing(self) };
        for rule in self.rules() {
            for Part { cells, constraint } in parts(Stated::new(self, rule, &vars)) {
                let name = match cells {
                    None => rule.describe(shape),
                    Some(cells) => format!("{}: {}", rule.title(), shape.names(&cells)),
                };
                model.post_named(&name, constraint)?;
            }
        }
        for (cell, var) in vars.digits.iter().enumerate() {
            let (Some(var), name) = (*var, shape.name(cell)) else { continue };
            if let Some(digit) = self.given(cell) {
                model.post_named(&format!("given {name}"), eq(var, digit))?;
            }
            if let Some(digits) = self.candidates(cell) {
                model.post_named(&format!("candidates of {name}"), in_set(var, digits.to_vec()))?;
            }
            if let Some(digit) = self.entry(cell).filter(|_| trust >= Trust::Entries) {
                model.post_named(&format!("entered {name}"), eq(var, digit))?;
            }
            if let Some(digits) = self.marks(cell).filter(|_| trust >= Trust::Marks) {
                model.post_named(&format!("marks of {name}"), in_set(var, digits.to_vec()))?;
            }
        }
        Ok(model)
    }
}
