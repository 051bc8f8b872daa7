//! Iteration over a domain: value by value, run by run.

use std::iter::FusedIterator;
use std::ops::RangeInclusive;

use crate::domain::Domain;

/// The values of a [`Domain`], ascending.
#[derive(Clone, Debug)]
pub struct Values<'a> {
    domain: &'a Domain,
    /// Where to look for the next value; `None` when there are no more.
    from: Option<i32>,
}

impl<'a> Values<'a> {
    pub(crate) fn new(domain: &'a Domain) -> Self {
        Values { domain, from: domain.min() }
    }
}

impl Iterator for Values<'_> {
    type Item = i32;

    fn next(&mut self) -> Option<i32> {
        let value = self.domain.next_from(self.from?)?;
        self.from = value.checked_add(1);
        Some(value)
    }
}

impl FusedIterator for Values<'_> {}

/// The maximal runs of consecutive values of a [`Domain`], ascending.
#[derive(Clone, Debug)]
pub struct Ranges<'a> {
    domain: &'a Domain,
    from: Option<i32>,
}

impl<'a> Ranges<'a> {
    pub(crate) fn new(domain: &'a Domain) -> Self {
        Ranges { domain, from: domain.min() }
    }
}

impl Iterator for Ranges<'_> {
    type Item = RangeInclusive<i32>;

    fn next(&mut self) -> Option<RangeInclusive<i32>> {
        let low = self.domain.next_from(self.from?)?;
        let high = self.domain.run_end(low);
        self.from = high.checked_add(1);
        Some(low..=high)
    }
}

impl FusedIterator for Ranges<'_> {}
