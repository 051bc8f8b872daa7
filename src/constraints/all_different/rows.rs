//! Bit rows: the values of a view as a set of numbers, which count the values from some first one on.
//!
//! The words of a domain are copied, shifted: a domain of a thousand values may have hundreds of runs.

use fixedbitset::FixedBitSet;

use crate::constraints::all_different::shifted::copy;
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
