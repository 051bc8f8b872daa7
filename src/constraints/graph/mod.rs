//! Ways through graphs.
//!
//! | file | holds |
//! |---|---|
//! | `circuit.rs` | one circuit through all nodes, or through some |
//! | `nodes.rs` | the nodes, as its propagators see them |
//! | `chains.rs` | no chain closes before all nodes are on it |
//! | `components.rs` | what the strongly connected components say |
//! | `cuts.rs` | why: the arcs that no longer lead out of a set of nodes |

mod chains;
mod circuit;
mod components;
mod cuts;
mod nodes;

pub use crate::constraints::graph::circuit::{Circuit, circuit, subcircuit};
