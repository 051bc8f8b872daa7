//! The truth of a constraint as an atom.

use std::sync::Arc;

use crate::constraints::logic::imply::{Watch, imply, imply_equal};
use crate::constraints::truth::Truth;
use crate::constraints::{Auxiliaries, Clause, Comparison, Constraint, InSet, eq, iff};
use crate::domain::Domain;
use crate::engine::{Part, Poster};
use crate::store::handle::{IntAtom, IntVar};
use crate::store::{Atom, Failure, Relation};

/// The atom that says the same as the constraint, whatever the domains; `None` if there is none.
pub(in crate::constraints) fn as_atom(constraint: &dyn Constraint) -> Option<Truth<IntAtom>> {
    let any = constraint.as_any();
    if let Some(comparison) = any.downcast_ref::<Comparison>() {
        return comparison.as_atom();
    }
    if let Some(InSet { view, values }) = any.downcast_ref::<InSet>() {
        return (!view.is_overflown()).then(|| of_values(view.var, &view.preimage(values))).flatten();
    }
    match any.downcast_ref::<Clause>()?.literals[..] {
        [] => Some(Truth::Never),
        [only] => Some(Truth::Is(only)),
        _ => None,
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

/// The atom in an engine. One that no value of an engine's variable can satisfy, or each can, has no negation there.
fn inner(atom: IntAtom, to: &Poster<'_>) -> Truth<Atom> {
    let atom = to.atom(atom);
    match (atom.relation(), atom.value()) {
        (Relation::Le, i32::MAX) | (Relation::Ge, i32::MIN) => Truth::Always,
        (Relation::Le, i32::MIN) | (Relation::Ge, i32::MAX) => Truth::Never,
        _ => Truth::Is(atom),
    }
}

fn known(constraint: &dyn Constraint, to: &Poster<'_>) -> Option<Truth<Atom>> {
    Some(match as_atom(constraint)? {
        Truth::Always => Truth::Always,
        Truth::Never => Truth::Never,
        Truth::Is(atom) => inner(atom, to),
    })
}

/// A literal that is true where the constraint holds, and nowhere else. Where it is true the constraint is propagated; where it is
/// false the constraint is only known not to hold.
pub(super) fn implied_literal(
    constraint: &Arc<dyn Constraint>,
    to: &mut Poster<'_>,
) -> Result<Truth<Atom>, Failure> {
    if let Some(truth) = known(&**constraint, to) {
        return Ok(truth);
    }
    let literal = to.new_literal();
    imply(literal, constraint, Watch::Decides, to)?;
    Ok(Truth::Is(literal))
}

/// The same; and where it is false, the negation is propagated.
pub(super) fn equal_literal(
    constraint: &Arc<dyn Constraint>,
    to: &mut Poster<'_>,
) -> Result<Truth<Atom>, Failure> {
    if let Some(truth) = known(&**constraint, to) {
        return Ok(truth);
    }
    let literal = to.new_literal();
    imply_equal(literal, constraint, to)?;
    Ok(Truth::Is(literal))
}

/// A variable that is 1 where the condition holds, and else 0; equal conditions share it.
pub(in crate::constraints) fn literal_of(
    condition: &Arc<dyn Constraint>,
    to: &mut dyn Auxiliaries,
) -> Result<IntVar, Failure> {
    // Equal constraints agree in their type and scope.
    let alike = ((**condition).as_any().type_id(), condition.scope());
    let part = Part::new(Arc::clone(condition), &alike);
    if let Some(var) = to.known(&part) {
        return Ok(var);
    }
    let var = to.new_var(Domain::from(0..=1));
    to.define(iff(eq(var, 1), Arc::clone(condition)).into_shared())?;
    to.remember(part, var);
    Ok(var)
}
