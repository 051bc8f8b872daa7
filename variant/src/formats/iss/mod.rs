//! Constraint strings of Interactive Sudoku Solver: `.Shape~6x6.Cage~12~R1C1~R1C2.~R3C3_5`, and its other texts.
//!
//! | file | holds |
//! |---|---|
//! | `read.rs` | a puzzle of a text |
//! | `item.rs` | a text as items: a class with its arguments |
//! | `line.rs` | other texts as items: cages with arrows, jigsaws, candidates |
//! | `grid.rs` | the shape, and the names of cells |
//! | `houses.rs` | rows, columns, boxes and other sets of cells that items name |
//! | `extra.rs` | cells outside of the grid |
//! | `class.rs` | which class is which kind of rule |
//! | `rules.rs` | the rules of an item |
//! | `composite.rs` | items that enclose others |
//! | `sums.rs` | items about sums |
//! | `values.rs` | items about which digits cells have |
//! | `custom.rs` | rules that a text defines: pairs, automata, expressions |
//! | `strict.rs` | what is said of neighbours without a mark |
//! | `ties.rs` | whether rows and columns that are ranked may be equal |
//! | `chaos.rs` | items about regions that are to be found |
//! | `base64.rs` | tables of pairs and bits in arguments |
//! | `machine.rs` | automata in arguments |
//! | `regex.rs` | regular expressions as automata |
//! | `write.rs` | the string of a puzzle |

mod base64;
mod chaos;
mod class;
mod composite;
mod custom;
mod extra;
mod grid;
mod houses;
mod item;
mod line;
mod machine;
mod read;
mod regex;
mod rules;
mod strict;
mod sums;
mod ties;
mod values;
mod write;

pub(super) use crate::formats::iss::machine::ordered;
pub(super) use crate::formats::iss::read::read;
pub(super) use crate::formats::iss::write::write;
