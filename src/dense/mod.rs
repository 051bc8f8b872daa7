//! Dense networks: variables over at most 64 values, scopes that are all different, and nothing else.
//!
//! Every Sudoku, Latin square, jigsaw and colouring is one. There is no trail and there are no propagators here: a
//! state is a word of candidates a variable, copied at a branch; the topology is tables that are made from the scopes
//! once. The engine knows solutions only. Why something holds, what is left, and at which strength, is the business of
//! the general engine.
//!
//! | file | holds |
//! |---|---|
//! | `network.rs` | what the engine is told, and which models say nothing else |
//! | `word.rs` | sets of values in the narrowest word |
//! | `descent.rs` | depth first over copied states, to be paused at any node |
//! | `twofold.rs` | solutions that are put together from parts |
//! | `interchange.rs`, `images.rs` | values that may exchange their names; what becomes of a solution |
//! | `renamed.rs` | a search that does so |
//! | `scopes.rs` | the form for every network: scope by scope |
//! | `grid.rs` | any network as rows, columns and regions |
//! | `planes.rs` | the form for those: a plane of places for each value |
//! | `tally.rs`, `pairs.rs` | what its lanes have in common, and where it branches |
//! | `by_planes.rs` | a search in that form |
//! | `squares.rs`, `twins.rs` | the form for Latin squares: triple by triple; and where it branches |
//! | `by_squares.rs` | a search in that form |
//! | `diagonals.rs`, `nearest.rs` | the same in registers: diagonal by diagonal; and where it branches |
//! | `strips.rs` | what its lanes can do more |
//! | `by_diagonals.rs` | a search in that form |
//! | `lattice.rs` | scopes that cross in pieces, found |
//! | `pieces.rs`, `cut.rs` | the form for those: all pieces at once; and where it branches |
//! | `lookahead.rs` | where large searches branch |
//! | `layout.rs`, `boxes.rs` | where its variables lie; in a lane for each box |
//! | `by_pieces.rs` | a search in that form |
//! | `wide.rs` | the same for more values |
//! | `group.rs`, `family.rs`, `slack.rs` | its lanes, its rules, and where it branches |
//! | `restarts.rs` | when it starts over |
//! | `implied.rs`, `both.rs` | permutations that follow from others; two lattices at once |
//! | `across.rs`, `beside.rs`, `overlaid.rs` | scopes on top of a lattice: in lanes, or one by one |
//! | `machine.rs` | what a search is compiled for |
//! | `sets.rs`, `lanes.rs`, `shuffles.rs` | what it computes with, as |
//! | `arrays.rs`, `words.rs`, `registers/` | arrays, words, or the registers of a machine |
//! | `engine.rs` | the forms, and a search in one of them |
//! | `preference.rs` | which form a network gets |
//!
//! The order of solutions depends on the network and the form only.

mod across;
mod arrays;
mod beside;
mod both;
mod boxes;
#[cfg(target_arch = "x86_64")]
mod by_diagonals;
mod by_pieces;
mod by_planes;
mod by_squares;
mod cut;
mod descent;
#[cfg(target_arch = "x86_64")]
mod diagonals;
mod engine;
mod family;
mod grid;
mod group;
mod images;
mod implied;
mod interchange;
mod lanes;
mod lattice;
mod layout;
mod lookahead;
mod machine;
#[cfg(target_arch = "x86_64")]
mod nearest;
mod network;
mod overlaid;
mod pairs;
mod pieces;
mod planes;
mod preference;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod registers;
mod renamed;
mod restarts;
mod scopes;
mod sets;
mod shuffles;
mod slack;
mod squares;
#[cfg(target_arch = "x86_64")]
mod strips;
mod tally;
mod twins;
mod twofold;
mod wide;
mod word;
mod words;

pub use crate::dense::descent::{Counts, Step};
pub use crate::dense::engine::{Dense, Form};
pub use crate::dense::network::Network;
