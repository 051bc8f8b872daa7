//! Values of the output, as data.

use residua::domain::Domain;

use crate::floats::decimal;

/// A value that the output shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// A truth value.
    Bool(bool),
    /// A set of integers.
    Set(Domain),
    /// An array: its index sets, and its elements in the order of these.
    Array(Vec<(i64, i64)>, Vec<Shown>),
}

impl Shown {
    /// The integer `value`; with `parts`, the floating-point number `value / parts`.
    pub(super) fn of_number(value: i64, parts: Option<i64>) -> Shown {
        match parts {
            None => Shown::Int(value),
            Some(parts) => Shown::Float(decimal(value, parts).parse().unwrap_or(f64::NAN)),
        }
    }
}
