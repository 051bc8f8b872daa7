//! Negation `not`: a constraint does not hold.
//!
//! Most constraints have a [negation](crate::constraints::Constraint::negation) of their own; this is for those that do not.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the constraint inside does not hold |
//! | Consistency | fails where the simplifier finds the constraint entailed, or once all variables are fixed |
//! | Cost | one simplification a run |
//! | Wakes on | any change |
//! | Explains | by as much of the domains as entails the constraint: each atom of a minimal set |

use std::fmt;
use std::sync::Arc;

use crate::constraints::logic::watcher::Refuser;
use crate::constraints::logic::{AllOf, write_part};
use crate::constraints::{Auxiliaries, Condition, Constraint, Simplified, Statement};
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// The constraint [`not`], for constraints without a [negation](Constraint::negation) of their own.
#[derive(Clone, Debug)]
pub struct Not {
    /// The constraint that does not hold.
    pub constraint: Arc<dyn Constraint>,
}

/// The negation: the constraint, or literal, does not hold. If the constraint has a [negation](Constraint::negation), it is that.
///
/// ```
/// use residua::constraints::{all_different, not};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 3, 1..=3);
/// assert_eq!(model.show(&not(xs[0].lt(xs[1]))).to_string(), "x[0] ≥ x[1]");
/// model.post(not(all_different(&xs)))?;
/// assert_eq!(model.solutions().count(), 27 - 6);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn not(constraint: impl Constraint + 'static) -> Condition {
    let constraint = constraint.into_shared();
    Condition::new(constraint.negation().unwrap_or_else(|| Arc::new(Not { constraint })))
}

impl PartialEq for Not {
    fn eq(&self, other: &Not) -> bool {
        *self.constraint == *other.constraint
    }
}

impl Constraint for Not {
    fn name(&self) -> &'static str {
        "not"
    }

    fn scope(&self) -> Vec<IntView> {
        self.constraint.scope()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        !self.constraint.check(value)
    }

    fn validate(&self) -> Result<(), String> {
        self.constraint.validate()
    }

    fn validate_within(
        &self,
        domains: &dyn Domains<IntVar>,
        name: &dyn Fn(IntView) -> String,
    ) -> Result<(), String> {
        self.constraint.validate_within(domains, name)
    }

    fn decompose(&self, to: &mut dyn Auxiliaries) -> Result<Option<Arc<dyn Constraint>>, Failure> {
        Ok(self.constraint.decompose(to)?.map(|simpler| not(simpler).into_shared()))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        if let Some(simpler) = self.decompose(to)? {
            return simpler.post(to);
        }
        if self.constraint.post_negated(to)? {
            return Ok(());
        }
        let refuser = Refuser::new(Arc::clone(&self.constraint), to);
        to.add(refuser);
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        match self.constraint.simplify(domains) {
            Simplified::Entailed => Simplified::Violated,
            Simplified::Violated => Simplified::Entailed,
            Simplified::Unchanged => Simplified::Unchanged,
            Simplified::Into(parts) => Simplified::Into(vec![not(AllOf::of(parts)).into_shared()]),
        }
    }

    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        self.constraint.truth(domains).map(|truth| !truth)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(Not { constraint: self.constraint.map(to) })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        f.write_str("¬ ")?;
        write_part(f, &*self.constraint, name)
    }

    fn statement(&self) -> Option<Statement> {
        self.constraint.statement()?.negated()
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::clone(&self.constraint))
    }

    fn depth(&self) -> u32 {
        self.constraint.depth()
    }
}
