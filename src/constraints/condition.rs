//! Constraints as conditions: what comparisons of expressions are.

use std::fmt;
use std::sync::Arc;

use crate::constraints::{Constraint, Simplified, Statement};
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// A constraint of any kind: it can be posted, printed and compared like the one inside.
///
/// ```
/// use residua::constraints::{Condition, Constraint};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 1..=9));
/// let condition: Condition = (x + 2).le(y);
/// assert_eq!(condition.name(), "le");
/// assert_eq!(model.show(&condition).to_string(), "x + 2 ≤ y");
/// model.post(condition)?;
/// # Ok::<(), residua::model::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Condition(Arc<dyn Constraint>);

impl PartialEq for Condition {
    fn eq(&self, other: &Condition) -> bool {
        *self.0 == *other.0
    }
}

impl Condition {
    /// The constraint as a condition.
    pub fn new(constraint: Arc<dyn Constraint>) -> Condition {
        Condition(constraint)
    }
}

impl Constraint for Condition {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn scope(&self) -> Vec<IntView> {
        self.0.scope()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        self.0.check(value)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        self.0.post(to)
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        self.0.simplify(domains)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        self.0.map(to)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        self.0.write(f, name)
    }

    fn statement(&self) -> Option<Statement> {
        self.0.statement()
    }

    fn validate(&self) -> Result<(), String> {
        self.0.validate()
    }

    fn into_shared(self) -> Arc<dyn Constraint> {
        self.0
    }
}
