//! Inspection: what is left of a model when it does not have exactly one solution.
//!
//! | file | holds |
//! |---|---|
//! | `inspection.rs` | inspection: the verdict, and what is left, at a strength of choice |
//! | `strength.rs` | the strengths to choose from |
//! | `verdict.rs` | verdicts: no solution, one, more, or the partial result at a limit |
//! | `residual.rs` | residuals: the values and the constraints that are left after propagation |
//! | `equalities.rs` | equalities that no single constraint states |
//! | `twins.rs` | equal variables of two values, which both differ from a third |
//! | `singles.rs` | values with one place left (hidden singles) |
//! | `exact/` | exact domains: the values that are part of a solution |
//! | `components.rs` | connected components of the constraint graph |
//! | `builder.rs` | the inspection builder: strength, variables, limits, engine |
//! | `backbone.rs` | the backbone: variables with one value in all solutions |
//! | `equivalences.rs` | pairs of variables that are equal, or different, in all solutions |
//! | `implications.rs` | implications between values |
//! | `threads.rs` | threads: how many, and from when on |
//! | `crew.rs` | a crew: threads that work at one question, and their end |
//! | `questions.rs` | satisfiability under assumptions: used by most of these |
//! | `witnesses.rs` | solutions under assumptions: used by the last two |
//! | `count/` | model counting, and marginals |
//! | `nearest.rs` | the nearest other solution, by Hamming distance |
//! | `conflict/` | conflicts (MUS) and corrections (MCS) |
//! | `hitting.rs` | minimum hitting sets: used by searches for a smallest set |
//! | `why/` | step-wise explanations |

mod backbone;
mod builder;
mod components;
mod conflict;
mod count;
#[cfg(feature = "threads")]
mod crew;
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
mod threads;
mod twins;
mod verdict;
mod why;
mod witnesses;

pub use crate::inspect::builder::{Inspect, Known};
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
