//! Promises of the dense engine, one a module.
//!
//! | module | promise |
//! |---|---|
//! | `latin` | both forms for Latin squares search alike |
//! | `solutions` | each form that fits finds each solution once, and nothing else |
//! | `endings` | a pause changes nothing, and what is exhausted says so |
//!
//! What a search takes, node by node, is held by `golden` among the unit tests, where the kernels can be got at.

use residua_dense::{Counts, Dense, Form, Lanes, Method, Network, Step};

#[path = "../../src/testing/cases.rs"]
mod cases;
mod endings;
mod latin;
mod oracle;
mod solutions;

/// So many, or as many times more or fewer as `RESIDUA_DEPTH` says: more for a thorough search, a fraction where tests are slow
/// to run.
fn times_depth(count: usize) -> usize {
    let depth = std::env::var("RESIDUA_DEPTH").ok().and_then(|depth| depth.parse().ok()).unwrap_or(1.0);
    (count as f64 * depth).round() as usize
}
