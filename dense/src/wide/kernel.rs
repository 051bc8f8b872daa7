//! The form for wide box grids: more than sixteen values, boxes with sides up to eight, intersections in groups of eight lanes.
//!
//! The rules and the branching are those of the form for small boxes, which are described in
//! `intersections/kernel.rs`: what an intersection *must* take, what its mates lose, what belongs to one of its
//! variables. Here the shape is known only at run time, and a group is the largest unit that moves at once.
//!
//! | | |
//! |---|---|
//! | Layout | a group is one column of all stacks in one line: lane `j` is stack `j`. The members of an intersection of a line are the groups of that line, the members of an intersection of a column the groups of that column in a band; so both are joined by lanes. Of the mates, only those of a line are in other lanes |
//! | Cost | a pass is straight-line code over all groups: everything is done in every pass |
//! | Branches | as in the form for small boxes, but intersections that failed often are preferred (`slack.rs`); a search without progress restarts (`restarts.rs`) |

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::descent::lookahead::Branch;
use crate::descent::{Inference, Verdict};
use crate::intersections::box_grid::Place;
use crate::lanes::value_set::ValueSet;
use crate::wide::family::Family;
use crate::wide::group::{Group, LANES};
use crate::wide::slack::least_slack;

/// Intersections of `width` variables in bands of `height` lines, and of `height` variables in stacks of `width` columns.
#[derive(Clone, Debug)]
pub(crate) struct Wide<W> {
    shape: Shape,
    /// All values in the lanes that have a variable.
    full: Group<W>,
    lines: Family<W>,
    columns: Family<W>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) height: usize,
    pub(crate) width: usize,
}

impl Shape {
    /// The group and the lane of a variable.
    pub(crate) fn locate(self, place: &Place) -> (usize, usize) {
        ((place.band * self.height + place.line) * self.width + place.column, place.stack)
    }
}

/// Applies the consequences to variables: the values that they lose.
#[inline(always)]
fn obey<W: ValueSet>(x: &mut Group<W>, allowed: Group<W>, lone: Group<W>) -> Group<W> {
    let old = *x;
    let left = old.and(allowed.or(old.fixed()));
    let here = left.and(lone);
    *x = here.or(left.where_empty(here));
    old.less(*x)
}

impl<W: ValueSet> Wide<W> {
    pub(crate) fn new(shape: Shape) -> Self {
        let Shape { height, width } = shape;
        let all = W::narrow(u64::MAX >> (64 - height * width));
        Wide {
            shape,
            full: Group(std::array::from_fn(|stack| if stack < height { all } else { W::EMPTY })),
            lines: Family::new(true, width, height, width),
            columns: Family::new(false, height, width, width),
        }
    }

    /// Forgets the failures of earlier searches.
    pub(crate) fn forget(&mut self) {
        self.lines.failures.fill([0; LANES]);
        self.columns.failures.fill([0; LANES]);
    }

    /// The values of the members of the intersections of lines and boxes; not zero if a value is fixed in two of
    /// them.
    #[inline(always)]
    fn count_lines(&mut self, state: &[Group<W>]) -> Group<W> {
        let width = self.shape.width;
        self.lines.count(state, |line| line * width, 1)
    }

    #[inline(always)]
    fn count_columns(&mut self, state: &[Group<W>]) -> Group<W> {
        let Shape { height, width } = self.shape;
        self.columns.count(state, |g| g / width * height * width + g % width, width)
    }

    /// Applies the consequences of the lines to the variables: the values that they lose.
    #[inline(always)]
    fn obey_lines(&self, state: &mut [Group<W>]) -> Group<W> {
        let mut lost = Group::EMPTY;
        for (line, members) in state.chunks_exact_mut(self.shape.width).enumerate() {
            let (allowed, lone) = (self.lines.in_box[line], self.lines.beyond[line]);
            for x in members {
                lost = lost.or(obey(x, allowed, lone));
            }
        }
        lost
    }

