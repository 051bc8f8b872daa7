//! Families of sets of few values, one bit for each set: the states of the dynamic program of `completions.rs`.
//!
//! A set is a number, bit `k` of it being the value of that number; a family has the bit of each of its sets. So a value is added
//! to all sets of a family at once, by a shift of `2ᵏ`, and what takes 2ᵐ steps for m values is done in 2ᵐ / 64 words.

use smallvec::SmallVec;

use crate::constraints::Comparator;

/// More values than this make too many sets.
pub(super) const MOST: usize = 16;

/// By number of a value below 6: the places in a word of the sets that lack it.
const LACKS: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// The number of words of a family of sets of `values` values.
pub(super) fn words(values: usize) -> usize {
    (1 << values.saturating_sub(6)).max(1)
}

/// Joins to `to` the sets of `from` that lack the value, with it added.
pub(super) fn add(from: &[u64], value: u32, to: &mut [u64]) {
    if let Some(lacks) = LACKS.get(value as usize) {
        for (to, from) in to.iter_mut().zip(from) {
            *to |= (from & lacks) << (1 << value);
        }
        return;
    }
    let step = 1 << (value - 6);
    for at in (0..from.len()).filter(|at| at & step == 0) {
        to[at | step] |= from[at];
    }
}

/// Joins to `to` the sets of `first` that lack the value and are with it in `second`; whether there are any.
pub(super) fn complete(first: &[u64], value: u32, second: &[u64], to: &mut [u64]) -> bool {
    let mut any = 0;
    if let Some(lacks) = LACKS.get(value as usize) {
        for ((to, first), second) in to.iter_mut().zip(first).zip(second) {
            let found = first & lacks & (second >> (1 << value));
            *to |= found;
            any |= found;
        }
        return any != 0;
    }
    let step = 1 << (value - 6);
    for at in (0..first.len()).filter(|at| at & step == 0) {
        let found = first[at] & second[at | step];
        to[at] |= found;
        any |= found;
    }
    any != 0
}

/// Whether some set of `first` lacks the value and is with it in `second`.
pub(super) fn can_complete(first: &[u64], value: u32, second: &[u64]) -> bool {
    if let Some(lacks) = LACKS.get(value as usize) {
        return first.iter().zip(second).any(|(first, second)| first & lacks & (second >> (1 << value)) != 0);
    }
    let step = 1 << (value - 6);
    (0..first.len()).any(|at| at & step == 0 && first[at] & second[at | step] != 0)
}

/// The sets of `count` values whose sum is in the relation to the total.
pub(super) fn right_sums(count: usize, values: &[i32], comparator: Comparator, total: i64) -> Vec<u64> {
    let mut family = vec![0; words(values.len())];
    let mut sums: Vec<i64> = Vec::with_capacity(1 << values.len());
    for set in 0_usize..1 << values.len() {
        // A set is one with a value less, which was gone through before, and that value.
        let sum = match set {
            0 => 0,
            _ => sums[set & (set - 1)] + i64::from(values[set.trailing_zeros() as usize]),
        };
        sums.push(sum);
        if set.count_ones() as usize == count && comparator.holds(sum, total) {
            family[set / 64] |= 1 << (set % 64);
        }
    }
    family
}

/// Leaves the sets that are in the other family; whether there are any.
pub(super) fn keep(family: &mut [u64], other: &[u64]) -> bool {
    let left = family.iter_mut().zip(other).fold(0, |left, (word, other)| {
        *word &= other;
        left | *word
    });
    left != 0
}

/// Leaves the sets whose sum is in the relation to the total; whether there are any.
pub(super) fn keep_sums(family: &mut [u64], values: &[i32], comparator: Comparator, total: i64) -> bool {
    let mut any = false;
    for (at, word) in family.iter_mut().enumerate() {
        let mut rest = *word;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let (mut set, mut sum) = (64 * at as u32 + bit, 0);
            while set != 0 {
                sum += i64::from(values[set.trailing_zeros() as usize]);
                set &= set - 1;
            }
            if comparator.holds(sum, total) {
                any = true;
            } else {
                *word &= !(1 << bit);
            }
        }
    }
    any
}

/// The numbers in a set, ascending.
pub(super) fn numbers(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let number = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(number)
    })
}

/// The sets of different values that views can have: `left` has the values of each view as bits, numbered below `values`. Nothing is allocated up
/// to ten values.
pub(super) fn reached(left: &[u32], values: usize) -> SmallVec<[u64; 16]> {
    let mut family: SmallVec<[u64; 16]> = SmallVec::from_elem(0, words(values));
    let mut next = family.clone();
    family[0] = 1;
    for &left in left {
        next.fill(0);
        numbers(left).for_each(|value| add(&family, value, &mut next));
        std::mem::swap(&mut family, &mut next);
    }
    family
}
