//! Variant puzzles: any cells, any regions, and a list of rules, each a value.
//!
//! | file | holds |
//! |---|---|
//! | `puzzle.rs` | puzzles |
//! | `shape.rs` | the cells and the digits |
//! | `extra.rs` | cells outside of the grid |
//! | `kind.rs` | kinds of rules: names, cells, numbers |
//! | `rule.rs` | rules |
//! | `draw.rs` | grids as text |
//! | `extend.rs` | rules that are often added to a Sudoku |
//! | `plain.rs` | the Sudoku that a puzzle is |
//! | `model.rs` | a puzzle as a model |
//! | `create/` | new puzzles |
//! | `formats/` | reading and writing puzzles |
//! | `picture/` | puzzles as pictures |
//! | `check.rs` | whether digits keep to rules: which definition belongs to which kind |
//! | `post.rs` | rules as constraints: which belong to which kind |
//! | `filled.rs` | a rule with digits |
//! | `stated.rs` | a rule with variables |
//!
//! The definition of a kind and its constraints are side by side, by family:
//!
//! | file | kinds |
//! |---|---|
//! | `grid_wide.rs` | of the whole grid: chess moves, neighbours, squares of two by two |
//! | `pairs.rs` | of pairs: dots, whispers, palindromes, relations of one's own |
//! | `sums.rs` | of sums: cages, arrows, lines whose parts have the same sum |
//! | `lines.rs` | thermometers, renbans, lines between their ends, entropic and modular ones, least and greatest cells |
//! | `counting.rs` | of which digits cells have, and how often |
//! | `outside.rs` | of rows and columns with a number outside: sandwiches, X-sums, skyscrapers |
//! | `ranks.rs` | of rows and columns ordered as numbers |
//! | `segments.rs` | automata of digits in segments, for these |
//! | `indexers.rs` | digits that say where others are |
//! | `doppelganger.rs` | houses that lack a digit each |
//! | `regions.rs` | regions that are to be found, and what is told of them |
//! | `connected.rs` | connected regions as a constraint, for these |
//! | `doublers.rs` | cells that count twice in sums |
//!
//! ```
//! use residua_variant::{Rule, RuleKind, Variant};
//!
//! let mut puzzle = Variant::square(2, 2)?;
//! puzzle.add(Rule::new(RuleKind::AntiKing, vec![], vec![])?)?;
//! puzzle.add(Rule::new(RuleKind::Cage, vec![vec![0, 1]], vec![3])?)?;
//! assert_eq!(puzzle.model()?.solutions().count(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod connected;
mod counting;
pub mod create;
mod doppelganger;
mod doublers;
mod draw;
mod extend;
mod extra;
mod filled;
mod formats;
mod grid_wide;
mod indexers;
mod kind;
mod lines;
mod model;
mod outside;
mod pairs;
mod picture;
mod plain;
mod post;
mod puzzle;
mod ranks;
mod regions;
mod rule;
mod segments;
mod shape;
mod stated;
mod sums;

pub use crate::extra::ExtraCells;
pub use crate::formats::{
    Format, ReadOptions, ReadVariant, WriteError, WriteOptions, WrittenVariant, is_variant, read,
    split_variants, write, write_fitting,
};
pub use crate::kind::{Amount, KINDS, KindFacts, RuleKind};
pub use crate::picture::Picture;
pub use crate::puzzle::{About, Variant};
pub use crate::rule::{Rule, RuleError};
pub use crate::shape::{MAX_CELLS, MAX_DIGITS, Shape};
