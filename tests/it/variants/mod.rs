//! Promise: variant puzzles have the solutions that the definitions of their rules allow, and collected puzzles the solution that is stated.
//!
//! | file | holds |
//! |---|---|
//! | `boards.rs` | small puzzles, with all digits that can be written into them |
//! | `rules.rs` | random rules of every kind against brute force by their definitions |
//! | `named.rs` | rules on lines of digits of which it is known whether they keep to them |
//! | `regions.rs` | regions that are to be found, against all partitions of small grids |
//! | `collected.rs` | collected puzzles, read from their neutral form |

mod boards;
pub(crate) mod collected;
mod named;
mod regions;
mod rules;
