//! A search by [pieces](crate::dense::pieces): which kernel a lattice gets, and where its variables lie in the lanes.

use crate::dense::beside::{Beside, Cells};
use crate::dense::descent::{Counts, Descent, Step};
use crate::dense::engine::Search;
use crate::dense::lanes::Lanes;
use crate::dense::lattice::Lattice;
use crate::dense::network::Network;
use crate::dense::pieces::Pieces;

/// A search in this form.
#[derive(Clone, Debug)]
struct ByPieces<L: Lanes, const H: usize, const W: usize> {
    pieces: Pieces<L, H, W>,
    /// By variable: the number of its lane among those of all registers, sixteen each.
    cells: Vec<u8>,
    /// By lane: the domains of the last start.
    root: Cells,
    descent: Descent<L>,
}

/// A search of the network in lanes `L`; `None` if it is of no shape that they are made for.
pub(in crate::dense) fn by_pieces<L: Lanes>(network: &Network) -> Option<Box<dyn Search>> {
    if network.values().len() > 16 {
        return None;
    }
    let lattice = Lattice::of(network)?;
    match (lattice.height, lattice.width) {
        (2, 2) => Some(boxed::<L, 2, 2>(&lattice)),
        (2, 3) => Some(boxed::<L, 2, 3>(&lattice)),
        (2, 4) => Some(boxed::<L, 2, 4>(&lattice)),
        (3, 2) => Some(boxed::<L, 3, 2>(&lattice)),
        (3, 3) => Some(boxed::<L, 3, 3>(&lattice)),
        (3, 4) => Some(boxed::<L, 3, 4>(&lattice)),
        (4, 2) => Some(boxed::<L, 4, 2>(&lattice)),
        (4, 3) => Some(boxed::<L, 4, 3>(&lattice)),
        (4, 4) => Some(boxed::<L, 4, 4>(&lattice)),
        _ => None,
    }
}

fn boxed<L: Lanes, const H: usize, const W: usize>(lattice: &Lattice) -> Box<dyn Search> {
    let cells: Vec<u8> = lattice.places.iter().map(Pieces::<L, H, W>::locate).collect();
    let mut beside = Beside::default();
    for scope in &lattice.beside {
        beside.push(scope.iter().map(|&x| cells[x]).collect(), scope.len() == H * W);
    }
    let pieces = Pieces::<L, H, W>::new(beside);
    Box::new(ByPieces { pieces, cells, root: [0; 256], descent: Descent::new() })
}

impl<L: Lanes, const H: usize, const W: usize> Search for ByPieces<L, H, W> {
    fn start(&mut self, domains: &[u64]) {
        for (&cell, &domain) in self.cells.iter().zip(domains) {
            self.root[usize::from(cell)] = domain as u16;
        }
        self.restart(&[]);
    }

    fn restart(&mut self, facts: &[(usize, u64)]) {
        let mut lanes = self.root;
        for &(var, set) in facts {
            lanes[usize::from(self.cells[var])] &= set as u16;
        }
        let registers = lanes.as_chunks().0.iter().take(Pieces::<L, H, W>::STATE);
        self.descent.start(|state| state.extend(registers.map(L::load)));
    }

    fn advance(&mut self, nodes: u64) -> Step {
        L::advance(&mut self.descent, &mut self.pieces, nodes)
    }

    fn domain(&self, var: usize) -> u64 {
        let cell = usize::from(self.cells[var]);
        u64::from(self.descent.state[cell / 16].store()[cell % 16])
    }

    fn solution(&self, names: &[i32], values: &mut Vec<i32>) {
        let mut lanes: Cells = [0; 256];
        for (lanes, register) in lanes.as_chunks_mut().0.iter_mut().zip(&self.descent.state) {
            *lanes = register.store();
        }
        // As long as there are bits, so that no index has to be checked.
        let mut by_bit = [0; 17];
        by_bit.iter_mut().zip(names).for_each(|(by_bit, &name)| *by_bit = name);
        let value = |&cell: &u8| by_bit[lanes[usize::from(cell)].trailing_zeros() as usize];
        values.extend(self.cells.iter().map(value));
    }

    fn counts(&self) -> Counts {
        self.descent.counts
    }

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}
