//! Stated constraints, given by their statements only: they may have been of any type where they were written.

use std::fmt;
use std::sync::Arc;

use residua::constraints::{Auxiliaries, Constraint, Simplified, Statement, not, validate_depth};
use residua::engine::Poster;
use residua::model::{IntVar, IntView};
use residua::store::{Domains, Failure};

use crate::json::fault::Fault;
use crate::json::part::{Part, Reader, Writer};
use crate::json::statement::meaning;
use crate::json::text::Value;
use crate::statements::statement;

/// A statement as a constraint, printed as the constraint was that it is the statement of.
#[derive(Clone, Debug)]
pub(super) struct Stated {
    text: String,
    says: Statement,
    /// The equivalent constraint that is propagated.
    meaning: Arc<dyn Constraint>,
}

impl PartialEq for Stated {
    fn eq(&self, other: &Stated) -> bool {
        self.text == other.text && self.says == other.says
    }
}

/// Writes any constraint as what a [`Stated`] is read from.
pub(super) fn write(constraint: &dyn Constraint, to: &mut Writer<'_>) -> Option<()> {
    let (text, says) = (to.model.show(constraint).to_string(), statement(to.model, constraint)?);
    to.object(|to| {
        to.member("text", &text)?;
        to.member("says", &says)
    })
}

/// The constraint that says what was read there: one of the catalogue, or several that are connected.
pub(super) fn meant(statement: &Statement, from: &Value<'_>) -> Result<Arc<dyn Constraint>, Fault> {
    let too_wide = || Fault::new(from.at, "expected factors that fit into 32 bits, found others");
    let meaning = meaning(statement).ok_or_else(too_wide)?.into_shared();
    validate_depth(meaning.depth()).map_err(|message| Fault::new(from.at, message))?;
    Ok(meaning)
}

impl Stated {
    /// The constraint that says this, printed as that text.
    pub(super) fn new(text: &str, says: Statement, meaning: Arc<dyn Constraint>) -> Stated {
        Stated { text: text.to_owned(), says, meaning }
    }
}

impl Part for Stated {
    fn write(&self, to: &mut Writer<'_>) -> Option<()> {
        write(self, to)
    }

    fn read(from: &Value<'_>, of: &Reader) -> Result<Self, Fault> {
        let [text, says] = from.members(["text", "says"])?;
        let statement = Part::read(says, of)?;
        let meaning = meant(&statement, says)?;
        Ok(Stated::new(text.text()?, statement, meaning))
    }
}

impl Constraint for Stated {
    fn name(&self) -> &'static str {
        "stated"
    }

    fn scope(&self) -> Vec<IntView> {
        self.meaning.scope()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        self.meaning.check(value)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        self.meaning.post(to)
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        self.meaning.simplify(domains)
    }

    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        self.meaning.truth(domains)
    }

    /// Over other views it is what it means, which is printed with these.
    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let is_same = self.scope().into_iter().all(|view| to(view) == view);
        if is_same { Arc::new(self.clone()) } else { self.meaning.map(to) }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, _: &dyn Fn(IntView) -> String) -> fmt::Result {
        f.write_str(&self.text)
    }

    fn statement(&self) -> Option<Statement> {
        Some(self.says.clone())
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        Some(not(Arc::clone(&self.meaning)).into_shared())
    }

    fn validate(&self) -> Result<(), String> {
        self.meaning.validate()
    }

    fn validate_within(
        &self,
        domains: &dyn Domains<IntVar>,
        name: &dyn Fn(IntView) -> String,
    ) -> Result<(), String> {
        self.meaning.validate_within(domains, name)
    }

    fn decompose(&self, to: &mut dyn Auxiliaries) -> Result<Option<Arc<dyn Constraint>>, Failure> {
        self.meaning.decompose(to)
    }
}
