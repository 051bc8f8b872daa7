//! The form for Latin squares in registers: diagonal by diagonal.
//!
//! A *diagonal* has the variables whose row exceeds their column by a fixed number, modulo the order: one of each
//! row, and one of each column. It is a strip of lanes, with one set of values each. If lane `c` of every strip has
//! column `c`, rules on columns are computed lane by lane, for all of them at once; and when each strip is rotated by
//! its own number, lane `r` has row `r`. So no lane ever needs the content of others: a sweep goes over the
//! registers, applies the consequences for the lines that were in the lanes, rotates them, and collects what the
//! lines have that are in the lanes now.
//!
//! A strip has four lanes, four strips to a register, or eight, two to a register. Squares with more than eight rows
//! come in halves, and the diagonals are those of a quarter of the square: two of them that have no line in common
//! make a register, and in half of the registers the halves are exchanged before they rotate. Unused lanes belong to
//! virtual variables, which are fixed to values that do not occur.
//!
//! All is done in every sweep, without a branch. [Triples](crate::latin::triples) have the same fixpoints and the
//! same branching, and need no registers.
//!
//! | | |
//! |---|---|
//! | Infers | naked and hidden singles |
//! | Cost | a sweep is 20 instructions per register and some 30 more, for rows or columns; a branch copies the registers |
//! | Branches | `diagonal_branching.rs`, as for triples |

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use std::hint::black_box;

use crate::descent::lookahead::Branch;
use crate::descent::{Inference, Verdict};
use crate::lanes::strips::Strips;

