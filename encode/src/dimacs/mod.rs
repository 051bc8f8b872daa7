//! DIMACS files read: clauses as a model, and graphs to be coloured.
//!
//! | file | for |
//! |---|---|
//! | `cnf.rs` | formulas: `p cnf` |
//! | `col.rs` | graphs: `p edge`, `p col` |
//! | `scanner.rs` | both: words, and the lines that they are on |

mod cnf;
mod col;
mod scanner;

pub use crate::dimacs::cnf::cnf;
pub use crate::dimacs::col::graph;
pub use crate::read_error::ReadError;
