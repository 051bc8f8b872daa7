//! Rows, columns and regions of any shape, as in jigsaws: for each value, a plane with its possible places.
//!
//! | file | holds |
//! |---|---|
//! | `grid.rs` | any network as rows, columns and regions |
//! | `kernel.rs`, `tally.rs` | the inference, for all values at once; tallies of the lanes of rows |
//! | `branching.rs` | the branching of a search |
//!
//! This file selects the kernel for a grid, and lays out its variables in the lanes.

pub(crate) mod branching;
pub(crate) mod grid;
pub(crate) mod kernel;
pub(crate) mod tally;

use std::marker::PhantomData;

use crate::descent::search::{Placement, Search, straight};
use crate::lanes::Lanes;
use crate::network::Network;
use crate::value_planes::grid::Grid;
use crate::value_planes::kernel::ValuePlanes;

/// A search of the network in lanes `L`; `None` if it has too many values or rows, or no useful rows.
pub(crate) fn search<L: Lanes>(network: &Network) -> Option<Box<dyn Search>> {
    if network.values().len() > 16 {
        return None;
    }
    let grid = Grid::of(network, 16)?;
    let rows = grid.rows.len();
    if network.domains().len() < 3 * rows {
        return None;
    }
    match rows {
        0..=9 => Some(in_rows::<L, 9>(grid, network)),
        10..=16 => Some(in_rows::<L, 16>(grid, network)),
        _ => None,
    }
}

fn in_rows<L: Lanes, const R: usize>(grid: Grid, network: &Network) -> Box<dyn Search> {
    let planes = ValuePlanes::<L, R>::new(&grid, network.values().len());
    let placement = InRows::<L, R> { all: network.all(), places: grid.places, lanes: PhantomData };
    straight::<L, _, _>(placement, planes)
}

/// By variable: its row and its column.
#[derive(Clone, Debug)]
struct InRows<L, const R: usize> {
    places: Vec<(usize, usize)>,
    /// All values.
    all: u64,
    lanes: PhantomData<L>,
}

/// By value: its bit.
const BITS: [u16; 16] = {
    let (mut bits, mut value) = ([0; 16], 0);
    while value < 16 {
        bits[value] = 1 << value;
        value += 1;
    }
    bits
};

/// Adds columns to the lanes of these values.
fn put(row: &mut [u16; 16], columns: u16, values: u16) {
    for (lane, bit) in row.iter_mut().zip(BITS) {
        *lane |= if values & bit == 0 { 0 } else { columns };
    }
}

/// Removes a column from all lanes except those of these values.
fn keep(row: &mut [u16; 16], column: u16, values: u16) {
    for (lane, bit) in row.iter_mut().zip(BITS) {
        *lane &= if values & bit == 0 { !column } else { u16::MAX };
    }
}

impl<L: Lanes, const R: usize> Placement for InRows<L, R> {
    type Word = L;
    /// By row.
    type Root = [[u16; 16]; R];

    fn empty(&self) -> Self::Root {
        [[0; 16]; R]
    }

    fn write(&self, root: &mut Self::Root, domains: &[u64]) {
        let mut any = [0; R];
        *root = self.empty();
        for (&(r, c), &domain) in self.places.iter().zip(domains) {
            if domain == self.all {
                any[r] |= 1 << c;
            } else {
                put(&mut root[r], 1 << c, domain as u16);
            }
        }
        for (row, any) in root.iter_mut().zip(any) {
            put(row, any, self.all as u16);
        }
    }

    fn read(&self, root: &Self::Root, facts: &[(usize, u64)], state: &mut Vec<L>) {
        let mut lanes = *root;
        for &(var, set) in facts {
            let (r, c) = self.places[var];
            keep(&mut lanes[r], 1 << c, set as u16);
        }
        state.extend(lanes.iter().map(L::load));
    }

    fn domain(&self, state: &[L], var: usize) -> u64 {
        let (r, c) = self.places[var];
        state[r].store().iter().rev().fold(0, |values, x| values << 1 | u64::from(x >> c & 1))
    }

    fn solution(&self, state: &[L], names: &[i32], values: &mut Vec<i32>) {
        let value = |var| names[self.domain(state, var).trailing_zeros() as usize];
        values.extend((0..self.places.len()).map(value));
    }
}
