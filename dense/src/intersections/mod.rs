//! Box grids with boxes of up to 4×4: all intersections of scopes at once, in lanes.
//!
//! | file | holds |
//! |---|---|
//! | `box_grid.rs`, `implied.rs` | finding scopes that cross as lines, columns and boxes do; permutations that are implied by others |
//! | `kernel.rs`, `branching.rs` | the inference, and the branching of a search |
//! | `layout.rs`, `lane_per_box.rs` | how the variables are laid out in lanes |
//! | `in_lanes.rs` | domains and facts written into lanes, and solutions read from them |
//!
//! This file selects the kernel for a box grid. Extra scopes on top of one are in [`extra_scopes`].

pub(crate) mod box_grid;
pub(crate) mod branching;
pub(crate) mod implied;
pub(crate) mod in_lanes;
pub(crate) mod kernel;
pub(crate) mod lane_per_box;
pub(crate) mod layout;

use crate::descent::search::{Search, straight};
use crate::extra_scopes;
use crate::intersections::box_grid::BoxGrid;
use crate::intersections::in_lanes::InLanes;
use crate::intersections::kernel::Intersections;
use crate::intersections::layout::Layout;
use crate::network::Network;

/// A search of the network; `None` if there is no kernel for its shape. `Six` is the layout for boxes 3×2, `Nine`
/// that for 3×3, `Other` that for all others. With extra scopes there are kernels for these two only, and for 3×2 in
/// `Other`.
pub(crate) fn search<Six: Layout, Nine: Layout, Other: Layout>(network: &Network) -> Option<Box<dyn Search>> {
    if network.values().len() > 16 {
        return None;
    }
    let mut box_grid = BoxGrid::of(network)?;
    // The others are the same with lines and columns exchanged, and need no kernels.
    if box_grid.height == 2 && box_grid.width > 2 {
        box_grid.transpose();
    }
    let is_alone = box_grid.extra_scopes.is_empty();
    match (box_grid.height, box_grid.width) {
        (3, 2) if is_alone => Some(alone::<Six, 3, 2>(&box_grid)),
        (3, 3) if is_alone => Some(alone::<Nine, 3, 3>(&box_grid)),
        (2, 2) if is_alone => Some(alone::<Other, 2, 2>(&box_grid)),
        (3, 4) if is_alone => Some(alone::<Other, 3, 4>(&box_grid)),
        (4, 2) if is_alone => Some(alone::<Other, 4, 2>(&box_grid)),
        (4, 3) if is_alone => Some(alone::<Other, 4, 3>(&box_grid)),
        (4, 4) if is_alone => Some(alone::<Other, 4, 4>(&box_grid)),
        (3, 2) => Some(extra_scopes::search::<Other, 3, 2, 6>(&box_grid)),
        (3, 3) => Some(extra_scopes::search::<Nine, 3, 3, 9>(&box_grid)),
        _ => None,
    }
}

fn alone<Y: Layout, const H: usize, const W: usize>(box_grid: &BoxGrid) -> Box<dyn Search> {
    let placement = InLanes::<Y, H, W>::new(box_grid);
    straight::<Y::Machine, _, _>(placement, Intersections::<Y, H, W>::new())
}
