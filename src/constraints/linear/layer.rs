//! A term of a sum by the values left, and sets of sums as the bits of a word: the sums after a term, of those before it, and back.

use std::ops::{BitAnd, BitOr, Shl, Shr};

/// A term by the values left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layer {
    /// How far each product is from the least one, or from the greatest, in units of the size of the factor: bits from 0 on.
    pub(super) steps: u64,
    pub(super) size: u32,
}

/// A set of sums as the bits of a word.
pub(super) trait Sums:
    Copy
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const NONE: Self;
    /// The least sum, or the greatest.
    const FIRST: Self;
    const ALL: Self;
    const BITS: u32;

    /// The sums of one term of size 1.
    fn of_steps(steps: u64) -> Self;
    /// The first 64 sums.
    fn steps(self) -> u64;
    /// How far below `top` each sum is; those above it are dropped.
    fn down_from(self, top: u32) -> Self;
}

impl Sums for u64 {
    const NONE: u64 = 0;
    const FIRST: u64 = 1;
    const ALL: u64 = u64::MAX;
    const BITS: u32 = u64::BITS;

    #[inline]
    fn of_steps(steps: u64) -> u64 {
        steps
    }

    #[inline]
    fn steps(self) -> u64 {
        self
    }

    #[inline]
    fn down_from(self, top: u32) -> u64 {
        self.reverse_bits() >> (u64::BITS - 1 - top)
    }
}

impl Sums for u128 {
    const NONE: u128 = 0;
    const FIRST: u128 = 1;
    const ALL: u128 = u128::MAX;
    const BITS: u32 = u128::BITS;

    #[inline]
    fn of_steps(steps: u64) -> u128 {
        steps.into()
    }

    #[inline]
    fn steps(self) -> u64 {
        self as u64
    }

    #[inline]
    fn down_from(self, top: u32) -> u128 {
        self.reverse_bits() >> (u128::BITS - 1 - top)
    }
}

impl Layer {
    /// The sums with this term, of those without it.
    #[inline]
    pub(super) fn after<S: Sums>(self, sums: S) -> S {
        if sums == S::FIRST && self.size == 1 {
            return S::of_steps(self.steps);
        }
        shifts::<S>(self).fold(S::NONE, |all, (_, shift)| all | sums << shift)
    }

    /// The steps that lead from one of the sums `before` to the one at `distance`, and the sums that any step leads from.
    #[inline]
    pub(super) fn last<S: Sums>(self, before: S, distance: u32) -> (u64, S) {
        if self.size == 1 {
            let from = |set: S| set.down_from(distance);
            return (self.steps & from(before).steps(), from(S::of_steps(self.steps)));
        }
        self.between(before, S::FIRST << distance)
    }

    /// The steps that lead from one of the sums `before` to one of those `behind`, and the sums that any step leads from.
    #[inline]
    pub(super) fn between<S: Sums>(self, before: S, behind: S) -> (u64, S) {
        // Nothing is added before it, so each step has to lead there at once. Terms in front of it, if there are any, add nothing
        // that is not beyond the total either.
        if before == S::FIRST && self.size == 1 {
            return (self.steps & behind.steps(), before);
        }
        let (mut kept, mut sums) = (0, S::NONE);
        for (step, shift) in shifts::<S>(self) {
            let from = behind >> shift;
            kept |= u64::from(from & before != S::NONE) << step;
            sums = sums | from;
        }
        (kept, sums)
    }
}

/// The shifts by which a set is moved for each step; those beyond the word lead nowhere.
#[inline]
fn shifts<S: Sums>(layer: Layer) -> impl Iterator<Item = (u32, u32)> {
    let mut steps = layer.steps;
    std::iter::from_fn(move || {
        if steps == 0 {
            return None;
        }
        let step = steps.trailing_zeros();
        steps &= steps - 1;
        Some((step, step.saturating_mul(layer.size)))
    })
    .take_while(|&(_, shift)| shift < S::BITS)
}
