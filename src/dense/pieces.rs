//! The form for scopes that cross in pieces: all pieces at once, in lanes.
//!
//! A piece of `k` variables takes exactly `k` values, and each scope is the disjoint union of its pieces, which are each
//! other's *mates* in it. There are two families of pieces, those of lines and boxes and those of columns and boxes, and
//! each has two scopes on each side of a piece. So, for all pieces of a family at once:
//!
//! 1. What is fixed in a piece, or possible in no mate on one side, the piece *must* take. If only `k` values are possible
//!    in it, it must take them all; if it must take `k`, it takes no other.
//! 2. What a piece must take, its mates lose.
//! 3. What it must take and only one of its variables can, belongs there.
//!
//! Fixed variables are looked for in the first family only: what it makes of them, the second one sees in what is possible.
//!
//! That is naked and hidden singles, locked candidates, and the subsets as large as a piece, without a look at a scope.
//!
//! | | |
//! |---|---|
//! | Layout | a register is a band: group `j`, lane `i` is line `i` in stack `j`; `i - column` tells which of the registers of the band. In the second family the lane is the column. So other lanes of the group, other groups, or other bands are the mates, and a turn of the lanes leads from one family to the other. Most moves are within groups, which is where registers shuffle fastest |
//! | Cost | a pass is straight-line code, about the same whatever it finds: everything is done in every pass |
//! | Branches | on "the value lies in the piece": `cut.rs` |

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::dense::descent::{Inference, Verdict};
use crate::dense::lattice::Place;
use crate::dense::layout::{Bands, Layout, registers};
use crate::dense::sets::Sets;

/// The registers of a band; there are as many as the greater of `H` and `W`.
pub(in crate::dense) type Band<S> = [S; 4];

/// Pieces of `W` variables in bands of `H` lines, and of `H` variables in stacks of `W` columns.
#[derive(Clone, Debug)]
pub(in crate::dense) struct Pieces<Y: Layout, const H: usize, const W: usize> {
    /// By register of a band: the least value in the lanes that have a variable.
    held: Band<Y::Word>,
    /// By family: all values in the lanes that have a piece.
    pub(in crate::dense) needed: [Y::Word; 2],
    moves: Y::Moves,
}

/// With so many values the variables of a lane, sixteen at most, have a sum below 2¹⁶: it gets less whenever one of them
/// does. With more it might come round to what it was.
const SUMMED: usize = 12;

/// What one family says about its pieces.
struct Ruling<S> {
    /// Values that a variable may keep unless it is fixed.
    allowed: Bands<S>,
    /// Values that belong to the one variable of the piece that can take them.
    lone: Bands<S>,
    /// Not zero: a contradiction.
    wrong: S,
    /// What is possible in a piece and not fixed there; of the first family.
    open: S,
    /// The fixed variables; of the first family.
    fixed: [Band<S>; 4],
}

impl<Y: Layout, const H: usize, const W: usize> Pieces<Y, H, W> {
    pub(in crate::dense) const REGISTERS: usize = registers(H, W);

    pub(in crate::dense) fn new() -> Self {
        let all = u16::MAX >> (16 - H * W);
        let lanes = |set: u16, is_in: &dyn Fn(usize) -> bool| {
            let mut lanes = [0; 64];
            for (band, stack, i) in boxes::<H, W>().filter(|&(.., i)| is_in(i)) {
                lanes[Y::lane::<H, W>(band, stack, i).1] = set;
            }
            Y::read(&lanes)
        };
        let column = |r: usize, line: usize| (line + Self::REGISTERS - r) % Self::REGISTERS;
        let held = |r| lanes(1, &|i| r < Self::REGISTERS && i < H && column(r, i) < W);
        Pieces {
            held: std::array::from_fn(held),
            needed: [lanes(all, &|i| i < H), lanes(all, &|k| k < W)],
            moves: Y::moves(H, W),
        }
    }

    /// How many words a state is.
    #[inline(always)]
    pub(in crate::dense) fn state() -> usize {
        Y::words(W) * Self::REGISTERS
    }

    /// Where a variable lies: the number of its lane among those of all registers.
    pub(in crate::dense) fn locate(place: &Place) -> u8 {
        let (word, lane) = Y::lane::<H, W>(place.band, place.stack, place.line);
        let register = (place.line + Self::REGISTERS - place.column) % Self::REGISTERS;
        ((word * Self::REGISTERS + register) * Y::LANES + lane) as u8
    }

