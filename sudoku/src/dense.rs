//! Facts of a puzzle for the dense engine: a set of values for each of some cells.

use crate::Puzzle;

/// More than there are symbols in a network, and a power of two, so that no symbol has to be checked.
const SETS: usize = 128;

/// Symbols as sets of values.
#[derive(Clone, Debug)]
pub(super) struct DenseFacts {
    /// By symbol: the set of that value alone.
    sets: [u64; SETS],
    /// The set of all values.
    all: u64,
}

impl DenseFacts {
    /// For a network of these values, ascending.
    pub(super) fn new(values: &[i32]) -> DenseFacts {
        let set = |symbol: usize| values.binary_search(&(symbol as i32)).map_or(0, |bit| 1 << bit);
        DenseFacts { sets: std::array::from_fn(set), all: u64::MAX >> (64 - values.len()) }
    }

    /// Writes what the puzzle says besides the rules, with that value excluded from that cell.
    pub(super) fn write(
        &self,
        puzzle: &Puzzle,
        excluded: Option<(usize, i32)>,
        facts: &mut Vec<(usize, u64)>,
    ) {
        let sets = &self.sets;
        facts.reserve(puzzle.givens().len());
        let mut first = 0;
        for cells in puzzle.givens().chunks(32) {
            // Most cells are blank, in no pattern that a branch predictor could learn: so there is no branch per
            // cell.
            let mut given = which_are_given(cells);
            while given != 0 {
                let cell = given.trailing_zeros() as usize;
                given &= given - 1;
                facts.push((first + cell, sets[cells[cell] as usize % SETS]));
            }
            first += cells.len();
        }
        for (cell, values) in puzzle.restricted() {
            facts.push((cell, values.iter().fold(0, |set, &value| set | sets[value as usize % SETS])));
        }
        if let Some((cell, value)) = excluded {
            facts.push((cell, self.all & !sets[value as usize % SETS]));
        }
    }
}

/// Which of up to 32 cells are given, as bits.
fn which_are_given(cells: &[i32]) -> u32 {
    const BITS: [u32; 32] = {
        let mut bits = [1; 32];
        let mut i = 1;
        while i < 32 {
            bits[i] = bits[i - 1] << 1;
            i += 1;
        }
        bits
    };
    // Looked up, not shifted, so that the loop is vectorised; by positions, as adaptors of iterators are calls in incremental builds.
    let mut given = 0;
    for at in 0..cells.len().min(BITS.len()) {
        given |= if cells[at] == 0 { 0 } else { BITS[at] };
    }
    given
}
