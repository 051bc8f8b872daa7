//! Small domains: bit sets over at most 64 consecutive integers, in one word.

/// The values `base + i` for each set bit `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Small {
    /// The value of bit 0; it never changes once the set is made.
    pub(crate) base: i32,
    /// Bit `i` is set if `base + i` is in the set.
    pub(crate) bits: u64,
}

impl Small {
    pub(crate) const EMPTY: Small = Small { base: 0, bits: 0 };

    /// The set of the given ranges, all within `base..base + 64`.
    pub(crate) fn from_ranges(base: i32, ranges: &[(i32, i32)]) -> Small {
        let bit = |v: i32| (i64::from(v) - i64::from(base)) as u32;
        let bits = ranges.iter().fold(0, |bits, &(low, high)| bits | from_to(bit(low), bit(high)));
        Small { base, bits }
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.bits == 0
    }

    #[inline]
    pub(crate) fn size(self) -> u64 {
        u64::from(self.bits.count_ones())
    }

    /// The least value; meaningless on the empty set.
    #[inline]
    pub(crate) fn min(self) -> i32 {
        self.base.wrapping_add(self.bits.trailing_zeros() as i32)
    }

    /// The greatest value; meaningless on the empty set.
    #[inline]
    pub(crate) fn max(self) -> i32 {
        self.base.wrapping_add(63 - self.bits.leading_zeros() as i32)
    }

    #[inline]
    pub(crate) fn contains(self, value: i32) -> bool {
        self.bits & self.bit(value) != 0
    }

    /// The bit of `value`, or 0 if it has none.
    #[inline]
    pub(crate) fn bit(self, value: i32) -> u64 {
        let offset = i64::from(value) - i64::from(self.base);
        if (0..64).contains(&offset) { 1 << offset } else { 0 }
    }

    /// All bits of values at least `low`.
    #[inline]
    pub(crate) fn from(self, low: i32) -> u64 {
        match i64::from(low) - i64::from(self.base) {
            i64::MIN..=0 => !0,
            offset @ 1..=63 => !0 << offset,
            _ => 0,
        }
    }

    /// All bits of values at most `high`.
    #[inline]
    pub(crate) fn to(self, high: i32) -> u64 {
        match i64::from(high) - i64::from(self.base) {
            i64::MIN..=-1 => 0,
            offset @ 0..=62 => !(!0 << (offset + 1)),
            _ => !0,
        }
    }

    pub(crate) fn next_from(self, from: i32) -> Option<i32> {
        let rest = Small { bits: self.bits & self.from(from), ..self };
        (rest.bits != 0).then(|| rest.min())
    }

    /// The end of the run of values that starts at `from`, which is in the set.
    pub(crate) fn run_end(self, from: i32) -> i32 {
        let run = (!(self.bits >> (from.wrapping_sub(self.base)))).trailing_zeros();
        from.wrapping_add(run as i32 - 1)
    }
}

/// Bits `low` to `high`, both included and below 64.
#[inline]
pub(crate) fn from_to(low: u32, high: u32) -> u64 {
    (!0 << low) & (!0 >> (63 - high))
}
