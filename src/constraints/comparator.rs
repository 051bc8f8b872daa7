//! Comparators: the six relations of two numbers.

use std::fmt;
use std::ops::RangeInclusive;

/// The relation of a [`Comparison`](crate::constraints::Comparison), or of a sum to its total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Comparator {
    /// `=`
    Eq,
    /// `≠`
    Ne,
    /// `<`
    Lt,
    /// `≤`
    Le,
    /// `>`
    Gt,
    /// `≥`
    Ge,
}

impl Comparator {
    pub(super) fn holds<N: Ord + Copy>(self, left: N, right: N) -> bool {
        match self {
            Comparator::Eq => left == right,
            Comparator::Ne => left != right,
            Comparator::Lt => left < right,
            Comparator::Le => left <= right,
            Comparator::Gt => left > right,
            Comparator::Ge => left >= right,
        }
    }

    /// Whether all of these numbers are in the relation to the right side, or none is; `None` if that is open.
    pub(super) fn over(self, left: RangeInclusive<i64>, right: i64) -> Option<bool> {
        let (low, high) = (*left.start(), *left.end());
        match self {
            Comparator::Eq if low == high && low == right => Some(true),
            Comparator::Eq => (right < low || high < right).then_some(false),
            Comparator::Ne => Comparator::Eq.over(left, right).map(|equal| !equal),
            Comparator::Lt => decided(high < right, low >= right),
            Comparator::Le => decided(high <= right, low > right),
            Comparator::Gt => decided(low > right, high <= right),
            Comparator::Ge => decided(low >= right, high < right),
        }
    }

    /// The relation that holds where this one does not.
    #[must_use]
    pub fn negated(self) -> Comparator {
        match self {
            Comparator::Eq => Comparator::Ne,
            Comparator::Ne => Comparator::Eq,
            Comparator::Lt => Comparator::Ge,
            Comparator::Le => Comparator::Gt,
            Comparator::Gt => Comparator::Le,
            Comparator::Ge => Comparator::Lt,
        }
    }

    /// The relation with its sides exchanged.
    #[must_use]
    pub fn mirrored(self) -> Comparator {
        match self {
            Comparator::Lt => Comparator::Gt,
            Comparator::Le => Comparator::Ge,
            Comparator::Gt => Comparator::Lt,
            Comparator::Ge => Comparator::Le,
            same => same,
        }
    }
}

/// In the usual notation.
impl fmt::Display for Comparator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Comparator::Eq => "=",
            Comparator::Ne => "≠",
            Comparator::Lt => "<",
            Comparator::Le => "≤",
            Comparator::Gt => ">",
            Comparator::Ge => "≥",
        })
    }
}

/// Whether something always holds; `None` if it neither always nor never does.
pub(super) fn decided(always: bool, never: bool) -> Option<bool> {
    (always || never).then_some(always)
}
