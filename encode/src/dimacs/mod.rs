//! DIMACS files: readers of CNF formulas as models, and of graphs for colouring.
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
