//! The rules of a geometry as a network for the dense engine, and puzzles as facts about it.

use crate::model::Model;
use crate::search::{EngineChoice, Learning, Limits, NetworkSearch};
use crate::sudoku::Puzzle;

/// More than there are symbols in a network, and a power of two, so that no symbol has to be checked.
const SETS: usize = 128;

/// The rules as a network, for the dense engine.
#[derive(Clone, Debug)]
pub(super) struct DenseRules {
    pub(super) search: NetworkSearch,
    /// By symbol: the set of that value alone.
    sets: [u64; SETS],
    /// A buffer for two facts per cell, of which the puzzle uses the first `count`.
    buffer: Box<[(usize, u64)]>,
    count: usize,
}

impl DenseRules {
    /// `None` if that engine is not dense, or does not fit.
    pub(super) fn new(
        rules: &Model,
        engine: EngineChoice,
        limits: &Limits,
        learning: Learning,
    ) -> Option<DenseRules> {
        let search = engine.dense(rules, limits, learning)?;
        let set = |symbol: usize| search.values().binary_search(&(symbol as i32)).map_or(0, |bit| 1 << bit);
        let sets = std::array::from_fn(set);
        let buffer = vec![(0, 0); 2 * rules.vars().count()].into();
        Some(DenseRules { search, sets, buffer, count: 0 })
    }

    /// Replaces the last puzzle by this one with that value excluded from that cell.
    pub(super) fn start(&mut self, puzzle: &Puzzle, excluded: Option<(usize, i32)>) {
        let (buffer, sets) = (&mut self.buffer, &self.sets);
        let mut count = 0;
        let mut note = |cell, set| {
            buffer[count] = (cell, set);
            count += 1;
        };
        for (cells, first) in puzzle.givens().chunks(32).zip((0..).step_by(32)) {
            // Most cells are blank, in no pattern that a branch predictor could learn: so there is no branch per
            // cell.
            let mut given = which_are_given(cells);
            while given != 0 {
                let cell = given.trailing_zeros() as usize;
                given &= given - 1;
                note(first + cell, sets[cells[cell] as usize % SETS]);
            }
        }
        for (cell, values) in puzzle.restricted() {
            note(cell, values.iter().fold(0, |set, &value| set | sets[value as usize % SETS]));
        }
        if let Some((cell, value)) = excluded {
            let all = u64::MAX >> (64 - self.search.values().len());
            buffer[count] = (cell, all & !sets[value as usize % SETS]);
            count += 1;
        }
        self.count = count;
        self.search.restart(&self.buffer[..count]);
    }

    /// What the puzzle says besides the rules: a set of values for each of some cells.
    pub(super) fn facts(&self) -> &[(usize, u64)] {
        &self.buffer[..self.count]
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
    // Looked up, not shifted, so that the loop is vectorised.
    cells.iter().zip(&BITS).fold(0, |given, (&value, &bit)| given | if value == 0 { 0 } else { bit })
}
