//! Rows: the values of a view as a set of numbers, which count the values from some first one on.
//!
//! The words of a domain are copied, shifted: a domain of a thousand values may have hundreds of runs.

use fixedbitset::FixedBitSet;

use crate::store::{Store, View};

/// Adds the values of `view`, whose scale is 1, less `first` to `row`, which has room for them.
pub(super) fn write(row: &mut FixedBitSet, view: View, first: i64, store: &Store) {
    match store.words(view.var) {
        Some((base, words)) if usize::BITS == u64::BITS => {
            copy(row.as_mut_slice(), words, view.apply(base) - first);
        }
        _ => {
            for (low, high) in store.runs(view.var) {
                let (low, high) = (view.apply(low) - first, view.apply(high) - first);
                row.insert_range(low as usize..high as usize + 1);
            }
        }
    }
}

/// Adds the bits of `words`, of which the first is number `start`, to `row`. None of them is outside of it.
fn copy(row: &mut [usize], words: &[u64], start: i64) {
    let places = (0..).map(|at: i64| start + 64 * at);
    for (&word, place) in words.iter().zip(places).filter(|(word, _)| **word != 0) {
        let (at, shift) = (place.div_euclid(64), place.rem_euclid(64) as u32);
        let (low, high) = (word << shift, (word >> 1) >> (63 - shift));
        if low != 0 {
            row[at as usize] |= low as usize;
        }
        if high != 0 {
            row[(at + 1) as usize] |= high as usize;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_move_to_their_numbers() {
        let words = [1 << 63 | 1 << 40, 0, u64::MAX];
        for start in [-40i64, -7, 0, 1, 63, 64, 100] {
            let mut row = FixedBitSet::with_capacity(400);
            copy(row.as_mut_slice(), &words, start);
            let bits = [40, 63].into_iter().chain(128..192);
            let expected: Vec<usize> = bits.map(|bit: i64| (bit + start) as usize).collect();
            assert_eq!(row.ones().collect::<Vec<_>>(), expected, "from {start}");
        }
    }
}
