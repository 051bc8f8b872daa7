//! Inspection: what is left of a model when it does not have exactly one solution.
//!
//! | file | answers |
//! |---|---|
//! | `residual.rs` | which values and which constraints are left after propagation |
//! | `components.rs` | which variables have nothing to do with each other any more |
//! | `count.rs` | how many solutions there are |

mod components;
mod count;
mod natural;
mod residual;

pub use crate::inspect::count::{Count, Counter};
pub use crate::inspect::natural::Natural;
pub use crate::inspect::residual::{Alias, Residual};
