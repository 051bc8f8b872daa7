//! The values of `y` in `xs[i] = y` that no live entry has, found word by word.
//!
//! The words of `y` are copied, and those of each entry, moved by the distance of the two, are taken away; what is left has no support.
//! Cost: a look at each word of each live entry, and fewer where nothing is left early.

use crate::store::{Store, View};

/// Values of a view that is not scaled, of which some are taken away.
#[derive(Clone, Debug, Default)]
pub(super) struct Unsupported {
    words: Vec<u64>,
    /// The value of bit 0.
    base: i64,
    /// What is to be added to a value for one of the view's variable.
    to_var: i64,
}

impl Unsupported {
    /// Begins with all values of a view; false if that is scaled, or its domain has no words.
    pub(super) fn fill(&mut self, y: View, store: &Store) -> bool {
        let Some((base, words)) = store.words(y.var).filter(|_| y.scale() == 1) else { return false };
        self.words.clear();
        self.words.extend_from_slice(words);
        self.to_var = -i64::from(y.offset());
        self.base = i64::from(base) - self.to_var;
        true
    }

    /// Whether all are taken away.
    pub(super) fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Takes a value away.
    pub(super) fn support(&mut self, value: i64) {
        let at = value - self.base;
        self.clear(at.div_euclid(64), 1 << at.rem_euclid(64));
    }

    /// Takes away what the view has.
    pub(super) fn support_all(&mut self, entry: View, store: &Store) {
        if let Some((base, words)) = store.words(entry.var).filter(|_| entry.scale() == 1) {
            let up = i64::from(base) + i64::from(entry.offset()) - self.base;
            let (first, bit) = (up.div_euclid(64), up.rem_euclid(64));
            for (at, &word) in (first..).zip(words) {
                self.clear(at, word << bit);
                // In two steps, as one by 64 is none.
                self.clear(at + 1, word >> 1 >> (63 - bit));
            }
            return;
        }
        for at in 0..self.words.len() {
            let mut left = self.words[at];
            while left != 0 {
                let value = self.value(at, left.trailing_zeros());
                if i32::try_from(value).is_ok_and(|value| entry.contains(store, value)) {
                    self.words[at] &= !(left & left.wrapping_neg());
                }
                left &= left - 1;
            }
        }
    }

    fn clear(&mut self, at: i64, bits: u64) {
        if let Some(word) = usize::try_from(at).ok().and_then(|at| self.words.get_mut(at)) {
            *word &= !bits;
        }
    }

    fn value(&self, at: usize, bit: u32) -> i64 {
        self.base + 64 * at as i64 + i64::from(bit)
    }

    /// What is left, as values of the view's variable.
    pub(super) fn of_var(&self) -> impl Iterator<Item = i32> + '_ {
        self.words.iter().enumerate().flat_map(move |(at, &word)| {
            let bits = std::iter::successors((word != 0).then_some(word), |left| {
                let left = left & (left - 1);
                (left != 0).then_some(left)
            });
            bits.map(move |left| (self.value(at, left.trailing_zeros()) + self.to_var) as i32)
        })
    }
}
