//! A constraint that holds where an atom is true.

use std::sync::Arc;

use crate::constraints::logic::literal::{Truth, as_atom};
use crate::constraints::logic::watcher::Watcher;
use crate::constraints::logic::{AllOf, AnyOf, Iff};
use crate::constraints::{Clause, Comparison, Constraint, InSet, LinearSum, WideSum};
use crate::engine::Poster;
use crate::store::{Atom, Failure};

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
    if watch != Watch::Nothing && to.keeps_nogoods() && post_implied(guard, constraint, watch, to)? {
        return Ok(());
    }
    constraint.post(&mut to.under(guard))?;
    if watch == Watch::Nothing || watch == Watch::Refutes && refutes_its_guard(&**constraint) {
        return Ok(());
    }
    let watcher = Watcher::new(Arc::clone(constraint), guard, watch == Watch::Decides, to);
    to.unguarded().add(watcher);
    Ok(())
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

/// Whether the guard becomes false by what was posted: a fact, or a clause with the guard in it.
fn refutes_its_guard(constraint: &dyn Constraint) -> bool {
    let any = constraint.as_any();
    let is_fact = matches!(as_atom(constraint), Some(Truth::Is(_) | Truth::Never)) || any.is::<InSet>();
    is_fact || any.is::<Clause>() || any.is::<AnyOf>() || any.is::<AllOf>() || any.is::<Iff>()
}
