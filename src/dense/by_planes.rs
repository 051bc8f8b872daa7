//! A search by [planes](crate::dense::planes): which kernel a grid gets, and where its variables lie in the lanes.

use crate::dense::descent::{Counts, Descent, Step};
use crate::dense::engine::Search;
use crate::dense::grid::Grid;
use crate::dense::lanes::Lanes;
use crate::dense::network::Network;
use crate::dense::planes::Planes;

/// A search in this form.
#[derive(Clone, Debug)]
struct ByPlanes<L, const R: usize> {
    planes: Planes<L, R>,
    /// All values.
    all: u64,
    /// By variable: its row and its column.
    places: Vec<(usize, usize)>,
    /// By row: the domains of the last start.
    root: [[u16; 16]; R],
    descent: Descent<L>,
}

/// A search of the network in lanes `L`; `None` if it has too many values or rows, or no rows that are worth the name.
pub(in crate::dense) fn by_planes<L: Lanes>(network: &Network) -> Option<Box<dyn Search>> {
    if network.values().len() > 16 {
        return None;
    }
    let grid = Grid::of(network, 16)?;
    let rows = grid.rows.len();
    if network.domains().len() < 3 * rows {
        return None;
    }
    match rows {
        0..=6 => Some(in_rows::<L, 6>(grid, network)),
        7..=9 => Some(in_rows::<L, 9>(grid, network)),
        10..=12 => Some(in_rows::<L, 12>(grid, network)),
        13..=16 => Some(in_rows::<L, 16>(grid, network)),
        _ => None,
    }
}

fn in_rows<L: Lanes, const R: usize>(grid: Grid, network: &Network) -> Box<dyn Search> {
    let planes = Planes::<L, R>::new(&grid, network.values().len());
    let (places, root) = (grid.places, [[0; 16]; R]);
    Box::new(ByPlanes { planes, all: network.all(), places, root, descent: Descent::new() })
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

/// Takes a column from all lanes but those of these values.
fn keep(row: &mut [u16; 16], column: u16, values: u16) {
    for (lane, bit) in row.iter_mut().zip(BITS) {
        *lane &= if values & bit == 0 { !column } else { u16::MAX };
    }
}

impl<L: Lanes, const R: usize> Search for ByPlanes<L, R> {
    fn start(&mut self, domains: &[u64]) {
        let mut any = [0; R];
        self.root = [[0; 16]; R];
        for (&(r, c), &domain) in self.places.iter().zip(domains) {
            if domain == self.all {
                any[r] |= 1 << c;
            } else {
                put(&mut self.root[r], 1 << c, domain as u16);
            }
        }
        for (row, any) in self.root.iter_mut().zip(any) {
            put(row, any, self.all as u16);
        }
        self.restart(&[]);
    }

    fn restart(&mut self, facts: &[(usize, u64)]) {
        let mut lanes = self.root;
        for &(var, set) in facts {
            let (r, c) = self.places[var];
            keep(&mut lanes[r], 1 << c, set as u16);
        }
        self.descent.start(|state| state.extend(lanes.iter().map(L::load)));
    }

    fn advance(&mut self, nodes: u64) -> Step {
        L::lead(&mut self.descent, &mut self.planes, nodes)
    }

    fn domain(&self, var: usize) -> u64 {
        let (r, c) = self.places[var];
        let row = self.descent.state[r].store();
        row.iter().rev().fold(0, |values, x| values << 1 | u64::from(x >> c & 1))
    }

    fn solution(&self, names: &[i32], values: &mut Vec<i32>) {
        let value = |var| names[self.domain(var).trailing_zeros() as usize];
        values.extend((0..self.places.len()).map(value));
    }

    fn counts(&self) -> Counts {
        self.descent.counts
    }

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}
