//! Layouts of the variables of a box grid: the operations that [intersections](crate::intersections::kernel)
//! need.
//!
//! A box grid of boxes with `H` lines and `W` columns has `W` bands of `H` stacks. Its intersections are those of
//! lines and boxes, family 0, and those of columns and boxes, family 1. A layout has words for the variables, and
//! words for the intersections of each family, either one for all of them or one for some: the members of the
//! intersections of a word are whole words of variables, lane by lane. For the second family a state may have to be
//! converted first.

use std::fmt::Debug;

use crate::lanes::machine::Machine;
use crate::lanes::sets::Sets;

/// The words of a state, sixteen at most.
pub(crate) type State<S> = [S; 16];

/// The words of a family's intersections, four at most.
pub(crate) type Lines<S> = [S; 4];

/// How the lanes of all boxes are arranged in words, and moved.
pub(crate) trait Layout: Clone + Debug + Send + Sync + 'static {
    type Word: Sets;
    /// The machine that has such words.
    type Machine: Machine;
    /// The tables that the moves need.
    type Moves: Clone + Debug + Send + Sync;
    /// The number of lanes of a word.
    const LANES: usize;

    /// A word with these lanes, padded or cut to its length.
    fn read(lanes: &[u16]) -> Self::Word;
    fn write(word: Self::Word, lanes: &mut [u16]);
    /// A word with this set in all lanes.
    fn all(set: u16) -> Self::Word;
    /// The word with all lanes cleared except that one; empty if there is no such lane.
    fn only(word: Self::Word, lane: usize) -> Self::Word;
    fn moves(height: usize, width: usize) -> Self::Moves;

    /// The number of words of a state.
    fn words<const H: usize, const W: usize>() -> usize;
    /// The word and the lane of a variable: its band and the line in it, its stack and the column in it.
    fn variable<const H: usize, const W: usize>(place: [usize; 4]) -> (usize, usize);
    /// The first word that has variables in the same lanes as that one.
    fn alike(word: usize) -> usize;

    /// The number of words of a family's intersections.
    fn lines<const H: usize, const W: usize, const FAMILY: usize>() -> usize;
    /// The number of members of each of these intersections, each a word.
    fn members<const H: usize, const W: usize, const FAMILY: usize>() -> usize;
    /// The word of a state with the members of this number, of the intersections in word `line`.
    fn member<const H: usize, const W: usize, const FAMILY: usize>(line: usize, member: usize) -> usize;
    /// The word and the lane of an intersection: its band, its stack, and its line or column in the box. All words
    /// have intersections in the same lanes.
    fn intersection<const H: usize, const W: usize, const FAMILY: usize>(place: [usize; 3])
    -> (usize, usize);
    /// The join of all mates of each intersection of a family: of those in the same line or column, and of those in
    /// the same box.
    fn mates<const H: usize, const W: usize, const FAMILY: usize>(
        words: &Lines<Self::Word>,
        moves: &Self::Moves,
        join: impl Fn(Self::Word, Self::Word) -> Self::Word + Copy,
    ) -> [Lines<Self::Word>; 2];
    /// The word of a state, at that place, in the layout of the second family.
    fn turned_over<const H: usize, const W: usize>(
        word: Self::Word,
        at: usize,
        moves: &Self::Moves,
    ) -> Self::Word;
    /// The inverse of that.
    fn turned_back<const H: usize, const W: usize>(
        word: Self::Word,
        at: usize,
        moves: &Self::Moves,
    ) -> Self::Word;
    /// The least of the numbers of all intersections of a family, which are below 2¹³, and the word and lane of the
    /// first that has it, by bands, stacks, and lines or columns. Lanes without an intersection have at least 2¹².
    fn least<const H: usize, const W: usize, const FAMILY: usize>(
        numbers: &Lines<Self::Word>,
    ) -> (u16, usize, usize);
}

#[cfg(test)]
mod tests {
    use crate::intersections::lane_per_box::LanePerBox;
    use crate::intersections::layout::{Layout, Lines};
    #[cfg(target_arch = "x86_64")]
    use crate::lanes::machine::Machine;
    use crate::lanes::samples;
    use crate::lanes::sets::Sets;
    use crate::lanes::words::Words;

