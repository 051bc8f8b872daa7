//! Interval arithmetic on integers without a limit of size.
//!
//! An end at [`FAR`] or beyond counts as infinite. So an end that is too far to be written is dropped, which makes the interval wider, and
//! nothing overflows: products of two ends fit into 128 bits, and are cut before they are used again.

/// Beyond every number of 64 bits.
pub(super) const FAR: i128 = 1 << 63;

/// The integers from one end to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    /// At `-FAR`: there is no least one.
    pub(crate) low: i128,
    /// At `FAR`: there is no greatest one.
    pub(crate) high: i128,
}

/// How a quotient becomes an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rounding {
    /// Inwards: only whole quotients count.
    Whole,
    /// Towards 0.
    Truncated,
}

impl Interval {
    /// All integers.
    pub(super) const ALL: Interval = Interval { low: -FAR, high: FAR };

    /// Without what is not far: a low end beyond `FAR` is at `FAR`, which holds all the same.
    pub(super) fn new(low: impl Into<i128>, high: impl Into<i128>) -> Interval {
        Interval { low: low.into().clamp(-FAR, FAR), high: high.into().clamp(-FAR, FAR) }
    }

    pub(super) fn only(value: impl Into<i128>) -> Interval {
        let value = value.into();
        Interval::new(value, value)
    }

    /// The integers from that one on.
    pub(crate) fn from(low: impl Into<i128>) -> Interval {
        Interval::new(low, FAR)
    }

    /// The integers up to that one.
    pub(crate) fn up_to(high: impl Into<i128>) -> Interval {
        Interval::new(-FAR, high)
    }

    /// From minus that number to that number.
    pub(super) fn around(most: i128) -> Interval {
        Interval::new(-most, most)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.low > self.high
    }

    pub(super) fn has_low(self) -> bool {
        self.low > -FAR
    }

    pub(super) fn has_high(self) -> bool {
        self.high < FAR
    }

    pub(super) fn value(self) -> Option<i128> {
        (self.low == self.high && self.has_low() && self.has_high()).then_some(self.low)
    }

    pub(super) fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    /// The greatest absolute value; `FAR` where there is none.
    pub(super) fn reach(self) -> i128 {
        self.low.abs().max(self.high.abs())
    }

    /// The least absolute value.
    pub(super) fn nearest(self) -> i128 {
        if self.contains(0) { 0 } else { self.low.abs().min(self.high.abs()) }
    }

