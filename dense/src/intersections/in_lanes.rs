//! Conversion of domains and facts into lanes, and of lanes into solutions.

use std::marker::PhantomData;

use crate::descent::search::Placement;
use crate::intersections::box_grid::BoxGrid;
use crate::intersections::kernel::Intersections;
use crate::intersections::layout::Layout;

/// All lanes of a state, one word after another.
pub(crate) type Cells = [u16; 256];

/// By variable: the number of its lane among those of all words.
#[derive(Clone, Debug)]
pub(crate) struct InLanes<Y, const H: usize, const W: usize> {
    pub(crate) cells: Vec<u8>,
    layout: PhantomData<Y>,
}

impl<Y: Layout, const H: usize, const W: usize> InLanes<Y, H, W> {
    pub(crate) fn new(box_grid: &BoxGrid) -> Self {
        let cells = box_grid.places.iter().map(Intersections::<Y, H, W>::locate).collect();
        InLanes { cells, layout: PhantomData }
    }
}

impl<Y: Layout, const H: usize, const W: usize> Placement for InLanes<Y, H, W> {
    type Word = Y::Word;
    type Root = Cells;

    fn empty(&self) -> Cells {
        [0; 256]
    }

    #[inline]
    fn write(&self, root: &mut Cells, domains: &[u64]) {
        for (&cell, &domain) in self.cells.iter().zip(domains) {
            root[usize::from(cell)] = domain as u16;
        }
    }

    #[inline]
    fn read(&self, root: &Cells, facts: &[(usize, u64)], state: &mut Vec<Y::Word>) {
        let used = Y::LANES * Y::words::<H, W>();
        let mut lanes: Cells = [0; 256];
        lanes[..used].copy_from_slice(&root[..used]);
        for &(var, set) in facts {
            lanes[usize::from(self.cells[var])] &= set as u16;
        }
        for lanes in lanes[..used].chunks_exact(Y::LANES) {
            state.push(Y::read(lanes));
        }
    }

    fn domain(&self, state: &[Y::Word], var: usize) -> u64 {
        let cell = usize::from(self.cells[var]);
        let mut lanes = [0; 32];
        Y::write(state[cell / Y::LANES], &mut lanes);
        u64::from(lanes[cell % Y::LANES])
    }

    #[inline]
    fn solution(&self, state: &[Y::Word], names: &[i32], values: &mut Vec<i32>) {
        let mut lanes: Cells = [0; 256];
        for (lanes, &word) in lanes.chunks_exact_mut(Y::LANES).zip(state) {
            Y::write(word, lanes);
        }
        // As long as there are bits, so that no index has to be checked.
        let mut by_bit = [0; 17];
        by_bit.iter_mut().zip(names).for_each(|(by_bit, &name)| *by_bit = name);
        let value = |&cell: &u8| by_bit[lanes[usize::from(cell)].trailing_zeros() as usize];
        values.extend(self.cells.iter().map(value));
    }
}