    /// A set for each intersection of a family, by band, stack, and line or column of the box.
    type Boxes = [[[u16; 8]; 8]; 4];

    fn sample(seed: u32) -> Boxes {
        let mut next = samples(seed);
        [[[0; 8]; 8]; 4].map(|band| band.map(|stack| stack.map(|_| next())))
    }

    /// All intersections of a family: bands, stacks, and lines or columns.
    fn places<const H: usize, const W: usize, const FAMILY: usize>() -> Vec<[usize; 3]> {
        let of = if FAMILY == 0 { H } else { W };
        (0..W * H * of).map(|l| [l / of / H, l / of % H, l % of]).collect()
    }

    /// Words of these intersections, and `rest` in all other lanes.
    fn read<Y: Layout, const H: usize, const W: usize, const FAMILY: usize>(
        intersections: &dyn Fn([usize; 3]) -> u16,
        rest: u16,
    ) -> Lines<Y::Word> {
        let mut words = [[rest; 32]; 4];
        for place in places::<H, W, FAMILY>() {
            let (word, lane) = Y::intersection::<H, W, FAMILY>(place);
            words[word][lane] = intersections(place);
        }
        words.map(|lanes| Y::read(&lanes))
    }

    /// Compares words with the expected set of each intersection.
    fn expect<Y: Layout, const H: usize, const W: usize, const FAMILY: usize>(
        words: &Lines<Y::Word>,
        expected: impl Fn([usize; 3]) -> u16,
        what: &str,
    ) {
        let found = words.map(|word| {
            let mut lanes = [0; 32];
            Y::write(word, &mut lanes);
            lanes
        });
        for place in places::<H, W, FAMILY>() {
            let (word, lane) = Y::intersection::<H, W, FAMILY>(place);
            assert_eq!(found[word][lane], expected(place), "{H}x{W} {FAMILY} {what} {place:?}");
        }
    }

