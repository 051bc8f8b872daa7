//! Greatest common divisor.

/// The greatest common divisor, of either sign; 0 of two zeros.
pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
