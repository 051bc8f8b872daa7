//! Scheduling constraints: tasks in time, and rectangles in the plane.
//!
//! | file | holds |
//! |---|---|
//! | `task.rs` | tasks over the variables of an engine |
//! | `cumulative.rs` | tasks that share a capacity |
//! | `simplify_cumulative.rs` | simplification of `cumulative` |
//! | `profile.rs` | demand profiles over time |
//! | `timetable.rs`, `timetable_why.rs` | time-tabling, the propagator of `cumulative`, and its explanations |
//! | `energy.rs` | the energetic overload check |
//! | `edge_finding.rs` | time-table edge finding |
//! | `disjunctive.rs` | tasks of a unary resource |
//! | `pairs.rs` | pairs of tasks, and simplification of `disjunctive` |
//! | `unary.rs`, `unary_why.rs` | the propagator of `disjunctive`, and its explanations |
//! | `sets.rs`, `theta_tree.rs` | its rules on sets of tasks, and the Θ-Λ-tree |
//! | `premises.rs` | premises of explanations |
//! | `diffn.rs`, `rectangles.rs` | non-overlapping rectangles, and their propagator |
//! | `apart.rs` | decomposition of `diffn` for a search that learns |
//! | `window.rs` | start windows of tasks, in either direction of time |

mod apart;
mod cumulative;
mod diffn;
mod disjunctive;
mod edge_finding;
mod energy;
mod pairs;
mod premises;
mod profile;
mod rectangles;
mod sets;
mod simplify_cumulative;
mod task;
mod theta_tree;
mod timetable;
mod timetable_why;
mod unary;
mod unary_why;
mod window;

pub use crate::constraints::scheduling::cumulative::{Cumulative, cumulative};
pub use crate::constraints::scheduling::diffn::{Diffn, diffn, diffn_nonstrict};
pub use crate::constraints::scheduling::disjunctive::{Disjunctive, disjunctive, disjunctive_strict};
