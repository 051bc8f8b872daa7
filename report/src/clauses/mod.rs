//! DIMACS clauses and graphs. All questions but `solve` treat them as other [models](crate::models).
//!
//! | file | holds |
//! |---|---|
//! | `kind.rs` | recognition of DIMACS files |
//! | `read.rs` | reader: clauses or a graph as a subject |
//! | `solve.rs` | solutions |

mod kind;
mod read;
mod solve;

pub use crate::clauses::kind::DimacsKind;
pub use crate::clauses::read::read;
pub use crate::clauses::solve::solve;
pub(crate) use crate::clauses::solve::{list, write_solution};
