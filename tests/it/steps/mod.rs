//! Promise: a step removes nothing that is in a solution; steps reach the exact candidates; a rating does not depend on how a puzzle is
//! turned, relabelled or mirrored.
//!
//! | file | holds |
//! |---|---|
//! | `naive.rs` | all solutions of a small model, by trying all values |
//! | `small.rs` | steps of small boards of any kind against all solutions |
//! | `nine.rs` | steps of puzzles of 9×9 against the solution |
//! | `isomorphs.rs` | ratings of isomorphic puzzles |
//! | `replay.rs` | hints taken one after another, also of larger and of variant puzzles |
//! | `told.rs` | known patterns: technique, what goes, sentence |

mod isomorphs;
mod naive;
mod nine;
mod replay;
mod small;
mod told;

/// A sequence of numbers that look random (`SplitMix64`).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Less than `bound`.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}
