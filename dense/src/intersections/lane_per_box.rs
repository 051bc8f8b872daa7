//! The layout by boxes: one lane per box, and one word for each place in a box.
//!
//! So the members of an intersection are whole words, in either family, and so are its mates in the box: they are
//! joined without a move. Those in the line or column are other lanes of the same word. There are as many words as
//! values, of sixteen lanes, and both families have the same layout.
//!
//! Lane `4 · band + stack` is a box, so that the stacks of a band lie within a group of four, where registers of 256
//! bits shuffle fastest, and bands are groups.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use std::marker::PhantomData;

use crate::intersections::layout::{Layout, Lines};
use crate::lanes::shuffles::Shuffles;

/// The layout in such words.
#[derive(Clone, Debug)]
pub(crate) struct LanePerBox<L>(PhantomData<L>);

/// By the number of stacks less one: the rotation that brings the following stacks.
type Ways<L> = [<L as Shuffles>::Turn; 2];

impl<L: Shuffles> Layout for LanePerBox<L> {
    type Word = L;
    type Machine = L;
    type Moves = Ways<L>;
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

    fn moves(height: usize, _: usize) -> Ways<L> {
        [1, 2].map(|by| L::turn(by, height))
    }

    #[inline(always)]
    fn words<const H: usize, const W: usize>() -> usize {
        H * W
    }

    #[inline(always)]
    fn variable<const H: usize, const W: usize>([band, line, stack, column]: [usize; 4]) -> (usize, usize) {
        (line * W + column, 4 * band + stack)
    }

    #[inline(always)]
    fn alike(_: usize) -> usize {
        0
    }

    #[inline(always)]
    fn lines<const H: usize, const W: usize, const FAMILY: usize>() -> usize {
        if FAMILY == 0 { H } else { W }
    }

    #[inline(always)]
    fn members<const H: usize, const W: usize, const FAMILY: usize>() -> usize {
        if FAMILY == 0 { W } else { H }
    }

    #[inline(always)]
    fn member<const H: usize, const W: usize, const FAMILY: usize>(line: usize, member: usize) -> usize {
        if FAMILY == 0 { line * W + member } else { member * W + line }
    }

    #[inline(always)]
    fn intersection<const H: usize, const W: usize, const FAMILY: usize>(
        [band, stack, line]: [usize; 3],
    ) -> (usize, usize) {
        (line, 4 * band + stack)
    }

    #[inline(always)]
    fn mates<const H: usize, const W: usize, const FAMILY: usize>(
        words: &Lines<L>,
        moves: &Ways<L>,
        join: impl Fn(L, L) -> L + Copy,
    ) -> [Lines<L>; 2] {
        let of = if FAMILY == 0 { H } else { W };
        let mut sides = [*words, others(words, of, join)];
        for along in sides[0].iter_mut().take(of) {
            let x = *along;
            *along = if FAMILY == 0 {
                let next = x.turned_of::<1, H>(moves[0]);
                match H {
                    2 => next,
                    3 => join(next, x.turned_of::<2, H>(moves[1])),
                    _ => join(next, join(x, next).turned_of::<2, H>(moves[1])),
                }
            } else {
                let next = x.rolled_of::<1, W>();
                match W {
                    2 => next,
                    3 => join(next, x.rolled_of::<2, W>()),
                    _ => join(next, join(x, next).rolled_of::<2, W>()),
                }
            };
        }
        sides
    }

    #[inline(always)]
    fn turned_over<const H: usize, const W: usize>(word: L, _: usize, _: &Ways<L>) -> L {
        word
    }

    #[inline(always)]
    fn turned_back<const H: usize, const W: usize>(word: L, _: usize, _: &Ways<L>) -> L {
        word
    }

    #[inline(always)]
    fn least<const H: usize, const W: usize, const FAMILY: usize>(numbers: &Lines<L>) -> (u16, usize, usize) {
        // Eight times the number, plus the word: the least in each lane is in the first of the words that have it.
        let numbered = |line: usize| {
            let two = numbers[line].plus(numbers[line]);
            let four = two.plus(two);
            four.plus(four).plus(L::load(&[line as u16; 16]))
        };
        let mut first = numbered(0);
        for line in 1..Self::lines::<H, W, FAMILY>() {
            first = first.lesser(numbered(line));
        }
        let (least, lane) = first.less(L::load(&[7; 16])).least();
        (least / 8, usize::from(first.store()[lane] % 8), lane)
    }
}

/// For each of the first `of` words: the join of all others.
#[inline(always)]
fn others<L: Shuffles>(words: &Lines<L>, of: usize, join: impl Fn(L, L) -> L) -> Lines<L> {
    let mut others = *words;
    // The join of the later ones, and then of the earlier ones.
    for i in (1..of).rev() {
        others[i - 1] = if i + 1 < of { join(words[i], others[i]) } else { words[i] };
    }
    let mut before = words[0];
    for i in 1..of {
        others[i] = if i + 1 < of { join(before, others[i]) } else { before };
        before = join(before, words[i]);
    }
    others
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
