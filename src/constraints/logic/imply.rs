//! A constraint that holds where an atom is true.

use std::sync::Arc;

use crate::constraints::logic::literal::{Truth, as_atom};
use crate::constraints::logic::watcher::Watcher;
use crate::constraints::logic::{AllOf, AnyOf, Iff};
use crate::constraints::{Clause, Constraint, InSet};
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
    constraint.post(&mut to.under(guard))?;
    if watch == Watch::Nothing || watch == Watch::Refutes && refutes_its_guard(&**constraint) {
        return Ok(());
    }
    let watcher = Watcher::new(Arc::clone(constraint), guard, watch == Watch::Decides, to);
    to.unguarded().add(watcher);
    Ok(())
}

/// Whether the guard becomes false by what was posted: a fact, or a clause with the guard in it.
fn refutes_its_guard(constraint: &dyn Constraint) -> bool {
    let any = constraint.as_any();
    let is_fact = matches!(as_atom(constraint), Some(Truth::Is(_) | Truth::Never)) || any.is::<InSet>();
    is_fact || any.is::<Clause>() || any.is::<AnyOf>() || any.is::<AllOf>() || any.is::<Iff>()
}
