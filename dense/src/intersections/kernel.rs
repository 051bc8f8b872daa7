//! The form for scopes that cross in intersections: all intersections at once, in lanes.
//!
//! What two scopes share is an *intersection*, if it is more than one variable. An intersection of `k` variables
//! takes exactly `k` values, and each scope is the disjoint union of its intersections, which are each other's
//! *mates* in it. There are two families of intersections, those of lines and boxes and those of columns and boxes;
//! each intersection has mates on two *sides*, in either of its two scopes. So, for all intersections of a family at
//! once:
//!
//! 1. An intersection *must* take the values that are fixed in it, and those that are possible in no mate on one
//!    side. If only `k` values are possible in it, it must take them all; if it must take `k`, it takes no other.
//! 2. Its mates lose the values that an intersection must take.
//! 3. A value that it must take and that only one of its variables can have belongs to that variable.
//!
//! Fixed variables are looked for in the first family only: the second one sees the consequences in what is possible.
//!
//! The rules amount to naked and hidden singles, locked candidates, and subsets as large as an intersection, without
//! a pass over scopes.
//!
//! | | |
//! |---|---|
//! | Layout | defined by `layout.rs`: in `lane_per_box.rs` a lane is a box and a word a place in a box, so that mates in a box are other words, and those in a line or column other lanes |
//! | Cost | a pass is straight-line code of about constant cost: everything is done in every pass |
//! | Branches | on "the value lies in the intersection": `branching.rs` |

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]
#![allow(
    clippy::needless_range_loop,
    reason = "adaptors are calls where nothing is inlined from other units"
)]

use crate::descent::lookahead::Branch;
use crate::descent::{Inference, Verdict};
use crate::intersections::box_grid::Place;
use crate::intersections::layout::{Layout, Lines, State};
use crate::lanes::machine::Machine;
use crate::lanes::sets::Sets;

/// Intersections of `W` variables in bands of `H` lines, and of `H` variables in stacks of `W` columns.
#[derive(Clone, Debug)]
pub(crate) struct Intersections<Y: Layout, const H: usize, const W: usize> {
    /// By word, for those with variables in other lanes than the words before: the lowest value in these lanes.
    held: [Y::Word; 4],
    /// By family: all values in the lanes that have an intersection.
    pub(crate) needed: [Y::Word; 2],
    moves: Y::Moves,
}

/// With at most this number of values the domains of a lane's variables, sixteen at most, have a sum below 2¹⁶, which
/// decreases whenever one of them does. With more values the sum might wrap around to what it was.
const SUMMED: usize = 12;

/// The consequences of one family's rules.
struct Ruling<S> {
    /// Values that a variable may keep unless it is fixed.
    allowed: Lines<S>,
    /// Values that belong to the one variable of the intersection that can take them.
    lone: Lines<S>,
    /// Not zero: a contradiction.
    wrong: S,
    /// The values that are possible in an intersection and not fixed there; for the first family.
    open: S,
    /// The fixed variables; for the first family.
    fixed: State<S>,
}

impl<Y: Layout, const H: usize, const W: usize> Intersections<Y, H, W> {
    /// Whether its searches may become large: smaller grids are soon searched, and searches of larger ones are handed
    /// over to the general engine before.
    pub(crate) const IS_SEARCHED_LONG: bool = H * W == 9;

    pub(crate) fn new() -> Self {
        assert!(Y::Machine::is_available(), "invariant: a form for a machine is made on such a machine only");
        let all = u16::MAX >> (16 - H * W);
        let (mut held, mut needed) = ([[0; 32]; 4], [[0; 32]; 2]);
        for place in places::<H, W>() {
            let (word, lane) = Y::variable::<H, W>(place);
            held[Y::alike(word)][lane] = 1;
            let [band, line, stack, column] = place;
            needed[0][Y::intersection::<H, W, 0>([band, stack, line]).1] = all;
            needed[1][Y::intersection::<H, W, 1>([band, stack, column]).1] = all;
        }
        Intersections {
            held: held.map(|lanes| Y::read(&lanes)),
            needed: needed.map(|lanes| Y::read(&lanes)),
            moves: Y::moves(H, W),
        }
    }

    /// The number of words of a state.
    #[inline(always)]
    pub(crate) fn state() -> usize {
        Y::words::<H, W>()
    }

    /// The number of words of a family's intersections.
    #[inline(always)]
    pub(crate) fn lines<const FAMILY: usize>() -> usize {
        Y::lines::<H, W, FAMILY>()
    }

    /// The position of a variable: the number of its lane among those of all words.
    pub(crate) fn locate(place: &Place) -> u8 {
        Self::lane([place.band, place.line, place.stack, place.column]) as u8
    }