/// Does the same for each number below one that is known at compile time; the compiler does not unroll longer loops.
macro_rules! each {
    ($end:expr, $j:ident => $body:block) => {
        each!(@ $end, $j, $body, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    (@ $end:expr, $j:ident, $body:block, $($at:literal)*) => {
        $(if $at < $end {
            let $j: usize = $at;
            $body
        })*
    };
}
pub(crate) use each;

/// The directions in which a strip is rotated.
pub(crate) const TO_ROWS: usize = 0;
pub(crate) const TO_COLUMNS: usize = 1;

#[inline(always)]
pub(crate) fn none<L: Strips>() -> L {
    L::load(&[0; 16])
}

/// Squares of some order, `R` registers each. A strip has `W` lanes, or half of sixteen. A state is its registers by
/// row, and one more: by row, the value that its last branch has fixed there.
#[derive(Clone, Debug)]
pub(crate) struct Diagonals<L: Strips, const W: usize, const R: usize> {
    pub(crate) order: usize,
    /// By direction and register.
    turns: [[L::Swing; R]; 2],
    /// All lanes that are a line, and the values there.
    lines: L,
    needed: L,
    /// By lane: all values there, none elsewhere.
    pub(crate) only: [L; 16],
    /// By row and column: the [place](Self::place).
    pub(crate) places: [u8; 256],
}

/// What all strips have in a lane, which is a line.
#[derive(Clone, Copy, Debug)]
struct Seen<L> {
    once: L,
    twice: L,
    /// The values that are fixed.
    taken: L,
}

impl<L: Strips> Seen<L> {
    #[inline(always)]
    fn join(self, other: Seen<L>) -> Seen<L> {
        Seen {
            once: self.once.or(other.once),
            twice: self.twice.or(other.twice).or(self.once.and(other.once)),
            taken: self.taken.or(other.taken),
        }
    }

    #[inline(always)]
    fn rolled<const BY: i32>(self) -> Seen<L> {
        Seen {
            once: self.once.rolled::<BY>(),
            twice: self.twice.rolled::<BY>(),
            taken: self.taken.rolled::<BY>(),
        }
    }
}

/// A value fixed in one lane, in that lane of all strips.
#[inline(always)]
pub(crate) fn everywhere<L: Strips, const W: usize>(lanes: L) -> L {
    let lanes = if W <= 8 { lanes.or(lanes.rolled::<2>()) } else { lanes };
    if W <= 4 { lanes.or(lanes.rolled::<1>()) } else { lanes }
}

impl<L: Strips, const W: usize, const R: usize> Diagonals<L, W, R> {
    /// The number of rows in a half, if there are halves.
    const HALF: usize = R / 2;

    pub(crate) fn new(order: usize) -> Self {
        assert!(L::is_available(), "invariant: a form for a machine is made on such a machine only");
        let of = if W == 16 { Self::HALF } else { order };
        let by = |j: usize, way: usize| {
            let number = |strip| if W == 16 { j % of } else { (j * 16 / W + strip) % of };
            std::array::from_fn(|strip| if way == TO_ROWS { of - number(strip) } else { number(strip) })
        };
        let turn = |way, j| L::swing(W.min(8), by(j, way), of);
        let lanes = |of_line: u16| {
            L::load(&std::array::from_fn(|l| if Self::line_of(l) < order { of_line } else { 0 }))
        };
        let place =
            |cell: usize| (cell < order * order).then(|| Self::place(order, cell / order, cell % order));
        Diagonals {
            order,
            turns: [TO_ROWS, TO_COLUMNS].map(|way| std::array::from_fn(|j| turn(way, j))),
            lines: lanes(u16::MAX),
            needed: lanes(u16::MAX >> (16 - order)),
            only: std::array::from_fn(|only| {
                L::load(&std::array::from_fn(|l| if l == only { u16::MAX } else { 0 }))
            }),
            places: std::array::from_fn(|cell| place(cell).unwrap_or(0) as u8),
        }
    }

    /// The row that is in a lane, by row; a number larger than any order if there is none.
    #[inline(always)]
    pub(crate) fn line_of(lane: usize) -> usize {
        match W {
            16 if lane % 8 < Self::HALF => lane / 8 * Self::HALF + lane % 8,
            16 => 16,
            _ => lane % W,
        }
    }

    /// The place of a variable, by row: sixteen times its register, plus its lane.
    pub(crate) fn place(order: usize, row: usize, column: usize) -> usize {
        if W < 16 {
            return (row + order - column) % order * W + row;
        }
        let half = Self::HALF;
        let (block, number) = ((row / half) ^ (column / half), (row % half + half - column % half) % half);
        16 * (block * half + number) + row / half * 8 + row % half
    }

    /// All virtual variables, each fixed to a value that no other variable of its line has.
    pub(crate) fn empty(order: usize) -> [[u16; 16]; R] {
        let mut lanes = [[0; 16]; R];
        let cells = lanes.as_flattened_mut();
        if W < 16 {
            for (strip, cells) in cells.chunks_mut(W).enumerate().skip(order) {
                cells.fill(1 << (15 - (strip - order)));
            }
        } else if order < R {
            for line in 0..R {
                cells[Self::place(R, order, line)] = 1 << order;
                cells[Self::place(R, line, order)] = 1 << order;
            }
        }
        lanes
    }

    /// A register that is arranged by one kind of line, rotated to be arranged by the other.
    #[inline(always)]
    pub(crate) fn turned(&self, lanes: L, way: usize, j: usize) -> L {
        let lanes = if W == 16 && j >= Self::HALF { lanes.rolled::<2>() } else { lanes };
        if W == 16 && j.is_multiple_of(Self::HALF) { lanes } else { lanes.swung(&self.turns[way][j]) }
    }

    /// Narrows all variables by what was collected, by `alone`, the values with one place left that are not taken,
    /// and by `taken`; rotates them; and collects what they have now.
    #[inline(always)]
    fn sweep(&self, state: &mut [L; R], way: usize, alone: L, taken: L) -> Seen<L> {
        let mut seen = Seen { once: none(), twice: none(), taken: none::<L>() };
        each!(R, j => {
            let x = state[j];
            // A variable that would lose all its values keeps them: either it is fixed, or the contradiction is found
            // later.
            let left = x.and(alone).or_else(x.less(taken)).or_else(x);
            let left = self.turned(left, way, j);
            seen.taken = seen.taken.or(left.fixed());
            seen.twice = seen.twice.or(seen.once.and(left));
            seen.once = seen.once.or(left);
            state[j] = left;
        });
        let seen = if W <= 8 { seen.join(seen.rolled::<2>()) } else { seen };
        if W <= 4 { seen.join(seen.rolled::<1>()) } else { seen }
    }

    /// Whether a variable has no value; only the initial domains can cause that.
    #[inline(always)]
    fn has_empty(&self, state: &[L; R]) -> bool {
        let mut least = state[0];
        each!(R, j => { least = least.lesser(state[j]); });
        !least.where_empty().and(self.lines).is_zero()
    }
}

impl<L: Strips, const W: usize, const R: usize> Inference<L> for Diagonals<L, W, R> {
    #[inline(always)]
    fn length() -> Option<usize> {
        Some(R + 1)
    }

    #[inline(always)]
    fn settle(&mut self, state: &mut [L], passes: &mut u64) -> Verdict {
        let news = state[R];
        let state: &mut [L; R] = state.first_chunk_mut().expect("invariant: a state is all registers");
        // The same count as for triples: a node is one.
        let is_first = *passes == 0;
        *passes += 1;
        if is_first && self.has_empty(state) {
            return Verdict::Failed;
        }
        let (mut alone, mut taken) = (none::<L>(), news);
        // By the kind of line, rows and columns alternately: the values that must be fixed when it is visited again,
        // and nowhere else.
        let (mut due, mut due_next) = (none::<L>(), news);
        let (mut way, mut is_quiet) = (TO_COLUMNS, false);
        loop {
            let seen = self.sweep(state, way, alone, taken);
            way = TO_ROWS + TO_COLUMNS - way;
            (alone, taken) = (seen.once.less(seen.twice).less(seen.taken), seen.taken);
            let wrong = self.needed.less(seen.once).or(due.less(taken.less(seen.twice)));
            if !wrong.is_zero() {
                return Verdict::Failed;
            }
            (due, due_next) = (due_next, alone.or(taken).and(self.needed));
            // Nothing follows from lines in which each value is either fixed and nowhere else, or in two places.
            let follows = taken.and(seen.twice).or(alone).and(self.needed);
            let was_quiet = std::mem::replace(&mut is_quiet, follows.is_zero());
            if was_quiet && is_quiet {
                break;
            }
        }
        // Otherwise the compiler keeps all registers for this, and has none left for the sweep.
        let state = black_box(state);
        if way == TO_ROWS {
            each!(R, j => { state[j] = self.turned(state[j], TO_ROWS, j); });
        }
        if self.needed.less(taken).is_zero() { Verdict::Solved } else { Verdict::Open }
    }

    #[inline(always)]
    fn split(&mut self, state: &mut [L], other: &mut [L], _: Option<Branch>) {
        let (j, lane, value) = self.choose(state.first_chunk().expect("invariant: a state is all registers"));
        let rest = state[j].and(self.only[lane]).less(value);
        state[j] = state[j].less(rest);
        other[j] = other[j].less(value);
        (state[R], other[R]) = (everywhere::<L, W>(value), everywhere::<L, W>(rest.fixed()));
    }
}
