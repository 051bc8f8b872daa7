//! The JSON of this library, which holds everything that a puzzle does. `docs/variant.schema.json` describes it.
//!
//! | file | holds |
//! |---|---|
//! | `read.rs` | a puzzle of the JSON |
//! | `rules.rs` | rules of the JSON |
//! | `write.rs` | the JSON of a puzzle |

mod read;
mod rules;
mod write;

pub(super) use crate::formats::own::read::read;
pub(super) use crate::formats::own::write::write;

/// What the member `format` says.
pub(super) const NAME: &str = "residua-variant";
