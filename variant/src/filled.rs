//! A rule with digits in its cells, of which a definition tells whether they keep to it.

use crate::puzzle::Variant;
use crate::rule::Rule;

/// A rule and digits.
#[derive(Clone, Copy)]
pub(super) struct Filled<'a> {
    pub(super) puzzle: &'a Variant,
    pub(super) rule: &'a Rule,
    /// By cell.
    digits: &'a [i32],
    /// The cells that count twice in sums.
    doubled: &'a [usize],
}

impl<'a> Filled<'a> {
    pub(super) fn new(puzzle: &'a Variant, rule: &'a Rule, digits: &'a [i32], doubled: &'a [usize]) -> Self {
        Filled { puzzle, rule, digits, doubled }
    }

    /// Another rule with the same digits.
    pub(super) fn of(self, rule: &'a Rule) -> Filled<'a> {
        Filled { rule, ..self }
    }

    pub(super) fn digit(&self, cell: usize) -> i64 {
        i64::from(self.digits[cell])
    }

    /// What a cell counts in sums.
    fn value(&self, cell: usize) -> i64 {
        self.digit(cell) * if self.doubled.contains(&cell) { 2 } else { 1 }
    }

    pub(super) fn digits(&self, group: usize) -> Vec<i64> {
        self.rule.groups()[group].iter().map(|&cell| self.digit(cell)).collect()
    }

    pub(super) fn all_digits(&self) -> Vec<Vec<i64>> {
        (0..self.rule.groups().len()).map(|group| self.digits(group)).collect()
    }

    /// The digits of the first group.
    pub(super) fn line(&self) -> Vec<i64> {
        self.digits(0)
    }

    pub(super) fn sum_of(&self, cells: &[usize]) -> i64 {
        cells.iter().map(|&cell| self.value(cell)).sum()
    }

    /// The sum of the first group.
    pub(super) fn sum(&self) -> i64 {
        self.sum_of(&self.rule.groups()[0])
    }
}

/// Whether digits are pairwise different.
pub(super) fn are_different(digits: &[i64]) -> bool {
    (1..digits.len()).all(|at| !digits[..at].contains(&digits[at]))
}

/// Whether numbers are all the same.
pub(super) fn are_equal<T: PartialEq>(numbers: &[T]) -> bool {
    numbers.windows(2).all(|pair| pair[0] == pair[1])
}
