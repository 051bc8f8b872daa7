//! Tasks in time, and rectangles in the plane.
//!
//! | file | holds |
//! |---|---|
//! | `task.rs` | tasks, as the propagators see them |
//! | `cumulative.rs` | tasks that share a capacity |
//! | `left.rs` | what is left of `cumulative` once domains are known |
//! | `profile.rs` | demands over time |
//! | `timetable.rs`, `timetable_why.rs` | the propagator of `cumulative`, and what that explains |
//! | `energy.rs` | the check behind the time-table: demands times durations |
//! | `edge_finding.rs` | what that energy leaves for others |
//! | `disjunctive.rs` | tasks of which no two take place at the same time |
//! | `pairs.rs` | what each two tasks say, and what is left of `disjunctive` |
//! | `unary.rs`, `unary_why.rs` | the propagator of `disjunctive`, and what that explains |
//! | `sets.rs`, `theta_tree.rs` | what sets of tasks say |
//! | `premises.rs` | what explanations of tasks are made of |
//! | `diffn.rs`, `rectangles.rs` | rectangles of which no two overlap, and the propagator of these |
//! | `apart.rs` | rectangles for a search that learns |
//! | `window.rs` | when a task can start, in either direction of time |

mod apart;
mod cumulative;
mod diffn;
mod disjunctive;
mod edge_finding;
mod energy;
mod left;
mod pairs;
mod premises;
mod profile;
mod rectangles;
mod sets;
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
