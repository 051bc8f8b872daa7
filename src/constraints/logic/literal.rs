//! Reification literals: the truth of a constraint as an atom of an engine.

use std::hash::Hash;
use std::sync::Arc;

use crate::constraints::Constraint;
use crate::constraints::logic::imply::imply;
use crate::constraints::truth::{GuardWatch, Truth};
use crate::engine::{Part, Poster};
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

/// Conditions that nest deeper share no literal: to compare one goes through all levels below it, at each level of the whole.
const DEEPEST_SHARED: u32 = 4;

/// A literal that is true where the constraint holds, and nowhere else. Where it is true the constraint is propagated; where it is
/// false the constraint is only known not to hold, unless its negation is part of a condition, too. Equal constraints share it, and so
/// does the negation.
pub(super) fn implied_literal(
    constraint: &Arc<dyn Constraint>,
    to: &mut Poster<'_>,
) -> Result<Truth<Atom>, Failure> {
    if let Some(truth) = known(&**constraint, to) {
        return Ok(truth);
    }
    if constraint.depth() > DEEPEST_SHARED {
        let literal = to.new_literal();
        imply(literal, constraint, GuardWatch::Decides, to)?;
        return Ok(Truth::Is(literal));
    }
    let own = part(constraint);
    if let Some(literal) = to.shared_literal(&own) {
        return Ok(Truth::Is(literal));
    }
    let opposite = constraint.negation().and_then(|negated| to.shared_literal(&part(&negated)));
    // The literal of the negation is decided by a watcher already.
    let watch = if opposite.is_some() { GuardWatch::Nothing } else { GuardWatch::Decides };
    let literal = match opposite {
        Some(opposite) => Atom::eq(opposite.var(), 1 - opposite.value()),
        None => to.new_literal(),
    };
    imply(literal, constraint, watch, &mut to.unguarded())?;
    to.share_literal(own, literal);
    Ok(Truth::Is(literal))
}

/// A condition that is propagated where a literal is true; those with a [variable](crate::constraints::logic::literal_of) of their own
/// are parts of another type.
#[derive(Debug)]
struct Implied(Arc<dyn Constraint>);

impl PartialEq for Implied {
    fn eq(&self, other: &Implied) -> bool {
        *self.0 == *other.0
    }
}

fn part(constraint: &Arc<dyn Constraint>) -> Part {
    Part::new(Implied(Arc::clone(constraint)), &alike(&**constraint))
}

/// What equal constraints agree in: their type and scope.
pub(super) fn alike(constraint: &dyn Constraint) -> impl Hash + use<> {
    (constraint.as_any().type_id(), constraint.scope())
}
