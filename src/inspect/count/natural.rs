//! Natural numbers of any size, for counts.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::num::TryFromIntError;
use std::str::FromStr;

use num_bigint::BigUint;

/// A number of solutions: 128 bits as long as they suffice, any size after that.
///
/// ```
/// use residua::inspect::Natural;
///
/// let much = Natural::from(u128::MAX);
/// assert_eq!(much.times(&Natural::from(10u32)).to_string(), "3402823669209384634633746074317682114550");
/// assert_eq!(much.to_u128(), Some(u128::MAX));
/// assert!(much > 1 && u64::try_from(&much).is_err());
/// let few = Natural::from(288u64);
/// assert!(few == 288 && few < much);
/// assert_eq!(usize::try_from(few)?, 288);
/// # Ok::<(), std::num::TryFromIntError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Natural(Form);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    Small(Packed),
    /// Above `u128::MAX`.
    Large(Box<BigUint>),
}

/// A `u128` with the alignment of a `u64`: numbers are kept by the million, and take three quarters of the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(Rust, packed(8))]
struct Packed(u128);

impl Natural {
    /// 0
    pub const ZERO: Natural = Natural::small(0);
    /// 1
    pub const ONE: Natural = Natural::small(1);

    const fn small(value: u128) -> Natural {
        Natural(Form::Small(Packed(value)))
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    /// The number, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        match self.0 {
            Form::Small(Packed(value)) => Some(value),
            Form::Large(_) => None,
        }
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Natural) -> Natural {
        self.combine(other, u128::checked_add, |a, b| a + b)
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Natural) -> Natural {
        self.combine(other, u128::checked_mul, |a, b| a * b)
    }

    /// The quotient, rounded down.
    ///
    /// # Panics
    /// If `other` is 0.
    #[must_use]
    pub(super) fn over(&self, other: &Natural) -> Natural {
        self.combine(other, u128::checked_div, |a, b| a / b)
    }

    /// The memory that it takes beyond its own size, in words.
    pub(super) fn words(&self) -> usize {
        match &self.0 {
            Form::Small(_) => 0,
            Form::Large(value) => (value.bits() / 64) as usize + 1,
        }
    }

    fn combine(
        &self,
        other: &Natural,
        small: impl Fn(u128, u128) -> Option<u128>,
        large: impl Fn(&BigUint, &BigUint) -> BigUint,
    ) -> Natural {
        if let (&Form::Small(Packed(a)), &Form::Small(Packed(b))) = (&self.0, &other.0)
            && let Some(value) = small(a, b)
        {
            return Natural::small(value);
        }
        let value = large(&self.to_big(), &other.to_big());
        // A product with 0 is small again, and so may a quotient be.
        u128::try_from(&value).map_or_else(|_| Natural(Form::Large(Box::new(value))), Natural::small)
    }

    fn to_big(&self) -> Cow<'_, BigUint> {
        match self.0 {
            Form::Small(Packed(value)) => Cow::Owned(BigUint::from(value)),
            Form::Large(ref value) => Cow::Borrowed(value),
        }
    }
}

/// From decimal digits.
///
/// ```
/// use residua::inspect::Natural;
///
/// let much: Natural = "340282366920938463463374607431768211456".parse()?;
/// assert_eq!(much, Natural::from(u128::MAX).plus(&Natural::ONE));
/// assert!("-1".parse::<Natural>().is_err());
/// # Ok::<(), num_bigint::ParseBigIntError>(())
/// ```
impl FromStr for Natural {
    type Err = num_bigint::ParseBigIntError;

    fn from_str(text: &str) -> Result<Natural, num_bigint::ParseBigIntError> {
        let value: BigUint = text.parse()?;
        Ok(u128::try_from(&value).map_or_else(|_| Natural(Form::Large(Box::new(value))), Natural::small))
    }
}

impl Default for Natural {
    fn default() -> Self {
        Natural::ZERO
    }
}

macro_rules! from_numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Natural {
            fn from(value: $number) -> Self {
                // No type of these is wider.
                Natural::small(value as u128)
            }
        }
    )*};
}

from_numbers!(u8, u16, u32, u64, u128, usize);

/// The number, if it fits.
macro_rules! to_numbers {
    ($($number:ty),*) => {$(
        impl TryFrom<&Natural> for $number {
            type Error = TryFromIntError;

            fn try_from(number: &Natural) -> Result<$number, TryFromIntError> {
                match number.0 {
                    Form::Small(Packed(value)) => <$number>::try_from(value).map_err(Into::into),
                    // The error says only that it does not fit.
                    Form::Large(_) => <$number>::try_from(-1),
                }
            }
        }

        impl TryFrom<Natural> for $number {
            type Error = TryFromIntError;

            fn try_from(number: Natural) -> Result<$number, TryFromIntError> {
                <$number>::try_from(&number)
            }
        }
    )*};
}

to_numbers!(u64, u128, usize);

impl PartialEq<u64> for Natural {
    fn eq(&self, other: &u64) -> bool {
        self.to_u128() == Some(u128::from(*other))
    }
}

impl PartialEq<Natural> for u64 {
    fn eq(&self, other: &Natural) -> bool {
        other == self
    }
}

impl PartialOrd<u64> for Natural {
    fn partial_cmp(&self, other: &u64) -> Option<Ordering> {
        Some(self.to_u128().map_or(Ordering::Greater, |value| value.cmp(&u128::from(*other))))
    }
}

impl PartialOrd<Natural> for u64 {
    fn partial_cmp(&self, other: &Natural) -> Option<Ordering> {
        other.partial_cmp(self).map(Ordering::reverse)
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (&Form::Small(Packed(a)), &Form::Small(Packed(b))) => a.cmp(&b),
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Form::Small(Packed(value)) => fmt::Display::fmt(&value, f),
            Form::Large(ref value) => fmt::Display::fmt(value, f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers on both sides of every width, in ascending order.
    #[test]
    fn order_and_conversions_agree() {
        let one = Natural::ONE;
        let wide = Natural::from(u128::MAX);
        let all = [
            Natural::ZERO,
            one.clone(),
            Natural::from(u64::MAX),
            Natural::from(u64::MAX).plus(&one),
            wide.clone(),
            wide.plus(&one),
            wide.times(&wide),
        ];
        for (i, a) in all.iter().enumerate() {
            for (j, b) in all.iter().enumerate() {
                assert_eq!(a.cmp(b), i.cmp(&j), "{a} and {b}");
                assert_eq!(a == b, i == j);
            }
            for number in [0, 1, u64::MAX] {
                let exact = Natural::from(number);
                assert_eq!(a.partial_cmp(&number), Some(a.cmp(&exact)));
                assert_eq!(number.partial_cmp(a), Some(exact.cmp(a)));
                assert_eq!((*a == number, number == *a), (*a == exact, *a == exact));
            }
            assert_eq!(u64::try_from(a).ok().map(Natural::from).as_ref(), (i < 3).then_some(a));
            assert_eq!(u128::try_from(a.clone()).ok().map(Natural::from).as_ref(), (i < 5).then_some(a));
            let fits = a.to_u128().is_some_and(|value| usize::try_from(value).is_ok());
            assert_eq!(usize::try_from(a).ok().map(Natural::from).as_ref(), fits.then_some(a));
        }
    }
}
