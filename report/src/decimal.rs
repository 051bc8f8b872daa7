//! Decimal numbers, exact, as written.

use std::fmt;
use std::str::FromStr;

/// A decimal number, exactly: `digits / 10^places`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    digits: i64,
    places: u32,
}

impl Decimal {
    /// This number in units of `1 / parts`, rounded down if `is_most`, otherwise up. A number with more than nine decimal places is taken
    /// for a multiple of the unit where it differs from one only by rounding.
    pub fn in_parts(self, parts: i64, is_most: bool) -> i64 {
        let (above, below) = (i128::from(self.digits) * i128::from(parts), 10_i128.pow(self.places));
        let (least, rest) = (above.div_euclid(below), above.rem_euclid(below));
        let noise = if self.places > 9 { i128::from(parts) * 10_i128.pow(self.places - 9) } else { 0 };
        let noise = noise.min(below / 4);
        let up = if is_most { below - rest <= noise } else { rest > noise };
        (least + i128::from(up && rest > 0)).clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }
}

impl FromStr for Decimal {
    type Err = String;

    fn from_str(text: &str) -> Result<Decimal, String> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let is_number =
            fraction.bytes().all(|byte| byte.is_ascii_digit()) && whole != "-" && !whole.is_empty();
        let digits = format!("{whole}{fraction}").parse().ok().filter(|_| is_number && fraction.len() < 18);
        let digits = digits.ok_or("a number of at most 18 digits is expected, as 7 or -0.25")?;
        Ok(Decimal { digits, places: fraction.len() as u32 })
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let power = 10_u64.pow(self.places);
        let (sign, digits) = (if self.digits < 0 { "-" } else { "" }, self.digits.unsigned_abs());
        write!(f, "{sign}{}", digits / power)?;
        if self.places == 0 {
            return Ok(());
        }
        write!(f, ".{:0width$}", digits % power, width = self.places as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn ends_are_rounded_inwards() {
        let ends = |text: &str, parts| {
            let number: Decimal = text.parse().expect("a number");
            assert_eq!(number.to_string(), text);
            (number.in_parts(parts, false), number.in_parts(parts, true))
        };
        assert_eq!(ends("7", 1), (7, 7));
        assert_eq!(ends("-0.25", 1), (0, -1));
        assert_eq!(ends("-0.25", 4), (-1, -1));
        assert_eq!(ends("1.05", 10), (11, 10));
        assert_eq!(ends("0.3333333333333333", 3), (1, 1));
        assert_eq!(ends("0.33", 3), (1, 0));
        assert_eq!(ends("9000000000000000000", 10), (i64::MAX, i64::MAX));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "-", ".5", "1.-5", "1e5", "x", "0.1234567890123456789"] {
            assert!(text.parse::<Decimal>().is_err(), "{text}");
        }
    }
}
