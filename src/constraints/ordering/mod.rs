//! Orders of several views, of lists of them, and of the first places of values.
//!
//! | file | holds |
//! |---|---|
//! | `chain.rs` | `x₁ ≤ x₂ ≤ …`, and the same with `<`, `≥`, `>` |
//! | `lex.rs` | lists in the order of a dictionary |
//! | `in_order.rs` | the propagator of these |
//! | `precede.rs` | values that come into use one after another |
//! | `sort.rs` | views, and their values in order |
//! | `places.rs` | its propagator |

mod chain;
mod in_order;
mod lex;
mod places;
mod precede;
mod sort;

pub use crate::constraints::ordering::chain::{
    Ordered, decreasing, increasing, strictly_decreasing, strictly_increasing,
};
pub use crate::constraints::ordering::lex::{Lex, LexChain, lex_chain, lex_less, lex_lesseq};
pub use crate::constraints::ordering::precede::{ValuePrecede, value_precede, value_precede_chain};
pub use crate::constraints::ordering::sort::{Sort, sort};
