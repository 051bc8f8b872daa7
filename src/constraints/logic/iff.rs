//! Two constraints of which both hold, or neither does.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the left one holds if and only if the right one does |
//! | Consistency | once the truth of one side is known, that of the other side, or of its negation |
//! | Cost | for a side that is no atom: its propagators and those of its negation under guards, and a [watcher](super::watcher) each |
//! | Explains | by what made the other side true or false |
//! | Source | Feydy, Somogyi & Stuckey, *Half Reification and Flattening*, CP 2011 |

use std::fmt;
use std::sync::Arc;

use crate::constraints::logic::imply::{Watch, imply};
use crate::constraints::logic::literal::{Truth, as_atom, equal_literal};
use crate::constraints::logic::{AllOf, AnyOf, decompose_all, write_part};
use crate::constraints::{Auxiliaries, Condition, Constraint, Simplified, Statement, not};
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// An equivalence.
#[derive(Clone, Debug)]
pub struct Iff {
    /// One side.
    pub left: Arc<dyn Constraint>,
    /// The other side.
    pub right: Arc<dyn Constraint>,
}

/// Both hold, or neither does. With a literal on one side it is the reification of the other.
///
/// ```
/// use residua::constraints::{all_different, iff};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 3, 1..=3);
/// let b = model.named_var("b", 0..=1);
/// model.post(iff(b.is(1), all_different(&xs)))?;
/// assert_eq!(model.solutions().count(), 27);
/// assert_eq!(model.solutions().filter(|solution| solution[b] == 1).count(), 6);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn iff(left: impl Constraint + 'static, right: impl Constraint + 'static) -> Condition {
    Condition::new(Arc::new(Iff { left: left.into_shared(), right: right.into_shared() }))
}

impl PartialEq for Iff {
    fn eq(&self, other: &Iff) -> bool {
        *self.left == *other.left && *self.right == *other.right
    }
}

impl Constraint for Iff {
    fn name(&self) -> &'static str {
        "iff"
    }

    fn scope(&self) -> Vec<IntView> {
        [self.left.scope(), self.right.scope()].concat()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        self.left.check(value) == self.right.check(value)
    }

    fn validate(&self) -> Result<(), String> {
        self.left.validate().and_then(|()| self.right.validate())
    }

    fn validate_within(
        &self,
        domains: &dyn Domains<IntVar>,
        name: &dyn Fn(IntView) -> String,
    ) -> Result<(), String> {
        [&self.left, &self.right].into_iter().try_for_each(|side| side.validate_within(domains, name))
    }

    fn decompose(&self, to: &mut dyn Auxiliaries) -> Result<Option<Arc<dyn Constraint>>, Failure> {
        let sides = decompose_all(&[Arc::clone(&self.left), Arc::clone(&self.right)], to)?;
        Ok(sides.map(|sides| {
            Arc::new(Iff { left: Arc::clone(&sides[0]), right: Arc::clone(&sides[1]) }) as Arc<dyn Constraint>
        }))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        if let Some(simpler) = self.decompose(to)? {
            return simpler.post(to);
        }
        if let Some(guard) = to.guard() {
            // Under a guard it is two clauses of literals.
            let parts = [(&self.left, &self.right), (&self.right, &self.left)];
            return parts.into_iter().try_for_each(|(one, other)| {
                let either = not(Arc::clone(one)).into_shared();
                let part: Arc<dyn Constraint> =
                    Arc::new(AnyOf { parts: vec![either, Arc::clone(other)], constructive: None });
                imply(guard, &part, Watch::Refutes, to)
            });
        }
        let is_literal = as_atom(&*self.left).is_some();
        let (literal, other) = if is_literal { (&self.left, &self.right) } else { (&self.right, &self.left) };
        let negated = || not(Arc::clone(other)).into_shared();
        match equal_literal(literal, to)? {
            Truth::Always => other.post(to),
            Truth::Never => negated().post(to),
            Truth::Is(literal) => {
                imply(literal, other, Watch::Decides, to)?;
                imply(!literal, &negated(), Watch::Nothing, to)
            }
        }
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let (left, right) = (self.left.simplify(domains), self.right.simplify(domains));
        let as_is =
            |truth: bool, side: &Arc<dyn Constraint>, simplified: &Simplified| match (truth, simplified) {
                (true, Simplified::Into(parts)) => parts.clone(),
                (true, _) => vec![Arc::clone(side)],
                (false, Simplified::Into(parts)) => vec![not(AllOf::of(parts.clone())).into_shared()],
                (false, _) => vec![not(Arc::clone(side)).into_shared()],
            };
        let truth = |side: &Simplified| match side {
            Simplified::Entailed => Some(true),
            Simplified::Violated => Some(false),
            _ => None,
        };
        match (truth(&left), truth(&right)) {
            (Some(left), Some(right)) if left == right => Simplified::Entailed,
            (Some(_), Some(_)) => Simplified::Violated,
            (Some(holds), None) => Simplified::Into(as_is(holds, &self.right, &right)),
            (None, Some(holds)) => Simplified::Into(as_is(holds, &self.left, &left)),
            (None, None) => {
                let [left, right] = [(&self.left, &left), (&self.right, &right)]
                    .map(|(side, simplified)| AllOf::of(as_is(true, side, simplified)));
                let simpler = Iff { left, right };
                // A conjunction becomes its parts, and those may be as they were.
                if simpler == *self {
                    Simplified::Unchanged
                } else {
                    Simplified::Into(vec![Arc::new(simpler)])
                }
            }
        }
    }

    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        Some(self.left.truth(domains)? == self.right.truth(domains)?)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(Iff { left: self.left.map(to), right: self.right.map(to) })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write_part(f, &*self.left, name)?;
        f.write_str(" ⇔ ")?;
        write_part(f, &*self.right, name)
    }

    fn statement(&self) -> Option<Statement> {
        let (left, right) = (self.left.statement()?, self.right.statement()?);
        let neither = Statement::All(vec![left.negated()?, right.negated()?]);
        Some(Statement::Any(vec![Statement::All(vec![left, right]), neither]))
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        let right = not(Arc::clone(&self.right)).into_shared();
        Some(Arc::new(Iff { left: Arc::clone(&self.left), right }))
    }
}
