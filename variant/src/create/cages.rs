//! Random cages of a grid: joined cells with different digits.
//!
//! A cage grows from the free cell with the fewest free neighbours, so that few cells are left over; those join a cage beside them
//! that has room for them and lacks their digit, or are in no cage.

use std::ops::RangeInclusive;

use residua::search::Random;

use crate::Shape;

/// A partition of cells into cages, as far as it has come.
struct Cages<'a> {
    shape: &'a Shape,
    digits: &'a [i32],
    sizes: &'a RangeInclusive<usize>,
    /// By cell: whether a cage may still take it.
    is_free: Vec<bool>,
    whole: Vec<Vec<usize>>,
}

/// Random cages of these sizes for digits, by cell: each ascending, in the order of their first cells.
pub(super) fn random_cages(
    shape: &Shape,
    digits: &[i32],
    sizes: &RangeInclusive<usize>,
    random: &mut Random,
) -> Vec<Vec<usize>> {
    let is_free = (0..shape.len()).map(|cell| shape.has(cell)).collect();
    let mut cages = Cages { shape, digits, sizes, is_free, whole: Vec::new() };
    let mut order: Vec<usize> = shape.cells().collect();
    random.shuffle(&mut order);
    let mut left_over = Vec::new();
    while let Some(start) = cages.most_enclosed(&order) {
        let size = sizes.start() + random.below(sizes.end() - sizes.start() + 1);
        let cage = cages.grow(start, size, random);
        if sizes.contains(&cage.len()) {
            cages.whole.push(cage);
        } else {
            left_over.extend(cage);
        }
    }
    for cell in left_over {
        cages.join(cell);
    }
    let mut cages = cages.whole;
    for cage in &mut cages {
        cage.sort_unstable();
    }
    cages.sort_unstable();
    cages
}

impl Cages<'_> {
    /// The free cell with the fewest free neighbours, the first of them in an order.
    fn most_enclosed(&self, order: &[usize]) -> Option<usize> {
        let free =
            |cell: usize| self.shape.neighbours(cell).iter().filter(|&&cell| self.is_free[cell]).count();
        order.iter().copied().filter(|&cell| self.is_free[cell]).min_by_key(|&cell| free(cell))
    }

    /// A cage of that size from a cell on, or a smaller one where there is no room.
    fn grow(&mut self, start: usize, size: usize, random: &mut Random) -> Vec<usize> {
        let mut cage = vec![start];
        self.is_free[start] = false;
        while cage.len() < size {
            let mut beside: Vec<usize> = cage.iter().flat_map(|&cell| self.shape.neighbours(cell)).collect();
            beside.retain(|&cell| self.is_free[cell] && self.has_room(&cage, cell));
            beside.sort_unstable();
            beside.dedup();
            let Some(&next) = beside.get(random.below(beside.len())) else { break };
            self.is_free[next] = false;
            cage.push(next);
        }
        cage
    }

    /// Whether a cage lacks the digit of a cell.
    fn has_room(&self, cage: &[usize], cell: usize) -> bool {
        cage.iter().all(|&other| self.digits[other] != self.digits[cell])
    }

    /// Adds a cell to the smallest cage beside it that has room.
    fn join(&mut self, cell: usize) {
        let beside = self.shape.neighbours(cell);
        let fits = |at: &usize| {
            let cage = &self.whole[*at];
            cage.len() < *self.sizes.end()
                && cage.iter().any(|cell| beside.contains(cell))
                && self.has_room(cage, cell)
        };
        if let Some(at) = (0..self.whole.len()).filter(fits).min_by_key(|&at| self.whole[at].len()) {
            self.whole[at].push(cell);
        }
    }
}
