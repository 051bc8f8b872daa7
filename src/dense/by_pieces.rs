//! A search by [pieces](crate::dense::pieces): which kernel a lattice gets, and where its variables lie in the lanes.

use std::fmt::Debug;

use crate::dense::beside::{Beside, Cells};
use crate::dense::both::Both;
use crate::dense::descent::{Counts, Descent, Inference, Step};
use crate::dense::engine::Search;
use crate::dense::lattice::Lattice;
use crate::dense::layout::Layout;
use crate::dense::machine::Machine;
use crate::dense::network::Network;
use crate::dense::overlaid::Overlaid;
use crate::dense::pieces::Pieces;

/// A search in this form.
#[derive(Clone, Debug)]
struct ByPieces<Y: Layout, I> {
    inference: I,
    /// By variable: the number of its lane among those of all registers.
    cells: Vec<u8>,
    /// By lane: the domains of the last start.
    root: Cells,
    descent: Descent<Y::Word>,
}

/// A search of the network; `None` if it is of no shape that this form is made for. `Small` is the layout for boxes whose
/// pieces take up to 32 lanes, `Large` that for 4×4, `Other` that for all others. Boxes with more than four lines or columns
/// are rare, so there is no kernel for those with something beside.
pub(in crate::dense) fn by_pieces<Small: Layout, Large: Layout, Other: Layout>(
    network: &Network,
) -> Option<Box<dyn Search>> {
    if network.values().len() > 16 {
        return None;
    }
    let mut lattice = Lattice::of(network)?;
    if lattice.width > 4 {
        lattice.transpose();
    }
    match (lattice.height, lattice.width) {
        (2, 2) => Some(boxed::<Small, 2, 2>(&lattice)),
        (2, 3) => Some(boxed::<Small, 2, 3>(&lattice)),
        (2, 4) => Some(boxed::<Small, 2, 4>(&lattice)),
        (3, 2) => Some(boxed::<Small, 3, 2>(&lattice)),
        (3, 3) => Some(boxed::<Small, 3, 3>(&lattice)),
        (3, 4) => Some(boxed::<Other, 3, 4>(&lattice)),
        (4, 2) => Some(boxed::<Small, 4, 2>(&lattice)),
        (4, 3) => Some(boxed::<Other, 4, 3>(&lattice)),
        (4, 4) => Some(boxed::<Large, 4, 4>(&lattice)),
        (5, 2) => alone::<Other, 5, 2>(&lattice),
        (5, 3) => alone::<Other, 5, 3>(&lattice),
        (6, 2) => alone::<Other, 6, 2>(&lattice),
        (7, 2) => alone::<Other, 7, 2>(&lattice),
        (8, 2) => alone::<Other, 8, 2>(&lattice),
        _ => None,
    }
}

fn boxed<Y: Layout, const H: usize, const W: usize>(lattice: &Lattice) -> Box<dyn Search> {
    alone::<Y, H, W>(lattice).unwrap_or_else(|| overlaid::<Y, H, W>(lattice))
}

/// `None` if there is something beside it.
fn alone<Y: Layout, const H: usize, const W: usize>(lattice: &Lattice) -> Option<Box<dyn Search>> {
    let search = || searched::<Y, _>(Pieces::<Y, H, W>::new(), cells::<Y, H, W>(lattice));
    lattice.beside.is_empty().then(search)
}

fn overlaid<Y: Layout, const H: usize, const W: usize>(lattice: &Lattice) -> Box<dyn Search> {
    let cells = cells::<Y, H, W>(lattice);
    let second = lattice.second();
    let beside = beside(lattice, &second.as_ref().unwrap_or(lattice).beside, &cells);
    let both = Both::<Y, H, W>::new(Pieces::new(), second.as_ref(), &cells);
    searched::<Y, _>(Overlaid::<Y, _>::new(both, beside), cells)
}

/// By variable: where it lies.
fn cells<Y: Layout, const H: usize, const W: usize>(lattice: &Lattice) -> Vec<u8> {
    lattice.places.iter().map(Pieces::<Y, H, W>::locate).collect()
}

/// The scopes beside a lattice, and the pieces that they share with its scopes.
fn beside(lattice: &Lattice, scopes: &[Vec<usize>], cells: &[u8]) -> Beside {
    let of = |scope: &[usize]| scope.iter().map(|&x| cells[x]).collect::<Vec<u8>>();
    let full = lattice.scopes().concat();
    let mut beside = Beside::default();
    for scope in scopes {
        let is_permutation = scope.len() == lattice.height * lattice.width;
        if is_permutation {
            for other in &full {
                beside.cross(&of(scope), &of(other));
            }
        }
        beside.push(of(scope), is_permutation);
    }
    beside
}

fn searched<Y: Layout, I>(inference: I, cells: Vec<u8>) -> Box<dyn Search>
where
    I: Inference<Y::Word> + Clone + Debug + Send + Sync + 'static,
{
    Box::new(ByPieces::<Y, I> { inference, cells, root: [0; 256], descent: Descent::new() })
}

impl<Y: Layout, I> Search for ByPieces<Y, I>
where
    I: Inference<Y::Word> + Clone + Debug + Send + Sync + 'static,
{
    fn start(&mut self, domains: &[u64]) {
        for (&cell, &domain) in self.cells.iter().zip(domains) {
            self.root[usize::from(cell)] = domain as u16;
        }
        self.restart(&[]);
    }

    fn restart(&mut self, facts: &[(usize, u64)]) {
        let words = I::length().expect("invariant: pieces know how long a state is");
        let used = Y::LANES * words;
        let mut lanes: Cells = [0; 256];
        lanes[..used].copy_from_slice(&self.root[..used]);
        for &(var, set) in facts {
            lanes[usize::from(self.cells[var])] &= set as u16;
        }
        self.descent.start(|state| {
            for lanes in lanes[..used].chunks_exact(Y::LANES) {
                state.push(Y::read(lanes));
            }
        });
    }

    fn advance(&mut self, nodes: u64) -> Step {
        Y::Machine::lead(&mut self.descent, &mut self.inference, nodes)
    }

    fn domain(&self, var: usize) -> u64 {
        let cell = usize::from(self.cells[var]);
        let mut lanes = [0; 64];
        Y::write(self.descent.state[cell / Y::LANES], &mut lanes);
        u64::from(lanes[cell % Y::LANES])
    }

    fn solution(&self, names: &[i32], values: &mut Vec<i32>) {
        let mut lanes: Cells = [0; 256];
        for (lanes, &word) in lanes.chunks_exact_mut(Y::LANES).zip(&self.descent.state) {
            Y::write(word, lanes);
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
