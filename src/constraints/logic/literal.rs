//! Reification literals: the truth of a constraint as an atom of an engine.

use std::sync::Arc;

use crate::constraints::Constraint;
use crate::constraints::logic::imply::imply;
use crate::constraints::truth::{GuardWatch, Truth};
use crate::engine::Poster;
use crate::store::handle::IntAtom;
use crate::store::{Atom, Failure, Relation};

/// The atom in an engine. One that no value of an engine's variable can satisfy, or each can, has no negation there.
fn inner(atom: IntAtom, to: &Poster<'_>) -> Truth<Atom> {
    let atom = to.atom(atom);
    match (atom.relation(), atom.value()) {
        (Relation::Le, i32::MAX) | (Relation::Ge, i32::MIN) => Truth::Always,
        (Relation::Le, i32::MIN) | (Relation::Ge, i32::MAX) => Truth::Never,
        _ => Truth::Is(atom),
    }
}

pub(super) fn known(constraint: &dyn Constraint, to: &Poster<'_>) -> Option<Truth<Atom>> {
    Some(match constraint.as_atom()? {
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
    imply(literal, constraint, GuardWatch::Decides, to)?;
    Ok(Truth::Is(literal))
}
