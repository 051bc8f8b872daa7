//! Handover budgets: after how many nodes or failures one search is replaced by another.
//!
//! | budget | of | handed over to |
//! |---|---|---|
//! | [`DENSE_NODES`] | a dense search | the general engine |
//! | [`DENSE_NODES_LARGE`] | a dense search of a large puzzle | the general engine, which learns from the start |
//! | [`QUESTION_FAILURES`] | a depth-first search under assumptions | a search that learns |
//! | [`CONFLICT_FAILURES`] | a depth-first search for a conflict | a search that learns |

/// Nodes of a dense search without another solution: one to three milliseconds in vector registers, as long as the general engine takes
/// to prepare a large grid.
#[cfg(feature = "dense")]
pub(super) const DENSE_NODES: u64 = 1024;

/// Nodes of a dense search of a large puzzle: 1,680 grids of 25×25 are all solved then, in a quarter of the time that the dense engine
/// alone takes for all but one.
#[cfg(feature = "dense")]
pub(super) const DENSE_NODES_LARGE: u64 = 3000;

/// Failures of a question of an inspection.
pub(crate) const QUESTION_FAILURES: u64 = 500;

/// Failures of each question about conflicts. With hundreds of assumptions, which it has to decide again and again, a search that learns
/// is slower for all but hopeless questions.
pub(crate) const CONFLICT_FAILURES: u64 = 20_000;
