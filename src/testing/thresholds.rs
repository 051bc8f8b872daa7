//! Searches that hand over, learn or start threads earlier than they do otherwise, which takes thousands of nodes: for the library's own
//! tests.

#[cfg(feature = "threads")]
use crate::inspect::Counter;
use crate::inspect::{AllRelations, Conflicts, Inspection};
#[cfg(feature = "threads")]
use crate::model::IntVar;
use crate::model::{ConstraintId, Model};
#[cfg(feature = "dense")]
use crate::search::{Learning, NetworkSearch, Solutions, network_of};
use crate::search::{Limit, Limits};

/// The solutions that the dense engine finds, until it has searched `nodes` nodes without another one and is handed over to the general
/// engine; `None` for a model that it does not search.
#[cfg(feature = "dense")]
pub fn impatient(model: &Model, nodes: u64, limits: Limits) -> Option<Solutions> {
    let search = NetworkSearch::new(&network_of(model)?, limits)?;
    Some(Solutions::dense(search.with_node_budget(nodes), model, Learning::Auto))
}

/// [`Model::inspect`] at [`Strength::Exact`](crate::inspect::Strength::Exact), where a search learns after `dead_ends` failures.
pub fn inspect_impatiently(model: &Model, dead_ends: u64, limits: &Limits) -> Inspection {
    model.inspect().learning_after(dead_ends).limits(limits).run()
}

/// [`Model::inspect`] at [`Strength::Exact`](crate::inspect::Strength::Exact), by that many threads from `nodes` nodes on, where a search
/// learns after `dead_ends` failures.
#[cfg(feature = "threads")]
pub fn inspect_by_threads(
    model: &Model,
    threads: usize,
    nodes: u64,
    dead_ends: u64,
    limits: &Limits,
) -> Inspection {
    model.inspect().threads(threads).threads_after(nodes).learning_after(dead_ends).limits(limits).run()
}

/// [`Inspect::counter`](crate::inspect::Inspect::counter) over these variables, or all, by that many threads from `nodes` nodes on.
#[cfg(feature = "threads")]
pub fn counter_by_threads(
    model: &Model,
    over: Option<&[IntVar]>,
    threads: usize,
    nodes: u64,
    limits: &Limits,
) -> Counter {
    let asked = model.inspect().threads(threads).threads_after(nodes).limits(limits);
    over.map_or(asked.clone(), |vars| asked.over(vars)).counter()
}

/// [`Model::conflicts`], where a search learns after `dead_ends` failures.
pub fn conflicts_impatiently(
    model: &Model,
    dead_ends: u64,
    is_soft: impl Fn(ConstraintId) -> bool,
    limits: &Limits,
) -> Conflicts {
    model.conflicts_with(Some(dead_ends), is_soft, limits)
}

/// [`Model::equal_pairs`], [`Model::different_pairs`] and [`Model::implications`], where a search learns after `dead_ends` failures.
///
/// # Errors
/// As these.
pub fn relations_impatiently(
    model: &Model,
    dead_ends: u64,
    limits: &Limits,
) -> Result<Option<AllRelations>, Limit> {
    model.relations_with(dead_ends, limits)
}
