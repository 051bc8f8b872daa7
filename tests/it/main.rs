//! The oracle tests: one module a promise, each over random instances of every constraint or of whole models.
//!
//! | module | promise |
//! |---|---|
//! | `soundness` | no solution is lost, none is invented |
//! | `consistency` | at every node, what is left has the support that was promised |
//! | `claims` | what a propagator claims about itself is true |
//! | `explanation` | premises held before, and imply the conclusion |
//! | `exact` | what is left is the union of all solutions |
//! | `conflict` | a conflict has no solution, and loses that with any member |
//! | `count` | counting gives the number of solutions |

mod catalogue;
mod claims;
mod conflict;
mod consistency;
mod count;
mod counts;
mod determinism;
mod domains;
mod errors;
mod exact;
mod explanation;
mod formats;
mod large;
mod layering;
mod mutants;
mod oracle;
mod puzzles;
mod residual;
mod restoration;
mod round_trip;
mod simplify;
mod soundness;
mod walk;