    #[inline(always)]
    fn obey_columns(&self, state: &mut [Group<W>]) -> Group<W> {
        let Shape { height, width } = self.shape;
        let mut lost = Group::EMPTY;
        for (line, members) in state.chunks_exact_mut(width).enumerate() {
            let intersections = line / height * width..(line / height + 1) * width;
            let (allowed, lone) =
                (&self.columns.in_box[intersections.clone()], &self.columns.beyond[intersections]);
            for (x, (&allowed, &lone)) in members.iter_mut().zip(allowed.iter().zip(lone)) {
                lost = lost.or(obey(x, allowed, lone));
            }
        }
        lost
    }

    /// Splits on the lowest open value of the best intersection of a family; returns whether there is one.
    #[inline(always)]
    fn split_intersection(
        &mut self,
        is_of_lines: bool,
        state: &mut [Group<W>],
        other: &mut [Group<W>],
    ) -> bool {
        let Shape { height, width } = self.shape;
        let family = if is_of_lines {
            self.count_lines(state);
            &mut self.lines
        } else {
            self.count_columns(state);
            &mut self.columns
        };
        let Some((g, stack, values)) = least_slack(family, height) else { return false };
        let value = values.lowest();
        let (band, within) = (g / family.per_band, g % family.per_band);
        for (x, (inside, outside)) in state.iter_mut().zip(other).enumerate() {
            let (line, column) = (x / width, x % width);
            let (is_band, is_line, is_column) =
                (line / height == band, line % height == within, column == within);
            for lane in 0..height {
                let in_box = is_band && lane == stack;
                let (is_member, is_mate) = if is_of_lines {
                    (in_box && is_line, in_box || is_band && is_line)
                } else {
                    (in_box && is_column, in_box || is_column && lane == stack)
                };
                if is_member {
                    outside.0[lane] &= !value;
                } else if is_mate {
                    inside.0[lane] &= !value;
                }
            }
        }
        true
    }

    /// Splits on the lowest value of the first open variable: where all intersections know their values.
    #[inline(always)]
    fn split_variable(state: &mut [Group<W>], other: &mut [Group<W>]) {
        let pairs = state.iter_mut().flat_map(|x| &mut x.0).zip(other.iter_mut().flat_map(|x| &mut x.0));
        if let Some((x, other)) = pairs.into_iter().find(|(x, _)| !x.at_most_one()) {
            *x = x.lowest();
            *other &= !*x;
        }
    }
}

impl<W: ValueSet> Inference<Group<W>> for Wide<W> {
    #[inline(always)]
    fn settle(&mut self, state: &mut [Group<W>], passes: &mut u64) -> Verdict {
        loop {
            *passes += 1;
            let (mut open, mut wrong) = (Group::EMPTY, Group::EMPTY);
            for &x in &*state {
                open = open.or(x.without_lowest());
                wrong = wrong.or(self.full.where_empty(x));
            }
            let wrong = wrong.or(self.count_lines(state)).or(self.lines.rule(self.full));
            if !wrong.is_zero() {
                self.lines.blame();
                return Verdict::Failed;
            }
            let lost = self.obey_lines(state);
            let wrong = self.count_columns(state).or(self.columns.rule(self.full));
            if !wrong.is_zero() {
                self.columns.blame();
                return Verdict::Failed;
            }
            if open.is_zero() {
                return Verdict::Solved;
            }
            if lost.or(self.obey_columns(state)).is_zero() {
                return Verdict::Open;
            }
        }
    }

    #[inline(always)]
    fn split(&mut self, state: &mut [Group<W>], other: &mut [Group<W>], _: Option<Branch>) {
        // A single call site, so that there is one copy of it.
        for is_of_lines in [true, false] {
            if self.split_intersection(is_of_lines, state, other) {
                return;
            }
        }
        Self::split_variable(state, other);
    }
}
