//! AVX-512 lanes: the layout with one word for all bands, a register.
//!
//! A machine with AVX-512 and the extensions of Ice Lake and Zen 4 moves any lane to any other in one instruction. So all
//! bands lie side by side, and a move across them costs what a move within a group does: a grid of 9×9 is three
//! registers, where [a lane per box](crate::intersections::lane_per_box) takes nine. 16×16 would take two registers
//! per word and gain nothing.
//!
//! An [`Avx512`] is made only by kernels whose constructors assert [`Machine::is_available`]: so wherever one exists,
//! the machine has the instructions. All of them work on registers. Loads from memory and stores to it are plain
//! copies of the bytes, which need no instruction of this machine: so they are also allowed in code that is not
//! compiled for it.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use std::arch::x86_64::{
    __m512i, _mm_cvtsi128_si32, _mm_min_epu16, _mm_minpos_epu16, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_min_epu16, _mm512_add_epi16, _mm512_and_si512, _mm512_andnot_si512,
    _mm512_castsi512_si256, _mm512_cmpeq_epi16_mask, _mm512_cmple_epu16_mask, _mm512_extracti64x4_epi64,
    _mm512_mask_mov_epi16, _mm512_maskz_mov_epi16, _mm512_movm_epi16, _mm512_or_si512,
    _mm512_permutexvar_epi16, _mm512_popcnt_epi16, _mm512_set1_epi16, _mm512_subs_epu16,
    _mm512_test_epi32_mask, _mm512_testn_epi16_mask,
};
use std::fmt::Debug;
use std::mem::transmute;
use std::sync::LazyLock;

use crate::descent::{Advanced, Descent, Inference};
use crate::intersections::layout::{Layout, Lines};
use crate::lanes::machine::Machine;
use crate::lanes::sets::Sets;

/// A register of 32 lanes.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Avx512(__m512i);

/// By lane: the lane that it comes from.
#[derive(Clone, Debug)]
pub(crate) struct Sources {
    /// Along a line or column, and within a box; by distance and family.
    along: [[Avx512; 2]; 2],
    in_box: [[Avx512; 2]; 2],
    /// By one, two and three: the following lanes of a box.
    turns: [Avx512; 3],
}

/// Instructions on registers.
macro_rules! registers {
    ($value:expr) => {
        // SAFETY: the machine has the instructions, as the head of this file says, and they touch no memory.
        Avx512(unsafe { $value })
    };
}

impl Avx512 {
    /// Each lane from the one given by `sources`.
    #[inline(always)]
    fn permuted(self, sources: Avx512) -> Avx512 {
        registers!(_mm512_permutexvar_epi16(sources.0, self.0))
    }

    /// By lane: the join of the other lanes of its line; a line has `of` lanes, and `sources` give the next one and
    /// the one after.
    ///
    /// A function, not a closure: closures are not always inlined, and out of line they are compiled for any machine.
    #[inline(always)]
    fn mates(self, of: usize, sources: [Avx512; 2], join: impl Fn(Avx512, Avx512) -> Avx512) -> Avx512 {
        let next = self.permuted(sources[0]);
        match of {
            2 => next,
            3 => join(next, self.permuted(sources[1])),
            _ => join(next, join(self, next).permuted(sources[1])),
        }
    }
}

impl Sets for Avx512 {
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        registers!(_mm512_and_si512(self.0, other.0))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        registers!(_mm512_or_si512(self.0, other.0))
    }

    #[inline(always)]
    fn less(self, other: Self) -> Self {
        registers!(_mm512_andnot_si512(other.0, self.0))
    }

    #[inline(always)]
    fn where_empty(self) -> Self {
        registers!(_mm512_movm_epi16(_mm512_testn_epi16_mask(self.0, self.0)))
    }

    #[inline(always)]
    fn or_else(self, other: Self) -> Self {
        registers!(_mm512_mask_mov_epi16(self.0, _mm512_testn_epi16_mask(self.0, self.0), other.0))
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        registers!(_mm512_and_si512(self.0, _mm512_add_epi16(self.0, _mm512_set1_epi16(-1))))
    }

    #[inline(always)]
    fn sizes(self) -> Self {
        registers!(_mm512_popcnt_epi16(self.0))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        registers!(_mm512_add_epi16(self.0, other.0))
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: as for all instructions on registers.
        unsafe { _mm512_test_epi32_mask(self.0, self.0) == 0 }
    }

    #[inline(always)]
    fn where_at_most(self, most: usize) -> Self {
        registers!({
            let most = _mm512_set1_epi16(most as i16);
            _mm512_movm_epi16(_mm512_cmple_epu16_mask(_mm512_popcnt_epi16(self.0), most))
        })
    }

    #[inline(always)]
    fn missing(self, wanted: Self) -> Self {
        registers!(_mm512_subs_epu16(wanted.0, self.0))
    }
}