    pub(crate) fn lane(place: [usize; 4]) -> usize {
        let (word, lane) = Y::variable::<H, W>(place);
        word * Y::LANES + lane
    }

    #[inline(always)]
    pub(crate) fn read(state: &[Y::Word]) -> State<Y::Word> {
        let mut words = [Y::all(0); 16];
        words[..Self::state()].copy_from_slice(&state[..Self::state()]);
        words
    }

    #[inline(always)]
    pub(crate) fn write(state: &mut [Y::Word], words: &State<Y::Word>) {
        state[..Self::state()].copy_from_slice(&words[..Self::state()]);
    }

    #[inline(always)]
    pub(crate) fn mates<const FAMILY: usize>(
        &self,
        x: &Lines<Y::Word>,
        join: impl Fn(Y::Word, Y::Word) -> Y::Word + Copy,
    ) -> [Lines<Y::Word>; 2] {
        Y::mates::<H, W, FAMILY>(x, &self.moves, join)
    }

    /// The state in the layout of the second family.
    #[inline(always)]
    pub(crate) fn turned_over(&self, words: &State<Y::Word>) -> State<Y::Word> {
        let mut turned = *words;
        for (at, x) in turned.iter_mut().enumerate().take(Self::state()) {
            *x = Y::turned_over::<H, W>(*x, at, &self.moves);
        }
        turned
    }

    /// A word converted back from the layout of the second family.
    #[inline(always)]
    pub(crate) fn turned_back(&self, x: Y::Word, at: usize) -> Y::Word {
        Y::turned_back::<H, W>(x, at, &self.moves)
    }

    /// The word of a state with the members of this number, of the intersections in word `line`.
    #[inline(always)]
    pub(crate) fn member<const FAMILY: usize>(line: usize, member: usize) -> usize {
        Y::member::<H, W, FAMILY>(line, member)
    }

    #[inline(always)]
    pub(crate) fn members<const FAMILY: usize>() -> usize {
        Y::members::<H, W, FAMILY>()
    }

    /// Applies the rules of a family to a state in the family's layout.
    #[inline(always)]
    fn rule<const FAMILY: usize>(&self, state: &State<Y::Word>) -> Ruling<Y::Word> {
        let size = if FAMILY == 0 { W } else { H };
        let zero = Y::all(0);
        let (mut any, mut two, mut set) = ([zero; 4], [zero; 4], [zero; 4]);
        let (mut open, mut wrong) = (zero, zero);
        let mut fixed = [zero; 16];
        for l in 0..Self::lines::<FAMILY>() {
            any[l] = state[Self::member::<FAMILY>(l, 0)];
            for m in 1..Self::members::<FAMILY>() {
                let member = state[Self::member::<FAMILY>(l, m)];
                two[l] = two[l].or(any[l].and(member));
                any[l] = any[l].or(member);
            }
            if FAMILY == 0 {
                for m in 0..Self::members::<FAMILY>() {
                    let at = Self::member::<FAMILY>(l, m);
                    fixed[at] = state[at].fixed();
                    set[l] = set[l].or(fixed[at]);
                    wrong = wrong.or(state[at].missing(self.held[Y::alike(at)]));
                }
                open = open.or(any[l].less(set[l]));
            }
        }
        let sides = self.mates::<FAMILY>(&any, Y::Word::or);
        let mut must = [zero; 4];
        for l in 0..Self::lines::<FAMILY>() {
            let elsewhere = sides[0][l].and(sides[1][l]);
            wrong = wrong.or(self.needed[FAMILY].less(any[l].or(elsewhere)));
            let full = any[l].and(any[l].where_at_most(size));
            // What the mates have comes last, because it takes longest to compute.
            must[l] = set[l].or(full).or(any[l].less(elsewhere));
        }
        let sides = self.mates::<FAMILY>(&must, Y::Word::or);
        let mut ruling = Ruling { allowed: must, lone: must, wrong, open, fixed };
        for l in 0..Self::lines::<FAMILY>() {
            let lost = sides[0][l].or(sides[1][l]);
            let may = must[l].or(any[l].and(must[l].where_at_most(size - 1)));
            ruling.allowed[l] = may.less(lost).less(set[l]);
            ruling.lone[l] = must[l].less(two[l]);
            ruling.wrong = ruling.wrong.or(must[l].and(lost));
        }
        ruling
    }

    /// Not zero if something was removed from a state: two states, and their sums.
    #[inline(always)]
    fn gone(old: (&State<Y::Word>, Y::Word), new: (&State<Y::Word>, Y::Word)) -> Y::Word {
        if H * W <= SUMMED {
            return old.1.less(new.1).or(new.1.less(old.1));
        }
        let mut gone = Y::all(0);
        for at in 0..Self::state() {
            gone = gone.or(old.0[at].less(new.0[at]));
        }
        gone
    }

