//! Functions of two integers, some of them partial.

/// A function of two integers; where it is undefined, it equals nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Function {
    /// The product.
    Times,
    /// The quotient without its fraction; undefined for a divisor of 0.
    Quotient,
    /// The quotient rounded down; undefined for a divisor of 0.
    FloorQuotient,
    /// The remainder of the [`Quotient`](Self::Quotient): it has the sign of the dividend.
    Remainder,
    /// The remainder of the [`FloorQuotient`](Self::FloorQuotient): it has the sign of the divisor.
    FloorRemainder,
    /// The first to the power of the second: 1 where that is 0, even for 0; for a negative one, defined for 1 and -1 only.
    Power,
}

impl Function {
    /// All functions.
    pub const ALL: [Function; 6] = [
        Function::Times,
        Function::Quotient,
        Function::FloorQuotient,
        Function::Remainder,
        Function::FloorRemainder,
        Function::Power,
    ];

    /// The constructor of the constraint: `times`, `div`, `div_floor`, `modulo`, `mod_floor` or `pow`.
    pub fn name(self) -> &'static str {
        match self {
            Function::Times => "times",
            Function::Quotient => "div",
            Function::FloorQuotient => "div_floor",
            Function::Remainder => "modulo",
            Function::FloorRemainder => "mod_floor",
            Function::Power => "pow",
        }
    }

    /// Its value; `None` where it is undefined, or leaves 64 bits.
    ///
    /// ```
    /// use residua::constraints::Function;
    ///
    /// assert_eq!([7, -7].map(|x| Function::Quotient.apply([x, 2])), [Some(3), Some(-3)]);
    /// assert_eq!([7, -7].map(|x| Function::FloorQuotient.apply([x, 2])), [Some(3), Some(-4)]);
    /// assert_eq!([7, -7].map(|x| Function::FloorRemainder.apply([x, 2])), [Some(1), Some(1)]);
    /// assert_eq!(Function::Remainder.apply([7, 0]), None);
    /// assert_eq!([-1, 0, 2].map(|x| Function::Power.apply([x, -3])), [Some(-1), None, None]);
    /// ```
    #[inline]
    pub fn apply(self, [x, y]: [i64; 2]) -> Option<i64> {
        // Rounded down, a quotient that is negative and not whole is another one.
        let is_lower = || x.wrapping_rem(y) != 0 && (x < 0) != (y < 0);
        match self {
            Function::Times => x.checked_mul(y),
            Function::Power => power(x, y),
            _ if y == 0 => None,
            Function::Quotient => x.checked_div(y),
            Function::FloorQuotient => x.checked_div(y)?.checked_sub(i64::from(is_lower())),
            // Of the least number and -1 only the quotient overflows.
            Function::Remainder => Some(x.wrapping_rem(y)),
            Function::FloorRemainder => Some(x.wrapping_rem(y) + if is_lower() { y } else { 0 }),
        }
    }
}

fn power(x: i64, n: i64) -> Option<i64> {
    match (x, n) {
        (1, _) => Some(1),
        (-1, _) => Some(if n % 2 == 0 { 1 } else { -1 }),
        (_, ..0) => None,
        (0, _) => Some(i64::from(n == 0)),
        _ => x.checked_pow(u32::try_from(n).ok()?),
    }
}