/// All boxes side by side in such a word, and line after line in a box, or column after column.
///
/// Each box has as many lanes as the larger of its numbers of lines and columns. A variable in line `i` and column
/// `k` of its box lies in lane `i` of the box, in word `i - k`: so, word by word, the members of all intersections of
/// the first family lie one below the other, and a rotation of the lanes within each box, by the word's number, puts
/// those of the second into lanes numbered by `k`.
#[derive(Clone, Debug)]
pub(crate) struct Flat;

/// The number of words, and of lanes of a box, that all variables need.
const fn registers(height: usize, width: usize) -> usize {
    if height > width { height } else { width }
}

impl Layout for Flat {
    type Word = Avx512;
    type Machine = Flat;
    type Moves = Sources;
    const LANES: usize = 32;

    #[inline(always)]
    fn read(lanes: &[u16]) -> Avx512 {
        // SAFETY: the types have the same size, and all bytes are allowed.
        Avx512(unsafe { transmute::<[u16; 32], __m512i>(lanes.as_chunks().0[0]) })
    }

    #[inline(always)]
    fn write(word: Avx512, lanes: &mut [u16]) {
        // SAFETY: the types have the same size, and all bytes are allowed.
        lanes.as_chunks_mut().0[0] = unsafe { transmute::<__m512i, [u16; 32]>(word.0) };
    }

    #[inline(always)]
    fn all(set: u16) -> Avx512 {
        registers!(_mm512_set1_epi16(set.cast_signed()))
    }

    #[inline(always)]
    fn only(word: Avx512, lane: usize) -> Avx512 {
        let alone = if lane < Self::LANES { 1 << lane } else { 0 };
        registers!(_mm512_maskz_mov_epi16(alone, word.0))
    }

    fn moves(height: usize, width: usize) -> Sources {
        let (lanes, sides) = (registers(height, width), [height, width]);
        // By lane: the one given by `from`, for a band, a stack, and a line or column. Unused lanes stay what they
        // are.
        let sources = |from: &dyn Fn([usize; 3]) -> [usize; 3]| {
            let lane = |[band, stack, i]: [usize; 3]| (band * height + stack) * lanes + i;
            let source = |l: usize| {
                let at = [l / lanes / height, l / lanes % height, l % lanes];
                if at[0] < width { lane(from(at)) } else { l }
            };
            Self::read(&std::array::from_fn::<u16, 32, _>(|l| source(l) as u16))
        };
        let turned = |i: usize, by: usize, of: usize| if i < of { (i + by) % of } else { i };
        let along = |by| {
            [
                sources(&|[band, stack, i]| [band, turned(stack, by, height), i]),
                sources(&|[band, stack, i]| [turned(band, by, width), stack, i]),
            ]
        };
        let in_box = |by| sides.map(|of| sources(&|[band, stack, i]| [band, stack, turned(i, by, of)]));
        let turn = |by| sources(&|[band, stack, i]| [band, stack, (i + by) % lanes]);
        Sources { along: [1, 2].map(along), in_box: [1, 2].map(in_box), turns: [1, 2, 3].map(turn) }
    }

    #[inline(always)]
    fn words<const H: usize, const W: usize>() -> usize {
        registers(H, W)
    }

    #[inline(always)]
    fn variable<const H: usize, const W: usize>([band, line, stack, column]: [usize; 4]) -> (usize, usize) {
        (
            (line + registers(H, W) - column) % registers(H, W),
            Self::intersection::<H, W, 0>([band, stack, line]).1,
        )
    }

