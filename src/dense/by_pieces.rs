//! A search by [pieces](crate::dense::pieces): which kernel a lattice gets, and where its variables lie in the lanes.

use std::fmt::Debug;

use crate::dense::across::Across;
use crate::dense::beside::{Beside, Cells};
use crate::dense::both::Both;
use crate::dense::descent::{Counts, Descent, Inference, Step};
use crate::dense::engine::Search;
use crate::dense::implied::{Members, members};
use crate::dense::lattice::{Lattice, Place};
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
    // The others are the same on their side, and need no kernels.
    if lattice.height == 2 && lattice.width > 2 || lattice.width > 4 {
        lattice.transpose();
    }
    match (lattice.height, lattice.width) {
        (2, 2) => Some(boxed::<Small, 2, 2, 4>(&lattice)),
        (3, 2) => Some(boxed::<Small, 3, 2, 6>(&lattice)),
        (3, 3) => Some(boxed::<Small, 3, 3, 9>(&lattice)),
        (3, 4) => Some(boxed::<Other, 3, 4, 12>(&lattice)),
        (4, 2) => Some(boxed::<Small, 4, 2, 8>(&lattice)),
        (4, 3) => Some(boxed::<Other, 4, 3, 12>(&lattice)),
        (4, 4) => Some(boxed::<Large, 4, 4, 16>(&lattice)),
        (5, 2) => alone::<Other, 5, 2>(&lattice),
        (5, 3) => alone::<Other, 5, 3>(&lattice),
        (6, 2) => alone::<Other, 6, 2>(&lattice),
        (7, 2) => alone::<Other, 7, 2>(&lattice),
        (8, 2) => alone::<Other, 8, 2>(&lattice),
        _ => None,
    }
}

fn boxed<Y: Layout, const H: usize, const W: usize, const N: usize>(lattice: &Lattice) -> Box<dyn Search> {
    alone::<Y, H, W>(lattice).unwrap_or_else(|| overlaid::<Y, H, W, N>(lattice))
}

/// `None` if there is something on top of it.
fn alone<Y: Layout, const H: usize, const W: usize>(lattice: &Lattice) -> Option<Box<dyn Search>> {
    let search = || searched::<Y, _>(Pieces::<Y, H, W>::new(), cells::<Y, H, W>(lattice));
    lattice.beside.is_empty().then(search)
}

fn overlaid<Y: Layout, const H: usize, const W: usize, const N: usize>(lattice: &Lattice) -> Box<dyn Search> {
    let cells = cells::<Y, H, W>(lattice);
    let second = lattice.second();
    let (across, beside) = on_top(lattice, &second.as_ref().unwrap_or(lattice).beside, &cells);
    let both = Both::<Y, H, W>::new(Pieces::new(), second.as_ref(), &cells, !across.is_empty());
    searched::<Y, _>(Overlaid::<Y, H, W, N>::new(both, across, beside), cells)
}

/// By variable: where it lies.
fn cells<Y: Layout, const H: usize, const W: usize>(lattice: &Lattice) -> Vec<u8> {
    lattice.places.iter().map(Pieces::<Y, H, W>::locate).collect()
}

/// The scopes on top of a lattice, and the pieces that they share with its scopes.
fn on_top<Y: Layout, const H: usize, const W: usize>(
    lattice: &Lattice,
    scopes: &[Vec<usize>],
    cells: &[u8],
) -> (Vec<Across<Y, H, W>>, Beside) {
    let (mut all, mut beside) = (Vec::new(), Beside::default());
    if scopes.is_empty() {
        return (all, beside);
    }
    let of = |members: &Members| members.variables().iter().map(|&x| cells[x]).collect::<Vec<u8>>();
    let full = lattice.scopes();
    for scope in scopes {
        let scope = members(scope);
        let is_permutation = scope.len() == H * W;
        let lies_across = is_permutation && lies_across(lattice, &scope.variables());
        let mut across = lies_across.then(|| Across::of(&of(&scope)));
        for (kind, other) in
            full.iter().enumerate().flat_map(|(kind, scopes)| scopes.iter().map(move |s| (kind, s)))
        {
            let piece = scope.both(other);
            if is_permutation && (2..scope.len()).contains(&piece.len()) {
                let [piece, rest, mates] =
                    [piece, scope.less(other), other.less(&scope)].map(|part| of(&part));
                let is_taken =
                    kind == 2 && across.as_mut().is_some_and(|across| across.cross(&piece, &rest, &mates));
                beside.cross(&piece, [&rest, &mates], !is_taken);
            }
        }
        match across {
            Some(across) => all.push(across),
            None => beside.push(of(&scope), is_permutation),
        }
    }
    (all, beside)
}

/// Whether no two of these variables are in the same line of a box.
fn lies_across(lattice: &Lattice, variables: &[usize]) -> bool {
    let line = |&x: &usize| {
        let Place { band, line, stack, .. } = lattice.places[x];
        (band, line, stack)
    };
    variables.iter().enumerate().all(|(i, x)| variables[..i].iter().all(|y| line(y) != line(x)))
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
