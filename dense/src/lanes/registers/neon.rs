//! NEON lanes: two registers, on all machines of 64-bit ARM.
//!
//! Each has eight lanes, two groups. There is nothing to detect at run time, and a search needs no compilation of its
//! own: these instructions may be used anywhere.

#![allow(clippy::inline_always, reason = "inlined into the search, so that lanes stay in registers")]

use std::arch::aarch64::{
    uint16x8_t, vaddq_u16, vandq_u16, vbicq_u16, vbslq_u16, vceqq_u16, vceqzq_u16, vcleq_u16, vcntq_u8,
    vcombine_u8, vcombine_u16, vdupq_laneq_u64, vdupq_n_u16, vextq_u16, vget_high_u16, vget_lane_u64,
    vget_low_u16, vmaxvq_u16, vminq_u16, vminvq_u16, vmovn_u16, vorrq_u16, vpaddlq_u8, vqsubq_u16,
    vqtbl1q_u8, vreinterpret_u64_u8, vreinterpretq_u8_u16, vreinterpretq_u16_u8, vreinterpretq_u16_u32,
    vreinterpretq_u16_u64, vreinterpretq_u32_u16, vreinterpretq_u64_u16, vrev64q_u32, vshlq_n_u64,
    vshrn_n_u16, vsriq_n_u64, vtrn1q_u64, vtrn2q_u64,
};
use std::mem::transmute;

use crate::lanes::Lanes;
use crate::lanes::machine::Machine;
use crate::lanes::sets::Sets;
use crate::lanes::shuffles::{Shuffles, bytes};

/// Lanes 0 to 7, and 8 to 15.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct Neon([uint16x8_t; 2]);

/// Instructions on registers.
macro_rules! registers {
    ($value:expr) => {
        // SAFETY: all machines of this kind have the instructions, and they touch no memory.
        unsafe { $value }
    };
}

impl Neon {
    #[inline(always)]
    fn each(self, f: impl Fn(uint16x8_t) -> uint16x8_t) -> Neon {
        let [low, high] = self.0;
        Neon([f(low), f(high)])
    }

    #[inline(always)]
    fn with(self, other: Neon, f: impl Fn(uint16x8_t, uint16x8_t) -> uint16x8_t) -> Neon {
        let ([a, b], [c, d]) = (self.0, other.0);
        Neon([f(a, c), f(b, d)])
    }

    /// Each byte from the one of the same register given by `bytes`; zero if there is no byte of that number.
    #[inline(always)]
    fn looked_up(self, bytes: Neon) -> Neon {
        self.with(bytes, |x, from| {
            registers!(vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(x), vreinterpretq_u8_u16(from))))
        })
    }
}

impl Machine for Neon {}

impl Sets for Neon {
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.with(other, |x, y| registers!(vandq_u16(x, y)))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.with(other, |x, y| registers!(vorrq_u16(x, y)))
    }

    #[inline(always)]
    fn less(self, other: Self) -> Self {
        self.with(other, |x, y| registers!(vbicq_u16(x, y)))
    }

    #[inline(always)]
    fn where_empty(self) -> Self {
        self.each(|x| registers!(vceqzq_u16(x)))
    }

    #[inline(always)]
    fn or_else(self, other: Self) -> Self {
        self.with(other, |x, y| registers!(vbslq_u16(vceqzq_u16(x), y, x)))
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        self.each(|x| registers!(vandq_u16(x, vaddq_u16(x, vdupq_n_u16(u16::MAX)))))
    }

    #[inline(always)]
    fn sizes(self) -> Self {
        self.each(|x| registers!(vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(x)))))
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.with(other, |x, y| registers!(vaddq_u16(x, y)))
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        let [low, high] = self.0;
        registers!(vmaxvq_u16(vorrq_u16(low, high)) == 0)
    }

    #[inline(always)]
    fn missing(self, wanted: Self) -> Self {
        self.with(wanted, |x, wanted| registers!(vqsubq_u16(wanted, x)))
    }

    #[inline(always)]
    fn where_at_most(self, most: usize) -> Self {
        self.sizes().each(|size| registers!(vcleq_u16(size, vdupq_n_u16(most as u16))))
    }
}

