//! Assumptions (`fzn_assume`): Booleans that a file assumes to be true, so that an infeasible problem has a conflict among them.

use residua::model::ConstraintId;

use crate::arguments::Arguments;
use crate::error::FlatZincError;
use crate::syntax::{Constraint, Program, Value};
use crate::translate::Translation;

/// The name of the constraint, which MiniZinc leaves to solvers whose library declares it.
pub(super) const NAME: &str = "fzn_assume";

impl<'a> Translation<'a> {
    /// Adds what a constraint of the program, by its number, assumes: each Boolean is a constraint of its own.
    pub(super) fn assume(
        &mut self,
        program: &Program<'a>,
        number: usize,
        constraint: &Constraint<'a>,
    ) -> Result<(), FlatZincError> {
        let Constraint { at, name, arguments: values, .. } = constraint;
        let given = Arguments { name, values, at: *at, consistency: None };
        given.count(1, self)?;
        for (element, &bool) in given.bools(0, self)?.iter().enumerate() {
            let id = ConstraintId::new(self.model.constraints().len());
            self.add(bool.holds(), *at)?;
            self.origins.push((id, number));
            self.assumptions.push((called(program, &values[0], element), id));
        }
        Ok(())
    }
}

/// The name in the file of an element of an array, counted from 0.
fn called(program: &Program<'_>, array: &Value<'_>, element: usize) -> String {
    match array {
        Value::Array(values) => values[element].to_string(),
        Value::Name(name) => {
            let declared = program.declarations.iter().find(|item| item.name == *name);
            match declared.and_then(|item| item.value.as_ref()) {
                Some(value) => called(program, value, element),
                None => format!("{name}[{}]", element + 1),
            }
        }
        other => other.to_string(),
    }
}
