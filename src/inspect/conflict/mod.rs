//! Why there is no solution: sets of constraints that clash, and what to drop so that they do not.
//!
//! Some constraints are hard (the rules), the others soft (the givens). A *conflict* (a minimal unsatisfiable subset,
//! MUS) is a set of soft ones that, with the hard ones, has no solution, and of which none can be left out. A
//! *correction* (a minimal correction set, MCS) is a set of soft ones without which there is a solution, and of which
//! none can be kept. Each conflict shares a member with each correction.
//!
//! | file | answers |
//! |---|---|
//! | `quickxplain.rs` | one conflict |
//! | `clash.rs` | one among all constraints, as minimal as little work can make it |
//! | `marco.rs`, `map.rs` | all conflicts and all corrections, one after another |
//! | `smallest.rs` | a conflict, and a correction, with the fewest members |
//! | `feasibility.rs` | whether some of the soft constraints have a solution: used by all of them |

mod clash;
mod feasibility;
mod map;
mod marco;
mod quickxplain;
mod smallest;

pub use crate::inspect::conflict::clash::ConflictSet;
pub use crate::inspect::conflict::marco::Conflicts;
pub use crate::inspect::conflict::smallest::Smallest;
