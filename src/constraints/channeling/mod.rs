//! Views of the same assignment from two sides: who has what, and what is had by whom.
//!
//! | file | holds |
//! |---|---|
//! | `inverse.rs` | inverse functions, also partial ones, and functions that are their own inverse |
//! | `channel.rs` | the propagator of their literals |

mod channel;
mod inverse;

pub use crate::constraints::channeling::inverse::{
    Inverse, inverse, inverse_partial, symmetric_all_different,
};
