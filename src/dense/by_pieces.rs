//! A search by [pieces](crate::dense::pieces): which kernel a lattice gets, and where its variables lie in the lanes.

use crate::dense::beside::Beside;
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
    /// By variable: its register and its lane.
    places: Vec<(usize, usize)>,
    /// The same, as the number of the lane among all.
    cells: Vec<u8>,
    /// The domains of the last start.
    root: [[u16; 16]; 16],
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
    let places: Vec<_> = lattice.places.iter().map(Pieces::<L, H, W>::locate).collect();
    let cells: Vec<u8> = places.iter().map(|&(register, lane)| (register * 16 + lane) as u8).collect();
    let mut beside = Beside::default();
    for scope in &lattice.beside {
        beside.push(scope.iter().map(|&x| cells[x]).collect(), scope.len() == H * W);
    }
    let pieces = Pieces::<L, H, W>::new(beside);
    Box::new(ByPieces { pieces, places, cells, root: [[0; 16]; 16], descent: Descent::new() })
}

impl<L: Lanes, const H: usize, const W: usize> Search for ByPieces<L, H, W> {
    fn start(&mut self, domains: &[u64]) {
        for (&(register, lane), &domain) in self.places.iter().zip(domains) {
            self.root[register][lane] = domain as u16;
        }
        self.restart(&[]);
    }

    fn restart(&mut self, facts: &[(usize, u64)]) {
        let mut lanes = self.root;
        for &(var, set) in facts {
            let (register, lane) = self.places[var];
            lanes[register][lane] &= set as u16;
        }
        self.descent.start(|state| state.extend(lanes.iter().take(Pieces::<L, H, W>::STATE).map(L::load)));
    }

    fn advance(&mut self, nodes: u64) -> Step {
        L::advance(&mut self.descent, &mut self.pieces, nodes)
    }

    fn domain(&self, var: usize) -> u64 {
        let (register, lane) = self.places[var];
        u64::from(self.descent.state[register].store()[lane])
    }

    fn solution(&self, names: &[i32], values: &mut Vec<i32>) {
        let mut lanes = [[0; 16]; 16];
        for (lanes, register) in lanes.iter_mut().zip(&self.descent.state) {
            *lanes = register.store();
        }
        // As long as there are lanes and bits, so that no index has to be checked.
        let mut by_bit = [0; 17];
        by_bit.iter_mut().zip(names).for_each(|(by_bit, &name)| *by_bit = name);
        let sets: &[u16; 256] = lanes.as_flattened().try_into().expect("invariant: 16 times 16");
        values
            .extend(self.cells.iter().map(|&cell| by_bit[sets[usize::from(cell)].trailing_zeros() as usize]));
    }

    fn counts(&self) -> Counts {
        self.descent.counts
    }

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}
