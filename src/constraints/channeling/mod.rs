//! Channeling constraints: inverse functions and symmetric matchings.
//!
//! | file | holds |
//! |---|---|
//! | `inverse.rs` | inverse functions, also partial ones, and functions that are their own inverse |
//! | `channel.rs` | the propagator of their equivalences |

mod channel;
mod inverse;

pub use crate::constraints::channeling::inverse::{
    Inverse, inverse, inverse_partial, symmetric_all_different,
};
