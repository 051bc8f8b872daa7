//! Box grids with boxes of up to 4×4: all intersections of scopes at once, in lanes.
//!
//! | file | holds |
//! |---|---|
//! | `box_grid.rs`, `implied.rs` | finding scopes that cross as lines, columns and boxes do; permutations that are implied by others |
//! | `kernel.rs`, `branching.rs` | the inference, and the branching of a search |
//! | `layout.rs`, `lane_per_box.rs` | how the variables are laid out in lanes |
//!
//! This page says which kernel a box grid gets. Extra scopes on top of one are in [`extra_scopes`].

pub(crate) mod box_grid;
pub(crate) mod branching;
pub(crate) mod implied;
pub(crate) mod kernel;
pub(crate) mod lane_per_box;
pub(crate) mod layout;

use std::marker::PhantomData;

use crate::descent::search::{Placement, Search, straight};
use crate::extra_scopes;
use crate::intersections::box_grid::BoxGrid;
use crate::intersections::kernel::Intersections;
use crate::intersections::layout::Layout;
use crate::network::Network;

/// All lanes of a state, one word after another.
pub(crate) type Cells = [u16; 256];

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

/// By variable: the number of its lane among those of all words.
#[derive(Clone, Debug)]
pub(crate) struct InLanes<Y, const H: usize, const W: usize> {
    pub(crate) cells: Vec<u8>,
    layout: PhantomData<Y>,
}

impl<Y: Layout, const H: usize, const W: usize> InLanes<Y, H, W> {
    pub(crate) fn new(box_grid: &BoxGrid) -> Self {
        let cells = box_grid.places.iter().map(Intersections::<Y, H, W>::locate).collect();
        InLanes { cells, layout: PhantomData }
    }
}

impl<Y: Layout, const H: usize, const W: usize> Placement for InLanes<Y, H, W> {
    type Word = Y::Word;
    type Root = Cells;

    fn empty(&self) -> Cells {
        [0; 256]
    }

    #[inline]
    fn write(&self, root: &mut Cells, domains: &[u64]) {
        for (&cell, &domain) in self.cells.iter().zip(domains) {
            root[usize::from(cell)] = domain as u16;
        }
    }

    #[inline]
    fn read(&self, root: &Cells, facts: &[(usize, u64)], state: &mut Vec<Y::Word>) {
        let used = Y::LANES * Y::words::<H, W>();
        let mut lanes: Cells = [0; 256];
        lanes[..used].copy_from_slice(&root[..used]);
        for &(var, set) in facts {
            lanes[usize::from(self.cells[var])] &= set as u16;
        }
        for lanes in lanes[..used].chunks_exact(Y::LANES) {
            state.push(Y::read(lanes));
        }
    }

    fn domain(&self, state: &[Y::Word], var: usize) -> u64 {
        let cell = usize::from(self.cells[var]);
        let mut lanes = [0; 32];
        Y::write(state[cell / Y::LANES], &mut lanes);
        u64::from(lanes[cell % Y::LANES])
    }

    #[inline]
    fn solution(&self, state: &[Y::Word], names: &[i32], values: &mut Vec<i32>) {
        let mut lanes: Cells = [0; 256];
        for (lanes, &word) in lanes.chunks_exact_mut(Y::LANES).zip(state) {
            Y::write(word, lanes);
        }
        // As long as there are bits, so that no index has to be checked.
        let mut by_bit = [0; 17];
        by_bit.iter_mut().zip(names).for_each(|(by_bit, &name)| *by_bit = name);
        let value = |&cell: &u8| by_bit[lanes[usize::from(cell)].trailing_zeros() as usize];
        values.extend(self.cells.iter().map(value));
    }
}
