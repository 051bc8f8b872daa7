//! Counts: natural numbers that do not overflow.

use std::fmt;

use num_bigint::BigUint;

/// A number of solutions: 128 bits as long as they suffice, any size after that.
///
/// ```
/// use residua::inspect::Natural;
///
/// let much = Natural::from(u128::MAX);
/// assert_eq!(much.times(&Natural::from(10u32)).to_string(), "3402823669209384634633746074317682114550");
/// assert_eq!(much.to_u128(), Some(u128::MAX));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Natural(Form);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    Small(u128),
    /// Above `u128::MAX`.
    Large(Box<BigUint>),
}

impl Natural {
    /// 0
    pub const ZERO: Natural = Natural(Form::Small(0));
    /// 1
    pub const ONE: Natural = Natural(Form::Small(1));

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    /// The number, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        match self.0 {
            Form::Small(value) => Some(value),
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

    fn combine(
        &self,
        other: &Natural,
        small: impl Fn(u128, u128) -> Option<u128>,
        large: impl Fn(BigUint, BigUint) -> BigUint,
    ) -> Natural {
        if let (Form::Small(a), Form::Small(b)) = (&self.0, &other.0)
            && let Some(value) = small(*a, *b)
        {
            return Natural(Form::Small(value));
        }
        let value = large(self.to_big(), other.to_big());
        // A product with 0 is small again.
        Natural(u128::try_from(&value).map_or_else(|_| Form::Large(Box::new(value)), Form::Small))
    }

    fn to_big(&self) -> BigUint {
        match &self.0 {
            Form::Small(value) => BigUint::from(*value),
            Form::Large(value) => (**value).clone(),
        }
    }
}

impl Default for Natural {
    fn default() -> Self {
        Natural::ZERO
    }
}

impl<N: Into<u128>> From<N> for Natural {
    fn from(value: N) -> Self {
        Natural(Form::Small(value.into()))
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        match (&self.0, &other.0) {
            (Form::Small(a), Form::Small(b)) => a.cmp(b),
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Small(value) => fmt::Display::fmt(value, f),
            Form::Large(value) => fmt::Display::fmt(value, f),
        }
    }
}
