//! Permutations across a lattice, as diagonals are: all of one at once, in lanes.
//!
//! A permutation lies *across* if no two of its variables are in the same lane, whatever their registers: so one word holds
//! them all, brought together by masks, and nothing has to move. What each variable has to do with the others of its box,
//! and with all the rest, two moves tell. What the permutation shares with a box, if that is as much as a column
//! of the box has lines or a line columns, whichever is less, is a piece as any, with mates in both.
//!
//! | | |
//! |---|---|
//! | Infers | what [scopes beside](crate::dense::beside) infer, of these permutations and pieces |
//! | Cost | straight-line code: two masks for each register, and about what a pass of pieces takes for one band |

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::dense::beside::Look;
use crate::dense::layout::Layout;
use crate::dense::pieces::Pieces;
use crate::dense::sets::Sets;

/// The most words that a state has.
const MOST: usize = 16;

/// One such permutation; all sets are full or empty.
#[derive(Clone, Debug)]
pub(in crate::dense) struct Across<Y: Layout, const H: usize, const W: usize> {
    /// By word of a state: its variables.
    own: [Y::Word; MOST],
    /// What its boxes have besides, where they share a piece with it.
    mates: [Y::Word; MOST],
    /// The lanes of those boxes.
    pieces: Y::Word,
    /// What it and its boxes had when nothing followed the last time.
    still: [Y::Word; 2],
}

impl<Y: Layout, const H: usize, const W: usize> Across<Y, H, W> {
    /// How many variables its pieces have.
    const SIZE: usize = if H < W { H } else { W };

    /// The permutation of these lanes, numbered through all registers; `None` if it does not lie across.
    pub(in crate::dense) fn of(cells: &[u8]) -> Option<Self> {
        let lanes: Vec<usize> = cells.iter().map(|&cell| usize::from(cell) % Y::LANES).collect();
        let is_new = |(i, lane): (usize, &usize)| !lanes[..i].contains(lane);
        let own = marked::<Y>(cells);
        let none = Y::all(0);
        let across = Across { own, mates: [none; MOST], pieces: none, still: [none; 2] };
        lanes.iter().enumerate().all(is_new).then_some(across)
    }

    /// Takes a piece to itself that a box shares with it: whether it can. `rest` is what it has elsewhere, `mates` what the box
    /// has.
    pub(in crate::dense) fn cross(&mut self, piece: &[u8], rest: &[u8], mates: &[u8]) -> bool {
        let lane = |cell: &u8| usize::from(*cell) % Y::LANES;
        let mut lanes = [0; 64];
        for cell in piece.iter().chain(mates) {
            lanes[lane(cell)] = u16::MAX;
        }
        // The lanes of the box must hold nothing else of it.
        if piece.len() != Self::SIZE || rest.iter().any(|cell| lanes[lane(cell)] != 0) {
            return false;
        }
        for (own, more) in self.mates.iter_mut().zip(marked::<Y>(mates)) {
            *own = own.or(more);
        }
        self.pieces = self.pieces.or(Y::read(&lanes));
        true
    }

    /// Looks at it once.
    #[inline(always)]
    #[allow(
        clippy::needless_range_loop,
        reason = "so many words, known when this is compiled: no loop is left"
    )]
    pub(in crate::dense) fn look(&mut self, pieces: &Pieces<Y, H, W>, state: &mut [Y::Word]) -> Look {
        let size = Pieces::<Y, H, W>::state();
        let (mut own, mut mates) = (Y::all(0), Y::all(0));
        for w in 0..size {
            own = own.or(state[w].and(self.own[w]));
            mates = mates.or(state[w].and(self.mates[w]));
        }
        let (now, before) = ([own, mates], self.still);
        let gone = before[0].less(own).or(before[1].less(mates));
        let more = own.less(before[0]).or(mates.less(before[1]));
        if gone.or(more).is_zero() {
            return Look::Still;
        }
        let [in_box, elsewhere] = Self::others(pieces, own);
        let here = own.or(in_box);
        let lone = own.less(in_box.or(elsewhere));
        let mut wrong = pieces.needed[0].less(here.or(elsewhere)).or(lone.without_lowest());
        let [one, other] = Self::others(pieces, own.fixed());
        let fixed = one.or(other);
        // What the permutation or the box has nowhere else, the piece must take; and all that is possible, if that is no more than
        // enough.
        let mates = mates.or(pieces.mates::<0>(&Self::alone(mates), Y::Word::or)[1][0]);
        let needed = here.less(elsewhere.and(mates));
        wrong = wrong.or(self.pieces.and(here.where_at_most(Self::SIZE - 1)));
        wrong = wrong.or(self.pieces.less(needed.where_at_most(Self::SIZE)));
        if !wrong.is_zero() {
            return Look::Failed;
        }
        let must = needed.or(here.and(here.where_at_most(Self::SIZE))).and(self.pieces);
        let other = self.pieces.less(needed.or(needed.where_at_most(Self::SIZE - 1)));
        let lost = Self::elsewhere(pieces, must).or(other);
        let left = lone.or_else(own.less(fixed)).less(lost);
        if own.less(left).or(must.and(mates)).is_zero() {
            self.still = now;
            return Look::Still;
        }
        for w in 0..size {
            let gone = self.own[w].less(left).or(must.and(self.mates[w]));
            state[w] = state[w].less(gone);
        }
        Look::Changed
    }

    /// What the other variables of the same box have, and those of all others.
    #[inline(always)]
    fn others(pieces: &Pieces<Y, H, W>, x: Y::Word) -> [Y::Word; 2] {
        let in_box = pieces.mates::<0>(&Self::alone(x), Y::Word::or)[1][0];
        [in_box, Self::elsewhere(pieces, x.or(in_box))]
    }

    /// What all other boxes have, from what each has, in all of its lanes.
    #[inline(always)]
    fn elsewhere(pieces: &Pieces<Y, H, W>, boxes: Y::Word) -> Y::Word {
        let in_band = pieces.mates::<0>(&Self::alone(boxes), Y::Word::or)[0][0];
        // In words for each band, all are brought together in one.
        if Y::words(W) > 1 {
            return in_band;
        }
        let band = Self::alone(boxes.or(in_band));
        in_band.or(pieces.mates::<1>(&band, Y::Word::or)[0][0])
    }

    #[inline(always)]
    fn alone(x: Y::Word) -> [Y::Word; 4] {
        let none = Y::all(0);
        [x, none, none, none]
    }
}

/// By word of a state: all values in these lanes, none in others.
fn marked<Y: Layout>(cells: &[u8]) -> [Y::Word; MOST] {
    let mut lanes = [0; 16 * 64];
    for &cell in cells {
        lanes[usize::from(cell)] = u16::MAX;
    }
    std::array::from_fn(|w| Y::read(&lanes[w * Y::LANES..][..Y::LANES]))
}
