//! Clauses and graphs, in the formats of DIMACS. All questions but `solve` are asked of them as of other [models](crate::models).
//!
//! | file | holds |
//! |---|---|
//! | `kind.rs` | which inputs these are |
//! | `read.rs` | such an input as a subject |
//! | `solve.rs` | its solutions |

mod kind;
mod read;
mod solve;

pub use crate::clauses::kind::Kind;
pub use crate::clauses::read::read;
pub use crate::clauses::solve::solve;