    #[inline(always)]
    pub(in crate::dense) fn read(state: &[Y::Word]) -> [Band<Y::Word>; 4] {
        let mut bands = [[Y::all(0); 4]; 4];
        for (b, band) in bands.iter_mut().enumerate().take(Y::words(W)) {
            band[..Self::REGISTERS].copy_from_slice(&state[b * Self::REGISTERS..][..Self::REGISTERS]);
        }
        bands
    }

    #[inline(always)]
    pub(in crate::dense) fn write(state: &mut [Y::Word], bands: &[Band<Y::Word>; 4]) {
        for (b, band) in bands.iter().enumerate().take(Y::words(W)) {
            state[b * Self::REGISTERS..][..Self::REGISTERS].copy_from_slice(&band[..Self::REGISTERS]);
        }
    }

    #[inline(always)]
    pub(in crate::dense) fn mates<const FAMILY: usize>(
        &self,
        x: &Bands<Y::Word>,
        join: impl Fn(Y::Word, Y::Word) -> Y::Word + Copy,
    ) -> [Bands<Y::Word>; 2] {
        Y::mates::<H, W, FAMILY>(x, &self.moves, join)
    }

    #[inline(always)]
    fn turned(&self, x: Y::Word, r: usize) -> Y::Word {
        Y::turned::<H, W>(x, r, &self.moves)
    }

    /// Back from the second family.
    #[inline(always)]
    pub(in crate::dense) fn turned_back(&self, x: Y::Word, r: usize) -> Y::Word {
        Y::turned::<H, W>(x, (Self::REGISTERS - r) % Self::REGISTERS, &self.moves)
    }

    /// What a family says, from the members of its pieces.
    #[inline(always)]
    fn rule<const FAMILY: usize>(&self, members: &[Band<Y::Word>; 4]) -> Ruling<Y::Word> {
        let size = if FAMILY == 0 { W } else { H };
        let zero = Y::all(0);
        let (mut any, mut two, mut set) = ([zero; 4], [zero; 4], [zero; 4]);
        let (mut open, mut wrong) = (zero, zero);
        let mut fixed = [[zero; 4]; 4];
        for b in 0..Y::words(W) {
            let members = &members[b][..Self::REGISTERS];
            any[b] = members[0];
            for &member in &members[1..] {
                two[b] = two[b].or(any[b].and(member));
                any[b] = any[b].or(member);
            }
            if FAMILY == 0 {
                for (r, &member) in members.iter().enumerate() {
                    fixed[b][r] = member.fixed();
                    set[b] = set[b].or(fixed[b][r]);
                    wrong = wrong.or(member.missing(self.held[r]));
                }
                open = open.or(any[b].less(set[b]));
            }
        }
        let sides = self.mates::<FAMILY>(&any, Y::Word::or);
        let mut must = [zero; 4];
        for b in 0..Y::words(W) {
            let elsewhere = sides[0][b].and(sides[1][b]);
            wrong = wrong.or(self.needed[FAMILY].less(any[b].or(elsewhere)));
            let full = any[b].and(any[b].where_at_most(size));
            // What the mates have comes last, for it takes longest.
            must[b] = set[b].or(full).or(any[b].less(elsewhere));
        }
        let sides = self.mates::<FAMILY>(&must, Y::Word::or);
        let mut ruling = Ruling { allowed: must, lone: must, wrong, open, fixed };
        for b in 0..Y::words(W) {
            let lost = sides[0][b].or(sides[1][b]);
            let may = must[b].or(any[b].and(must[b].where_at_most(size - 1)));
            ruling.allowed[b] = may.less(lost).less(set[b]);
            ruling.lone[b] = must[b].less(two[b]);
            ruling.wrong = ruling.wrong.or(must[b].and(lost));
        }
        ruling
    }

    /// Not zero if something was taken away from a state: two states, and their sums.
    #[inline(always)]
    fn gone(old: (&[Band<Y::Word>; 4], Y::Word), new: (&[Band<Y::Word>; 4], Y::Word)) -> Y::Word {
        if H * W <= SUMMED {
            return old.1.less(new.1).or(new.1.less(old.1));
        }
        let mut gone = Y::all(0);
        for (old, new) in old.0.iter().zip(new.0).take(Y::words(W)) {
            for (old, &new) in old.iter().zip(new).take(Self::REGISTERS) {
                gone = gone.or(old.less(new));
            }
        }
        gone
    }

