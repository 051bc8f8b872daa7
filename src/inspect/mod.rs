//! Inspection: what is left of a model when it does not have exactly one solution.
//!
//! | file | answers |
//! |---|---|
//! | `residual.rs` | which values and which constraints are left after propagation |

mod residual;

pub use crate::inspect::residual::{Alias, Residual};
