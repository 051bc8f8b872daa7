//! Counts of counting constraints: a number, a view, or any number within a range.

use std::fmt;
use std::ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

use crate::constraints::counting::counter::Limit;
use crate::constraints::{Comparator, Operand};
use crate::engine::Poster;
use crate::store::Domains;
use crate::store::handle::{IntVar, IntView};

/// A count: the value of an operand, or any number within a range.
///
/// ```
/// use residua::constraints::Amount;
///
/// assert_eq!(Amount::from(3), Amount::Equal(3.into()));
/// assert_eq!(Amount::from(1..=2), Amount::Between(1, 2));
/// assert_eq!(Amount::from(..=2), Amount::Between(0, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// A number, or the value of a view.
    Equal(Operand),
    /// At least the first number, and at most the second one; no number, if the first one is greater.
    Between(i64, i64),
}

impl<N: Into<Operand>> From<N> for Amount {
    fn from(number: N) -> Amount {
        Amount::Equal(number.into())
    }
}

impl<N: Into<i64> + Copy> From<RangeInclusive<N>> for Amount {
    fn from(range: RangeInclusive<N>) -> Amount {
        Amount::Between((*range.start()).into(), (*range.end()).into())
    }
}

impl<N: Into<i64>> From<Range<N>> for Amount {
    fn from(range: Range<N>) -> Amount {
        Amount::Between(range.start.into(), range.end.into().saturating_sub(1))
    }
}

impl<N: Into<i64>> From<RangeFrom<N>> for Amount {
    fn from(range: RangeFrom<N>) -> Amount {
        Amount::Between(range.start.into(), i64::MAX)
    }
}

impl<N: Into<i64>> From<RangeToInclusive<N>> for Amount {
    fn from(range: RangeToInclusive<N>) -> Amount {
        Amount::Between(0, range.end.into())
    }
}

impl<N: Into<i64>> From<RangeTo<N>> for Amount {
    fn from(range: RangeTo<N>) -> Amount {
        Amount::Between(0, range.end.into().saturating_sub(1))
    }
}

impl Amount {
    /// Whether it is that number, under an assignment.
    pub(super) fn is(self, number: i64, value: &dyn Fn(IntView) -> i64) -> bool {
        match self {
            Amount::Equal(operand) => operand.value(value) == number,
            Amount::Between(low, high) => (low..=high).contains(&number),
        }
    }

    /// The least number and the greatest one that it can be.
    pub(super) fn bounds(self, domains: &dyn Domains<IntVar>) -> (i64, i64) {
        match self {
            Amount::Equal(Operand::Constant(constant)) => (constant, constant),
            Amount::Equal(Operand::View(view)) => (view.min(domains).into(), view.max(domains).into()),
            Amount::Between(low, high) => (low, high),
        }
    }

    /// Whether no number is meant.
    pub(super) fn is_empty(self) -> bool {
        matches!(self, Amount::Between(low, high) if low > high)
    }

    pub(super) fn view(self) -> Option<IntView> {
        match self {
            Amount::Equal(Operand::View(view)) => Some(view),
            Amount::Equal(Operand::Constant(_)) | Amount::Between(..) => None,
        }
    }

    pub(super) fn map(self, to: &dyn Fn(IntView) -> IntView) -> Amount {
        match self {
            Amount::Equal(Operand::View(view)) => Amount::Equal(Operand::View(to(view))),
            same => same,
        }
    }

    /// The number as one end of a propagator.
    pub(super) fn limit(self, to: &Poster<'_>) -> Limit {
        match self {
            Amount::Equal(Operand::Constant(constant)) => Limit::Constant(constant),
            Amount::Equal(Operand::View(view)) => Limit::View(to.view(view)),
            Amount::Between(low, high) => Limit::Range(low, high),
        }
    }

    /// The comparisons of a count with operands that say the same.
    pub(super) fn comparisons(self) -> Vec<(Comparator, Operand)> {
        match self {
            Amount::Equal(operand) => vec![(Comparator::Eq, operand)],
            Amount::Between(low, i64::MAX) => vec![(Comparator::Ge, Operand::Constant(low))],
            Amount::Between(low, high) => {
                vec![(Comparator::Ge, Operand::Constant(low)), (Comparator::Le, Operand::Constant(high))]
            }
        }
    }

    pub(super) fn write(self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        match self {
            Amount::Equal(Operand::View(view)) => f.write_str(&name(view)),
            Amount::Equal(Operand::Constant(constant)) => write!(f, "{constant}"),
            Amount::Between(low, i64::MAX) => write!(f, "{low}.."),
            Amount::Between(low, high) => write!(f, "{low}..{high}"),
        }
    }
}
