//! A constraint that holds where an atom is true.

use std::sync::Arc;

use crate::constraints::comparison::meet_somewhere;
use crate::constraints::logic::differ::Differ;
use crate::constraints::logic::equal::Equal;
use crate::constraints::logic::literal::as_atom;
use crate::constraints::logic::watcher::Watcher;
use crate::constraints::logic::{AllOf, AnyOf, Iff};
use crate::constraints::truth::Truth;
use crate::constraints::{
    Clause, Comparator, Comparison, Constraint, InSet, LinearSum, Operand, WideSum, not,
};
use crate::engine::Poster;
use crate::store::{Atom, Failure, View};

/// What the truth of the constraint says about its guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Watch {
    /// Where the constraint cannot hold, the guard is false.
    Refutes,
    /// And where it holds, the guard is true.
    Decides,
    /// Nothing: another watcher finds that out.
    Nothing,
}

/// Posts `guard → constraint`: the constraint is propagated where the guard is true.
pub(super) fn imply(
    guard: Atom,
    constraint: &Arc<dyn Constraint>,
    watch: Watch,
    to: &mut Poster<'_>,
) -> Result<(), Failure> {
    if post_comparison(guard, &**constraint, to) {
        return Ok(());
    }
    if watch != Watch::Nothing && to.keeps_nogoods() && post_implied(guard, constraint, watch, to)? {
        return Ok(());
    }
    constraint.post(&mut to.under(guard))?;
    if watch == Watch::Nothing || watch == Watch::Refutes && refutes(&**constraint, guard, to) {
        return Ok(());
    }
    let watcher = Watcher::new(Arc::clone(constraint), guard, watch == Watch::Decides, to);
    to.unguarded().add(watcher);
    Ok(())
}

/// Posts `guard ⇔ constraint`.
pub(super) fn imply_equal(
    guard: Atom,
    constraint: &Arc<dyn Constraint>,
    to: &mut Poster<'_>,
) -> Result<(), Failure> {
    let negated = not(Arc::clone(constraint)).into_shared();
    // Where each of the two finds out that it cannot hold, nothing is left for a watcher.
    let is_known = refutes(&**constraint, guard, to) && refutes(&*negated, guard, to);
    let watch = if is_known { Watch::Refutes } else { Watch::Decides };
    imply(guard, constraint, watch, to)?;
    imply(!guard, &negated, Watch::Nothing, to)
}

/// Posts `x = y`, or `x ≠ y`, with its guard as one propagator; false if it is neither, or about the variable of the guard, too.
fn post_comparison(guard: Atom, constraint: &dyn Constraint, to: &mut Poster<'_>) -> bool {
    let Some((comparator, [x, y])) = sides(constraint, to) else { return false };
    if x.var == y.var || [x.var, y.var].contains(&guard.var()) || !meet_somewhere(x, y) {
        return false;
    }
    if comparator == Comparator::Eq {
        let equal = Equal::new(guard, x, y, to);
        to.unguarded().add(equal);
    } else {
        to.unguarded().add(Differ::new(guard, x, y));
    }
    true
}

/// Of `x = y` and of `x ≠ y` which of them it is, and the two views in the engine.
fn sides(constraint: &dyn Constraint, to: &Poster<'_>) -> Option<(Comparator, [View; 2])> {
    let &Comparison { left, comparator, right } = constraint.as_any().downcast_ref()?;
    match (comparator, right) {
        (Comparator::Eq | Comparator::Ne, Operand::View(right)) => {
            Some((comparator, [to.view(left), to.view(right)]))
        }
        _ => None,
    }
}

/// Posts a sum, or an order, with its guard as one propagator, whose explanations are weaker than what a watcher finds; false if it is
/// none.
fn post_implied(
    guard: Atom,
    constraint: &Arc<dyn Constraint>,
    watch: Watch,
    to: &mut Poster<'_>,
) -> Result<bool, Failure> {
    let any = constraint.as_any();
    let decides = watch == Watch::Decides;
    if let Some(sum) = any.downcast_ref::<LinearSum>() {
        return Ok(sum.post_implied(guard, decides, to));
    }
    if let Some(sum) = any.downcast_ref::<WideSum>() {
        return sum.post_implied(guard, decides, to);
    }
    let order = any.downcast_ref::<Comparison>().and_then(Comparison::as_sum);
    let fits = |sum: &LinearSum| sum.terms.iter().all(|term| term.scale() == 0 || term.fits(to));
    Ok(order.filter(fits).is_some_and(|sum| sum.post_implied(guard, decides, to)))
}

/// Whether the guard becomes false by what is posted: a fact, a comparison, or a clause with the guard in it.
fn refutes(constraint: &dyn Constraint, guard: Atom, to: &Poster<'_>) -> bool {
    let any = constraint.as_any();
    let is_fact = matches!(as_atom(constraint), Some(Truth::Is(_) | Truth::Never)) || any.is::<InSet>();
    let is_of_others = |(_, sides): (Comparator, [View; 2])| sides.iter().all(|x| x.var != guard.var());
    let is_clause = any.is::<Clause>() || any.is::<AnyOf>() || any.is::<AllOf>() || any.is::<Iff>();
    is_fact || is_clause || sides(constraint, to).is_some_and(is_of_others)
}
