//! Graph constraints: `circuit`, `subcircuit`.
//!
//! | file | holds |
//! |---|---|
//! | `circuit.rs` | one circuit through all nodes, or through some |
//! | `nodes.rs` | the nodes over the variables of an engine |
//! | `chains.rs` | subtour elimination |
//! | `components.rs` | propagation by strongly connected components |
//! | `cuts.rs` | its explanations: the arcs that no longer lead out of a set of nodes |

mod chains;
mod circuit;
mod components;
mod cuts;
mod nodes;

pub use crate::constraints::graph::circuit::{Circuit, circuit, subcircuit};
