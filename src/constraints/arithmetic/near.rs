//! The values of `z = |x - y|` that have a support, where all three have theirs in a window of 64: by words.
//!
//! A distance d pairs the values of one that are d above one of the other: two shifts of a word.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain |
//! | Cost | O(1) for each value of the result |

use crate::store::{Failure, Reason, Store, VarId, View};

/// Two variables and their distance, in small windows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    /// The arguments, and how far their bits are shifted to have a window in common.
    arguments: [(VarId, u32); 2],
    /// The result, and the value of its bit 0.
    result: (VarId, i32),
}

impl Near {
    /// For three different variables; `None` if one is not small, not plain but for what is added to it, or too far from the others.
    pub(super) fn new(arguments: &[View], result: View, store: &Store) -> Option<Near> {
        let &[x, y] = arguments else { return None };
        let is_one_twice = x.var == y.var || x.var == result.var || y.var == result.var;
        if is_one_twice || [x, y, result].iter().any(|view| view.scale() != 1) {
            return None;
        }
        let base = |view: View| store.base(view.var)?.checked_add(view.offset());
        let first = base(x)?.min(base(y)?);
        let shift = |view: View| {
            let is_near = i64::from(view.max(store)) - i64::from(first) < i64::from(u64::BITS);
            is_near.then_some((view.var, base(view)?.abs_diff(first)))
        };
        let base = base(result).filter(|base| base.unsigned_abs() < u64::BITS && result.max(store) < 64)?;
        Some(Near { arguments: [shift(x)?, shift(y)?], result: (result.var, base) })
    }

    /// Removes the values without support.
    pub(super) fn filter(&self, store: &mut Store, why: Reason) -> Result<(), Failure> {
        let [x, y] = self.arguments.map(|(var, shift)| store.bits(var) << shift);
        let (result, base) = self.result;
        let distances = store.bits(result);
        let (mut of_x, mut of_y, mut kept) = (0, 0, 0);
        // Bits of the result below the one for 0 are without support.
        let mut left = if base < 0 { distances >> -base << -base } else { distances };
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let distance = bit.wrapping_add_signed(base);
            let with_y = x & (y << distance | y >> distance);
            if with_y != 0 {
                of_x |= with_y;
                of_y |= y & (x << distance | x >> distance);
                kept |= 1 << bit;
            }
        }
        for ((var, shift), values) in self.arguments.into_iter().zip([of_x, of_y]) {
            store.keep_bits(var, values >> shift, why)?;
        }
        store.keep_bits(result, kept, why).map(|_| ())
    }
}