impl Lanes for Neon {
    #[inline(always)]
    fn load(lanes: &[u16; 16]) -> Self {
        // SAFETY: the types have the same size, and all bytes are allowed.
        Neon(unsafe { transmute::<[u16; 16], [uint16x8_t; 2]>(*lanes) })
    }

    #[inline(always)]
    fn store(self) -> [u16; 16] {
        // SAFETY: the types have the same size, and all bytes are allowed.
        unsafe { transmute::<[uint16x8_t; 2], [u16; 16]>(self.0) }
    }

    #[inline(always)]
    fn turned<const BY: i32>(self) -> Self {
        // A group is a word of 64 bits.
        self.each(|x| {
            registers!(match BY {
                1 => {
                    let x = vreinterpretq_u64_u16(x);
                    vreinterpretq_u16_u64(vsriq_n_u64::<16>(vshlq_n_u64::<48>(x), x))
                }
                _ => vreinterpretq_u16_u32(vrev64q_u32(vreinterpretq_u32_u16(x))),
            })
        })
    }

    #[inline(always)]
    fn rolled<const BY: i32>(self) -> Self {
        let [low, high] = self.0;
        match BY {
            1 => Neon(registers!([vextq_u16::<4>(low, high), vextq_u16::<4>(high, low)])),
            _ => Neon([high, low]),
        }
    }

    #[inline(always)]
    fn group<const GROUP: usize>(self) -> Self {
        let half = self.0[GROUP / 2];
        let group = registers!({
            let half = vreinterpretq_u64_u16(half);
            vreinterpretq_u16_u64(if GROUP.is_multiple_of(2) {
                vdupq_laneq_u64::<0>(half)
            } else {
                vdupq_laneq_u64::<1>(half)
            })
        });
        Neon([group; 2])
    }

    #[inline(always)]
    fn by_group([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        std::array::from_fn(|i| {
            let pair = |x: Neon, y: Neon| groups_of(x.0[i / 2], y.0[i / 2], i % 2);
            Neon([pair(a, b), pair(c, d)])
        })
    }
}

/// The first group of each, or the second.
#[inline(always)]
fn groups_of(x: uint16x8_t, y: uint16x8_t, group: usize) -> uint16x8_t {
    registers!({
        let (x, y) = (vreinterpretq_u64_u16(x), vreinterpretq_u64_u16(y));
        vreinterpretq_u16_u64(if group == 0 { vtrn1q_u64(x, y) } else { vtrn2q_u64(x, y) })
    })
}

impl Shuffles for Neon {
    type Turn = Neon;

    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        self.with(other, |x, y| registers!(vminq_u16(x, y)))
    }

    #[inline(always)]
    fn rolled_of<const BY: usize, const OF: usize>(self) -> Self {
        let [low, high] = self.0;
        match (BY, OF) {
            (1, 2) => Neon([registers!(vextq_u16::<4>(low, low)), high]),
            (1, 3) => Neon(registers!([
                vextq_u16::<4>(low, high),
                vcombine_u16(vget_low_u16(low), vget_high_u16(high))
            ])),
            (2, 3) => Neon([groups_of(high, low, 0), groups_of(low, high, 1)]),
            (1, _) => self.rolled::<1>(),
            _ => self.rolled::<2>(),
        }
    }

    fn turn(by: usize, of: usize) -> Neon {
        Neon::load(&bytes(by, of))
    }

    #[inline(always)]
    fn turned_of<const BY: usize, const OF: usize>(self, turn: Neon) -> Self {
        self.looked_up(turn)
    }

    #[inline(always)]
    fn least(self) -> (u16, usize) {
        let [low, high] = self.0;
        registers!({
            let least = vminvq_u16(vminq_u16(low, high));
            // Half a byte for each lane that has it, in the order of lanes.
            let number = vdupq_n_u16(least);
            let lanes = vcombine_u8(vmovn_u16(vceqq_u16(low, number)), vmovn_u16(vceqq_u16(high, number)));
            let lanes = vreinterpret_u64_u8(vshrn_n_u16::<4>(vreinterpretq_u16_u8(lanes)));
            (least, vget_lane_u64::<0>(lanes).trailing_zeros() as usize / 4)
        })
    }
}
