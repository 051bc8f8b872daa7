//! Sets of small numbers: one word for the values of a cell or the places of a scope, rows of words for cells.

/// The members of one word, ascending.
pub(super) fn ones(set: u64) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let bit = left.trailing_zeros() as usize;
        let is_one = left != 0;
        left &= left.wrapping_sub(1);
        is_one.then_some(bit)
    })
}

/// The members of a row of words, ascending.
pub(super) fn members(row: &[u64]) -> impl Iterator<Item = usize> + '_ {
    row.iter().enumerate().flat_map(|(at, &word)| ones(word).map(move |bit| 64 * at + bit))
}

/// Whether a row has the member.
#[inline]
pub(super) fn has(row: &[u64], member: usize) -> bool {
    row[member / 64] >> (member % 64) & 1 == 1
}

/// Adds a member; whether it is new.
#[inline]
pub(super) fn insert(row: &mut [u64], member: usize) -> bool {
    let word = &mut row[member / 64];
    let bit = 1 << (member % 64);
    let is_new = *word & bit == 0;
    *word |= bit;
    is_new
}

/// Removes a member.
#[inline]
pub(super) fn remove(row: &mut [u64], member: usize) {
    row[member / 64] &= !(1 << (member % 64));
}

/// Keeps what the other row has, too; whether anything is left.
#[inline]
pub(super) fn keep(row: &mut [u64], other: &[u64]) -> bool {
    let mut any = 0;
    for (word, other) in row.iter_mut().zip(other) {
        *word &= other;
        any |= *word;
    }
    any != 0
}

/// Whether the two have a member in common.
#[inline]
pub(super) fn meet(row: &[u64], other: &[u64]) -> bool {
    row.iter().zip(other).any(|(one, other)| one & other != 0)
}
