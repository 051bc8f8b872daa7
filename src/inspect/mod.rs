//! Inspection: what is left of a model when it does not have exactly one solution.
//!
//! | file | answers |
//! |---|---|
//! | `inspection.rs` | how many solutions, and what is left, at a strength of choice |
//! | `strength.rs` | the strengths to choose from |
//! | `verdict.rs` | no solution, one, more, or what was known when a limit came |
//! | `residual.rs` | which values and which constraints are left after propagation |
//! | `equalities.rs` | which variables are equal, although no single constraint says so |
//! | `twins.rs` | which variables of two values are equal because both differ from a third |
//! | `singles.rs` | which values have one place left |
//! | `exact.rs` | which values are part of a solution |
//! | `components.rs` | which variables no longer constrain each other |
//! | `builder.rs` | the inspection builder: strength, variables, limits, engine |
//! | `backbone.rs` | which variables have one value in all solutions |
//! | `equivalences.rs` | which pairs of variables are always equal, or always different |
//! | `implications.rs` | which value of a variable fixes which other variable |
//! | `questions.rs` | whether some atoms hold in a solution: used by most of these |
//! | `witnesses.rs` | solutions under assumptions: used by the last two |
//! | `count/` | how many solutions there are, and with each value |
//! | `nearest.rs` | which other solution differs least from a given one |
//! | `conflict/` | which constraints clash when there are none, and which to drop so that there are |
//! | `hitting.rs` | smallest hitting sets: used by searches for a smallest set |
//! | `why/` | why a value is gone, or a variable fixed |

mod backbone;
mod builder;
mod components;
mod conflict;
mod count;
mod equalities;
mod equivalences;
mod exact;
pub mod hitting;
mod implications;
mod inspection;
mod nearest;
mod questions;
mod residual;
mod singles;
mod strength;
mod twins;
mod verdict;
mod why;
mod witnesses;

pub use crate::inspect::builder::Inspect;
pub use crate::inspect::conflict::{ConflictSet, Conflicts, Smallest};
pub use crate::inspect::count::{Count, Counter, Marginals, Natural, Progress};
pub use crate::inspect::equivalences::Pair;
pub(crate) use crate::inspect::implications::AllRelations;
pub use crate::inspect::implications::Implication;
pub use crate::inspect::inspection::Inspection;
pub use crate::inspect::nearest::Nearest;
pub use crate::inspect::residual::{Alias, Residual};
pub use crate::inspect::strength::Strength;
pub use crate::inspect::verdict::{PartialInspection, Verdict};
pub use crate::inspect::why::{Explanation, Justification, Line, Technique, Why};
pub use crate::inspect::witnesses::Relations;