    fn at(boxes: &Boxes) -> impl Fn([usize; 3]) -> u16 + '_ {
        |[band, stack, i]| boxes[band][stack][i]
    }

    /// Operations lane by lane.
    fn check_sets<Y: Layout, const H: usize, const W: usize, const FAMILY: usize>(a: &Boxes, b: &Boxes) {
        let (x, y) = (read::<Y, H, W, FAMILY>(&at(a), 0), read::<Y, H, W, FAMILY>(&at(b), 0));
        let each = |f: &dyn Fn(Y::Word) -> Y::Word, g: &dyn Fn(u16) -> u16, what: &str| {
            expect::<Y, H, W, FAMILY>(&x.map(f), |l| g(at(a)(l)), what);
        };
        let both = |f: &dyn Fn(Y::Word, Y::Word) -> Y::Word, g: &dyn Fn(u16, u16) -> u16, what: &str| {
            let words = std::array::from_fn(|w| f(x[w], y[w]));
            expect::<Y, H, W, FAMILY>(&words, |l| g(at(a)(l), at(b)(l)), what);
        };
        both(&Y::Word::and, &|a, b| a & b, "and");
        both(&Y::Word::or, &|a, b| a | b, "or");
        both(&Y::Word::less, &|a, b| a & !b, "less");
        both(&Y::Word::plus, &u16::wrapping_add, "plus");
        both(&Y::Word::or_else, &|a, b| if a == 0 { b } else { a }, "or else");
        each(&Y::Word::where_empty, &|a| if a == 0 { u16::MAX } else { 0 }, "where empty");
        let missing = std::array::from_fn(|w| x[w].missing(y[w].and(Y::all(1))));
        expect::<Y, H, W, FAMILY>(&missing, |l| if at(a)(l) == 0 { at(b)(l) & 1 } else { 0 }, "missing");
        for most in 0..8 {
            let few = |a: u16| if a.count_ones() as usize <= most { u16::MAX } else { 0 };
            each(&|x| x.where_at_most(most), &few, "where at most");
        }
        each(&Y::Word::without_lowest, &|a| a & a.wrapping_sub(1), "without lowest");
        each(&Y::Word::sizes, &|a| a.count_ones() as u16, "sizes");
        each(&Y::Word::fixed, &|a| if a.is_power_of_two() { a } else { 0 }, "fixed");
        each(&|_| Y::all(77), &|_| 77, "all");
    }

    /// The join of the mates: in the line or column, and in the box.
    fn check_mates<Y: Layout, const H: usize, const W: usize, const FAMILY: usize>(a: &Boxes) {
        let x = read::<Y, H, W, FAMILY>(&at(a), 0);
        let moves = Y::moves(H, W);
        let (along, within) = if FAMILY == 0 { (H, H) } else { (W, W) };
        let others = |i: usize, of: usize| (0..of).filter(move |&other| other != i);
        let mates = |[band, stack, i]: [usize; 3]| -> [Vec<u16>; 2] {
            let line = others(if FAMILY == 0 { stack } else { band }, along);
            let mate = |m: usize| if FAMILY == 0 { a[band][m][i] } else { a[m][stack][i] };
            [line.map(mate).collect(), others(i, within).map(|i| a[band][stack][i]).collect()]
        };
        let joined = Y::mates::<H, W, FAMILY>(&x, &moves, Y::Word::or);
        let sums = Y::mates::<H, W, FAMILY>(&x, &moves, Y::Word::plus);
        for side in [0, 1] {
            let join = |l| mates(l)[side].iter().fold(0, |all, set| all | set);
            expect::<Y, H, W, FAMILY>(&joined[side], join, "mates, joined");
            let sum = |l| mates(l)[side].iter().fold(0, |all: u16, &number| all.wrapping_add(number));
            expect::<Y, H, W, FAMILY>(&sums[side], sum, "mates, added");
        }
    }

    /// Single lanes: each alone, and the least of all.
    fn check_lanes<Y: Layout, const H: usize, const W: usize, const FAMILY: usize>(a: &Boxes) {
        let x = read::<Y, H, W, FAMILY>(&at(a), 0);
        for place in places::<H, W, FAMILY>() {
            let (word, lane) = Y::intersection::<H, W, FAMILY>(place);
            let alone = Y::only(x[word], lane);
            let mut others = x.map(|_| Y::all(0));
            others[word] = alone;
            expect::<Y, H, W, FAMILY>(&others, |l| if l == place { at(a)(l) } else { 0 }, "only");
            assert_eq!(alone.is_zero(), at(a)(place) == 0);
        }
        assert!(Y::only(x[0], Y::LANES).is_zero());
        let number = |place: [usize; 3]| at(a)(place) >> 6;
        let numbers = read::<Y, H, W, FAMILY>(&number, (1 << 13) - 1);
        let (least, word, lane) = Y::least::<H, W, FAMILY>(&numbers);
        let first = places::<H, W, FAMILY>().into_iter().min_by_key(|&place| number(place));
        let first = first.expect("there are intersections");
        let expected = Y::intersection::<H, W, FAMILY>(first);
        assert_eq!((least, word, lane), (number(first), expected.0, expected.1), "{H}x{W} {FAMILY}");
    }

    /// The members of each intersection, in either family: each variable is one, at its documented position.
    fn check_members<Y: Layout, const H: usize, const W: usize>() {
        let moves = Y::moves(H, W);
        let mut lanes = [[0u16; 32]; 16];
        for x in 0..(H * W).pow(2) {
            let (word, lane) = Y::variable::<H, W>([x / (H * H * W), x / (H * W) % H, x / W % H, x % W]);
            assert!(word < Y::words::<H, W>() && lanes[word][lane] == 0, "{H}x{W} {x}");
            lanes[word][lane] = x as u16 + 1;
        }
        let state = lanes.map(|lanes| Y::read(&lanes));
        let turned: [Y::Word; 16] =
            std::array::from_fn(|at| Y::turned_over::<H, W>(state[at], at % Y::words::<H, W>(), &moves));
        let back = |at: usize| Y::turned_back::<H, W>(turned[at], at, &moves);
        for (at, &word) in state.iter().enumerate().take(Y::words::<H, W>()) {
            let (mut found, mut expected) = ([0; 32], [0; 32]);
            Y::write(back(at), &mut found);
            Y::write(word, &mut expected);
            assert_eq!(found, expected, "{H}x{W} and back");
        }
        for place @ [band, stack, i] in places::<H, W, 0>() {
            let of = |x: usize| x / (H * H * W) == band && x / (H * W) % H == i && x / W % H == stack;
            let (word, lane) = Y::intersection::<H, W, 0>(place);
            assert!(word < Y::lines::<H, W, 0>());
            let members = (0..Y::members::<H, W, 0>()).map(|m| Y::member::<H, W, 0>(word, m));
            holds::<Y>(&state, members, lane, &of, W);
        }
        for place @ [band, stack, k] in places::<H, W, 1>() {
            let of = |x: usize| x / (H * H * W) == band && x % W == k && x / W % H == stack;
            let (word, lane) = Y::intersection::<H, W, 1>(place);
            assert!(word < Y::lines::<H, W, 1>());
            let members = (0..Y::members::<H, W, 1>()).map(|m| Y::member::<H, W, 1>(word, m));
            holds::<Y>(&turned, members, lane, &of, H);
        }
    }

    /// Whether a lane of these words has exactly these variables.
    fn holds<Y: Layout>(
        state: &[Y::Word; 16],
        words: impl Iterator<Item = usize>,
        lane: usize,
        of: &dyn Fn(usize) -> bool,
        count: usize,
    ) {
        let mut found: Vec<usize> = Vec::new();
        for word in words {
            let mut lanes = [0; 32];
            Y::write(state[word], &mut lanes);
            found.extend((lanes[lane] > 0).then(|| usize::from(lanes[lane]) - 1));
        }
        found.sort_unstable();
        found.dedup();
        assert!(found.len() == count && found.iter().all(|&x| of(x)), "{found:?}");
    }

    fn check<Y: Layout, const H: usize, const W: usize>() {
        check_members::<Y, H, W>();
        // Miri is slow: it runs one sample, and single lanes of small grids only.
        let samples = if cfg!(miri) { 1 } else { 50 };
        for seed in 0..samples {
            let (a, b) = (sample(seed), sample(seed + 1000));
            check_sets::<Y, H, W, 0>(&a, &b);
            check_sets::<Y, H, W, 1>(&a, &b);
            check_mates::<Y, H, W, 0>(&a);
            check_mates::<Y, H, W, 1>(&a);
            if H * W <= 6 || !cfg!(miri) {
                check_lanes::<Y, H, W, 0>(&a);
                check_lanes::<Y, H, W, 1>(&a);
            }
        }
    }

    fn check_all<Y: Layout>() {
        check::<Y, 2, 2>();
        check::<Y, 2, 3>();
        check::<Y, 2, 4>();
        check::<Y, 3, 2>();
        check::<Y, 3, 3>();
        check::<Y, 4, 2>();
    }

    /// The grids that need more than 32 lanes in one word for all bands.
    fn check_large<Y: Layout>() {
        check::<Y, 3, 4>();
        check::<Y, 4, 3>();
        check::<Y, 4, 4>();
    }

    #[test]
    fn boxes_in_words_do_what_is_said_of_each_lane() {
        check_all::<LanePerBox<Words>>();
        check_large::<LanePerBox<Words>>();
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn boxes_in_registers_do_what_is_said_of_each_lane() {
        use crate::lanes::registers::avx2::Avx2;
        if Avx2::is_available() {
            check_all::<LanePerBox<Avx2>>();
            check_large::<LanePerBox<Avx2>>();
        }
    }

    #[cfg(target_arch = "aarch64")]
    #[test]
    fn boxes_in_two_registers_do_what_is_said_of_each_lane() {
        use crate::lanes::registers::neon::Neon;
        check_all::<LanePerBox<Neon>>();
        check_large::<LanePerBox<Neon>>();
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn registers_for_all_intersections_do_what_is_said_of_each_lane() {
        use crate::lanes::registers::avx512::Flat;
        if Flat::is_available() {
            check_all::<Flat>();
        }
    }
}
