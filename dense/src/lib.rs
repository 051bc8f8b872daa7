//! Dense engine: search of networks of all-different scopes, over at most 64 values, in wide (SIMD) registers.
//!
//! Every Sudoku, Latin square and jigsaw is such a network. There is no trail and there are no propagators here: a
//! state is one word of candidates per variable, copied at a branch; the topology is tables that are made from the
//! scopes once. The engine only finds solutions: what is left of a network, and why, is computed by `residua`, which
//! this crate is a part of.
//!
//! ```
//! use residua_dense::{Dense, Network, Advanced};
//!
//! // 4×4 cells: rows, columns and boxes.
//! let house = |of: fn(usize) -> usize, i: usize| (0..16).filter(|&x| of(x) == i).collect::<Vec<usize>>();
//! let kinds: [fn(usize) -> usize; 3] = [|x| x / 4, |x| x % 4, |x| x / 8 * 2 + x % 4 / 2];
//! let scopes = kinds.iter().flat_map(|&of| (0..4).map(move |i| house(of, i))).collect();
//! let network = Network::over(&vec![vec![1, 2, 3, 4]; 16], scopes).expect("four values");
//! let mut dense = Dense::new(&network).expect("a box grid");
//! let mut count = 0;
//! while dense.advance(u64::MAX) == Advanced::Solution {
//!     count += 1;
//! }
//! assert_eq!(count, 288);
//! ```
//!
//! # Files
//!
//! | you look for | go to |
//! |---|---|
//! | the input of the engine, and its interface | `network.rs`, `engine.rs` |
//! | which form a network gets, and the names of forms | `form.rs` |
//! | depth-first search over copied states, lookahead, solutions combined from parts | `descent/` |
//! | Sudoku with boxes up to 4×4: the kernel, and how lines, columns and boxes are found among scopes | `intersections/` |
//! | extra scopes on top of these: diagonals, windows, edges | `extra_scopes/` |
//! | jigsaws, and squares of any other regions | `value_planes/` |
//! | Latin squares | `latin/` |
//! | 25×25, 10×10, any other boxes | `wide/` |
//! | sixteen sets side by side, in words, AVX2, AVX-512, NEON; all of the `unsafe` code | `lanes/` |
//!
//! A *form* is a [`Method`] and the [`Lanes`] that it computes with. The order of solutions depends on the network and the
//! method only, never on the machine: all forms of a method look at the same nodes.

mod descent;
mod engine;
mod extra_scopes;
mod form;
mod intersections;
mod lanes;
mod latin;
#[cfg(test)]
mod mutants;
mod network;
mod value_planes;
mod wide;

pub use crate::descent::{Advanced, Counts};
pub use crate::engine::Dense;
pub use crate::form::{Form, Lanes, Method};
pub use crate::network::{MOST_VARIABLES, Network};

/// The example of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
