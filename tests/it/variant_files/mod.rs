//! Promise: a variant puzzle is read as its file means it, or refused with what is not understood; what is written is read again.
//!
//! | file | holds |
//! |---|---|
//! | `collected.rs` | collected puzzles: the stated solution keeps to the rules that were read, and the solver finds it |
//! | `fields.rs` | small files for each field and class, with what they mean |
//! | `links.rs` | links, ids, and what they hold |
//! | `refused.rs` | what is wrong or unknown is an error with its place |
//! | `trips.rs` | random puzzles through every format |
//! | `fitting.rs` | what is kept where a format has no place for a whole puzzle |
//! | `documented.rs` | the documents and the schema say what is so |
//! | `damaged.rs` | damaged files are errors, or puzzles |

mod collected;
mod damaged;
mod documented;
mod fields;
mod fitting;
mod links;
mod refused;
mod trips;
