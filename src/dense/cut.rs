//! Where [pieces](crate::dense::pieces) branch.
//!
//! On "the value lies in the piece": its mates lose it, or the piece does. The piece with the least slack, possible values
//! less its size, its mates' slack added at an eighth; the first family while it is open. Where all pieces know their values,
//! on a variable.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::dense::beside::Cells;
use crate::dense::layout::{Layout, Lines, State};
use crate::dense::pieces::{Pieces, places};
use crate::dense::sets::Sets;

/// The key of a piece that is not open: more than that of any that is.
const CLOSED: u16 = 1 << 12;

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
    fn open<const FAMILY: usize>(&self, state: &State<Y::Word>) -> (Lines<Y::Word>, Lines<Y::Word>) {
        let size = if FAMILY == 0 { W } else { H };
        let zero = Y::all(0);
        let (mut any, mut slack) = ([zero; 8], [zero; 8]);
        let less = Y::all((size as u16).wrapping_neg());
        for l in 0..Self::lines::<FAMILY>() {
            for m in 0..Self::members::<FAMILY>() {
                any[l] = any[l].or(state[Self::member::<FAMILY>(l, m)]);
            }
            slack[l] = any[l].sizes().plus(less).and(self.needed[FAMILY].where_empty().where_empty());
        }
        let (sides, around) =
            (self.mates::<FAMILY>(&any, Y::Word::or), self.mates::<FAMILY>(&slack, Y::Word::plus));
        let (mut open, mut key) = ([zero; 8], [zero; 8]);
        let closed = Y::all(CLOSED);
        for l in 0..Self::lines::<FAMILY>() {
            open[l] = any[l].and(sides[0][l]).and(sides[1][l]);
            let mut eight = slack[l];
            for _ in 0..3 {
                eight = eight.plus(eight);
            }
            key[l] = eight.plus(around[0][l]).plus(around[1][l]).or(closed.and(open[l].where_empty()));
        }
        (open, key)
    }

    /// Splits on the lowest open value of the best piece of a family; whether there is one.
    #[inline(always)]
    fn split_piece<const FAMILY: usize>(&self, state: &mut [Y::Word], other: &mut [Y::Word]) -> bool {
        let words = Self::read(state);
        let members = if FAMILY == 0 { words } else { self.turned_over(&words) };
        let (open, key) = self.open::<FAMILY>(&members);
        let (least, line, lane) = Y::least::<H, W, FAMILY>(&key);
        if least >= CLOSED {
            return false;
        }
        let mut piece = open;
        for (at, values) in piece.iter_mut().enumerate().take(Self::lines::<FAMILY>()) {
            let here = Y::only(*values, if at == line { lane } else { Y::LANES });
            *values = here.less(here.without_lowest());
        }
        let sides = self.mates::<FAMILY>(&piece, Y::Word::or);
        let (mut inside, mut outside) = (words, words);
        for l in 0..Self::lines::<FAMILY>() {
            for m in 0..Self::members::<FAMILY>() {
                let at = Self::member::<FAMILY>(l, m);
                let place = |x: Y::Word| if FAMILY == 0 { x } else { self.turned_back(x, at) };
                outside[at] = words[at].less(place(piece[l]));
                inside[at] = words[at].less(place(sides[0][l].or(sides[1][l])));
            }
        }
        Self::write(state, &inside);
        Self::write(other, &outside);
        true
    }

    /// Splits on the lowest value of the first open variable, box by box: where all pieces know their values.
    fn split_variable(state: &mut [Y::Word], other: &mut [Y::Word]) {
        let mut lanes: Cells = [0; 256];
        for (lanes, x) in lanes.chunks_exact_mut(Y::LANES).zip(&*state) {
            Y::write(*x, lanes);
        }
        let open = places::<H, W>().map(Self::lane).find(|&lane| lanes[lane].count_ones() > 1);
        let lane = open.expect("invariant: what is open has an open variable");
        let word = lane / Y::LANES;
        let lowest = lanes[lane] & lanes[lane].wrapping_neg();
        lanes[lane] &= !lowest;
        other[word] = Y::read(&lanes[word * Y::LANES..]);
        lanes[lane] = lowest;
        state[word] = Y::read(&lanes[word * Y::LANES..]);
    }
}
