//! Latin squares: rows and columns that are permutations, and no other scopes.
//!
//! | file | holds |
//! |---|---|
//! | `triples.rs`, `triple_branching.rs` | triple by triple, on every machine; and the branching of a search |
//! | `diagonals.rs`, `diagonal_branching.rs` | diagonal by diagonal, in registers; and the branching of a search |
//!
//! This file recognises squares, selects their kernel, and lays out their variables.

#[cfg(target_arch = "x86_64")]
mod diagonal_branching;
#[cfg(target_arch = "x86_64")]
mod diagonals;
mod triple_branching;
mod triples;

#[cfg(target_arch = "x86_64")]
use std::marker::PhantomData;

use crate::descent::search::{Placement, Search, straight};
#[cfg(target_arch = "x86_64")]
use crate::lanes::strips::Strips;
use crate::lanes::words::Words;
#[cfg(target_arch = "x86_64")]
use crate::latin::diagonals::Diagonals;
use crate::latin::triples::{Square, Triples, VALUES, at};
use crate::network::Network;
use crate::value_planes::grid::{Grid, Kind};

/// By variable, its row and column; `None` if the network is not a square of at most 16 rows and columns that are
/// permutations, without other scopes.
fn square_of(network: &Network) -> Option<Vec<(usize, usize)>> {
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

/// A search by triples; `None` if the network is not such a square.
pub(crate) fn by_triples(network: &Network) -> Option<Box<dyn Search>> {
    let places = square_of(network)?;
    let order = network.values().len();
    Some(if order <= 8 { of_order::<64>(&places, order) } else { of_order::<256>(&places, order) })
}

fn of_order<const P: usize>(places: &[(usize, usize)], order: usize) -> Box<dyn Search> {
    let places = places.iter().map(|&(r, c)| at::<P>(r, c)).collect();
    straight::<Words, _, _>(InSquare::<P> { places }, Triples::new(order))
}

/// By variable: its place.
#[derive(Clone, Debug)]
struct InSquare<const P: usize> {
    places: Vec<usize>,
}

impl<const P: usize> Placement for InSquare<P> {
    type Word = Square<P>;
    type Root = Square<P>;

    fn empty(&self) -> Square<P> {
        Square::EMPTY
    }

    fn write(&self, root: &mut Square<P>, domains: &[u64]) {
        for (&place, &domain) in self.places.iter().zip(domains) {
            root.lines[VALUES][place] = domain as u16;
        }
    }

    fn read(&self, root: &Square<P>, facts: &[(usize, u64)], state: &mut Vec<Square<P>>) {
        state.push(*root);
        for &(var, set) in facts {
            state[0].lines[VALUES][self.places[var]] &= set as u16;
        }
    }

    fn domain(&self, state: &[Square<P>], var: usize) -> u64 {
        u64::from(state[0].lines[VALUES][self.places[var]])
    }

    fn solution(&self, state: &[Square<P>], names: &[i32], values: &mut Vec<i32>) {
        let cells = &state[0].lines[VALUES];
        values.extend(self.places.iter().map(|&place| names[cells[place].trailing_zeros() as usize]));
    }
}

/// A search by diagonals in lanes `L`; `None` if the network is not such a square.
#[cfg(target_arch = "x86_64")]
pub(crate) fn by_diagonals<L: Strips>(network: &Network) -> Option<Box<dyn Search>> {
    let cells = square_of(network)?;
    let in_registers = match network.values().len() {
        ..=8 => with::<L, 8, 4>,
        9..=10 => with::<L, 16, 10>,
        11..=12 => with::<L, 16, 12>,
        13..=14 => with::<L, 16, 14>,
        _ => with::<L, 16, 16>,
    };
    Some(in_registers(&cells, network.values().len()))
}

#[cfg(target_arch = "x86_64")]
fn with<L: Strips, const W: usize, const R: usize>(
    cells: &[(usize, usize)],
    order: usize,
) -> Box<dyn Search> {
    let place = |&(row, column): &(usize, usize)| Diagonals::<L, W, R>::place(order, row, column) as u8;
    let placement =
        InStrips::<L, W, R> { order, places: cells.iter().map(place).collect(), lanes: PhantomData };
    straight::<L, _, _>(placement, Diagonals::<L, W, R>::new(order))
}

/// By variable: its place.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Debug)]
struct InStrips<L, const W: usize, const R: usize> {
    order: usize,
    places: Vec<u8>,
    lanes: PhantomData<L>,
}

#[cfg(target_arch = "x86_64")]
impl<L: Strips, const W: usize, const R: usize> Placement for InStrips<L, W, R> {
    type Word = L;
    /// By place.
    type Root = [[u16; 16]; R];

    fn empty(&self) -> Self::Root {
        Diagonals::<L, W, R>::empty(self.order)
    }

    fn write(&self, root: &mut Self::Root, domains: &[u64]) {
        let cells = root.as_flattened_mut();
        for (&place, &domain) in self.places.iter().zip(domains) {
            cells[usize::from(place)] = domain as u16;
        }
    }

    fn read(&self, root: &Self::Root, facts: &[(usize, u64)], state: &mut Vec<L>) {
        let mut cells = *root;
        for &(var, set) in facts {
            cells.as_flattened_mut()[usize::from(self.places[var])] &= set as u16;
        }
        state.extend(cells.iter().map(L::load));
        state.push(L::load(&[0; 16]));
    }

    fn domain(&self, state: &[L], var: usize) -> u64 {
        let place = usize::from(self.places[var]);
        u64::from(state[place / 16].store()[place % 16])
    }

    fn solution(&self, state: &[L], names: &[i32], values: &mut Vec<i32>) {
        let mut cells = [[0; 16]; R];
        for (cells, lanes) in cells.iter_mut().zip(state) {
            *cells = lanes.store();
        }
        let set = |&place: &u8| cells.as_flattened()[usize::from(place)];
        values.extend(self.places.iter().map(|place| names[set(place).trailing_zeros() as usize]));
    }
}
