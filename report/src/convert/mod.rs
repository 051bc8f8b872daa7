//! Conversion of puzzles into another format.
//!
//! | file | holds |
//! |---|---|
//! | `plain.rs` | plain puzzles in formats of plain puzzles |
//! | `variants.rs` | variant puzzles in their formats; plain puzzles as variants, and the other way round |

mod plain;
mod variants;

pub use crate::convert::plain::{Convert, Converted, Converter, Source};
pub use crate::convert::variants::{ConvertVariant, as_plain, as_variant};
