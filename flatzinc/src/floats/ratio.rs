//! Exact fractions, for the decimal numbers of a file.

/// A fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ratio {
    /// Its numerator.
    pub(crate) above: i128,
    /// Its denominator, at least 1.
    pub(crate) below: i128,
}

/// How many digits a number of double precision keeps of any decimal.
const DIGITS: usize = 15;

/// A difference that rounding in double precision leaves, of numbers of the order of 1.
const NOISE: f64 = 1e-9;

/// Digits behind the point that count, of numbers that have others before: what is left where nearly equal numbers were subtracted is
/// not accurate to 15 digits.
const PLACES: usize = 12;

/// Fractions are recognised with denominators up to this.
const LONGEST: u32 = 10_000;

/// The relative error of a number that is recognised as a fraction: a compiler has computed with it.
const UNSURE: f64 = 4e-15;

impl Ratio {
    pub(super) const ONE: Ratio = Ratio { above: 1, below: 1 };

    /// `above / below`; `None` where that is not a number, or too long.
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
        if let Some(fraction) = Ratio::fraction(number) {
            return Some(fraction);
        }
        let placed = format!("{number:.PLACES$}").parse().ok().filter(|_| number.abs() > 1e-3);
        let number: f64 = placed.unwrap_or(number);
        let written = format!("{number:.*e}", DIGITS - 1);
        let (digits, exponent) = written.split_once('e')?;
        let digits: i128 = digits.replace('.', "").parse().ok()?;
        let exponent: i32 = exponent.parse::<i32>().ok()? - (DIGITS as i32 - 1);
        if digits == 0 {
            return Ratio::new(0, 1);
        }
        let power = 10_i128.checked_pow(exponent.unsigned_abs());
        match (power, exponent < 0) {
            (Some(power), true) => Ratio::new(digits, power),
            (Some(power), false) => Ratio::new(digits.checked_mul(power)?, 1),
            (None, _) => None,
        }
    }

    /// A fraction such as 1/3, if there is one of whose digits these are the first. The last ones may be wrong: three
    /// times 0.142857142857143 is not quite 3/7.
    fn fraction(number: f64) -> Option<Ratio> {
        let written = format!("{number:e}");
        // With the point. Of a fraction the last digits may happen to be noughts.
        let is_long = written.split('e').next()?.trim_start_matches('-').len() > PLACES + 1;
        let below = (1..=LONGEST).filter(|_| is_long).map(f64::from).find(|&below| {
            let product = number * below;
            let above = product.round();
            above != 0.0 && above.abs() < 1e15 && (product - above).abs() <= UNSURE * product.abs()
        })?;
        Ratio::new((number * below).round() as i128, below as i128)
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

    /// The greatest integer that is at most `by` times this, or the least that is at least that. The possible rounding error of the number
    /// is allowed for, where it cannot reach another integer.
    pub(super) fn rounded(self, by: i128, is_most: bool) -> Option<i128> {
        self.rounded_off(self.noise(by).min(0.25), by, is_most)
    }

    /// The rounded end, for one that a compiler may have computed: the possible rounding error is given back in any case.
    pub(super) fn rounded_end(self, by: i128, is_most: bool) -> Option<i128> {
        let noise = self.noise(by);
        let whole = noise.floor() as i128;
        let end = self.rounded_off((noise - noise.floor()).min(0.25), by, is_most)?;
        if is_most { end.checked_add(whole) } else { end.checked_sub(whole) }
    }

    /// The error that rounding in double precision may leave in the product of this number and `by`.
    fn noise(self, by: i128) -> f64 {
        let size = (self.above as f64 / self.below as f64).abs().max(1.0);
        NOISE * size * by as f64
    }

    fn rounded_off(self, noise: f64, by: i128, is_most: bool) -> Option<i128> {
        let product = self.times(Ratio::new(by, 1)?)?;
        let (below, rest) =
            (product.above.div_euclid(product.below), product.above.rem_euclid(product.below));
        let distance = rest as f64 / product.below as f64;
        Some(match (rest == 0, is_most) {
            (true, _) => below,
            (false, true) => below + i128::from(1.0 - distance < noise),
            (false, false) => below + i128::from(distance >= noise),
        })
    }

    /// `by` times this; `None` if that is not an integer of 64 bits.
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

/// The number `number / parts` in decimals: exactly, if they end.
pub(crate) fn decimal(number: i64, parts: i64) -> String {
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
    let exactly = 10_u128.checked_pow(places).and_then(|power| {
        Some((power, u128::from(number.unsigned_abs()).checked_mul(power / parts as u128)?))
    });
    let Some((power, digits)) = exactly.filter(|_| places <= 18) else {
        return format!("{:?}", number as f64 / parts as f64);
    };
    let sign = if number < 0 { "-" } else { "" };
    let fraction = format!("{:0width$}", digits % power, width = places as usize);
    let fraction = if places == 0 { "" } else { fraction.trim_end_matches('0') };
    format!("{sign}{}.{}", digits / power, if fraction.is_empty() { "0" } else { fraction })
}

#[cfg(test)]
mod tests {
    use crate::floats::ratio::{Ratio, decimal};

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
        assert_eq!(
            read("0.123456789012345"),
            Some((123_456_789_012, 1_000_000_000_000)).map(|(a, b)| (a / 4, b / 4))
        );
        assert_eq!(read("0.1428571428571428"), Some((1, 7)));
        assert_eq!(read("0.4285714285714285"), Some((3, 7)));
        assert_eq!(read("0.0301369863013698"), Some((11, 365)));
        assert_eq!(read("0.08999999999999986"), Some((9, 100)));
        assert_eq!(read("1e20"), Some((100_000_000_000_000_000_000, 1)));
        assert_eq!(read("1e300"), None);
        assert_eq!(read("1e400"), None);
    }

    #[test]
    fn ends_are_given_back_what_rounding_took() {
        let rounded = |text, by, is_most| Ratio::read(text).and_then(|ratio| ratio.rounded(by, is_most));
        assert_eq!(rounded("0.4285714285714285", 7, true), Some(3));
        assert_eq!(rounded("0.2857142857142858", 7, false), Some(2));
        assert_eq!(rounded("0.35", 10, true), Some(3));
        assert_eq!(rounded("0.35", 10, false), Some(4));
        assert_eq!(rounded("-0.35", 10, true), Some(-4));
        assert_eq!(rounded("-0.0899999999", 100, true), Some(-9));
        let end = |text, by, is_most| Ratio::read(text).and_then(|ratio| ratio.rounded_end(by, is_most));
        assert_eq!(end("0.35", 10, true), Some(3));
        assert_eq!(end("0.2857142857142857", 7, false), Some(2));
        assert_eq!(end("0.5", 1_000_000_000_000, true), Some(500_000_001_000));
        assert_eq!(end("0.5", 1_000_000_000_000, false), Some(499_999_999_000));
    }

    #[test]
    fn decimals_are_exact_where_they_end() {
        let cases = [(5, 10, "0.5"), (-5, 100, "-0.05"), (30, 10, "3.0"), (7, 1, "7.0"), (0, 4, "0.0")];
        for (number, parts, text) in cases {
            assert_eq!(decimal(number, parts), text);
        }
        assert_eq!(decimal(1, 3), "0.3333333333333333");
        assert_eq!(decimal(3, 1 << 40), "2.7284841053187847e-12");
        assert_eq!(decimal(123_456_789_012_345_678, 1000), "123456789012345.678");
    }
}
