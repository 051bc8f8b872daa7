//! Branching of the form for [intersections](crate::intersections::kernel): the intersection with the least slack.
//!
//! A branch is "the value lies in the intersection": on one side its mates lose it, on the other the intersection
//! does. Chosen is the intersection with the least slack, which is the number of its possible values less its size,
//! plus an eighth of its mates' slack; from the first family while one is open there. Where all intersections know
//! their values, the branch is on a variable.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::descent::lookahead::Branch;
use crate::intersections::in_lanes::Cells;
use crate::intersections::kernel::{Intersections, places};
use crate::intersections::layout::{Layout, Lines, State};
use crate::lanes::sets::Sets;

/// The key of an intersection that is not open: greater than that of any open one.
const CLOSED: u16 = 1 << 12;

/// How much greater than the least a key may be for its intersection to be a candidate for lookahead: four values of
/// slack.
const NEARLY: u16 = 33;

impl<Y: Layout, const H: usize, const W: usize> Intersections<Y, H, W> {
    /// Splits an open state in two, on that branch or else the best one.
    #[inline(always)]
    pub(crate) fn cut(&self, state: &mut [Y::Word], other: &mut [Y::Word], branch: Option<Branch>) {
        let words = Self::read(state);
        let chosen = match branch {
            Some(branch) if Self::IS_SEARCHED_LONG => Some((branch.family, Self::intersection_of(branch))),
            _ => self.best_of_both(&words),
        };
        // A closure would not be compiled with the features of the machine.
        match chosen {
            Some((0, values)) => self.split_intersection::<0>(&words, &values, state, other),
            Some((_, values)) => self.split_intersection::<1>(&words, &values, state, other),
            None => Self::split_variable(state, other),
        }
    }

    /// The lowest open value of the best intersection, of the first family as long as one is open there.
    #[inline(always)]
    fn best_of_both(&self, words: &State<Y::Word>) -> Option<(usize, Lines<Y::Word>)> {
        if let Some(values) = self.best::<0>(words) {
            return Some((0, values));
        }
        self.best::<1>(&self.turned_over(words)).map(|values| (1, values))
    }

    /// The branches on the intersections of both families whose keys are nearly as small as the best of the family.
    #[inline(always)]
    pub(crate) fn in_question(&self, state: &[Y::Word], branches: &mut Vec<Branch>) {
        let words = Self::read(state);
        self.in_family::<0>(&words, branches);
        self.in_family::<1>(&self.turned_over(&words), branches);
    }

    #[inline(always)]
    fn in_family<const FAMILY: usize>(&self, state: &State<Y::Word>, branches: &mut Vec<Branch>) {
        let (open, key) = self.open::<FAMILY>(state);
        let (least, ..) = Y::least::<H, W, FAMILY>(&key);
        let (mut values, mut keys) = ([[0; 32]; 4], [[0; 32]; 4]);
        for l in 0..Self::lines::<FAMILY>() {
            Y::write(open[l], &mut values[l]);
            Y::write(key[l], &mut keys[l]);
        }
        // Ordered by bands, stacks, and lines or columns, whatever their lanes.
        let within = if FAMILY == 0 { H } else { W };
        for (band, stack, part) in boxes::<H, W>().flat_map(|(b, s)| (0..within).map(move |p| (b, s, p))) {
            let (line, lane) = Y::intersection::<H, W, FAMILY>([band, stack, part]);
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

    /// The value of a branch in its intersection.
    #[inline(always)]
    fn intersection_of(branch: Branch) -> Lines<Y::Word> {
        let mut intersection = [Y::all(0); 4];
        intersection[branch.line] = Y::only(Y::all(branch.value), branch.lane);
        intersection
    }

    /// The open values of the intersections of a family, and the key of each intersection: the least is split first.
    #[inline(always)]
    fn open<const FAMILY: usize>(&self, state: &State<Y::Word>) -> (Lines<Y::Word>, Lines<Y::Word>) {
        let size = if FAMILY == 0 { W } else { H };
        let zero = Y::all(0);
        let (mut any, mut slack) = ([zero; 4], [zero; 4]);
        let less = Y::all((size as u16).wrapping_neg());
        for l in 0..Self::lines::<FAMILY>() {
            for m in 0..Self::members::<FAMILY>() {
                any[l] = any[l].or(state[Self::member::<FAMILY>(l, m)]);
            }
            slack[l] = any[l].sizes().plus(less).and(self.needed[FAMILY].where_some());
        }
        let (sides, around) =
            (self.mates::<FAMILY>(&any, Y::Word::or), self.mates::<FAMILY>(&slack, Y::Word::plus));
        let (mut open, mut key) = ([zero; 4], [zero; 4]);
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

    /// The lowest open value of the best intersection of a family, if one is open; the state is in that family's
    /// layout.
    #[inline(always)]
    fn best<const FAMILY: usize>(&self, state: &State<Y::Word>) -> Option<Lines<Y::Word>> {
        let (open, key) = self.open::<FAMILY>(state);
        let (least, line, lane) = Y::least::<H, W, FAMILY>(&key);
        if least >= CLOSED {
            return None;
        }
        let mut intersection = open;
        for (at, values) in intersection.iter_mut().enumerate().take(Self::lines::<FAMILY>()) {
            let here = Y::only(*values, if at == line { lane } else { Y::LANES });
            *values = here.less(here.without_lowest());
        }
        Some(intersection)
    }

    /// Splits on whether a value lies in an intersection.
    #[inline(always)]
    fn split_intersection<const FAMILY: usize>(
        &self,
        words: &State<Y::Word>,
        intersection: &Lines<Y::Word>,
        state: &mut [Y::Word],
        other: &mut [Y::Word],
    ) {
        let sides = self.mates::<FAMILY>(intersection, Y::Word::or);
        let (mut inside, mut outside) = (*words, *words);
        for l in 0..Self::lines::<FAMILY>() {
            for m in 0..Self::members::<FAMILY>() {
                let at = Self::member::<FAMILY>(l, m);
                let place = |x: Y::Word| if FAMILY == 0 { x } else { self.turned_back(x, at) };
                outside[at] = words[at].less(place(intersection[l]));
                inside[at] = words[at].less(place(sides[0][l].or(sides[1][l])));
            }
        }
        Self::write(state, &inside);
        Self::write(other, &outside);
    }

    /// Splits on the lowest value of the first open variable, box by box: where all intersections know their values.
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
