//! Half-reification: posts a constraint that holds where an atom is true.

use std::sync::Arc;

use crate::constraints::Constraint;
use crate::constraints::logic::watcher::Watcher;
use crate::constraints::truth::GuardWatch;
use crate::engine::Poster;
use crate::store::{Atom, Failure};

/// Posts `guard → constraint`: the constraint is propagated where the guard is true.
pub(super) fn imply(
    guard: Atom,
    constraint: &Arc<dyn Constraint>,
    watch: GuardWatch,
    to: &mut Poster<'_>,
) -> Result<(), Failure> {
    if constraint.post_implied(guard, watch, to)? {
        return Ok(());
    }
    constraint.post(&mut to.under(guard))?;
    if watch == GuardWatch::Nothing || watch == GuardWatch::Refutes && constraint.refutes_guard(guard, to) {
        return Ok(());
    }
    let watcher = Watcher::new(Arc::clone(constraint), guard, watch == GuardWatch::Decides, to);
    to.unguarded().add(watcher);
    Ok(())
}
