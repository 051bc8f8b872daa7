//! The constraints of the catalogue as Python functions, under their names. Each takes expressions wherever it takes variables.
//!
//! | file | holds |
//! |---|---|
//! | `apply.rs` | a constraint of the library over expressions |
//! | `values.rs` | constraints on which values occur: all different, counting, ordering |
//! | `extensional.rs` | element, tables, automata |
//! | `arithmetic.rs` | functions, sums |
//! | `logic.rs` | conjunction, disjunction, negation, numbers of true conditions |
//! | `structures.rs` | packing, scheduling, graphs |

mod apply;
mod arithmetic;
mod extensional;
mod logic;
mod structures;
mod values;

use pyo3::prelude::*;

pub(crate) use crate::catalogue::extensional::Automaton;

/// Adds all functions to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    values::register(module)?;
    extensional::register(module)?;
    arithmetic::register(module)?;
    logic::register(module)?;
    structures::register(module)
}
