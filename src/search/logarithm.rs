//! Logarithms of whole numbers, the same on every machine.

/// The binary logarithm, in sixteenths, linear between powers of two.
pub(super) fn log2(size: u64) -> u64 {
    let whole = u64::from(size.max(1).ilog2());
    let fraction = size.max(1) << (63 - whole) << 1 >> 60;
    16 * whole + fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_ascend() {
        assert_eq!([1, 2, 3, 4, 6, 7, 8, u64::MAX].map(log2), [0, 16, 24, 32, 40, 44, 48, 1023]);
        assert!((1..5000).all(|size| log2(size) <= log2(size + 1)));
    }
}