    #[inline(always)]
    fn alike(word: usize) -> usize {
        word
    }

    #[inline(always)]
    fn lines<const H: usize, const W: usize, const FAMILY: usize>() -> usize {
        1
    }

    #[inline(always)]
    fn members<const H: usize, const W: usize, const FAMILY: usize>() -> usize {
        registers(H, W)
    }

    #[inline(always)]
    fn member<const H: usize, const W: usize, const FAMILY: usize>(_: usize, member: usize) -> usize {
        member
    }

    #[inline(always)]
    fn intersection<const H: usize, const W: usize, const FAMILY: usize>(
        [band, stack, line]: [usize; 3],
    ) -> (usize, usize) {
        (0, (band * H + stack) * registers(H, W) + line)
    }

    #[inline(always)]
    fn mates<const H: usize, const W: usize, const FAMILY: usize>(
        words: &Lines<Avx512>,
        moves: &Sources,
        join: impl Fn(Avx512, Avx512) -> Avx512 + Copy,
    ) -> [Lines<Avx512>; 2] {
        let of = if FAMILY == 0 { H } else { W };
        // The same sources as rotations have, where all lanes of a box are in use: so there are fewer of them to keep
        // in registers.
        let is_full = of == registers(H, W);
        let in_box = if is_full {
            [moves.turns[0], moves.turns[1]]
        } else {
            [moves.in_box[0][FAMILY], moves.in_box[1][FAMILY]]
        };
        let mut sides = [*words; 2];
        sides[0][0] = words[0].mates(of, [moves.along[0][FAMILY], moves.along[1][FAMILY]], join);
        sides[1][0] = words[0].mates(of, in_box, join);
        sides
    }

    #[inline(always)]
    fn turned_over<const H: usize, const W: usize>(word: Avx512, at: usize, moves: &Sources) -> Avx512 {
        if at == 0 { word } else { word.permuted(moves.turns[at - 1]) }
    }

    #[inline(always)]
    fn turned_back<const H: usize, const W: usize>(word: Avx512, at: usize, moves: &Sources) -> Avx512 {
        Self::turned_over::<H, W>(word, (registers(H, W) - at) % registers(H, W), moves)
    }

    #[inline(always)]
    fn least<const H: usize, const W: usize, const FAMILY: usize>(
        numbers: &Lines<Avx512>,
    ) -> (u16, usize, usize) {
        let numbers = numbers[0].0;
        // SAFETY: as for all instructions on registers.
        unsafe {
            let half =
                _mm256_min_epu16(_mm512_castsi512_si256(numbers), _mm512_extracti64x4_epi64::<1>(numbers));
            let eight = _mm_min_epu16(_mm256_castsi256_si128(half), _mm256_extracti128_si256::<1>(half));
            let least = _mm_cvtsi128_si32(_mm_minpos_epu16(eight)) as u16;
            let lanes = _mm512_cmpeq_epi16_mask(numbers, _mm512_set1_epi16(least.cast_signed()));
            (least, 0, lanes.trailing_zeros() as usize)
        }
    }
}

impl Machine for Flat {
    fn is_available() -> bool {
        // Cached: each search asks whenever it is advanced.
        static IS_AVAILABLE: LazyLock<bool> = LazyLock::new(|| {
            is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512bitalg")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt")
        });
        *IS_AVAILABLE
    }

    fn lead<S: Copy + Debug, I: Inference<S>>(
        descent: &mut Descent<S>,
        inference: &mut I,
        nodes: u64,
    ) -> Advanced {
        assert!(Self::is_available(), "invariant: a form for a machine is made on such a machine only");
        // SAFETY: the machine has the features.
        unsafe { advance(descent, inference, nodes) }
    }
}

/// Everything inlined here is compiled for the features; nothing has to be checked at run time.
#[target_feature(enable = "avx512f,avx512bw,avx512bitalg,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn advance<S: Copy + Debug, I: Inference<S>>(
    descent: &mut Descent<S>,
    inference: &mut I,
    nodes: u64,
) -> Advanced {
    descent.advance(inference, nodes)
}
