//! The order in which one of several workers counts: each begins at another place, and every other one goes backwards.
//!
//! So two workers that count the same component meet in the middle of it: what the one has counted the other one finds in the cache.

/// The number of a worker, and how many there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    pub(super) worker: usize,
    pub(super) of: usize,
}

impl Order {
    /// That of a single worker.
    pub(super) const ALONE: Order = Order { worker: 0, of: 1 };

    fn goes_back(self) -> bool {
        self.worker % 2 == 1
    }

    /// The place where it begins, from 0 to `places`.
    fn start(self, places: u64) -> u64 {
        let pairs = self.of.div_ceil(2) as u64;
        // By the quotient and the rest: there may be billions of places.
        let (pair, whole, rest) = (self.worker as u64 / 2, places / pairs, places % pairs);
        whole * pair + rest * pair / pairs
    }

    /// The components in its order, the next one last.
    pub(super) fn turn<T>(self, parts: &mut [T]) {
        parts.rotate_right(self.start(parts.len() as u64) as usize);
        if self.goes_back() {
            parts.reverse();
        }
    }

    /// The next value of runs in its order, the next one last.
    #[inline]
    pub(super) fn pop(self, runs: &mut Vec<(i32, i32)>) -> Option<i32> {
        let (low, high) = runs.pop()?;
        let (value, rest) = if self.goes_back() { (high, (low, high - 1)) } else { (low, (low + 1, high)) };
        if low < high {
            runs.push(rest);
        }
        Some(value)
    }

    /// Brings runs, which are given in ascending order and have `values` values in all, into its order.
    #[inline]
    pub(super) fn turn_runs(self, runs: &mut Vec<(i32, i32)>, values: u64) {
        let mut before = self.start(values);
        let mut skipped = Vec::new();
        while before > 0
            && let Some(&(low, high)) = runs.first()
        {
            let size = u64::from(high.abs_diff(low)) + 1;
            if size > before {
                let next = low + before as i32;
                skipped.push((low, next - 1));
                runs[0] = (next, high);
                break;
            }
            skipped.push(runs.remove(0));
            before -= size;
        }
        runs.append(&mut skipped);
        if !self.goes_back() {
            runs.reverse();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_comes_once() {
        for of in 1..6 {
            for order in (0..of).map(|worker| Order { worker, of }) {
                let mut runs = vec![(-3, -1), (2, 2), (5, 9)];
                order.turn_runs(&mut runs, 9);
                let mut values: Vec<i32> = std::iter::from_fn(|| order.pop(&mut runs)).collect();
                values.sort_unstable();
                assert_eq!(values, [-3, -2, -1, 2, 5, 6, 7, 8, 9]);
            }
        }
    }
}
