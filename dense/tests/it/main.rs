//! Promises of the dense engine, one per module.
//!
//! | module | promise |
//! |---|---|
//! | `golden` | nodes, failures, passes and the order of solutions have not changed; `src/mutants.rs` shows that this can fail |
//! | `latin` | both forms for Latin squares search in the same order |
//! | `solutions` | each form that fits finds each solution once, and nothing else |
//! | `endings` | a pause changes nothing, and exhaustion is reported |
//!
//! `cases` generates the networks, `oracle` is the slow twin.

use residua_dense::{Advanced, Counts, Dense, Form, Lanes, Method, Network};

mod cases;
mod endings;
mod golden;
mod latin;
mod oracle;
mod solutions;

/// A search in words, by intersections if they fit.
fn in_words(network: &Network) -> Dense {
    let words = |method| Form { method, lanes: Lanes::Words };
    let mut forms = [Method::Intersections, Method::Planes].map(words).into_iter();
    forms.find_map(|form| Dense::in_form(network, form)).expect("planes fit")
}

/// The given number, scaled by `RESIDUA_DEPTH`: more for a thorough search, a fraction where tests are slow to run.
fn times_depth(count: usize) -> usize {
    let depth = std::env::var("RESIDUA_DEPTH").ok().and_then(|depth| depth.parse().ok()).unwrap_or(1.0);
    (count as f64 * depth).round() as usize
}
