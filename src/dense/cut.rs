//! Where [pieces](crate::dense::pieces) branch.
//!
//! On "the value lies in the piece": its mates lose it, or the piece does. The piece with the least slack, possible values
//! less its size, its mates' slack added at an eighth; the first family while it is open. Where all pieces know their values,
//! on a variable.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::dense::beside::Cells;
use crate::dense::layout::{Layout, Lines, State};
use crate::dense::lookahead::Branch;
use crate::dense::pieces::{Pieces, places};
use crate::dense::sets::Sets;

/// The key of a piece that is not open: more than that of any that is.
const CLOSED: u16 = 1 << 12;

/// How much more than the least a key may be for its piece to come into question: four values of slack.
const NEARLY: u16 = 33;

impl<Y: Layout, const H: usize, const W: usize> Pieces<Y, H, W> {
    /// Splits an open state in two, on that branch or else the best one.
    #[inline(always)]
    pub(in crate::dense) fn cut(&self, state: &mut [Y::Word], other: &mut [Y::Word], branch: Option<Branch>) {
        let words = Self::read(state);
        // No closure has the features of the machine where the library calls it.
        if let Some(branch) = branch {
            let piece = Self::piece_of(branch);
            if branch.family == 0 {
                self.split_piece::<0>(&words, &piece, state, other);
            } else {
                self.split_piece::<1>(&words, &piece, state, other);
            }
        } else if let Some(piece) = self.best::<0>(&words) {
            self.split_piece::<0>(&words, &piece, state, other);
        } else if let Some(piece) = self.best::<1>(&self.turned_over(&words)) {
            self.split_piece::<1>(&words, &piece, state, other);
        } else {
            Self::split_variable(state, other);
        }
    }

    /// The branches on the pieces of both families that want to be split nearly as badly as the best of the family.
    #[inline(always)]
    pub(in crate::dense) fn in_question(&self, state: &[Y::Word], branches: &mut Vec<Branch>) {
        let words = Self::read(state);
        self.in_family::<0>(&words, branches);
        self.in_family::<1>(&self.turned_over(&words), branches);
    }

    #[inline(always)]
    fn in_family<const FAMILY: usize>(&self, state: &State<Y::Word>, branches: &mut Vec<Branch>) {
        let (open, key) = self.open::<FAMILY>(state);
        let (least, ..) = Y::least::<H, W, FAMILY>(&key);
        let (mut values, mut keys) = ([[0; 64]; 8], [[0; 64]; 8]);
        for l in 0..Self::lines::<FAMILY>() {
            Y::write(open[l], &mut values[l]);
            Y::write(key[l], &mut keys[l]);
        }
        // By bands, stacks, and lines or columns, wherever they lie.
        let within = if FAMILY == 0 { H } else { W };
        for (band, stack, part) in boxes::<H, W>().flat_map(|(b, s)| (0..within).map(move |p| (b, s, p))) {
            let (line, lane) = Y::piece::<H, W, FAMILY>([band, stack, part]);
            if keys[line][lane] >= CLOSED.min(least + NEARLY) {
                continue;
            }
            let mut rest = values[line][lane];
            while rest != 0 {
                let value = rest & rest.wrapping_neg();
                rest &= !value;
                branches.push(Branch { family: FAMILY, line, lane, value });
            }
        }
    }

    /// The value of a branch in its piece.
    #[inline(always)]
    fn piece_of(branch: Branch) -> Lines<Y::Word> {
        let mut piece = [Y::all(0); 8];
        piece[branch.line] = Y::only(Y::all(branch.value), branch.lane);
        piece
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

    /// The lowest open value of the best piece of a family, if one is open; of a state as the family has it.
    #[inline(always)]
    fn best<const FAMILY: usize>(&self, state: &State<Y::Word>) -> Option<Lines<Y::Word>> {
        let (open, key) = self.open::<FAMILY>(state);
        let (least, line, lane) = Y::least::<H, W, FAMILY>(&key);
        if least >= CLOSED {
            return None;
        }
        let mut piece = open;
        for (at, values) in piece.iter_mut().enumerate().take(Self::lines::<FAMILY>()) {
            let here = Y::only(*values, if at == line { lane } else { Y::LANES });
            *values = here.less(here.without_lowest());
        }
        Some(piece)
    }

    /// Splits on whether a value lies in a piece.
    #[inline(always)]
    fn split_piece<const FAMILY: usize>(
        &self,
        words: &State<Y::Word>,
        piece: &Lines<Y::Word>,
        state: &mut [Y::Word],
        other: &mut [Y::Word],
    ) {
        let sides = self.mates::<FAMILY>(piece, Y::Word::or);
        let (mut inside, mut outside) = (*words, *words);
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

/// All boxes: bands and stacks.
fn boxes<const H: usize, const W: usize>() -> impl Iterator<Item = (usize, usize)> {
    (0..W).flat_map(|band| (0..H).map(move |stack| (band, stack)))
}
