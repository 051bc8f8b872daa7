//! Model errors: why a constraint cannot be posted, in enough detail to correct it.

use std::error::Error;
use std::fmt;

/// A model error: a constraint that cannot be posted, or a name that no variable has: which one, which variable, and what was expected.
///
/// An infeasible model is not an error.
///
/// ```
/// use residua::constraints::ne;
/// use residua::model::Model;
///
/// let (mut model, mut other) = (Model::new(), Model::new());
/// let (x, y) = (model.named_var("x", 1..=3), other.int_var(1..=3));
/// let error = model.post(ne(x, y)).unwrap_err();
/// assert_eq!(error.to_string(), "x ≠ foreign0: foreign0 is a variable of another model");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelError {
    constraint: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Foreign {
        view: String,
    },
    Coefficients {
        variable: String,
    },
    Range {
        view: String,
        value: i64,
    },
    Complaint(String),
    /// The name that was looked up, and whether several variables have it, or none.
    Name {
        name: String,
        is_shared: bool,
    },
}

impl ModelError {
    pub(super) fn foreign(constraint: String, view: String) -> Self {
        ModelError { constraint, kind: Kind::Foreign { view } }
    }

    pub(super) fn coefficients(constraint: String, variable: String) -> Self {
        ModelError { constraint, kind: Kind::Coefficients { variable } }
    }

    pub(super) fn range(constraint: String, view: String, value: i64) -> Self {
        ModelError { constraint, kind: Kind::Range { view, value } }
    }

    pub(super) fn complaint(constraint: String, complaint: String) -> Self {
        ModelError { constraint, kind: Kind::Complaint(complaint) }
    }

    pub(super) fn name(name: String, is_shared: bool) -> Self {
        ModelError { constraint: String::new(), kind: Kind::Name { name, is_shared } }
    }

    /// The constraint, as it would have been printed; empty, where a [name](crate::model::Model::var_named) was looked up.
    pub fn constraint(&self) -> &str {
        &self.constraint
    }

    /// The variable, view or name at fault, if there is one.
    pub fn view(&self) -> Option<&str> {
        match &self.kind {
            Kind::Foreign { view } | Kind::Range { view, .. } | Kind::Coefficients { variable: view } => {
                Some(view)
            }
            Kind::Name { name, .. } => Some(name),
            Kind::Complaint(_) => None,
        }
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.constraint.is_empty() {
            write!(f, "{}: ", self.constraint)?;
        }
        match &self.kind {
            Kind::Foreign { view } => write!(f, "{view} is a variable of another model"),
            Kind::Coefficients { variable } => {
                write!(f, "a view of {variable} has a coefficient that leaves 32 bits")
            }
            Kind::Range { view, value } => {
                write!(
                    f,
                    "{view} can be {value}, where constraints take values from -2147483647 to 2147483646"
                )
            }
            Kind::Complaint(complaint) => f.write_str(complaint),
            Kind::Name { name, is_shared: true } => write!(f, "{name} is the name of several variables"),
            Kind::Name { name, is_shared: false } => write!(f, "{name} is the name of no variable"),
        }
    }
}

impl Error for ModelError {}
