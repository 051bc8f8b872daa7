//! Conjunction `all_of`: all of several constraints hold.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | each of the parts holds; true without parts |
//! | Consistency | that of each part |
//! | Cost, explanations | those of the parts |

use std::fmt;
use std::sync::Arc;

use crate::constraints::logic::imply::imply;
use crate::constraints::logic::{AnyOf, Parts, decompose_all, scope_of, truth_of, validate_all, write_parts};
use crate::constraints::truth::GuardWatch;
use crate::constraints::{Auxiliaries, Condition, Constraint, Simplified, Statement, not};
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Atom, Domains, Failure};

/// The constraint [`all_of`], a conjunction.
#[derive(Clone, Debug, PartialEq)]
pub struct AllOf {
    /// The parts, which all hold.
    pub parts: Parts,
}

/// Each of these constraints, or literals, holds; true without any. Posted by itself it is the same as posting each; it is for
/// parts of other conditions.
///
/// ```
/// use residua::constraints::{Connect, all_of};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 3, 0..=9);
/// model.post(xs[0].is(0).implies(all_of([xs[1].is(1), xs[2].is(2)])))?;
/// assert_eq!(model.solutions().count(), 901);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn all_of<C: Constraint + 'static>(parts: impl IntoIterator<Item = C>) -> Condition {
    Condition::new(Arc::new(AllOf { parts: parts.into_iter().map(Constraint::into_shared).collect() }))
}

impl AllOf {
    /// Parts that are conjunctions themselves are taken apart.
    pub(super) fn of_two(one: Arc<dyn Constraint>, other: Arc<dyn Constraint>) -> AllOf {
        let parts = |whole| Parts::of::<AllOf>(whole, |all| Some(&mut all.parts));
        AllOf { parts: parts(one).with(parts(other)) }
    }

    /// The conjunction, or the only part.
    pub(in crate::constraints) fn of(mut parts: Vec<Arc<dyn Constraint>>) -> Arc<dyn Constraint> {
        if parts.len() == 1 { parts.remove(0) } else { Arc::new(AllOf { parts: parts.into() }) }
    }
}

impl Constraint for AllOf {
    fn name(&self) -> &'static str {
        "all_of"
    }

    fn scope(&self) -> Vec<IntView> {
        scope_of(&self.parts)
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        self.parts.iter().all(|part| part.check(value))
    }

    fn validate(&self) -> Result<(), String> {
        validate_all(&self.parts)
    }

    fn validate_within(
        &self,
        domains: &dyn Domains<IntVar>,
        name: &dyn Fn(IntView) -> String,
    ) -> Result<(), String> {
        self.parts.iter().try_for_each(|part| part.validate_within(domains, name))
    }

    fn decompose(&self, to: &mut dyn Auxiliaries) -> Result<Option<Arc<dyn Constraint>>, Failure> {
        let simpler = decompose_all(&self.parts, to)?;
        Ok(simpler.map(|parts| Arc::new(AllOf { parts: parts.into() }) as Arc<dyn Constraint>))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        if let Some(simpler) = self.decompose(to)? {
            return simpler.post(to);
        }
        match to.guard() {
            Some(guard) => self.parts.iter().try_for_each(|part| imply(guard, part, GuardWatch::Refutes, to)),
            None => self.parts.iter().try_for_each(|part| part.post(to)),
        }
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let mut left: Vec<Arc<dyn Constraint>> = Vec::new();
        for part in &self.parts {
            match part.simplify(domains) {
                Simplified::Entailed => {}
                Simplified::Violated => return Simplified::Violated,
                Simplified::Unchanged => left.push(Arc::clone(part)),
                Simplified::Into(parts) => left.extend(parts),
            }
        }
        if left.is_empty() { Simplified::Entailed } else { Simplified::Into(left) }
    }

    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        truth_of(&self.parts, false, domains)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(AllOf { parts: self.parts.replaced(|part| part.map(to)) })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write_parts(f, &self.parts, " ∧ ", "true", name)
    }

    fn statement(&self) -> Option<Statement> {
        self.parts.iter().map(Constraint::statement).collect::<Option<_>>().map(Statement::All)
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        let negated = |part: &Arc<dyn Constraint>| not(Arc::clone(part)).into_shared();
        Some(Arc::new(AnyOf { parts: self.parts.replaced(negated), constructive: None }))
    }

    fn refutes_guard(&self, _: Atom, _: &Poster<'_>) -> bool {
        true
    }

    fn depth(&self) -> u32 {
        self.parts.depth() + 1
    }
}
