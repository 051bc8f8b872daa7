//! Statements of a model's constraints, for encoders.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use residua::constraints::{Constraint, Statement};
use residua::model::{ConstraintId, Model};

/// A model cannot be encoded: this constraint of it has no [statement](residua::constraints::Constraint::statement), at
/// least not in variables of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unencodable {
    name: String,
    constraint: String,
}

impl Unencodable {
    /// That constraint of the model.
    pub(super) fn of(model: &Model, id: ConstraintId) -> Unencodable {
        let constraint = model.show(&**model.constraint(id)).to_string();
        Unencodable { name: model.constraint_name(id), constraint }
    }

    /// The name of the constraint in its model.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The constraint, as the model prints it.
    pub fn constraint(&self) -> &str {
        &self.constraint
    }
}

impl fmt::Display for Unencodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}: it has no statement, so that it cannot be encoded", self.name, self.constraint)
    }
}

impl Error for Unencodable {}

/// What a constraint says in variables of the model, if it tells.
pub(super) fn statement(model: &Model, constraint: &dyn Constraint) -> Option<Statement> {
    constraint.statement().filter(|said| said.is_within(&|var| model.has(var)))
}

/// The statement of each constraint, in the order of posting.
pub(super) fn statements(model: &Model) -> Result<Vec<Statement>, Unencodable> {
    let said = |(id, constraint): (_, &Arc<dyn Constraint>)| {
        statement(model, &**constraint).ok_or_else(|| Unencodable::of(model, id))
    };
    model.constraints().map(said).collect()
}
