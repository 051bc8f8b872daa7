//! Where the variables of a lattice lie: what [pieces](crate::dense::pieces) ask of a layout.
//!
//! A lattice of boxes with `H` lines and `W` columns has `W` bands of `H` stacks. Its pieces are those of lines and boxes,
//! family 0, and those of columns and boxes, family 1. Each box has as many lanes as it has lines or columns, whichever
//! are more. A variable in line `i` and column `k` of its box lies in lane `i` of the box, in register `i - k`: so register
//! by register lie the members of all pieces of family 0, one below the other, and a turn of the lanes within each box, by
//! as many as the register's number, puts those of family 1 into lanes numbered by `k`.

use std::fmt::Debug;

use crate::dense::machine::Machine;
use crate::dense::sets::Sets;

/// A word for each band, or one for all of them; four at most.
pub(in crate::dense) type Bands<S> = [S; 4];

/// How many registers, and how many lanes of a box, hold all variables.
pub(in crate::dense) const fn registers(height: usize, width: usize) -> usize {
    if height > width { height } else { width }
}

/// How the lanes of all boxes lie in words, and move.
pub(in crate::dense) trait Layout: Clone + Debug + Send + Sync + 'static {
    type Word: Sets;
    /// The machine that has such words.
    type Machine: Machine;
    /// What the moves need to be told.
    type Moves: Clone + Debug + Send + Sync;
    /// How many lanes a word has.
    const LANES: usize;

    /// A word of the first of these lanes.
    fn read(lanes: &[u16]) -> Self::Word;
    fn write(word: Self::Word, lanes: &mut [u16]);
    /// The same in all lanes.
    fn all(set: u16) -> Self::Word;
    /// What a word has in that lane, nothing elsewhere; nothing at all if there is no such lane.
    fn only(word: Self::Word, lane: usize) -> Self::Word;
    /// How many words hold so many bands.
    fn words(bands: usize) -> usize;
    fn moves(height: usize, width: usize) -> Self::Moves;
    /// The word and the lane of a line, or of a column, of a box. They are in the order of bands, stacks, and lines or columns.
    fn lane<const H: usize, const W: usize>(band: usize, stack: usize, line: usize) -> (usize, usize);
    /// What all mates of each piece of a family have, joined: those in the same line or column, and those in the same box.
    fn mates<const H: usize, const W: usize, const FAMILY: usize>(
        words: &Bands<Self::Word>,
        moves: &Self::Moves,
        join: impl Fn(Self::Word, Self::Word) -> Self::Word + Copy,
    ) -> [Bands<Self::Word>; 2];
    /// Lane `i` of each box comes from lane `i + by`, modulo the lanes of a box: by `r` register `r` gets from family 0 to
    /// family 1, and by what is left of a whole turn back again.
    fn turned<const H: usize, const W: usize>(word: Self::Word, by: usize, moves: &Self::Moves)
    -> Self::Word;
    /// The least of the numbers in all lanes, which are below 2¹⁴, and the first word and lane that have it.
    fn least<const W: usize>(numbers: &Bands<Self::Word>) -> (u16, usize, usize);
}

#[cfg(test)]
mod tests {
    use crate::dense::arrays::Arrays;
    use crate::dense::bands::InBands;
    use crate::dense::layout::{Layout, registers};
    use crate::dense::sets::Sets;

    /// What is in each lane of a box, by band, stack and line or column.
    type Boxes = [[[u16; 4]; 4]; 4];

