//! JSON with places: each value and member knows its line and column, so that what is wrong or unknown can be pointed at.
//!
//! | file | holds |
//! |---|---|
//! | `node.rs` | values with their places, and what is expected of them |
//! | `parse.rs` | text as values: strict JSON, and the shortened one of `SudokuPad` |
//! | `print.rs` | values as text |

mod node;
mod parse;
mod print;

pub(super) use crate::formats::json::node::{Member, Node, Value};
pub(super) use crate::formats::json::parse::{Flavour, parse};
pub(super) use crate::formats::json::print::{Json, print};
