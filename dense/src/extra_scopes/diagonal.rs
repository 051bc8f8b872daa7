//! Diagonals and other permutations across a box grid: all variables of one at once, in lanes.
//!
//! A permutation lies *across* if no two of its variables are in the same line of a box. The domains of its variables
//! are selected by masks and joined lane by lane, without any move: variables in the same lane are in the same box.
//! Two moves give each lane what the other lanes of its box have, and what all the rest has. The set of variables
//! that the permutation shares with a box is an intersection like any other, with mates in both, if it is as large as
//! the lesser of the box's height and width.
//!
//! | | |
//! |---|---|
//! | Infers | what [extra scopes](crate::extra_scopes::scalar) infer, for these permutations and intersections |
//! | Cost | straight-line code: some ten operations for each word of a state, and a few moves |

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::extra_scopes::scalar::Look;
use crate::intersections::kernel::Intersections;
use crate::intersections::layout::{Layout, Lines};
use crate::lanes::sets::Sets;

/// The maximal number of words of a state.
const MOST: usize = 16;

/// One such permutation; all sets are full or empty.
#[derive(Clone, Debug)]
pub(crate) struct DiagonalScope<Y: Layout, const H: usize, const W: usize> {
    /// By word of a state: its variables.
    own: [Y::Word; MOST],
    /// The rest of each box with which it shares an intersection.
    mates: [Y::Word; MOST],
    /// The lanes of those boxes.
    intersections: Y::Word,
    /// The domains of its variables when nothing followed the last time, and those of its intersections' mates.
    still: ([Y::Word; MOST], Y::Word),
}

impl<Y: Layout, const H: usize, const W: usize> DiagonalScope<Y, H, W> {
    /// The number of variables of its intersections.
    const SIZE: usize = if H < W { H } else { W };

    /// The permutation with these lanes, numbered through all words.
    pub(crate) fn of(cells: &[u8]) -> Self {
        let none = Y::all(0);
        let empty = [none; MOST];
        DiagonalScope { own: marked::<Y>(cells), mates: empty, intersections: none, still: (empty, none) }
    }

    /// Adds an intersection with a box, if it can be treated here: returns whether it can. `rest` is the remainder of
    /// the permutation, `mates` the remainder of the box.
    pub(crate) fn cross(&mut self, intersection: &[u8], rest: &[u8], mates: &[u8]) -> bool {
        let lane = |cell: &u8| usize::from(*cell) % Y::LANES;
        let mut lanes = [0; 32];
        for cell in intersection.iter().chain(mates) {
            lanes[lane(cell)] = u16::MAX;
        }
        // The lanes of the box must contain nothing else of the permutation.
        if intersection.len() != Self::SIZE || rest.iter().any(|cell| lanes[lane(cell)] != 0) {
            return false;
        }
        for (own, more) in self.mates.iter_mut().zip(marked::<Y>(mates)) {
            *own = own.or(more);
        }
        self.intersections = self.intersections.or(Y::read(&lanes));
        true
    }

    /// Makes one pass.
    #[inline(always)]
    #[allow(
        clippy::needless_range_loop,
        reason = "the number of words is known at compile time: the loop is unrolled"
    )]
    pub(crate) fn look(&mut self, intersections: &Intersections<Y, H, W>, state: &mut [Y::Word]) -> Look {
        let size = Intersections::<Y, H, W>::state();
        let none = Y::all(0);
        let mut own = [none; MOST];
        let (mut any, mut two, mut set, mut mates, mut news) = (none, none, none, none, none);
        let mut wrong = none;
        for w in 0..size {
            let x = state[w].and(self.own[w]);
            news = news.or(x.less(self.still.0[w])).or(self.still.0[w].less(x));
            let fixed = x.fixed();
            wrong = wrong.or(set.and(fixed));
            set = set.or(fixed);
            two = two.or(any.and(x));
            any = any.or(x);
            own[w] = x;
            mates = mates.or(state[w].and(self.mates[w]));
        }
        let seen = mates;
        if news.or(seen.less(self.still.1)).or(self.still.1.less(seen)).is_zero() {
            return Look::Still;
        }
        let [in_box, elsewhere] = Self::others(intersections, any);
        let here = any.or(in_box);
        let lone = any.less(two).less(in_box.or(elsewhere));
        wrong = wrong.or(intersections.needed[0].less(here.or(elsewhere)));
        let [one, other] = Self::others(intersections, set);
        let fixed = one.or(other);
        // Values that are nowhere else in the permutation or in the box must be in the intersection; and so must all
        // its possible values, if they are no more than its variables.
        let mates = mates.or(intersections.mates::<0>(&Self::alone(mates), Y::Word::or)[1][0]);
        let needed = here.less(elsewhere.and(mates));
        wrong = wrong.or(self.intersections.and(here.where_at_most(Self::SIZE - 1)));
        wrong = wrong.or(self.intersections.less(needed.where_at_most(Self::SIZE)));
        let must = needed.or(here.and(here.where_at_most(Self::SIZE))).and(self.intersections);
        let other = self.intersections.less(needed.or(needed.where_at_most(Self::SIZE - 1)));
        let lost = Self::elsewhere(intersections, must).or(other);
        let mut gone = must.and(mates);
        for w in 0..size {
            let x = own[w];
            let alone = x.and(lone);
            wrong = wrong.or(alone.without_lowest());
            let left = alone.or_else(x.less(fixed.or(set.less(x.fixed())))).less(lost);
            gone = gone.or(x.less(left));
            state[w] = state[w].less(x.less(left).or(must.and(self.mates[w])));
        }
        if !wrong.is_zero() {
            return Look::Failed;
        }
        if gone.is_zero() {
            self.still = (own, seen);
            return Look::Still;
        }
        Look::Changed
    }

    /// What the other variables of the same box have, and what those of all other boxes have.
    #[inline(always)]
    fn others(intersections: &Intersections<Y, H, W>, x: Y::Word) -> [Y::Word; 2] {
        let in_box = intersections.mates::<0>(&Self::alone(x), Y::Word::or)[1][0];
        [in_box, Self::elsewhere(intersections, x.or(in_box))]
    }

    /// What all other boxes have, given what each box has, in all of its lanes.
    #[inline(always)]
    fn elsewhere(intersections: &Intersections<Y, H, W>, boxes: Y::Word) -> Y::Word {
        let in_band = intersections.mates::<0>(&Self::alone(boxes), Y::Word::or)[0][0];
        let band = Self::alone(boxes.or(in_band));
        in_band.or(intersections.mates::<1>(&band, Y::Word::or)[0][0])
    }

    /// Placed in the first word of intersections: what is in another lane belongs to another line or another box.
    #[inline(always)]
    fn alone(x: Y::Word) -> Lines<Y::Word> {
        let mut lines = [Y::all(0); 4];
        lines[0] = x;
        lines
    }
}

/// By word of a state: all values in these lanes, none in others.
fn marked<Y: Layout>(cells: &[u8]) -> [Y::Word; MOST] {
    let mut lanes = [0; 16 * 32];
    for &cell in cells {
        lanes[usize::from(cell)] = u16::MAX;
    }
    std::array::from_fn(|w| Y::read(&lanes[w * Y::LANES..][..Y::LANES]))
}
