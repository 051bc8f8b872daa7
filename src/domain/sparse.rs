//! Large domains: two bounds and the gaps between them, so that `0..=1_000_000_000` costs a few bytes.
//!
//! Gaps are kept as disjoint ascending ranges and never merged, even where they touch: each removal adds ranges of
//! its own, and undoing a removal means dropping the ranges that it added. Gaps outside the bounds stay where they
//! are.

use crate::domain::gaps::Gaps;

/// The values from `min` to `max` that lie in no gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sparse {
    /// The least value, if `size > 0`.
    pub(crate) min: i32,
    /// The greatest value, if `size > 0`.
    pub(crate) max: i32,
    /// The number of values.
    pub(crate) size: u64,
    /// Missing values.
    gaps: Gaps,
}

impl Sparse {
    /// The set of the given ranges: ascending, with a gap between neighbours, not empty.
    pub(crate) fn from_ranges(ranges: &[(i32, i32)]) -> Sparse {
        Sparse {
            min: ranges[0].0,
            max: ranges[ranges.len() - 1].1,
            size: ranges.iter().map(|&(low, high)| width(low, high)).sum(),
            gaps: ranges.windows(2).map(|w| (w[0].1 + 1, w[1].0 - 1)).collect(),
        }
    }

    /// Becomes a copy of the other set, in the memory of this one.
    pub(crate) fn copy_from(&mut self, other: &Sparse) {
        let Sparse { min, max, size, gaps } = other;
        (self.min, self.max, self.size) = (*min, *max, *size);
        self.gaps.copy_from(gaps);
    }

    /// The number of gaps, also beyond the bounds.
    pub(crate) fn gaps(&self) -> usize {
        self.gaps.len()
    }

    pub(crate) fn contains(&self, value: i32) -> bool {
        self.size > 0
            && (self.min..=self.max).contains(&value)
            && self.gaps.first_from(value).is_none_or(|(low, _)| value < low)
    }

    /// Where the gap starts that `value` lies in, whatever the bounds.
    pub(crate) fn gap_around(&self, value: i32) -> Option<i32> {
        self.gaps.first_from(value).map(|gap| gap.0).filter(|&low| low <= value)
    }

    pub(crate) fn next_from(&self, from: i32) -> Option<i32> {
        if self.size == 0 || from > self.max {
            return None;
        }
        let mut value = from.max(self.min);
        for (low, high) in self.gaps.from(value) {
            if value < low {
                break;
            }
            // The greatest value is in no gap, so there is one after this gap.
            value = high + 1;
        }
        Some(value)
    }

    /// The greatest value that is at most `from`.
    pub(crate) fn last_to(&self, from: i32) -> Option<i32> {
        if self.size == 0 || from < self.min {
            return None;
        }
        let mut value = from.min(self.max);
        for (low, high) in self.gaps.to(value) {
            if high < value {
                break;
            }
            value = low - 1;
        }
        Some(value)
    }

    /// The end of the run of values that starts at `from`, which is in the set.
    pub(crate) fn run_end(&self, from: i32) -> i32 {
        self.gaps.first_from(from).map_or(self.max, |(low, _)| (low - 1).min(self.max))
    }

    /// The number of values in `low..=high`.
    fn count(&self, low: i32, high: i32) -> u64 {
        let (low, high) = (low.max(self.min), high.min(self.max));
        if low > high || self.size == 0 {
            return 0;
        }
        let inside = self.gaps.from(low).take_while(|gap| gap.0 <= high);
        width(low, high) - inside.map(|gap| width(gap.0.max(low), gap.1.min(high))).sum::<u64>()
    }

    /// The runs of consecutive values, ascending.
    pub(crate) fn runs(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        let mut low = (self.size > 0).then_some(self.min);
        let mut gaps = self.gaps.from(self.min).take_while(|gap| gap.0 <= self.max).peekable();
        std::iter::from_fn(move || {
            let from = low?;
            let Some(gap) = gaps.next() else {
                low = None;
                return Some((from, self.max));
            };
            // Others may start right behind it. The greatest value is in no gap, so there is one behind them.
            let mut next = gap.1 + 1;
            while let Some(touching) = gaps.next_if(|gap| gap.0 == next) {
                next = touching.1 + 1;
            }
            low = Some(next);
            Some((from, gap.0 - 1))
        })
    }

    /// Drops all values below `low`, which is at most the greatest.
    pub(crate) fn set_min(&mut self, low: i32) {
        if low <= self.min {
            return;
        }
        self.size -= self.count(self.min, low - 1);
        self.min = self.next_from(low).unwrap_or(self.max);
    }

    /// Drops all values above `high`, which is at least the least.
    pub(crate) fn set_max(&mut self, high: i32) {
        if high >= self.max {
            return;
        }
        self.size -= self.count(high + 1, self.max);
        self.max = self.last_to(high).unwrap_or(self.min);
    }

    /// Drops the values of `low..=high`, which lies strictly between the bounds; `added` is called with the position
    /// of each new gap.
    pub(crate) fn punch(&mut self, low: i32, high: i32, mut added: impl FnMut(i32)) {
        let mut from = low;
        while from <= high {
            let next = self.gaps.first_from(from);
            let to = next.map_or(high, |gap| high.min(gap.0 - 1));
            if from <= to {
                self.gaps.insert((from, to));
                self.size -= width(from, to);
                added(from);
            }
            match next {
                Some(gap) if gap.1 < high => from = gap.1 + 1,
                _ => break,
            }
        }
    }

    /// Undoes a gap that `punch` added. Bounds and size are the caller's to restore.
    pub(crate) fn fill(&mut self, start: i32) {
        self.gaps.remove(start);
    }
}

/// The number of integers in `low..=high`.
#[inline]
fn width(low: i32, high: i32) -> u64 {
    (i64::from(high) - i64::from(low) + 1) as u64
}
