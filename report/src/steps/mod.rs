//! Puzzles solved by steps, as people take them: the next step, the whole path, how hard it is.
//!
//! | file | holds |
//! |---|---|
//! | `begun.rs` | the steps of a subject, from its givens, or from what is entered and marked |
//! | `hint.rs` | `residua hint`: the next step, told by degrees |
//! | `path.rs` | `residua explain`: all steps |
//! | `rated.rs` | `residua rate`: how hard the steps are |
//! | `json.rs` | steps as JSON |
//! | `drawing.rs` | boards as pictures |

mod begun;
mod drawing;
mod hint;
mod json;
mod path;
mod rated;

pub use crate::steps::begun::NO_STEPS;
pub use crate::steps::hint::{Hinted, hint};
pub use crate::steps::path::{Path, explain};
pub use crate::steps::rated::{Rated, rate};