    pub(crate) fn cut(self, other: Interval) -> Interval {
        Interval { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    pub(super) fn hull(self, other: Interval) -> Interval {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Interval { low: self.low.min(other.low), high: self.high.max(other.high) },
        }
    }

    pub(super) fn negated(self) -> Interval {
        Interval { low: -self.high, high: -self.low }
    }

    /// What sums of the one and the other are.
    pub(super) fn plus(self, other: Interval) -> Interval {
        let low = if self.has_low() && other.has_low() { self.low + other.low } else { -FAR };
        let high = if self.has_high() && other.has_high() { self.high + other.high } else { FAR };
        Interval::new(low, high)
    }

    pub(super) fn scaled(self, factor: i64) -> Interval {
        let ends = [self.low, self.high].map(|end| end * i128::from(factor));
        Interval::new(ends[0].min(ends[1]), ends[0].max(ends[1]))
    }

    /// What times the factor, which is not 0, is in the interval.
    pub(super) fn unscaled(self, factor: i64) -> Interval {
        if factor < 0 {
            // As -factor may not fit.
            return self.negated().over(Interval::only(-i128::from(factor)), Rounding::Whole);
        }
        self.over(Interval::only(factor), Rounding::Whole)
    }

    pub(super) fn times(self, other: Interval) -> Interval {
        let corners =
            [self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high];
        let [one, two, three, four] = corners;
        Interval::new(one.min(two).min(three).min(four), one.max(two).max(three).max(four))
    }

    /// The quotients of numbers of the one by numbers of the other, 0 left out; empty if there are none.
    pub(super) fn divided(self, by: Interval, rounding: Rounding) -> Interval {
        let positive = by.cut(Interval::from(1));
        let negative = by.negated().cut(Interval::from(1));
        let of = |by: Interval, of: Interval| if by.is_empty() { by } else { of.over(by, rounding) };
        of(positive, self).hull(of(negative, self.negated()))
    }

    /// The quotient by a divisor above 0.
    fn over(self, by: Interval, rounding: Rounding) -> Interval {
        // An end towards 0 is divided by the greatest, one away from it by the least.
        let by_greatest =
            |end: i128| (by.has_high() && end.abs() < FAR).then(|| (end / by.high, end % by.high != 0));
        let by_least = |end: i128| (end / by.low, end % by.low != 0);
        let is_whole = rounding == Rounding::Whole;
        let low = if !self.has_low() {
            -FAR
        } else if self.low > 0 {
            let (quotient, has_rest) = by_greatest(self.low).unwrap_or((0, true));
            quotient + i128::from(is_whole && has_rest)
        } else {
            by_least(self.low).0
        };
        let high = if !self.has_high() {
            FAR
        } else if self.high < 0 {
            let (quotient, has_rest) = by_greatest(self.high).unwrap_or((0, true));
            quotient - i128::from(is_whole && has_rest)
        } else {
            by_least(self.high).0
        };
        Interval::new(low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each result of each pair of numbers lies in what the intervals say, and what they say is the least such interval.
    #[test]
    fn ends_are_those_of_all_results() {
        let range = -6_i128..=6;
        for (a, b) in range.clone().flat_map(|a| (a..=6).map(move |b| (a, b))) {
            for (c, d) in range.clone().flat_map(|c| (c..=6).map(move |d| (c, d))) {
                let (x, y) = (Interval::new(a, b), Interval::new(c, d));
                let pairs = || (a..=b).flat_map(move |x| (c..=d).map(move |y| (x, y)));
                let hull = |values: &mut dyn Iterator<Item = i128>| {
                    values.map(Interval::only).fold(Interval::new(1, 0), Interval::hull)
                };
                let products = hull(&mut pairs().map(|(x, y)| x * y));
                assert_eq!(x.times(y), products, "{x:?} {y:?}");
                let quotients = hull(&mut pairs().filter(|pair| pair.1 != 0).map(|(x, y)| x / y));
                let found = x.divided(y, Rounding::Truncated);
                assert!(
                    found == quotients || found.is_empty() && quotients.is_empty(),
                    "{x:?} {y:?}: {found:?}"
                );
                let whole = hull(&mut pairs().filter(|&(x, y)| y != 0 && x % y == 0).map(|(x, y)| x / y));
                let found = x.divided(y, Rounding::Whole);
                assert!(
                    whole.is_empty() || whole.cut(found) == whole,
                    "{x:?} {y:?}: {found:?}, not {whole:?}"
                );
            }
        }
    }

    #[test]
    fn ends_that_are_far_are_none() {
        let up = Interval::from(3);
        assert_eq!(up.scaled(-2), Interval::up_to(-6));
        assert_eq!(up.times(Interval::new(0, 2)), Interval::from(0));
        assert_eq!(up.times(Interval::ALL), Interval::ALL);
        assert_eq!(up.divided(Interval::new(2, 4), Rounding::Truncated), Interval::from(0));
        assert_eq!(up.divided(Interval::from(2), Rounding::Whole), Interval::from(1));
        assert_eq!(Interval::new(7, 9).divided(up, Rounding::Truncated), Interval::new(0, 3));
        assert_eq!(Interval::up_to(-7).divided(up, Rounding::Truncated), Interval::up_to(0));
        let beyond = Interval::new(i64::MAX, i64::MAX).scaled(i64::MAX);
        assert!(beyond.low == FAR && !beyond.has_high(), "{beyond:?}");
        assert_eq!(beyond.divided(Interval::from(1), Rounding::Truncated).low, 0);
        assert_eq!(Interval::new(i64::MIN + 1, 0).unscaled(i64::MIN), Interval::new(0, 0));
    }
}
