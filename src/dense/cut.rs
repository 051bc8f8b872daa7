//! Where [pieces](crate::dense::pieces) branch.
//!
//! On "the value lies in the piece": its mates lose it, or the piece does. The piece with the least slack, possible values
//! less its size, its mates' slack added at an eighth; the first family while it is open. Where all pieces know their values,
//! on a variable.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::dense::layout::{Bands, Layout};
use crate::dense::pieces::{Band, Pieces};
use crate::dense::sets::Sets;

/// The key of a piece that is not open: more than that of any that is.
const CLOSED: u16 = 1 << 13;

impl<Y: Layout, const H: usize, const W: usize> Pieces<Y, H, W> {
    /// Splits an open state in two.
    #[inline(always)]
    pub(in crate::dense) fn cut(&self, state: &mut [Y::Word], other: &mut [Y::Word]) {
        if !self.split_piece::<0>(state, other) && !self.split_piece::<1>(state, other) {
            Self::split_variable(state, other);
        }
    }

    /// The open values of the pieces of a family, and how badly each piece wants to be split: least first.
    #[inline(always)]
    fn open<const FAMILY: usize>(&self, members: &[Band<Y::Word>; 4]) -> (Bands<Y::Word>, Bands<Y::Word>) {
        let size = if FAMILY == 0 { W } else { H };
        let zero = Y::all(0);
        let (mut any, mut slack) = ([zero; 4], [zero; 4]);
        let less = Y::all((size as u16).wrapping_neg());
        for b in 0..Y::words(W) {
            any[b] = members[b][..Self::REGISTERS].iter().copied().reduce(Y::Word::or).unwrap_or(zero);
            slack[b] = any[b].sizes().plus(less).and(self.needed[FAMILY].where_empty().where_empty());
        }
        let (sides, around) =
            (self.mates::<FAMILY>(&any, Y::Word::or), self.mates::<FAMILY>(&slack, Y::Word::plus));
        let (mut open, mut key) = ([zero; 4], [zero; 4]);
        let closed = Y::all(CLOSED);
        for b in 0..Y::words(W) {
            open[b] = any[b].and(sides[0][b]).and(sides[1][b]);
            let mut eight = slack[b];
            for _ in 0..3 {
                eight = eight.plus(eight);
            }
            key[b] = eight.plus(around[0][b]).plus(around[1][b]).or(closed.and(open[b].where_empty()));
        }
        (open, key)
    }

    /// Splits on the lowest open value of the best piece of a family; whether there is one.
    #[inline(always)]
    fn split_piece<const FAMILY: usize>(&self, state: &mut [Y::Word], other: &mut [Y::Word]) -> bool {
        let bands = Self::read(state);
        let members = if FAMILY == 0 { bands } else { self.turned_over(&bands) };
        let (open, key) = self.open::<FAMILY>(&members);
        let (least, b, l) = Y::least::<W>(&key);
        if least >= CLOSED {
            return false;
        }
        let mut piece = open;
        for (at, values) in piece.iter_mut().enumerate().take(Y::words(W)) {
            let here = Y::only(*values, if at == b { l } else { Y::LANES });
            *values = here.less(here.without_lowest());
        }
        let sides = self.mates::<FAMILY>(&piece, Y::Word::or);
        let (mut inside, mut outside) = (bands, bands);
        for b in 0..Y::words(W) {
            for r in 0..Self::REGISTERS {
                let place = |x: Y::Word| if FAMILY == 0 { x } else { self.turned_back(x, r) };
                outside[b][r] = bands[b][r].less(place(piece[b]));
                inside[b][r] = bands[b][r].less(place(sides[0][b].or(sides[1][b])));
            }
        }
        Self::write(state, &inside);
        Self::write(other, &outside);
        true
    }

    /// Splits on the lowest value of the first open variable: where all pieces know their values.
    fn split_variable(state: &mut [Y::Word], other: &mut [Y::Word]) {
        for (x, other) in state.iter_mut().zip(other) {
            let mut lanes = [0; 64];
            Y::write(*x, &mut lanes);
            let Some(l) = lanes.iter().position(|value| value.count_ones() > 1) else { continue };
            let (mut rest, lowest) = (lanes, lanes[l] & lanes[l].wrapping_neg());
            lanes[l] = lowest;
            rest[l] &= !lowest;
            (*x, *other) = (Y::read(&lanes), Y::read(&rest));
            return;
        }
        panic!("invariant: what is open has an open variable");
    }
}
