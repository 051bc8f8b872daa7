//! A search by [squares](crate::dense::squares): which networks are squares, and where their variables lie.

use std::marker::PhantomData;

use crate::dense::descent::{Counts, Descent, Step};
use crate::dense::engine::Search;
use crate::dense::grid::{Grid, Kind};
use crate::dense::machine::Machine;
use crate::dense::network::Network;
use crate::dense::squares::{Square, Squares, VALUES, at};

/// A search in this form.
#[derive(Clone, Debug)]
struct BySquares<M, const P: usize> {
    squares: Squares<P>,
    /// By variable: its place.
    places: Vec<usize>,
    /// The domains of the last start.
    root: Square<P>,
    descent: Descent<Square<P>>,
    machine: PhantomData<fn() -> M>,
}

/// A search of the network; `None` if it is not a square of at most 16 rows and columns that need every value, and
/// nothing else.
pub(in crate::dense) fn by_squares<M: Machine>(network: &Network) -> Option<Box<dyn Search>> {
    let order = network.values().len();
    if !(2..=16).contains(&order) || network.domains().len() != order * order {
        return None;
    }
    let grid = Grid::of(network, 16)?;
    let is_square = grid.regions.is_empty()
        && grid.rows.len() == order
        && grid.rows.iter().all(|row| row.kind == Kind::Permutation)
        && grid.full_columns.count_ones() as usize == order;
    if !is_square {
        return None;
    }
    Some(if order <= 8 { of_order::<M, 64>(&grid, order) } else { of_order::<M, 256>(&grid, order) })
}

fn of_order<M: Machine, const P: usize>(grid: &Grid, order: usize) -> Box<dyn Search> {
    let places = grid.places.iter().map(|&(r, c)| at::<P>(r, c)).collect();
    Box::new(BySquares::<M, P> {
        squares: Squares::new(order),
        places,
        root: Square::EMPTY,
        descent: Descent::new(),
        machine: PhantomData,
    })
}

impl<M: Machine, const P: usize> Search for BySquares<M, P> {
    fn start(&mut self, domains: &[u64]) {
        for (&place, &domain) in self.places.iter().zip(domains) {
            self.root.lines[VALUES][place] = domain as u16;
        }
        self.restart(&[]);
    }

    fn restart(&mut self, facts: &[(usize, u64)]) {
        let (root, places) = (&self.root, &self.places);
        self.descent.start(|state| {
            state.push(*root);
            for &(var, set) in facts {
                state[0].lines[VALUES][places[var]] &= set as u16;
            }
        });
    }

    fn advance(&mut self, nodes: u64) -> Step {
        M::lead(&mut self.descent, &mut self.squares, nodes)
    }

    fn domain(&self, var: usize) -> u64 {
        u64::from(self.descent.state[0].lines[VALUES][self.places[var]])
    }

    fn solution(&self, names: &[i32], values: &mut Vec<i32>) {
        let cells = &self.descent.state[0].lines[VALUES];
        values.extend(self.places.iter().map(|&place| names[cells[place].trailing_zeros() as usize]));
    }

    fn counts(&self) -> Counts {
        self.descent.counts
    }

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}
