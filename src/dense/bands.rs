//! Bands of registers, and how their lanes move: what [pieces](crate::dense::pieces) are computed with.
//!
//! A piece lies in one lane of all registers of a band. So what its members have is found without moving a lane, and its
//! mates are other lanes of the same group, or other groups, or other bands.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::dense::lanes::Lanes;

/// The lanes of one register for each band; there are `W`.
pub(in crate::dense) type Bands<L> = [L; 4];
/// The registers of a band; there are as many as the greater of `H` and `W`.
pub(in crate::dense) type Band<L> = [L; 4];

/// What the members of a piece have: any, at least two of them.
pub(in crate::dense) struct Tally<L> {
    pub(in crate::dense) any: L,
    pub(in crate::dense) two: L,
}

impl<L: Lanes> Tally<L> {
    #[inline(always)]
    pub(in crate::dense) fn over(members: &[L]) -> Tally<L> {
        let (mut any, mut two) = (members[0], L::load(&[0; 16]));
        for &member in &members[1..] {
            two = two.or(any.and(member));
            any = any.or(member);
        }
        Tally { any, two }
    }
}

/// Over the other groups, of the first `OF`.
#[inline(always)]
pub(in crate::dense) fn across<L: Lanes, const OF: usize>(x: L, join: impl Fn(L, L) -> L) -> L {
    let next = x.rolled_of::<1, OF>();
    match OF {
        2 => next,
        3 => join(next, x.rolled_of::<2, OF>()),
        _ => join(next, join(x, next).rolled_of::<2, OF>()),
    }
}

/// Lane `l` of each group, of the first `of`, comes from lane `l + by` modulo `of`; the others stay.
pub(in crate::dense) const fn turn(by: usize, of: usize) -> [usize; 4] {
    let mut from = [0, 1, 2, 3];
    let mut l = 0;
    while l < of {
        from[l] = (l + by) % of;
        l += 1;
    }
    from
}

/// Lane `l` of each group, of the first `of`, comes from lane `r - l` modulo `of`. Doing it twice undoes it.
pub(in crate::dense) const fn mirror(r: usize, of: usize) -> [usize; 4] {
    let mut from = [0, 1, 2, 3];
    let mut l = 0;
    while l < of {
        from[l] = (r + of - l) % of;
        l += 1;
    }
    from
}

/// The values of each variable that is fixed; nothing elsewhere.
#[inline(always)]
pub(in crate::dense) fn fixed<L: Lanes>(x: L) -> L {
    x.and(x.without_lowest().where_empty())
}

/// By lane: all values there, none elsewhere. The last has none at all.
pub(in crate::dense) const ALONE: [[u16; 16]; 17] = {
    let mut lanes = [[0; 16]; 17];
    let mut l = 0;
    while l < 16 {
        lanes[l][l] = u16::MAX;
        l += 1;
    }
    lanes
};
