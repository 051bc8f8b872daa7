//! Clauses and graphs, in the formats of DIMACS.
//!
//! | file | holds |
//! |---|---|
//! | `kind.rs` | which inputs these are |
//! | `subject.rs` | such an input as a model, and its solutions as text |
//! | `solve.rs`, `count.rs`, `inspect.rs`, `conflict.rs` | the answers to the questions of these names |

mod conflict;
mod count;
mod inspect;
mod kind;
mod solve;
mod subject;

pub use crate::clauses::conflict::look as conflict;
pub use crate::clauses::count::look as count;
pub use crate::clauses::inspect::look as inspect;
pub use crate::clauses::kind::Kind;
pub use crate::clauses::solve::look as solve;
pub use crate::clauses::subject::Subject;