    /// Sets of all kinds: empty, full, the highest bit alone, and what a multiplication scatters.
    fn sample(seed: u32) -> Boxes {
        let mut seed = seed;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            match seed >> 28 {
                0..3 => 0,
                3 => 0x8000,
                4 => u16::MAX,
                5 => 1 << (seed >> 16 & 15),
                _ => (seed >> 8) as u16,
            }
        };
        [[[0; 4]; 4]; 4].map(|band| band.map(|stack| stack.map(|_| next())))
    }

    /// All lanes in use: bands, stacks, and lines or columns.
    fn lanes<const H: usize, const W: usize>() -> Vec<[usize; 3]> {
        let of = registers(H, W);
        (0..W * H * of).map(|l| [l / of / H, l / of % H, l % of]).collect()
    }

    fn read<Y: Layout, const H: usize, const W: usize>(boxes: &Boxes) -> [Y::Word; 4] {
        let mut words = [[0; 64]; 4];
        for [band, stack, i] in lanes::<H, W>() {
            let (word, lane) = Y::lane::<H, W>(band, stack, i);
            words[word][lane] = boxes[band][stack][i];
        }
        words.map(|lanes| Y::read(&lanes))
    }

    /// Holds words against what is said of each lane in use.
    fn expect<Y: Layout, const H: usize, const W: usize>(
        words: &[Y::Word; 4],
        expected: impl Fn([usize; 3]) -> u16,
        what: &str,
    ) {
        for at @ [band, stack, i] in lanes::<H, W>() {
            let (word, lane) = Y::lane::<H, W>(band, stack, i);
            let mut found = [0; 64];
            Y::write(words[word], &mut found);
            assert_eq!(found[lane], expected(at), "{H}x{W} {what} {at:?}");
        }
    }

    fn check<Y: Layout, const H: usize, const W: usize>() {
        let moves = Y::moves(H, W);
        let of = registers(H, W);
        for seed in 0..50 {
            let (a, b) = (sample(seed), sample(seed + 1000));
            let (x, y) = (read::<Y, H, W>(&a), read::<Y, H, W>(&b));
            let at = |boxes: &Boxes, [band, stack, i]: [usize; 3]| boxes[band][stack][i];
            let each = |f: &dyn Fn(Y::Word) -> Y::Word, g: &dyn Fn(u16) -> u16, what: &str| {
                expect::<Y, H, W>(&x.map(f), |l| g(at(&a, l)), what);
            };
            let both = |f: &dyn Fn(Y::Word, Y::Word) -> Y::Word, g: &dyn Fn(u16, u16) -> u16, what: &str| {
                let words = std::array::from_fn(|w| f(x[w], y[w]));
                expect::<Y, H, W>(&words, |l| g(at(&a, l), at(&b, l)), what);
            };
            both(&Y::Word::and, &|a, b| a & b, "and");
            both(&Y::Word::or, &|a, b| a | b, "or");
            both(&Y::Word::less, &|a, b| a & !b, "less");
            both(&Y::Word::plus, &u16::wrapping_add, "plus");
            both(&Y::Word::or_else, &|a, b| if a == 0 { b } else { a }, "or else");
            each(&Y::Word::where_empty, &|a| if a == 0 { u16::MAX } else { 0 }, "where empty");
            let missing = std::array::from_fn(|w| x[w].missing(y[w].and(Y::all(1))));
            expect::<Y, H, W>(&missing, |l| if at(&a, l) == 0 { at(&b, l) & 1 } else { 0 }, "missing");
            for most in 0..4 {
                let few = |a: u16| if a.count_ones() as usize <= most { u16::MAX } else { 0 };
                each(&|x| x.where_at_most(most), &few, "where at most");
            }
            each(&Y::Word::without_lowest, &|a| a & a.wrapping_sub(1), "without lowest");
            each(&Y::Word::sizes, &|a| a.count_ones() as u16, "sizes");
            each(&Y::Word::fixed, &|a| if a.is_power_of_two() { a } else { 0 }, "fixed");
            each(&|_| Y::all(77), &|_| 77, "all");
            for by in 0..of {
                let source = |[band, stack, i]: [usize; 3]| [band, stack, (i + by) % of];
                let turned = x.map(|x| Y::turned::<H, W>(x, by, &moves));
                expect::<Y, H, W>(&turned, |l| at(&a, source(l)), "turned");
            }
            let others = |i: usize, of: usize| (0..of).filter(move |&other| other != i);
            let join = |all: &mut dyn Iterator<Item = u16>| all.fold(0, |all, set| all | set);
            let [lines, boxes] = Y::mates::<H, W, 0>(&x, &moves, Y::Word::or);
            let line = |[b, s, i]: [usize; 3]| join(&mut others(s, H).map(|s| a[b][s][i]));
            let in_box = |[b, s, i]: [usize; 3]| join(&mut others(i, H).map(|i| a[b][s][i]));
            let is_piece = |of: usize, f: &dyn Fn([usize; 3]) -> u16, l: [usize; 3], found: u16| {
                if l[2] < of { f(l) } else { found }
            };
            let found = |words: &[Y::Word; 4], [b, s, i]: [usize; 3]| {
                let ((word, lane), mut lanes) = (Y::lane::<H, W>(b, s, i), [0; 64]);
                Y::write(words[word], &mut lanes);
                lanes[lane]
            };
            // What lanes that are no piece's hear does not matter.
            expect::<Y, H, W>(&lines, |l| is_piece(H, &line, l, found(&lines, l)), "in the line");
            expect::<Y, H, W>(&boxes, |l| is_piece(H, &in_box, l, found(&boxes, l)), "in the box, by lines");
            let [columns, boxes] = Y::mates::<H, W, 1>(&x, &moves, Y::Word::or);
            let column = |[b, s, k]: [usize; 3]| join(&mut others(b, W).map(|b| a[b][s][k]));
            let in_box = |[b, s, k]: [usize; 3]| join(&mut others(k, W).map(|k| a[b][s][k]));
            expect::<Y, H, W>(&columns, |l| is_piece(W, &column, l, found(&columns, l)), "in the column");
            expect::<Y, H, W>(
                &boxes,
                |l| is_piece(W, &in_box, l, found(&boxes, l)),
                "in the box, by columns",
            );
            check_lanes::<Y, H, W>(&a, &x);
        }
    }

    /// Single lanes: each alone, and the least of all.
    fn check_lanes<Y: Layout, const H: usize, const W: usize>(boxes: &Boxes, words: &[Y::Word; 4]) {
        for at in lanes::<H, W>() {
            let (word, lane) = Y::lane::<H, W>(at[0], at[1], at[2]);
            let alone = Y::only(words[word], lane);
            let mut others = words.map(|_| Y::all(0));
            others[word] = alone;
            expect::<Y, H, W>(&others, |l| if l == at { boxes[at[0]][at[1]][at[2]] } else { 0 }, "only");
            assert_eq!(alone.is_zero(), boxes[at[0]][at[1]][at[2]] == 0);
        }
        assert!(Y::only(words[0], Y::LANES).is_zero());
        let numbers = boxes.map(|band| band.map(|stack| stack.map(|n| n >> 3)));
        // What is not in use is no less than anything.
        let mut padded = [[(1 << 14) - 1; 64]; 4];
        for [band, stack, i] in lanes::<H, W>() {
            let (word, lane) = Y::lane::<H, W>(band, stack, i);
            padded[word][lane] = numbers[band][stack][i];
        }
        let (least, word, lane) = Y::least::<W>(&padded.map(|lanes| Y::read(&lanes)));
        let first = lanes::<H, W>().into_iter().min_by_key(|&[b, s, i]| numbers[b][s][i]);
        let [band, stack, i] = first.expect("there are lanes");
        let expected = Y::lane::<H, W>(band, stack, i);
        assert_eq!((least, word, lane), (numbers[band][stack][i], expected.0, expected.1), "{H}x{W}");
    }

    fn check_all<Small: Layout, Large: Layout>() {
        check::<Small, 2, 2>();
        check::<Small, 2, 3>();
        check::<Small, 2, 4>();
        check::<Small, 3, 2>();
        check::<Small, 3, 3>();
        check::<Small, 4, 2>();
        check::<Large, 3, 4>();
        check::<Large, 4, 3>();
        check::<Large, 4, 4>();
    }

    #[test]
    fn bands_of_arrays_do_what_is_said_of_each_lane() {
        check_all::<InBands<Arrays>, InBands<Arrays>>();
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn bands_of_registers_do_what_is_said_of_each_lane() {
        if crate::dense::registers::avx2::is_there() {
            check_all::<
                InBands<crate::dense::registers::avx2::Avx2>,
                InBands<crate::dense::registers::avx2::Avx2>,
            >();
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn registers_for_all_bands_do_what_is_said_of_each_lane() {
        if crate::dense::registers::avx512::is_there() {
            check_all::<crate::dense::registers::avx512::Flat<1>, crate::dense::registers::avx512::Flat<2>>();
        }
    }
}
