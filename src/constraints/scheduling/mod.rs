//! Tasks in time, and rectangles in the plane.
//!
//! | file | holds |
//! |---|---|
//! | `task.rs` | tasks, as the propagators see them |
//! | `cumulative.rs` | tasks that share a capacity |
//! | `left.rs` | what is left of them once domains are known |
//! | `profile.rs` | demands over time |
//! | `timetable.rs`, `timetable_why.rs` | the propagator of `cumulative`, and what that explains |
//! | `energy.rs` | the check behind it: demands times durations |

mod cumulative;
mod energy;
mod left;
mod profile;
mod task;
mod timetable;
mod timetable_why;

pub use crate::constraints::scheduling::cumulative::{Cumulative, cumulative};