    /// Whether no variable has more than two values.
    #[inline(always)]
    fn is_twofold(words: &State<Y::Word>) -> bool {
        let mut more = Y::all(0);
        for x in &words[..Self::state()] {
            more = more.or(x.without_lowest().without_lowest());
        }
        more.is_zero()
    }

    /// Propagates a state to a fixpoint, or makes one pass only: then nothing is known if that pass removed
    /// something.
    #[inline(always)]
    pub(crate) fn run(&self, state: &mut [Y::Word], passes: &mut u64, is_stepwise: bool) -> Option<Verdict> {
        let mut words = Self::read(state);
        let mut before = Self::sum(&words);
        loop {
            *passes += 1;
            let old = words;
            let first = self.rule::<0>(&words);
            if !first.wrong.is_zero() {
                return Some(Verdict::Failed);
            }
            for l in 0..Self::lines::<0>() {
                for m in 0..Self::members::<0>() {
                    let at = Self::member::<0>(l, m);
                    words[at] = Self::obey(words[at], first.allowed[l].or(first.fixed[at]), first.lone[l]);
                }
            }
            let turned_over = self.turned_over(&words);
            let second = self.rule::<1>(&turned_over);
            if !second.wrong.is_zero() {
                return Some(Verdict::Failed);
            }
            for l in 0..Self::lines::<1>() {
                for m in 0..Self::members::<1>() {
                    let at = Self::member::<1>(l, m);
                    let x = Self::obey(turned_over[at], second.allowed[l], second.lone[l]);
                    words[at] = self.turned_back(x, at);
                }
            }
            let after = Self::sum(&words);
            let gone = Self::gone((&old, before), (&words, after));
            before = after;
            if !gone.is_zero() && !is_stepwise {
                continue;
            }
            Self::write(state, &words);
            if !gone.is_zero() {
                return None;
            }
            // Only fixed variables have values.
            return Some(if first.open.is_zero() {
                Verdict::Solved
            } else if Self::is_twofold(&words) {
                Verdict::Twofold
            } else {
                Verdict::Open
            });
        }
    }

    /// The union of all variables, by lane.
    #[inline(always)]
    fn sum(words: &State<Y::Word>) -> Y::Word {
        let mut sum = Y::all(0);
        for &x in &words[..Self::state()] {
            sum = sum.plus(x);
        }
        sum
    }

    /// Applies the consequences to a variable.
    #[inline(always)]
    fn obey(x: Y::Word, allowed: Y::Word, lone: Y::Word) -> Y::Word {
        x.and(lone).or_else(x.and(allowed))
    }
}

/// All variables: bands, the lines in them, stacks, and the columns in them; box after box.
pub(crate) fn places<const H: usize, const W: usize>() -> impl Iterator<Item = [usize; 4]> {
    let place = |x: usize| [x / (H * H * W), x / W % H, x / (H * W) % H, x % W];
    (0..H * W * H * W).map(place)
}

impl<Y: Layout, const H: usize, const W: usize> Inference<Y::Word> for Intersections<Y, H, W> {
    #[inline(always)]
    fn length() -> Option<usize> {
        Some(Self::state())
    }

    #[inline(always)]
    fn settle(&mut self, state: &mut [Y::Word], passes: &mut u64) -> Verdict {
        self.run(state, passes, false).expect("invariant: it propagates to a fixpoint")
    }

    #[inline(always)]
    fn split(&mut self, state: &mut [Y::Word], other: &mut [Y::Word], branch: Option<Branch>) {
        self.cut(state, other, branch);
    }

    const LOOKS_AHEAD: bool = Self::IS_SEARCHED_LONG;

    #[inline(always)]
    fn candidates(state: &[Y::Word]) -> u32 {
        let mut sizes = Y::all(0);
        for x in &state[..Self::state()] {
            sizes = sizes.plus(x.sizes());
        }
        let mut lanes = [0; 32];
        Y::write(sizes, &mut lanes);
        lanes[..Y::LANES].iter().map(|&size| u32::from(size)).sum()
    }

    #[inline(always)]
    fn branches(&self, state: &[Y::Word], branches: &mut Vec<Branch>) {
        self.in_question(state, branches);
    }

    #[inline(always)]
    fn part(state: &[Y::Word], other: &mut [Y::Word]) {
        for at in 0..Self::state() {
            let is_of_part = other[at].less(state[at]).where_some();
            other[at] = state[at].or(other[at]).and(is_of_part);
        }
    }

    #[inline(always)]
    fn flip(state: &mut [Y::Word], flip: &[Y::Word]) {
        for at in 0..Self::state() {
            state[at] = state[at].less(flip[at]).or(flip[at].less(state[at]));
        }
    }
}
