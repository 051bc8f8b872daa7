//! A search by [squares](crate::dense::squares): which networks are squares, and where their variables lie.

use crate::dense::descent::{Counts, Descent, Step};
use crate::dense::engine::Search;
use crate::dense::grid::{Grid, Kind};
use crate::dense::network::Network;
use crate::dense::squares::{Square, Squares, VALUES, at};

/// A search in this form.
#[derive(Clone, Debug)]
struct BySquares<const P: usize> {
    squares: Squares<P>,
    /// By variable: its place.
    places: Vec<usize>,
    /// The domains of the last start.
    root: Square<P>,
    descent: Descent<Square<P>>,
}

/// By variable, its row and column; `None` if the network is not a square of at most 16 rows and columns that need every
/// value, and nothing else.
pub(in crate::dense) fn square_of(network: &Network) -> Option<Vec<(usize, usize)>> {
    let order = network.values().len();
    if !(2..=16).contains(&order) || network.domains().len() != order * order {
        return None;
    }
    let grid = Grid::of(network, 16)?;
    let is_square = grid.regions.is_empty()
        && grid.rows.len() == order
        && grid.rows.iter().all(|row| row.kind == Kind::Permutation)
        && grid.full_columns.count_ones() as usize == order;
    is_square.then_some(grid.places)
}

/// A search of the network; `None` if it is no such square.
pub(in crate::dense) fn by_squares(network: &Network) -> Option<Box<dyn Search>> {
    let places = square_of(network)?;
    let order = network.values().len();
    Some(if order <= 8 { of_order::<64>(&places, order) } else { of_order::<256>(&places, order) })
}

fn of_order<const P: usize>(places: &[(usize, usize)], order: usize) -> Box<dyn Search> {
    Box::new(BySquares::<P> {
        squares: Squares::new(order),
        places: places.iter().map(|&(r, c)| at::<P>(r, c)).collect(),
        root: Square::EMPTY,
        descent: Descent::new(),
    })
}

impl<const P: usize> Search for BySquares<P> {
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
        self.descent.advance(&mut self.squares, nodes)
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
