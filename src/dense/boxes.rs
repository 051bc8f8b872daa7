//! The layout by boxes: a lane for each box, and a word for each place in a box.
//!
//! So the members of a piece are whole words, in either family, and its mates in the box are too: they are joined without a
//! move. Those in the line or column are other lanes of the same word. There are as many words as values, of sixteen lanes, and
//! nothing has to be turned over.
//!
//! | boxes | lane | stacks lie | bands lie |
//! |---|---|---|---|
//! | up to 4×4 | 4 · band + stack | within groups of four, where registers of 256 bits shuffle fastest | in groups |
//! | two columns | 8 · band + stack | within halves | in halves |
//! | three columns and more than four lines | lines · band + stack | in both halves | in both halves |

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use std::array::from_fn;
use std::marker::PhantomData;

use crate::dense::layout::{Layout, Lines};
use crate::dense::shuffles::Shuffles;

/// The layout in such words.
#[derive(Clone, Debug)]
pub(in crate::dense) struct InBoxes<L>(PhantomData<L>);

/// The ways between boxes.
#[derive(Clone, Debug)]
pub(in crate::dense) struct Ways<L: Shuffles> {
    /// To the stacks that follow, by how many less one; from lanes of the same half of a word, and of the other.
    stacks: [[L::Table; 2]; 5],
    /// To the bands.
    bands: [[L::Table; 2]; 2],
}

impl<L: Shuffles> Layout for InBoxes<L> {
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

    fn moves(height: usize, width: usize) -> Ways<L> {
        let tables = |from| [L::table(near(from)), L::table(far(from))];
        Ways {
            stacks: from_fn(|by| tables(next_stack(by + 1, height, width))),
            bands: from_fn(|by| tables(next_band(by + 1, height, width))),
        }
    }

    #[inline(always)]
    fn words<const H: usize, const W: usize>() -> usize {
        H * W
    }

    #[inline(always)]
    fn variable<const H: usize, const W: usize>([band, line, stack, column]: [usize; 4]) -> (usize, usize) {
        (line * W + column, band * apart(H, W) + stack)
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
    fn piece<const H: usize, const W: usize, const FAMILY: usize>(
        [band, stack, line]: [usize; 3],
    ) -> (usize, usize) {
        (line, band * apart(H, W) + stack)
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
            *along = if FAMILY == 0 {
                around(*along, of, join, |x, by| stack::<L, H, W>(x, by, moves))
            } else {
                around(*along, of, join, |x, by| band::<L, H, W>(x, by, moves))
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
        // Eight times the number, and the word: the least in each lane is in the first of the words that have it.
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

/// How many lanes a band is away from the next.
const fn apart(height: usize, width: usize) -> usize {
    match (height, width) {
        (..=4, _) => 4,
        (_, 2) => 8,
        _ => height,
    }
}

/// By lane: the one with the box so many stacks on; lanes without a box stay.
const fn next_stack(by: usize, height: usize, width: usize) -> [usize; 16] {
    let mut from = STAY;
    let mut at = 0;
    while at < width * height {
        let (band, stack) = (at / height * apart(height, width), at % height);
        from[band + stack] = band + (stack + by) % height;
        at += 1;
    }
    from
}

/// The same so many bands on.
const fn next_band(by: usize, height: usize, width: usize) -> [usize; 16] {
    let mut from = STAY;
    let mut at = 0;
    while at < width * height {
        let (band, stack) = (at / height, at % height);
        from[band * apart(height, width) + stack] = (band + by) % width * apart(height, width) + stack;
        at += 1;
    }
    from
}

const STAY: [usize; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Those in the same half of a word; none where it is in the other.
const fn near(mut from: [usize; 16]) -> [usize; 16] {
    let mut l = 0;
    while l < 16 {
        if from[l] / 8 != l / 8 {
            from[l] = 16;
        }
        l += 1;
    }
    from
}

/// Those in the other half, once the halves have changed places.
const fn far(mut from: [usize; 16]) -> [usize; 16] {
    let mut l = 0;
    while l < 16 {
        from[l] = if from[l] / 8 == l / 8 { 16 } else { (from[l] + 8) % 16 };
        l += 1;
    }
    from
}

/// What lies so many stacks on.
#[inline(always)]
fn stack<L: Shuffles, const H: usize, const W: usize>(x: L, by: usize, ways: &Ways<L>) -> L {
    let [table, across] = &ways.stacks[by - 1];
    let from = next_stack(by, H, W);
    let here = x.shuffled(near(from), table);
    if 8 % apart(H, W) == 0 { here } else { here.or(x.rolled::<2>().shuffled(far(from), across)) }
}

/// What lies so many bands on.
#[inline(always)]
fn band<L: Shuffles, const H: usize, const W: usize>(x: L, by: usize, ways: &Ways<L>) -> L {
    match (apart(H, W), by) {
        (4, 1) => x.rolled_of::<1, W>(),
        (4, _) => x.rolled_of::<2, W>(),
        (8, _) => x.rolled::<2>(),
        _ => {
            let ([table, across], from) = (&ways.bands[by - 1], next_band(by, H, W));
            x.shuffled(near(from), table).or(x.rolled::<2>().shuffled(far(from), across))
        }
    }
}

/// Over the other boxes of a line or column, of so many: `turn` brings those so many on.
#[inline(always)]
fn around<L: Shuffles>(x: L, of: usize, join: impl Fn(L, L) -> L, turn: impl Fn(L, usize) -> L) -> L {
    let next = turn(x, 1);
    if of == 2 {
        return next;
    }
    if of == 3 {
        return join(next, turn(x, 2));
    }
    let two = join(x, next);
    match of {
        4 => join(next, turn(two, 2)),
        5 => join(turn(two, 1), turn(two, 3)),
        6 => join(next, join(turn(two, 2), turn(two, 4))),
        7 => join(turn(two, 1), join(turn(two, 3), turn(two, 5))),
        _ => {
            let third = turn(two, 2);
            join(join(next, third), turn(join(two, third), 4))
        }
    }
}

/// For each of the first `of` words: over the others.
#[inline(always)]
fn others<L: Shuffles>(words: &Lines<L>, of: usize, join: impl Fn(L, L) -> L) -> Lines<L> {
    let mut others = *words;
    // Over those that come later, and then those before each.
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
