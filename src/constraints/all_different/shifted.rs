//! Shifted copies of bit sets.

/// Adds the bits of `words`, of which the first is number `start`, to `row`. None of them is outside of it.
pub(super) fn copy(row: &mut [usize], words: &[u64], start: i64) {
    let places = (0..).map(|at: i64| start + 64 * at);
    for (&word, place) in words.iter().zip(places).filter(|(word, _)| **word != 0) {
        let (at, shift) = (place.div_euclid(64), place.rem_euclid(64) as u32);
        let (low, high) = (word << shift, (word >> 1) >> (63 - shift));
        if low != 0 {
            row[at as usize] |= low as usize;
        }
        if high != 0 {
            row[(at + 1) as usize] |= high as usize;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fixedbitset::FixedBitSet;

    #[test]
    fn bits_move_to_their_numbers() {
        let words = [1 << 63 | 1 << 40, 0, u64::MAX];
        for start in [-40i64, -7, 0, 1, 63, 64, 100] {
            let mut row = FixedBitSet::with_capacity(400);
            copy(row.as_mut_slice(), &words, start);
            let bits = [40, 63].into_iter().chain(128..192);
            let expected: Vec<usize> = bits.map(|bit: i64| (bit + start) as usize).collect();
            assert_eq!(row.ones().collect::<Vec<_>>(), expected, "from {start}");
        }
    }
}
