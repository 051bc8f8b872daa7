//! Ordering constraints: monotonic and sorted lists, lexicographic order, value precedence.
//!
//! | file | holds |
//! |---|---|
//! | `chain.rs` | `x₁ ≤ x₂ ≤ …`, also with `<`, `≥`, `>` |
//! | `lex.rs` | lexicographic order of lists |
//! | `in_order.rs` | the propagator of these |
//! | `precede.rs` | value precedence |
//! | `sort.rs` | a list, and its values sorted |
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
