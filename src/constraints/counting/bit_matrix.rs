//! Bit matrices: relations between two sets of numbers, a row of words for each of the first.

use std::ops::Range;

use crate::store::Failure;

#[derive(Clone, Debug, Default)]
pub(super) struct BitMatrix {
    /// The number of words of a row.
    width: usize,
    words: Vec<u64>,
}

impl BitMatrix {
    pub(super) fn new(rows: usize, columns: usize) -> BitMatrix {
        let width = columns.div_ceil(64);
        BitMatrix { width, words: vec![0; rows * width] }
    }

    /// Makes it a matrix of this size, whose bits may be 0 or 1.
    pub(super) fn resize(&mut self, rows: usize, columns: usize) {
        self.width = columns.div_ceil(64);
        self.words.resize(rows * self.width, 0);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The number of words of a row.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    #[inline]
    fn words_of(&self, row: usize) -> Range<usize> {
        row * self.width..(row + 1) * self.width
    }

    #[inline]
    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.words[self.words_of(row)]
    }

    #[inline]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        let words = self.words_of(row);
        &mut self.words[words]
    }

    pub(super) fn clear(&mut self) {
        self.words.fill(0);
    }

    #[inline]
    pub(super) fn contains(&self, row: usize, column: usize) -> bool {
        self.words[row * self.width + column / 64] >> (column % 64) & 1 != 0
    }

    #[inline]
    pub(super) fn insert(&mut self, row: usize, column: usize) {
        self.words[row * self.width + column / 64] |= 1 << (column % 64);
    }

    /// Closes the relation, between numbers of one set, under composition (Warshall).
    ///
    /// # Errors
    /// As `spends`, which is told of the words that are looked at.
    pub(super) fn close(&mut self, spends: impl Fn(usize) -> Result<(), Failure>) -> Result<(), Failure> {
        let rows = self.words.len() / self.width;
        for over in 0..rows {
            spends(rows * self.width)?;
            for from in 0..rows {
                if from != over && self.contains(from, over) {
                    for word in 0..self.width {
                        self.words[from * self.width + word] |= self.words[over * self.width + word];
                    }
                }
            }
        }
        Ok(())
    }
}

/// The numbers in a set.
#[inline]
pub(super) fn ones(set: &[u64]) -> impl Iterator<Item = usize> {
    each(set.iter().copied())
}

/// The numbers in a set and not in the other one.
#[inline]
pub(super) fn difference(set: &[u64], other: &[u64]) -> impl Iterator<Item = usize> {
    each(set.iter().zip(other).map(|(word, other)| word & !other))
}

#[inline]
fn each(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(number, mut word)| {
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| number * 64 + word.trailing_zeros() as usize)?;
            word &= word - 1;
            Some(bit)
        })
    })
}