    /// Whether no variable has more than two values.
    #[inline(always)]
    fn is_twofold(bands: &[Band<Y::Word>; 4]) -> bool {
        let mut more = Y::all(0);
        for band in bands.iter().take(Y::words(W)) {
            for x in &band[..Self::REGISTERS] {
                more = more.or(x.without_lowest().without_lowest());
            }
        }
        more.is_zero()
    }

    /// Brings a state to rest, or makes one pass only: then nothing is known if that took something away.
    #[inline(always)]
    pub(in crate::dense) fn run(
        &self,
        state: &mut [Y::Word],
        passes: &mut u64,
        is_stepwise: bool,
    ) -> Option<Verdict> {
        let mut bands = Self::read(state);
        let mut before = Self::sum(&bands);
        loop {
            *passes += 1;
            let old = bands;
            let first = self.rule::<0>(&bands);
            if !first.wrong.is_zero() {
                return Some(Verdict::Failed);
            }
            for (b, band) in bands.iter_mut().enumerate().take(Y::words(W)) {
                for (r, x) in band.iter_mut().enumerate().take(Self::REGISTERS) {
                    *x = Self::obey(*x, first.allowed[b].or(first.fixed[b][r]), first.lone[b]);
                }
            }
            let turned_over = self.turned_over(&bands);
            let second = self.rule::<1>(&turned_over);
            if !second.wrong.is_zero() {
                return Some(Verdict::Failed);
            }
            for b in 0..Y::words(W) {
                for r in 0..Self::REGISTERS {
                    let x = Self::obey(turned_over[b][r], second.allowed[b], second.lone[b]);
                    bands[b][r] = self.turned_back(x, r);
                }
            }
            let after = Self::sum(&bands);
            let gone = Self::gone((&old, before), (&bands, after));
            before = after;
            if !gone.is_zero() && !is_stepwise {
                continue;
            }
            Self::write(state, &bands);
            if !gone.is_zero() {
                return None;
            }
            // Only fixed variables have values.
            return Some(if first.open.is_zero() {
                Verdict::Solved
            } else if Self::is_twofold(&bands) {
                Verdict::Twofold
            } else {
                Verdict::Open
            });
        }
    }

    /// Of all variables, by lane.
    #[inline(always)]
    fn sum(bands: &[Band<Y::Word>; 4]) -> Y::Word {
        let mut sum = Y::all(0);
        for band in bands.iter().take(Y::words(W)) {
            for &x in &band[..Self::REGISTERS] {
                sum = sum.plus(x);
            }
        }
        sum
    }

    /// Puts a ruling on a variable.
    #[inline(always)]
    fn obey(x: Y::Word, allowed: Y::Word, lone: Y::Word) -> Y::Word {
        x.and(lone).or_else(x.and(allowed))
    }

    /// The members of the pieces of the second family.
    #[inline(always)]
    pub(in crate::dense) fn turned_over(&self, bands: &[Band<Y::Word>; 4]) -> [Band<Y::Word>; 4] {
        let mut members = *bands;
        for band in members.iter_mut().take(Y::words(W)) {
            for (r, x) in band.iter_mut().enumerate().take(Self::REGISTERS) {
                *x = self.turned(*x, r);
            }
        }
        members
    }
}

/// All lanes in use: bands, stacks, and lines or columns of boxes.
fn boxes<const H: usize, const W: usize>() -> impl Iterator<Item = (usize, usize, usize)> {
    (0..W).flat_map(|band| (0..H).flat_map(move |stack| (0..registers(H, W)).map(move |i| (band, stack, i))))
}

impl<Y: Layout, const H: usize, const W: usize> Inference<Y::Word> for Pieces<Y, H, W> {
    #[inline(always)]
    fn length() -> Option<usize> {
        Some(Self::state())
    }

    #[inline(always)]
    fn settle(&mut self, state: &mut [Y::Word], passes: &mut u64) -> Verdict {
        self.run(state, passes, false).expect("invariant: it goes on until it is at rest")
    }

    #[inline(always)]
    fn split(&mut self, state: &mut [Y::Word], other: &mut [Y::Word]) {
        self.cut(state, other);
    }

    #[inline(always)]
    fn part(state: &[Y::Word], other: &mut [Y::Word]) {
        for (&x, other) in state.iter().zip(other).take(Self::state()) {
            let is_of_part = other.less(x).where_empty().where_empty();
            *other = x.or(*other).and(is_of_part);
        }
    }

    #[inline(always)]
    fn flip(state: &mut [Y::Word], flip: &[Y::Word]) {
        for (x, &flip) in state.iter_mut().zip(flip).take(Self::state()) {
            *x = x.less(flip).or(flip.less(*x));
        }
    }
}
