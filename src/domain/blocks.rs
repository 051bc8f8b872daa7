//! Medium domains: bit sets of up to a few dozen words, with cached bounds and size.
//!
//! The words live elsewhere (in the domain's box, or in the one arena of a store), so every operation takes them as
//! an argument. Before an operation overwrites a word, it passes the word's index and old content to `save`; the
//! store keeps them for backtracking.

use crate::domain::small::from_to;

/// The base, bounds and size of a set of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Blocks {
    /// The value of bit 0 of word 0.
    pub(crate) base: i32,
    /// The least value, if `size > 0`.
    pub(crate) min: i32,
    /// The greatest value, if `size > 0`.
    pub(crate) max: i32,
    /// The number of values.
    pub(crate) size: u32,
}

impl Blocks {
    /// The header and the words of the given ranges: ascending, disjoint, not empty.
    pub(crate) fn from_ranges(ranges: &[(i32, i32)]) -> (Blocks, Box<[u64]>) {
        let (base, max) = (ranges[0].0, ranges[ranges.len() - 1].1);
        let mut blocks = Blocks { base, min: base, max, size: 0 };
        let mut words = vec![0u64; blocks.position(max).0 + 1].into_boxed_slice();
        for &(low, high) in ranges {
            blocks.size += (high - low + 1) as u32;
            for (w, mask) in blocks.masks(low, high) {
                words[w] |= mask;
            }
        }
        (blocks, words)
    }

    /// The word and the bit of a value that is not below the base.
    #[inline]
    pub(crate) fn position(&self, value: i32) -> (usize, u32) {
        let offset = (i64::from(value) - i64::from(self.base)) as usize;
        (offset / 64, (offset % 64) as u32)
    }

    /// The words that the values `low..=high` touch, each with their bits. Needs `base <= low <= high`.
    #[inline]
    pub(crate) fn masks(&self, low: i32, high: i32) -> impl Iterator<Item = (usize, u64)> + use<> {
        let ((first, low_bit), (last, high_bit)) = (self.position(low), self.position(high));
        (first..=last).map(move |w| {
            let from = if w == first { low_bit } else { 0 };
            let to = if w == last { high_bit } else { 63 };
            (w, from_to(from, to))
        })
    }

    #[inline]
    pub(crate) fn contains(&self, words: &[u64], value: i32) -> bool {
        if value < self.min || value > self.max || self.size == 0 {
            return false;
        }
        let (w, bit) = self.position(value);
        words[w] >> bit & 1 != 0
    }

    pub(crate) fn next_from(&self, words: &[u64], from: i32) -> Option<i32> {
        if self.size == 0 || from > self.max {
            return None;
        }
        if from <= self.min {
            return Some(self.min);
        }
        let (first, bit) = self.position(from);
        let mut word = words[first] & (!0 << bit);
        let mut w = first;
        while word == 0 {
            w += 1;
            word = words[w];
        }
        Some(self.value(w, word.trailing_zeros()))
    }

    /// The end of the run of values that starts at `from`, which is in the set.
    pub(crate) fn run_end(&self, words: &[u64], from: i32) -> i32 {
        let (mut w, bit) = self.position(from);
        let mut gaps = !words[w] & (!0 << bit);
        while gaps == 0 {
            w += 1;
            // Behind the last word nothing is in the set.
            gaps = words.get(w).map_or(1, |word| !word);
        }
        self.value(w, gaps.trailing_zeros()).wrapping_sub(1)
    }

    #[inline]
    fn value(&self, w: usize, bit: u32) -> i32 {
        self.base.wrapping_add((w * 64) as i32 + bit as i32)
    }

    /// Drops the values that `keep` does not yield, among those in the words that it does yield; updates the header.
    /// `keep` yields each word at most once.
    pub(crate) fn keep(
        &mut self,
        words: &mut [u64],
        keep: impl Iterator<Item = (usize, u64)>,
        mut save: impl FnMut(usize, u64),
    ) {
        for (w, mask) in keep {
            let (old, new) = (words[w], words[w] & mask);
            if old != new {
                save(w, old);
                words[w] = new;
                self.size -= (old ^ new).count_ones();
            }
        }
        if self.size > 0 {
            self.tighten(words);
        }
    }

    /// Moves the bounds inward to values that are in the set. Needs at least one.
    fn tighten(&mut self, words: &[u64]) {
        let first = words.iter().position(|&w| w != 0).expect("invariant: size counts the set bits");
        let last = words.iter().rposition(|&w| w != 0).expect("invariant: size counts the set bits");
        self.min = self.value(first, words[first].trailing_zeros());
        self.max = self.value(last, words[last].ilog2());
    }
}
