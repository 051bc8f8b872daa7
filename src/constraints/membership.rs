//! `in_set(x, S)`: `x in S`.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the value of the view is in the set |
//! | Consistency | domain: a fact, stated once |

use crate::constraints::Term;
use std::fmt;
use std::sync::Arc;

use crate::constraints::comparator::decided;
use crate::constraints::truth::Truth;
use crate::constraints::{Constraint, Simplified, Statement};
use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::handle::{IntAtom, IntVar, IntView};
use crate::store::{Atom, Domains, Failure};

/// The constraint [`in_set`]: membership of a view in a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InSet {
    /// The view.
    pub view: IntView,
    /// The set.
    pub values: Domain,
}

/// `view in values`: a range, an array, a slice, a list or a set of numbers, an iterator with an adapter, or a [`Domain`].
///
/// ```
/// use residua::constraints::in_set;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let x = model.named_var("x", 0..100);
/// let primes = vec![2, 3, 5, 7, 11, 13];
/// model.post(in_set(x, &primes))?;
/// model.post(in_set(x, (1..100).step_by(2)))?;
/// model.post(in_set(x + 1, (1..10).map(|n| n * n + 3)))?;
/// model.post(in_set(x, 4..=12))?;
/// assert_eq!(model.solutions().map(|found| found[x]).collect::<Vec<_>>(), [11]);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn in_set<V: Term>(view: V, values: impl Into<Domain>) -> V::Of<InSet> {
    V::over([view], |views| InSet { view: views[0], values: values.into() })
}

impl Constraint for InSet {
    fn name(&self) -> &'static str {
        "in_set"
    }

    fn scope(&self) -> Vec<IntView> {
        vec![self.view]
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        i32::try_from(value(self.view)).is_ok_and(|v| self.values.contains(v))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        to.restrict(to.view(self.view), &self.values)
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        match self.truth(domains) {
            Some(true) => Simplified::Entailed,
            Some(false) => Simplified::Violated,
            None => Simplified::Unchanged,
        }
    }

    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        let domain = domains.domain(self.view.var);
        let decide = |allowed: &Domain| decided(domain.is_subset(allowed), domain.is_disjoint(allowed));
        // What a view takes from the set is a set of its own.
        if self.view == self.view.var.view() {
            decide(&self.values)
        } else {
            decide(&self.view.preimage(&self.values))
        }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(InSet { view: to(self.view), values: self.values.clone() })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write!(f, "{} in {}", name(self.view), self.values)
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        let values = Domain::from(i32::MIN..=i32::MAX).difference(&self.values);
        Some(Arc::new(InSet { view: self.view, values }))
    }

    fn statement(&self) -> Option<Statement> {
        Some(Statement::Member(self.view, self.values.clone()))
    }

    fn as_atom(&self) -> Option<Truth<IntAtom>> {
        let InSet { view, values } = self;
        (!view.is_overflown()).then(|| of_values(view.var, &view.preimage(values))).flatten()
    }

    fn refutes_guard(&self, _: Atom, _: &Poster<'_>) -> bool {
        true
    }
}

/// The atom that a variable has one of these values.
fn of_values(var: IntVar, values: &Domain) -> Option<Truth<IntAtom>> {
    let others = Domain::from(i32::MIN..=i32::MAX).difference(values);
    match (values.min(), values.max(), others.min(), others.max()) {
        (None, ..) => Some(Truth::Never),
        (_, _, None, _) => Some(Truth::Always),
        (Some(only), Some(last), ..) if only == last => Some(Truth::Is(var.is(only))),
        (_, _, Some(only), Some(last)) if only == last => Some(Truth::Is(var.is_not(only))),
        (Some(i32::MIN), Some(high), ..) if values.ranges().count() == 1 => {
            Some(Truth::Is(var.at_most(high)))
        }
        (Some(low), Some(i32::MAX), ..) if values.ranges().count() == 1 => Some(Truth::Is(var.at_least(low))),
        _ => None,
    }
}
