//! Conflicts (MUS) and corrections (MCS) of infeasible models: sets of constraints that clash, and what to drop so that they do not.
//!
//! Some constraints are hard (the rules), the others soft (the givens). A *conflict* (a minimal unsatisfiable subset,
//! MUS) is a minimal set of soft ones that, with the hard ones, has no solution. A
//! *correction* (a minimal correction set, MCS) is a minimal set of soft ones without which there is a solution. Each
//! conflict shares a member with each correction.
//!
//! | file | holds |
//! |---|---|
//! | `quickxplain.rs` | one conflict, by `QuickXplain` |
//! | `clash.rs` | one conflict of all constraints, as minimal as little work can make it |
//! | `marco.rs`, `map.rs` | enumeration of all conflicts and corrections, by MARCO |
//! | `smallest.rs` | a conflict, and a correction, with the fewest members |
//! | `feasibility.rs` | feasibility with some of the soft constraints: used by all of them |

mod clash;
mod feasibility;
mod map;
mod marco;
mod quickxplain;
mod smallest;

pub use crate::inspect::conflict::clash::ConflictSet;
pub use crate::inspect::conflict::marco::Conflicts;
pub use crate::inspect::conflict::smallest::Smallest;
