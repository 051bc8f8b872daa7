//! Disjunction `any_of`: at least one of several constraints holds.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | at least one of the parts holds; false without parts |
//! | Consistency | what a clause over the truth of the parts infers; a part that must hold is propagated as itself; on request, [constructive](super::constructive) |
//! | Cost | a clause, and for each part that is not an atom its propagators under a guard and a [watcher](super::watcher) |
//! | Explains | by what made the other parts false |

use std::fmt;
use std::sync::Arc;

use crate::constraints::clause::post_atoms;
use crate::constraints::logic::constructive::Constructive;
use crate::constraints::logic::imply::imply;
use crate::constraints::logic::literal::implied_literal;
use crate::constraints::logic::{AllOf, Parts, decompose_all, scope_of, truth_of, validate_all, write_parts};
use crate::constraints::truth::{GuardWatch, Truth};
use crate::constraints::{Auxiliaries, Condition, Constraint, Simplified, Statement, clause, not};
use crate::engine::{Consistency, Poster};
use crate::store::handle::{IntVar, IntView};
use crate::store::{Atom, Domains, Failure};

/// The constraint [`any_of`], a disjunction.
#[derive(Clone, Debug, PartialEq)]
pub struct AnyOf {
    /// The parts, at least one of which holds.
    pub parts: Parts,
    /// The consistency of constructive disjunction, at which each part is propagated to exclude what all of them exclude; `None` without
    /// that.
    pub constructive: Option<Consistency>,
}

/// At least one of these constraints, or literals, holds; false without any.
///
/// ```
/// use residua::constraints::any_of;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 3, 0..=9);
/// model.post(any_of([xs[0].is(7), xs[1].at_least(3)]))?;
/// model.post(any_of([(xs[0] + xs[1]).eq(xs[2]), (xs[0] + xs[2]).eq(xs[1])]))?;
/// assert!(model.solve().is_some());
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn any_of<C: Constraint + 'static>(parts: impl IntoIterator<Item = C>) -> Condition {
    let parts = parts.into_iter().map(Constraint::into_shared).collect();
    Condition::new(Arc::new(AnyOf { parts, constructive: None }))
}

impl AnyOf {
    /// Parts that are disjunctions themselves are taken apart, unless they are to be propagated together.
    pub(super) fn of_two(one: Arc<dyn Constraint>, other: Arc<dyn Constraint>) -> AnyOf {
        fn own(any: &mut AnyOf) -> Option<&mut Parts> {
            any.constructive.is_none().then_some(&mut any.parts)
        }
        let parts = |whole| Parts::of(whole, own);
        AnyOf { parts: parts(one).with(parts(other)), constructive: None }
    }
}

impl Constraint for AnyOf {
    fn name(&self) -> &'static str {
        "any_of"
    }

    fn scope(&self) -> Vec<IntView> {
        scope_of(&self.parts)
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        self.parts.iter().any(|part| part.check(value))
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
        Ok(simpler.map(|parts| Arc::new(AnyOf { parts: parts.into(), ..*self }) as Arc<dyn Constraint>))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let simpler = decompose_all(&self.parts, to)?;
        let parts = simpler.as_deref().unwrap_or(&self.parts);
        if let [only] = parts {
            return match to.guard() {
                Some(guard) => imply(guard, only, GuardWatch::Refutes, to),
                None => only.post(to),
            };
        }
        // Each literal with the part as it is: in an engine of its own it has its auxiliary variables to itself.
        let mut literals = Vec::new();
        for (part, whole) in parts.iter().zip(&self.parts) {
            match implied_literal(part, to)? {
                Truth::Always => return Ok(()),
                Truth::Never => {}
                Truth::Is(literal) => literals.push((literal, whole)),
            }
        }
        if let Some(consistency) = self.constructive.filter(|_| literals.len() > 1) {
            let constructive = Constructive::new(&literals, consistency, to);
            to.add(constructive);
        }
        post_atoms(literals.into_iter().map(|(literal, _)| literal).collect(), to)
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let mut left: Vec<Arc<dyn Constraint>> = Vec::new();
        let mut is_changed = false;
        for part in &self.parts {
            match part.simplify(domains) {
                Simplified::Entailed => return Simplified::Entailed,
                Simplified::Violated => is_changed = true,
                Simplified::Unchanged => left.push(Arc::clone(part)),
                Simplified::Into(parts) => {
                    let simpler = AllOf::of(parts);
                    // A conjunction becomes its parts, and those may be as they were.
                    is_changed |= *simpler != **part;
                    left.push(simpler);
                }
            }
        }
        let is_atomic = |part: &Arc<dyn Constraint>| matches!(part.as_atom(), Some(Truth::Is(_)));
        match &left[..] {
            [] => Simplified::Violated,
            [only] => Simplified::Into(vec![Arc::clone(only)]),
            parts if parts.iter().all(is_atomic) => {
                let atom = |part: &Arc<dyn Constraint>| match part.as_atom() {
                    Some(Truth::Is(atom)) => Some(atom),
                    _ => None,
                };
                Simplified::Into(vec![clause(parts.iter().filter_map(atom)).into_shared()])
            }
            _ if is_changed => Simplified::Into(vec![Arc::new(AnyOf { parts: left.into(), ..*self })]),
            _ => Simplified::Unchanged,
        }
    }

    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        truth_of(&self.parts, true, domains)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(AnyOf { parts: self.parts.replaced(|part| part.map(to)), ..*self })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write_parts(f, &self.parts, " ∨ ", "false", name)
    }

    fn statement(&self) -> Option<Statement> {
        self.parts.iter().map(Constraint::statement).collect::<Option<_>>().map(Statement::Any)
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        let negated = |part: &Arc<dyn Constraint>| not(Arc::clone(part)).into_shared();
        Some(Arc::new(AllOf { parts: self.parts.replaced(negated) }))
    }

    fn refutes_guard(&self, _: Atom, _: &Poster<'_>) -> bool {
        true
    }

    fn depth(&self) -> u32 {
        self.parts.depth() + 1
    }

    fn constructively(&self, consistency: Consistency) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(AnyOf { constructive: Some(consistency), ..self.clone() }))
    }
}
