//! Packing constraints: bin packing and knapsack.
//!
//! | file | holds |
//! |---|---|
//! | `bin_packing.rs` | items in bins, with loads or capacities |
//! | `loads.rs`, `loads_explained.rs` | its propagator, and the explanations |
//! | `knapsack.rs` | knapsack: total weight and total profit |

mod bin_packing;
mod knapsack;
mod loads;
mod loads_explained;

pub use crate::constraints::packing::bin_packing::{
    Bin, BinPacking, Item, Load, bin_packing, bin_packing_capa,
};
pub(in crate::constraints) use crate::constraints::packing::knapsack::by_partial_sums;
pub use crate::constraints::packing::knapsack::{Knapsack, knapsack};
