//! A search by [diagonals](crate::dense::diagonals): how many registers a square gets, and where its variables lie in them.

use crate::dense::by_squares::square_of;
use crate::dense::descent::{Counts, Descent, Step};
use crate::dense::diagonals::{Diagonals, none};
use crate::dense::engine::Search;
use crate::dense::network::Network;
use crate::dense::strips::Strips;

/// A search in this form.
#[derive(Clone, Debug)]
struct ByDiagonals<L: Strips, const W: usize, const R: usize> {
    diagonals: Diagonals<L, W, R>,
    /// By variable: its place.
    places: Vec<u8>,
    /// The domains of the last start, by place.
    root: [[u16; 16]; R],
    descent: Descent<L>,
}

/// A search of the network in lanes `L`; `None` if it is not a square of at most 16 rows and columns that need every value, and
/// nothing else.
pub(in crate::dense) fn by_diagonals<L: Strips>(network: &Network) -> Option<Box<dyn Search>> {
    let cells = square_of(network)?;
    let in_registers = match network.values().len() {
        ..=4 => with::<L, 4, 1>,
        5..=6 => with::<L, 8, 3>,
        7..=8 => with::<L, 8, 4>,
        9..=10 => with::<L, 16, 10>,
        11..=12 => with::<L, 16, 12>,
        13..=14 => with::<L, 16, 14>,
        _ => with::<L, 16, 16>,
    };
    Some(in_registers(&cells, network.values().len()))
}

fn with<L: Strips, const W: usize, const R: usize>(
    cells: &[(usize, usize)],
    order: usize,
) -> Box<dyn Search> {
    let place = |&(row, column): &(usize, usize)| Diagonals::<L, W, R>::place(order, row, column) as u8;
    Box::new(ByDiagonals {
        diagonals: Diagonals::<L, W, R>::new(order),
        places: cells.iter().map(place).collect(),
        root: Diagonals::<L, W, R>::empty(order),
        descent: Descent::new(),
    })
}

impl<L: Strips, const W: usize, const R: usize> ByDiagonals<L, W, R> {
    /// The state at hand, by place.
    fn cells(&self) -> [[u16; 16]; R] {
        let mut cells = [[0; 16]; R];
        for (cells, lanes) in cells.iter_mut().zip(&self.descent.state) {
            *cells = lanes.store();
        }
        cells
    }
}

impl<L: Strips, const W: usize, const R: usize> Search for ByDiagonals<L, W, R> {
    fn start(&mut self, domains: &[u64]) {
        let cells = self.root.as_flattened_mut();
        for (&place, &domain) in self.places.iter().zip(domains) {
            cells[usize::from(place)] = domain as u16;
        }
        self.restart(&[]);
    }

    fn restart(&mut self, facts: &[(usize, u64)]) {
        let mut cells = self.root;
        for &(var, set) in facts {
            cells.as_flattened_mut()[usize::from(self.places[var])] &= set as u16;
        }
        self.descent.start(|state| {
            state.extend(cells.iter().map(L::load));
            state.push(none());
        });
    }

    fn advance(&mut self, nodes: u64) -> Step {
        L::lead(&mut self.descent, &mut self.diagonals, nodes)
    }

    fn domain(&self, var: usize) -> u64 {
        let place = usize::from(self.places[var]);
        u64::from(self.descent.state[place / 16].store()[place % 16])
    }

    fn solution(&self, names: &[i32], values: &mut Vec<i32>) {
        let cells = self.cells();
        let set = |&place: &u8| cells.as_flattened()[usize::from(place)];
        values.extend(self.places.iter().map(|place| names[set(place).trailing_zeros() as usize]));
    }

    fn counts(&self) -> Counts {
        self.descent.counts
    }

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}
