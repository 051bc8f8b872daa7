//! Inspection: what is left of a model when it does not have exactly one solution.
//!
//! | file | answers |
//! |---|---|
//! | `inspection.rs` | how many solutions, and what is left, at a strength of choice |
//! | `residual.rs` | which values and which constraints are left after propagation |
//! | `equalities.rs` | which variables are equal, although no single constraint says so |
//! | `exact.rs` | which values are part of a solution |
//! | `components.rs` | which variables have nothing to do with each other any more |
//! | `count.rs` | how many solutions there are |
//! | `nearest.rs` | which other solution differs least from a given one |
//! | `conflict.rs` | which constraints clash when there are none |
//! | `why/` | why a value is gone, or a variable fixed |

mod components;
mod conflict;
mod count;
mod equalities;
mod exact;
mod inspection;
mod natural;
mod nearest;
mod residual;
mod strength;
mod why;

pub use crate::inspect::count::{Count, Counter};
pub use crate::inspect::inspection::{Inspection, Verdict};
pub use crate::inspect::natural::Natural;
pub use crate::inspect::nearest::Nearest;
pub use crate::inspect::residual::{Alias, Residual};
pub use crate::inspect::strength::Strength;
pub use crate::inspect::why::{Explanation, Ground, Line, Technique, Why};
