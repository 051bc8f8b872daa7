//! Reification literals: the truth of a constraint as an atom of an engine.

use std::sync::Arc;

use crate::constraints::Constraint;
use crate::constraints::logic::imply::imply;
use crate::constraints::truth::{GuardWatch, Truth};
use crate::engine::{Part, Poster};
use crate::store::handle::{IntAtom, IntVar};
use crate::store::{Atom, Failure, Relation, VarId};

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
/// false the constraint is only known not to hold, unless its negation is part of a condition, too. Equal constraints share it, and so
/// does the negation.
pub(super) fn implied_literal(
    constraint: &Arc<dyn Constraint>,
    to: &mut Poster<'_>,
) -> Result<Truth<Atom>, Failure> {
    if let Some(truth) = known(&**constraint, to) {
        return Ok(truth);
    }
    if let Some((var, value)) = shared(constraint, to) {
        return Ok(Truth::Is(Atom::eq(var, value)));
    }
    let opposite = constraint.negation().and_then(|negated| shared(&negated, to));
    // The literal of the negation is decided by a watcher already.
    let watch = if opposite.is_some() { GuardWatch::Nothing } else { GuardWatch::Decides };
    let (var, value) = opposite.map_or_else(|| (to.new_literal().var(), 1), |(var, value)| (var, 1 - value));
    let literal = Atom::eq(var, value);
    imply(literal, constraint, watch, &mut to.unguarded())?;
    to.share_auxiliary(part(constraint, value), IntVar::of_auxiliary(var));
    Ok(Truth::Is(literal))
}

/// The variable and its value where the constraint holds.
fn shared(constraint: &Arc<dyn Constraint>, to: &Poster<'_>) -> Option<(VarId, i32)> {
    let of = |value| Some((to.shared_auxiliary(&part(constraint, value))?.auxiliary()?, value));
    of(1).or_else(|| of(0))
}

/// What a literal stands for: that a constraint holds where its variable has this value.
fn part(constraint: &Arc<dyn Constraint>, value: i32) -> Part {
    // Equal constraints agree in their type and scope.
    let alike = ((**constraint).as_any().type_id(), constraint.scope(), value);
    Part::new((Arc::clone(constraint), value), &alike)
}
