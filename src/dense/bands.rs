//! The layout in bands: a word of sixteen lanes for each.
//!
//! Group `j`, lane `i` of a word is lane `i` of the box in stack `j`. So a piece's mates are other lanes of the same group,
//! or other groups, or other bands: most moves are within groups, which is where registers of 256 bits shuffle fastest.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use std::marker::PhantomData;

use crate::dense::lanes::Lanes;
use crate::dense::layout::{Bands, Layout, registers};

/// The layout in such words.
#[derive(Clone, Debug)]
pub(in crate::dense) struct InBands<L>(PhantomData<L>);

/// The shuffles within groups.
#[derive(Clone, Debug)]
pub(in crate::dense) struct Shuffles<L: Lanes> {
    /// By family: those that bring the other lanes of a group, by one and by two.
    in_box: [[L::Table; 2]; 2],
    /// By one, two and three: those that turn all lanes of a group.
    turns: [L::Table; 3],
}

impl<L: Lanes> Layout for InBands<L> {
    type Word = L;
    type Machine = L;
    type Moves = Shuffles<L>;
    const LANES: usize = 16;

    #[inline(always)]
    fn read(lanes: &[u16]) -> L {
        L::load(&lanes.as_chunks().0[0])
    }

    #[inline(always)]
    fn write(word: L, lanes: &mut [u16]) {
        lanes.as_chunks_mut().0[0] = word.store();
    }

    #[inline(always)]
    fn all(set: u16) -> L {
        L::load(&[set; 16])
    }

    #[inline(always)]
    fn only(word: L, lane: usize) -> L {
        word.and(L::load(&ALONE[lane.min(16)]))
    }

    #[inline(always)]
    fn words(bands: usize) -> usize {
        bands
    }

    fn moves(height: usize, width: usize) -> Shuffles<L> {
        Shuffles {
            in_box: [height, width].map(|of| [1, 2].map(|by| L::table(turn(by, of)))),
            turns: [1, 2, 3].map(|by| L::table(turn(by, registers(height, width)))),
        }
    }

    #[inline(always)]
    fn lane<const H: usize, const W: usize>(band: usize, stack: usize, line: usize) -> (usize, usize) {
        (band, stack * 4 + line)
    }

    #[inline(always)]
    fn mates<const H: usize, const W: usize, const FAMILY: usize>(
        words: &Bands<L>,
        moves: &Shuffles<L>,
        join: impl Fn(L, L) -> L + Copy,
    ) -> [Bands<L>; 2] {
        let mut sides = [*words; 2];
        for b in 0..W {
            sides[0][b] = if FAMILY == 0 {
                across::<L, H>(words[b], join)
            } else {
                let others = (1..W).map(|step| words[(b + step) % W]);
                others.reduce(join).expect("invariant: there are two bands at least")
            };
            let of = if FAMILY == 0 { H } else { W };
            sides[1][b] = within(words[b], of, &moves.in_box[FAMILY], join);
        }
        sides
    }

    #[inline(always)]
    fn turned<const H: usize, const W: usize>(word: L, by: usize, moves: &Shuffles<L>) -> L {
        if by == 0 { word } else { word.shuffled(turn(by, registers(H, W)), &moves.turns[by - 1]) }
    }

    #[inline(always)]
    fn least<const W: usize>(numbers: &Bands<L>) -> (u16, usize, usize) {
        // Four times the number, and the band: the least of all is in the first of the bands that have it.
        let numbered = |b: usize| {
            let twice = numbers[b].plus(numbers[b]);
            twice.plus(twice).plus(L::load(&[b as u16; 16]))
        };
        let mut first = numbered(0);
        for b in 1..W {
            first = first.lesser(numbered(b));
        }
        let (least, lane) = first.least();
        (least / 4, usize::from(least % 4), lane)
    }
}

/// Over the other lanes of each group, of the first `of`.
#[inline(always)]
fn within<L: Lanes>(x: L, of: usize, [one, two]: &[L::Table; 2], join: impl Fn(L, L) -> L) -> L {
    let next = x.shuffled(turn(1, of), one);
    match of {
        2 => next,
        3 => join(next, x.shuffled(turn(2, of), two)),
        _ => join(next, join(x, next).shuffled(turn(2, of), two)),
    }
}

/// Over the other groups, of the first `OF`.
#[inline(always)]
fn across<L: Lanes, const OF: usize>(x: L, join: impl Fn(L, L) -> L) -> L {
    let next = x.rolled_of::<1, OF>();
    match OF {
        2 => next,
        3 => join(next, x.rolled_of::<2, OF>()),
        _ => join(next, join(x, next).rolled_of::<2, OF>()),
    }
}

/// Lane `l` of each group, of the first `of`, comes from lane `l + by` modulo `of`; the others stay.
const fn turn(by: usize, of: usize) -> [usize; 4] {
    let mut from = [0, 1, 2, 3];
    let mut l = 0;
    while l < of {
        from[l] = (l + by) % of;
        l += 1;
    }
    from
}

/// By lane: all values there, none elsewhere. The last has none at all.
const ALONE: [[u16; 16]; 17] = {
    let mut lanes = [[0; 16]; 17];
    let mut l = 0;
    while l < 16 {
        lanes[l][l] = u16::MAX;
        l += 1;
    }
    lanes
};
