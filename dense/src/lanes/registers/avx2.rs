//! AVX2 lanes: all in one register.
//!
//! An [`Avx2`] is made by [`Lanes::load`] only, and that is called only by kernels whose constructors assert
//! [`Machine::is_available`]: so wherever one exists, the machine has the instructions. All of them work on
//! registers. Loads from memory and stores to it are plain copies of the bytes, which need no instruction of this
//! machine: so they are also allowed in code that is not compiled for it.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si32, _mm_minpos_epu16, _mm256_add_epi8, _mm256_add_epi16, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_blendv_epi8, _mm256_castsi256_si128, _mm256_cmpeq_epi16,
    _mm256_extracti128_si256, _mm256_min_epu16, _mm256_or_si256, _mm256_permute2x128_si256,
    _mm256_permute4x64_epi64, _mm256_set1_epi8, _mm256_set1_epi16, _mm256_setr_epi8, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_shuffle_epi32, _mm256_srli_epi16, _mm256_subs_epu16, _mm256_testz_si256,
    _mm256_unpackhi_epi64, _mm256_unpacklo_epi64,
};
use std::fmt::Debug;
use std::mem::transmute;
use std::sync::LazyLock;

use crate::descent::{Advanced, Descent, Inference};
use crate::lanes::Lanes;
use crate::lanes::machine::Machine;
use crate::lanes::sets::Sets;
use crate::lanes::shuffles::{Shuffles, bytes};
use crate::lanes::strips::{Strips, sources};

#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Avx2(__m256i);

/// Instructions on registers.
macro_rules! registers {
    ($value:expr) => {
        // SAFETY: the machine has the instructions, as the head of this file says, and they touch no memory.
        Avx2(unsafe { $value })
    };
}

impl Sets for Avx2 {
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        registers!(_mm256_and_si256(self.0, other.0))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        registers!(_mm256_or_si256(self.0, other.0))
    }

    #[inline(always)]
    fn less(self, other: Self) -> Self {
        registers!(_mm256_andnot_si256(other.0, self.0))
    }

    #[inline(always)]
    fn where_empty(self) -> Self {
        registers!(_mm256_cmpeq_epi16(self.0, _mm256_setzero_si256()))
    }

    #[inline(always)]
    fn or_else(self, other: Self) -> Self {
        registers!(_mm256_blendv_epi8(self.0, other.0, _mm256_cmpeq_epi16(self.0, _mm256_setzero_si256())))
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        registers!(_mm256_and_si256(self.0, _mm256_add_epi16(self.0, _mm256_set1_epi16(-1))))
    }

    /// A table of the sizes of four values, looked up for each half of each byte.
    #[inline(always)]
    fn sizes(self) -> Self {
        registers!({
            let table = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3,
                4,
            );
            let four = _mm256_set1_epi8(15);
            let low = _mm256_shuffle_epi8(table, _mm256_and_si256(self.0, four));
            let high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), four));
            let bytes = _mm256_add_epi8(low, high);
            let sums = _mm256_add_epi8(bytes, _mm256_srli_epi16::<8>(bytes));
            _mm256_and_si256(sums, _mm256_set1_epi16(255))
        })
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        registers!(_mm256_add_epi16(self.0, other.0))
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: as for all instructions on registers.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }

    #[inline(always)]
    fn missing(self, wanted: Self) -> Self {
        registers!(_mm256_subs_epu16(wanted.0, self.0))
    }
}

impl Lanes for Avx2 {
    #[inline(always)]
    fn load(lanes: &[u16; 16]) -> Self {
        // SAFETY: the types have the same size, and all bytes are allowed.
        Avx2(unsafe { transmute::<[u16; 16], __m256i>(*lanes) })
    }

    #[inline(always)]
    fn store(self) -> [u16; 16] {
        // SAFETY: the types have the same size, and all bytes are allowed.
        unsafe { transmute::<__m256i, [u16; 16]>(self.0) }
    }

    #[inline(always)]
    fn turned<const BY: i32>(self) -> Self {
        registers!(match BY {
            1 => {
                let next = _mm256_setr_epi8(
                    2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9, 2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12,
                    13, 14, 15, 8, 9,
                );
                _mm256_shuffle_epi8(self.0, next)
            }
            _ => _mm256_shuffle_epi32::<0b10_11_00_01>(self.0),
        })
    }

