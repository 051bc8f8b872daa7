//! Fractions, exactly: what the numbers with a decimal point in a file are.

/// A fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::flatzinc) struct Ratio {
    /// Its numerator.
    pub(in crate::flatzinc) above: i128,
    /// Its denominator, at least 1.
    pub(in crate::flatzinc) below: i128,
}

/// How many digits a number of double precision keeps of any decimal.
const DIGITS: usize = 15;

/// Fractions are recognised with denominators up to this.
const LONGEST: u32 = 1000;

impl Ratio {
    pub(super) const ONE: Ratio = Ratio { above: 1, below: 1 };

    /// `above / below`; `None` where that is no number, or too long.
    pub(super) fn new(above: i128, below: i128) -> Option<Ratio> {
        if below == 0 {
            return None;
        }
        let divisor = gcd(above.checked_abs()?, below.checked_abs()?) * below.signum();
        Some(Ratio { above: above / divisor, below: below / divisor })
    }

    /// The number that a text is, of which 15 digits count: a compiler computes in double precision, where 0.1 + 0.2 is
    /// 0.30000000000000004, and 0.333333333333333 is what it writes for 1/3.
    pub(super) fn read(text: &str) -> Option<Ratio> {
        let number: f64 = text.parse().ok().filter(|number: &f64| number.is_finite())?;
        let written = format!("{number:.*e}", DIGITS - 1);
        let (digits, exponent) = written.split_once('e')?;
        let digits: i128 = digits.replace('.', "").parse().ok()?;
        let exponent: i32 = exponent.parse::<i32>().ok()? - (DIGITS as i32 - 1);
        if digits == 0 {
            return Ratio::new(0, 1);
        }
        if digits % 10 != 0 {
            // All digits are taken: a fraction such as 1/3, if there is one, of which they are the first.
            let near = (1..=LONGEST).find_map(|below| {
                let above = (number * f64::from(below)).round();
                let is_same = format!("{:.*e}", DIGITS - 1, above / f64::from(below)) == written;
                (is_same && above.abs() < 1e15).then(|| Ratio::new(above as i128, below.into()))
            });
            if let Some(near) = near {
                return near;
            }
        }
        let power = 10_i128.checked_pow(exponent.unsigned_abs());
        match (power, exponent < 0) {
            (Some(power), true) => Ratio::new(digits, power),
            (Some(power), false) => Ratio::new(digits.checked_mul(power)?, 1),
            (None, _) => None,
        }
    }

    pub(super) fn times(self, other: Ratio) -> Option<Ratio> {
        // Divided crosswise first, so that nothing gets longer than the product.
        let (a, b) = (Ratio::new(self.above, other.below)?, Ratio::new(other.above, self.below)?);
        Ratio::new(a.above.checked_mul(b.above)?, a.below.checked_mul(b.below)?)
    }

    pub(super) fn over(self, other: Ratio) -> Option<Ratio> {
        self.times(Ratio::new(other.below, other.above)?)
    }

    pub(super) fn plus(self, other: Ratio) -> Option<Ratio> {
        let below = lcm(self.below, other.below)?;
        let part = |ratio: Ratio| ratio.above.checked_mul(below / ratio.below);
        Ratio::new(part(self)?.checked_add(part(other)?)?, below)
    }

    pub(super) fn negated(self) -> Ratio {
        Ratio { above: -self.above, below: self.below }
    }

    /// So many times this, where that is an integer of 64 bits.
    pub(super) fn scaled(self, by: i128) -> Option<i64> {
        let product = self.times(Ratio::new(by, 1)?)?;
        (product.below == 1).then(|| i64::try_from(product.above).ok())?
    }
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// The least common multiple of two positive numbers.
pub(super) fn lcm(a: i128, b: i128) -> Option<i128> {
    (a / gcd(a, b)).checked_mul(b)
}

/// So many parts of a whole that has `parts`, in decimals: exactly where they end.
pub(in crate::flatzinc) fn decimal(number: i64, parts: i64) -> String {
    let mut rest = parts;
    let mut places = 0;
    for factor in [2, 5] {
        let mut count = 0;
        while rest % factor == 0 {
            rest /= factor;
            count += 1;
        }
        places = count.max(places);
    }
    if rest != 1 {
        return format!("{:?}", number as f64 / parts as f64);
    }
    let power = 10_u128.pow(places);
    let digits = u128::from(number.unsigned_abs()) * (power / parts as u128);
    let sign = if number < 0 { "-" } else { "" };
    let fraction = format!("{:0width$}", digits % power, width = places as usize);
    let fraction = if places == 0 { "" } else { fraction.trim_end_matches('0') };
    format!("{sign}{}.{}", digits / power, if fraction.is_empty() { "0" } else { fraction })
}

#[cfg(test)]
mod tests {
    use crate::flatzinc::floats::ratio::{Ratio, decimal};

    #[test]
    fn texts_are_decimals() {
        let read = |text| Ratio::read(text).map(|ratio| (ratio.above, ratio.below));
        assert_eq!(read("0.5"), Some((1, 2)));
        assert_eq!(read("-1.25e1"), Some((-25, 2)));
        assert_eq!(read("-0.0"), Some((0, 1)));
        assert_eq!(read("0.30000000000000004"), Some((3, 10)));
        assert_eq!(read("0.10000000000000001"), Some((1, 10)));
        assert_eq!(read("0.333333333333333"), Some((1, 3)));
        assert_eq!(read("-0.33333333333333331"), Some((-1, 3)));
        assert_eq!(read("14.2857142857143"), Some((100, 7)));
        assert_eq!(read("0.123456789012345"), Some((123_456_789_012_345 / 5, 200_000_000_000_000)));
        assert_eq!(read("1e20"), Some((100_000_000_000_000_000_000, 1)));
        assert_eq!(read("1e300"), None);
        assert_eq!(read("1e400"), None);
    }

    #[test]
    fn decimals_are_exact_where_they_end() {
        let cases = [(5, 10, "0.5"), (-5, 100, "-0.05"), (30, 10, "3.0"), (7, 1, "7.0"), (0, 4, "0.0")];
        for (number, parts, text) in cases {
            assert_eq!(decimal(number, parts), text);
        }
        assert_eq!(decimal(1, 3), "0.3333333333333333");
        assert_eq!(decimal(123_456_789_012_345_678, 1000), "123456789012345.678");
    }
}
