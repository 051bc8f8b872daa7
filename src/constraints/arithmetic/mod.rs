//! Arithmetic: functions of one, two or many views.
//!
//! | file | holds |
//! |---|---|
//! | `calculation.rs` | absolute value, distance, product, quotients, remainders and power, as constraints |
//! | `functional.rs` | their propagator |
//! | `functional_why.rs` | its explanations |
//! | `near.rs` | supports of a distance, by words |
//! | `narrow.rs` | interval arithmetic: bounds of arguments and result |
//! | `extremum.rs` | maximum and minimum, as constraints |
//! | `greatest.rs` | their propagator |
//! | `arg_extremum.rs` | `arg_max` and `arg_min`, as constraints |
//! | `first_greatest.rs` | their propagator |
//! | `assignments.rs` | a propagator that enumerates all assignments, where a variable occurs twice |
//! | `cases.rs` | simplification by enumeration of assignments |

mod arg_extremum;
mod assignments;
mod calculation;
mod cases;
mod extremum;
mod first_greatest;
mod functional;
mod functional_why;
mod greatest;
mod narrow;
mod near;

pub use crate::constraints::arithmetic::arg_extremum::{ArgExtremum, arg_max, arg_min};
pub use crate::constraints::arithmetic::calculation::{
    Calculation, abs, distance, div, div_floor, mod_floor, modulo, pow, times,
};
pub(in crate::constraints) use crate::constraints::arithmetic::cases::by_cases;
pub use crate::constraints::arithmetic::extremum::{Extremum, maximum, minimum};
pub use crate::constraints::arithmetic::narrow::Operation;
pub(in crate::constraints) use crate::constraints::arithmetic::narrow::{Interval, narrow};