    #[inline(always)]
    fn rolled<const BY: i32>(self) -> Self {
        registers!(match BY {
            1 => _mm256_permute4x64_epi64::<0b00_11_10_01>(self.0),
            _ => _mm256_permute4x64_epi64::<0b01_00_11_10>(self.0),
        })
    }

    #[inline(always)]
    fn group<const GROUP: usize>(self) -> Self {
        registers!(match GROUP {
            0 => _mm256_permute4x64_epi64::<0b00_00_00_00>(self.0),
            1 => _mm256_permute4x64_epi64::<0b01_01_01_01>(self.0),
            2 => _mm256_permute4x64_epi64::<0b10_10_10_10>(self.0),
            _ => _mm256_permute4x64_epi64::<0b11_11_11_11>(self.0),
        })
    }

    #[inline(always)]
    fn by_group([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        // Groups 0 and 2 of two rows alternately, and groups 1 and 3; then the halves are put together.
        let even = [registers!(_mm256_unpacklo_epi64(a.0, b.0)), registers!(_mm256_unpacklo_epi64(c.0, d.0))];
        let odd = [registers!(_mm256_unpackhi_epi64(a.0, b.0)), registers!(_mm256_unpackhi_epi64(c.0, d.0))];
        [
            registers!(_mm256_permute2x128_si256::<0x20>(even[0].0, even[1].0)),
            registers!(_mm256_permute2x128_si256::<0x20>(odd[0].0, odd[1].0)),
            registers!(_mm256_permute2x128_si256::<0x31>(even[0].0, even[1].0)),
            registers!(_mm256_permute2x128_si256::<0x31>(odd[0].0, odd[1].0)),
        ]
    }
}

impl Shuffles for Avx2 {
    type Turn = Avx2;

    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        registers!(_mm256_min_epu16(self.0, other.0))
    }

    #[inline(always)]
    fn rolled_of<const BY: usize, const OF: usize>(self) -> Self {
        registers!(match (BY, OF) {
            (1, 2) => _mm256_permute4x64_epi64::<0b11_10_00_01>(self.0),
            (1, 3) => _mm256_permute4x64_epi64::<0b11_00_10_01>(self.0),
            (2, 3) => _mm256_permute4x64_epi64::<0b11_01_00_10>(self.0),
            (1, _) => self.rolled::<1>().0,
            _ => self.rolled::<2>().0,
        })
    }

    fn turn(by: usize, of: usize) -> Avx2 {
        Avx2::load(&bytes(by, of))
    }

    /// By the table, although its numbers are known at compile time: for a shuffle that the compiler knows it emits
    /// two instructions.
    #[inline(always)]
    fn turned_of<const BY: usize, const OF: usize>(self, turn: Avx2) -> Self {
        registers!(_mm256_shuffle_epi8(self.0, turn.0))
    }

    #[inline(always)]
    fn least(self) -> (u16, usize) {
        // SAFETY: as for all instructions on registers.
        let (low, high) = unsafe {
            (
                _mm_cvtsi128_si32(_mm_minpos_epu16(_mm256_castsi256_si128(self.0))) as u32,
                _mm_cvtsi128_si32(_mm_minpos_epu16(_mm256_extracti128_si256::<1>(self.0))) as u32,
            )
        };
        // The number is in the lower half, its lane in the upper one.
        let decoded = |least: u32| (least as u16, (least >> 16) as usize);
        let (low, high) = (decoded(low), decoded(high));
        if high.0 < low.0 { (high.0, high.1 + 8) } else { low }
    }
}

impl Strips for Avx2 {
    type Swing = Avx2;

    fn swing(width: usize, by: [usize; 4], of: usize) -> Avx2 {
        // By byte, within each half: the byte that it comes from, or the highest bit alone for none.
        let bytes = |from: Option<usize>| from.map_or(0x8080, |l| (2 * (l % 8) as u16) * 0x0101 + 0x0100);
        Avx2::load(&sources(width, by, of).map(bytes))
    }

    #[inline(always)]
    fn swung(self, swing: &Avx2) -> Self {
        registers!(_mm256_shuffle_epi8(self.0, swing.0))
    }
}

impl Machine for Avx2 {
    fn is_available() -> bool {
        // Cached: each search asks whenever it is advanced.
        static IS_AVAILABLE: LazyLock<bool> = LazyLock::new(|| {
            is_x86_feature_detected!("avx2")
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
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn advance<S: Copy + Debug, I: Inference<S>>(
    descent: &mut Descent<S>,
    inference: &mut I,
    nodes: u64,
) -> Advanced {
    descent.advance(inference, nodes)
}
