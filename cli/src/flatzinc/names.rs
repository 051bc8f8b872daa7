//! Constraints in the words of the model: by the name that they have there, by what they say, and by where they stand.

use residua::flatzinc::{Statement, Trace};
use residua::model::{ConstraintId, Model};
use serde::Serialize;

use crate::flatzinc::path::Origin;

/// Longer constraints are cut short.
const LONGEST: usize = 160;

/// A constraint, as programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Named {
    /// What it says.
    pub(crate) constraint: String,
    /// The name that the model gives it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// Its line in the file of FlatZinc, or of JSON; 0 for what `--objective-at-most` and such add, which stands in no file.
    pub(crate) line: usize,
    /// Its column there, if another one begins in the same line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<usize>,
    /// Its place in the model that was compiled, where the file says that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<String>,
}

impl Named {
    /// A constraint of `model`, which may be the residual of the one that `trace` is of.
    pub(crate) fn new(model: &Model, id: ConstraintId, statement: Option<&Statement>) -> Named {
        let constraint = model.show(&**model.constraint(id)).to_string();
        let origin = statement.and_then(|statement| Origin::of(statement.path.as_deref()?));
        Named {
            constraint,
            name: statement.and_then(|statement| statement.label.clone()),
            line: statement.map_or(0, |statement| statement.line),
            column: statement.and_then(|statement| statement.column),
            from: origin.map(|origin| origin.place()),
        }
    }

    /// Its place, in words.
    pub(crate) fn place(&self) -> Option<String> {
        let line = (self.line > 0).then(|| match self.column {
            None => format!("line {}", self.line),
            Some(column) => format!("line {}, column {column}", self.line),
        });
        self.from.clone().or(line)
    }

    /// All of it, in words: `no clash: x[1] ≠ x[2] (line 17)`.
    pub(crate) fn text(&self) -> String {
        let mut text = self.name.as_ref().map_or_else(String::new, |name| format!("{name}: "));
        let mut letters = self.constraint.chars();
        text.extend(letters.by_ref().take(LONGEST));
        if letters.next().is_some() {
            text.push('…');
        }
        if let Some(place) = self.place() {
            text = format!("{text} ({place})");
        }
        text
    }
}

/// Gives each constraint of the model its name, in words.
pub(crate) fn name_all(model: &mut Model, trace: &Trace) {
    let ids: Vec<ConstraintId> = model.constraints().map(|(id, _)| id).collect();
    for id in ids {
        let text = Named::new(model, id, trace.statement(id)).text();
        model.name_constraint(id, &text);
    }
}
