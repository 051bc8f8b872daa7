//! Extensional constraints: elements of lists, tables, automata and decision diagrams.
//!
//! | constraint | file | consistency |
//! |---|---|---|
//! | `constants[i] = y` | `element.rs`, `lookup.rs` | domain |
//! | `xs[i] = y`, for variables | `element_var.rs`, `choice.rs`, `words.rs`, `pair.rs` | domain |
//! | allowed tuples, with free cells too | `table.rs`, `rows.rs`, `normal.rs`, `columns.rs`, `compact.rs`, `narrow.rs`, `cover.rs` | domain |
//! | forbidden tuples | `table.rs`, `conflicts.rs` | domain |
//! | `matrix[i][j] = y` | `element_2d.rs` | domain |
//! | words of an automaton | `regular.rs`, `automaton.rs`, `pattern.rs`, `unrolled.rs`, `layers.rs`, `reach.rs`, `cut.rs`, `steps.rs` | domain |
//! | paths of a decision diagram | `mdd.rs` | domain |
//!
//! `reduced.rs` simplifies tables.

mod automaton;
mod choice;
mod columns;
mod compact;
mod conflicts;
mod cover;
mod cut;
mod element;
mod element_2d;
mod element_var;
mod layers;
mod lookup;
mod mdd;
mod narrow;
mod normal;
mod pair;
mod pattern;
mod reach;
mod reduced;
mod regular;
mod rows;
mod steps;
mod table;
mod unrolled;
mod unsupported;
mod words;

use std::fmt::{self, Display};

pub use crate::constraints::extensional::automaton::Automaton;
pub use crate::constraints::extensional::element::{Element, element};
pub use crate::constraints::extensional::element_2d::{Element2d, element_2d};
pub use crate::constraints::extensional::element_var::{ElementVar, element_var};
pub use crate::constraints::extensional::mdd::mdd;
pub use crate::constraints::extensional::regular::{Regular, regular};
pub use crate::constraints::extensional::rows::Rows;
pub use crate::constraints::extensional::table::{
    Listed, Table, negative_table, pair_table, short_table, table,
};

/// The number of items of a long list that are printed.
const SHOWN: usize = 24;

/// `[1, 2, 3]`; of a long list the first items, and how many there are.
fn write_list<T: Display>(
    f: &mut fmt::Formatter<'_>,
    items: impl ExactSizeIterator<Item = T>,
) -> fmt::Result {
    let count = items.len();
    f.write_str("[")?;
    for (at, item) in items.take(SHOWN).enumerate() {
        write!(f, "{}{item}", if at == 0 { "" } else { ", " })?;
    }
    if count > SHOWN {
        write!(f, ", … {count} in all")?;
    }
    f.write_str("]")
}
