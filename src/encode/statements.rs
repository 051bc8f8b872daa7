//! The statements of a model's constraints.

use std::error::Error;
use std::fmt;

use crate::constraints::Statement;
use crate::model::Model;

/// A model cannot be encoded: this constraint of it has no [statement](crate::constraints::Constraint::statement), at
/// least not in variables of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unencodable {
    name: String,
    constraint: String,
}

impl Unencodable {
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

/// The statement of each constraint, in the order of posting.
pub(super) fn statements(model: &Model) -> Result<Vec<Statement>, Unencodable> {
    let statement = |(id, constraint): (_, &std::sync::Arc<dyn crate::constraints::Constraint>)| {
        let statement = constraint.statement().filter(|said| said.is_within(&|var| model.has(var)));
        statement.ok_or_else(|| Unencodable {
            name: model.constraint_name(id),
            constraint: model.show(&**constraint).to_string(),
        })
    };
    model.constraints().map(statement).collect()
}
