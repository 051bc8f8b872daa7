//! Inference rules for a family of intersections of a wide box grid.
//!
//! The join of an intersection's mates on one side is not computed for each intersection separately: the values that at least one
//! intersection of the scope has, and those that at least two have, are counted for all of them. The mates of an
//! intersection have the values that two have, and those that one has and the intersection does not. So a scope of
//! `m` intersections takes O(m).

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use crate::lanes::value_set::ValueSet;
use crate::wide::group::{Group, LANES};

/// The intersections of lines and boxes, or of columns and boxes: band by band, a group for each line or column of the band.
#[derive(Clone, Debug)]
pub(crate) struct Family<W> {
    /// Whether the scopes other than the boxes are the lines.
    pub(crate) is_of_lines: bool,
    /// The number of variables of an intersection.
    pub(crate) size: usize,
    /// The number of groups of a band.
    pub(crate) per_band: usize,
    /// The values that some member of the intersection has.
    pub(crate) any: Vec<Group<W>>,
    /// The values that two members have.
    two: Vec<Group<W>>,
    /// The values that are fixed in a member.
    fixed: Vec<Group<W>>,
    /// Where the intersections contradict each other.
    wrong: Vec<Group<W>>,
    /// By group and lane: the number of states without a solution in which the intersection was contradictory.
    pub(crate) failures: Vec<[u32; LANES]>,
    /// What the intersection must take.
    must: Vec<Group<W>>,
    /// What the mates in the box have, or must take; then the values that a variable of the intersection may keep
    /// unless it is fixed.
    pub(crate) in_box: Vec<Group<W>>,
    /// What the mates in the line or column have, or must take; then the values that belong to the one variable that can take
    /// them.
    pub(crate) beyond: Vec<Group<W>>,
}

/// The values that at least one, and that at least two members of an intersection have.
#[derive(Clone, Copy)]
struct Tally<W> {
    any: Group<W>,
    two: Group<W>,
}

impl<W: ValueSet> Tally<W> {
    #[inline(always)]
    fn new() -> Self {
        Tally { any: Group::EMPTY, two: Group::EMPTY }
    }

    #[inline(always)]
    fn add(&mut self, member: Group<W>) {
        self.two = self.two.or(self.any.and(member));
        self.any = self.any.or(member);
    }

    /// The values of all others, for one that was added.
    #[inline(always)]
    fn others(&self, member: Group<W>) -> Group<W> {
        self.two.or(self.any.less(member))
    }
}

impl<W: ValueSet> Family<W> {
    pub(crate) fn new(is_of_lines: bool, size: usize, per_band: usize, bands: usize) -> Self {
        let groups = || vec![Group::EMPTY; per_band * bands];
        Family {
            is_of_lines,
            size,
            per_band,
            any: groups(),
            two: groups(),
            fixed: groups(),
            wrong: groups(),
            failures: vec![[0; LANES]; per_band * bands],
            must: groups(),
            in_box: groups(),
            beyond: groups(),
        }
    }

    /// Counts the values of each intersection's members, which are `step` apart, from a start on; returns the values
    /// that are fixed in two of them.
    #[inline(always)]
    pub(crate) fn count(
        &mut self,
        state: &[Group<W>],
        start: impl Fn(usize) -> usize,
        step: usize,
    ) -> Group<W> {
        let mut wrong = Group::EMPTY;
        let intersections = self.any.iter_mut().zip(&mut self.two).zip(&mut self.fixed);
        for (g, ((any, two), fixed)) in intersections.enumerate() {
            let (mut all, mut singles) = (Tally::new(), Tally::new());
            for &x in state[start(g)..].iter().step_by(step).take(self.size) {
                all.add(x);
                singles.add(x.fixed());
            }
            (*any, *two, *fixed) = (all.any, all.two, singles.any);
            self.wrong[g] = singles.two;
            wrong = wrong.or(singles.two);
        }
        wrong
    }

    /// The values of each intersection's mates on its two sides.
    #[inline(always)]
    pub(crate) fn mates(&mut self, of: impl Fn(&Self) -> &[Group<W>]) {
        let (mut in_box, mut beyond) = (std::mem::take(&mut self.in_box), std::mem::take(&mut self.beyond));
        let (x, per_band) = (of(self), self.per_band);
        for (x, in_box) in x.chunks_exact(per_band).zip(in_box.chunks_exact_mut(per_band)) {
            let mut tally = Tally::new();
            for &x in x {
                tally.add(x);
            }
            for (&x, in_box) in x.iter().zip(in_box) {
                *in_box = tally.others(x);
            }
        }
        if self.is_of_lines {
            for (&x, beyond) in x.iter().zip(&mut beyond) {
                *beyond = x.elsewhere();
            }
        } else {
            for k in 0..per_band {
                let mut tally = Tally::new();
                for &x in x[k..].iter().step_by(per_band) {
                    tally.add(x);
                }
                for (&x, beyond) in x[k..].iter().zip(&mut beyond[k..]).step_by(per_band) {
                    *beyond = tally.others(x);
                }
            }
        }
        (self.in_box, self.beyond) = (in_box, beyond);
    }

    /// Applies the rules to the variables of the intersections, in `in_box` and `beyond`; not zero at a
    /// contradiction.
    #[inline(always)]
    pub(crate) fn rule(&mut self, full: Group<W>) -> Group<W> {
        self.mates(|family| &family.any);
        for (g, must) in self.must.iter_mut().enumerate() {
            let (any, elsewhere) = (self.any[g], self.in_box[g].and(self.beyond[g]));
            self.wrong[g] = self.wrong[g].or(full.less(any.or(elsewhere)));
            // Only as many as must be taken, if removing the lowest value that many times leaves none.
            let mut more = any;
            for _ in 0..self.size {
                more = more.without_lowest();
            }
            *must = self.fixed[g].or(any.less(elsewhere)).or(any.where_empty(more));
        }
        self.mates(|family| &family.must);
        let mut wrong = Group::EMPTY;
        for (g, &must) in self.must.iter().enumerate() {
            let lost = self.in_box[g].or(self.beyond[g]);
            let mut last = must;
            for _ in 1..self.size {
                last = last.without_lowest();
            }
            self.wrong[g] = self.wrong[g].or(must.and(lost));
            wrong = wrong.or(self.wrong[g]);
            self.in_box[g] = must.or(self.any[g].where_empty(last)).less(lost).less(self.fixed[g]);
            self.beyond[g] = must.less(self.two[g]);
        }
        wrong
    }

    /// Counts a failure of the contradictory intersections.
    pub(crate) fn blame(&mut self) {
        for (failures, wrong) in self.failures.iter_mut().zip(&self.wrong) {
            for (failures, wrong) in failures.iter_mut().zip(wrong.0) {
                *failures += u32::from(!wrong.is_empty());
            }
        }
    }
}
