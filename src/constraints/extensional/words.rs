//! Entries of `xs[i] = y` as words: which of them can equal `y`, and the values in common, by one `and` for each.
//!
//! Where the index, the entries and `y` have domains of at most 64 values between their ends, and are not scaled, an entry's bits are
//! shifted to those of `y` once and for all: then an entry is live where the two have a bit in common.

use crate::constraints::extensional::pair::Pair;
use crate::store::{Store, VarId, View};

/// What the entries are, in the order of their positions.
#[derive(Clone, Debug)]
pub(super) struct Words {
    index: VarId,
    /// The position of the index's bit 0.
    first: usize,
    y: VarId,
    entries: Box<[Entry]>,
}

/// What an entry has of the bits of `y`.
#[derive(Clone, Copy, Debug)]
enum Entry {
    Known(u64),
    /// The bits of a variable, moved up, or down where that is negative.
    Moved(VarId, i32),
}

/// What is found of the entries that the index can be at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The bits of the index at which an entry can equal `y`.
    pub(super) live: u64,
    /// What these entries have of the bits of `y`.
    pub(super) union: u64,
    /// Whether `y` and these entries are fixed.
    pub(super) is_fixed: bool,
}

/// The value of bit 0 of a view that is not scaled.
fn base(view: View, store: &Store) -> Option<i64> {
    let base = store.base(view.var).filter(|_| view.scale() == 1)?;
    Some(i64::from(base) + i64::from(view.offset()))
}

impl Words {
    /// The words of these pairs, one for each position; `None` if one of them does not fit.
    pub(super) fn of(index: View, y: View, pairs: &[Pair<VarId>], store: &Store) -> Option<Words> {
        let (first, of_y) = (base(index, store)?, base(y, store)?);
        let ends = [index.min(store), index.max(store)].map(usize::try_from);
        let is_inside = ends.iter().all(|end| end.is_ok_and(|end| end < pairs.len()));
        let entry = |pair: &Pair<VarId>| match *pair {
            Pair::Never => Some(Entry::Known(0)),
            Pair::Is(view, value) if view.var == y.var => {
                let bit = i64::from(view.invert(value)?) + i64::from(y.offset()) - of_y;
                Some(Entry::Known(if (0..64).contains(&bit) { 1 << bit } else { 0 }))
            }
            Pair::Equal(entry, other) if other == y && entry.var != index.var => {
                let up = base(entry, store)? - of_y;
                Some(if up.abs() < 64 { Entry::Moved(entry.var, up as i32) } else { Entry::Known(0) })
            }
            _ => None,
        };
        let entries: Option<Box<[Entry]>> = pairs.iter().map(entry).collect();
        let first = usize::try_from(first).ok().filter(|_| is_inside && index.var != y.var)?;
        Some(Words { index: index.var, first, y: y.var, entries: entries? })
    }

    /// Looks at the entries that the index can be at.
    #[inline]
    pub(super) fn look(&self, store: &Store) -> Found {
        let of_y = store.bits(self.y);
        let mut found = Found { live: 0, union: 0, is_fixed: of_y.is_power_of_two() };
        let mut left = store.bits(self.index);
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let (word, is_fixed) = match self.entries[self.first + bit as usize] {
                Entry::Known(word) => (word, true),
                Entry::Moved(var, by) => {
                    let bits = store.bits(var);
                    (if by >= 0 { bits << by } else { bits >> -by }, bits.is_power_of_two())
                }
            };
            let common = word & of_y;
            if common != 0 {
                found.live |= 1 << bit;
                found.union |= common;
                found.is_fixed &= is_fixed;
            }
        }
        found
    }

    /// The positions of bits of the index.
    pub(super) fn positions(&self, mut bits: u64) -> impl Iterator<Item = usize> + '_ {
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros())?;
            bits &= bits - 1;
            Some(self.position(bit))
        })
    }

    /// The position of a bit of the index.
    #[inline]
    pub(super) fn position(&self, bit: u32) -> usize {
        self.first + bit as usize
    }
}
