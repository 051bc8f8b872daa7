//! Creation of variant puzzles: givens are removed from a random grid that keeps to the rules, as long as it stays the only one.
//!
//! | file | holds |
//! |---|---|
//! | `request.rs` | requests, and their validation |
//! | `creator.rs` | the creator of a sequence of puzzles, and its errors |
//! | `refused.rs` | requests that are refused |
//! | `solution.rs` | random grids that keep to rules |
//! | `cages.rs` | random cages |
//! | `removal.rs` | removal of givens |

mod cages;
mod creator;
mod refused;
mod removal;
mod request;
mod solution;

pub use crate::create::creator::{CreatedVariant, MissedVariant, VariantCreator};
pub use crate::create::refused::RefusedVariant;
pub use crate::create::request::VariantCreation;
