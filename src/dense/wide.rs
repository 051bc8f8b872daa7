//! The form for wide lattices: more than sixteen values, boxes with sides up to eight, pieces in groups of eight lanes.
//!
//! The rules and the branching are those of the form for small boxes, which `pieces.rs` tells: what a piece *must* take, what its
//! mates lose for it, what belongs to one of its variables. Here the shape is known at run time, and a group is the
//! largest thing that moves in one piece.
//!
//! | | |
//! |---|---|
//! | Layout | a group is one column of all stacks in one line: lane `j` is stack `j`. The members of a piece of a line are the groups of that line, the members of a piece of a column the groups of that column in a band; so both are joined by lanes. Of the mates, only those of a line are in other lanes |
//! | Cost | a pass is straight-line code over all groups: everything is done in every pass |
//! | Branches | as the form for small boxes does, but pieces that failed often come earlier (`slack.rs`); what gets nowhere starts over (`restarts.rs`) |

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use std::fmt::Debug;
use std::marker::PhantomData;

use crate::dense::descent::{Counts, Descent, Inference, Step, Verdict};
use crate::dense::engine::Search;
use crate::dense::family::Family;
use crate::dense::group::{Group, LANES};
use crate::dense::lattice::{Lattice, Place};
use crate::dense::lookahead::Branch;
use crate::dense::machine::Machine;
use crate::dense::network::Network;
use crate::dense::restarts::Restarts;
use crate::dense::slack::least_slack;
use crate::dense::word::Word;

/// Pieces of `width` variables in bands of `height` lines, and of `height` variables in stacks of `width` columns.
#[derive(Clone, Debug)]
pub(in crate::dense) struct Wide<W> {
    shape: Shape,
    /// All values in the lanes that have a variable.
    full: Group<W>,
    lines: Family<W>,
    columns: Family<W>,
}

#[derive(Clone, Copy, Debug)]
struct Shape {
    height: usize,
    width: usize,
}

impl Shape {
    /// The group and the lane of a variable.
    fn locate(self, place: &Place) -> (usize, usize) {
        ((place.band * self.height + place.line) * self.width + place.column, place.stack)
    }
}

/// Puts a ruling on variables: what they lose.
#[inline(always)]
fn obey<W: Word>(x: &mut Group<W>, allowed: Group<W>, lone: Group<W>) -> Group<W> {
    let old = *x;
    let left = old.and(allowed.or(old.fixed()));
    let here = left.and(lone);
    *x = here.or(left.where_empty(here));
    old.less(*x)
}

impl<W: Word> Wide<W> {
    fn new(shape: Shape) -> Self {
        let Shape { height, width } = shape;
        let all = W::narrow(u64::MAX >> (64 - height * width));
        Wide {
            shape,
            full: Group(std::array::from_fn(|stack| if stack < height { all } else { W::EMPTY })),
            lines: Family::new(true, width, height, width),
            columns: Family::new(false, height, width, width),
        }
    }

    fn values(&self) -> usize {
        self.shape.height * self.shape.width
    }

    /// Forgets what failed in the searches before.
    fn forget(&mut self) {
        self.lines.failures.fill([0; LANES]);
        self.columns.failures.fill([0; LANES]);
    }

    /// What the members of the pieces of lines and boxes have; not zero, if a value is fixed in two of them.
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

    /// Puts what the lines say on the variables: what they lose.
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
            let pieces = line / height * width..(line / height + 1) * width;
            let (allowed, lone) = (&self.columns.in_box[pieces.clone()], &self.columns.beyond[pieces]);
            for (x, (&allowed, &lone)) in members.iter_mut().zip(allowed.iter().zip(lone)) {
                lost = lost.or(obey(x, allowed, lone));
            }
        }
        lost
    }

    /// Splits on the lowest open value of the best piece of a family; whether there is one.
    #[inline(always)]
    fn split_piece(&mut self, is_of_lines: bool, state: &mut [Group<W>], other: &mut [Group<W>]) -> bool {
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

    /// Splits on the lowest value of the first open variable: where all pieces know their values.
    fn split_variable(state: &mut [Group<W>], other: &mut [Group<W>]) {
        let pairs = state.iter_mut().flat_map(|x| &mut x.0).zip(other.iter_mut().flat_map(|x| &mut x.0));
        if let Some((x, other)) = pairs.into_iter().find(|(x, _)| !x.at_most_one()) {
            *x = x.lowest();
            *other &= !*x;
        }
    }
}

impl<W: Word> Inference<Group<W>> for Wide<W> {
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
        if !self.split_piece(true, state, other) && !self.split_piece(false, state, other) {
            Self::split_variable(state, other);
        }
    }
}

/// A search in this form.
#[derive(Clone, Debug)]
struct ByWide<W, M> {
    wide: Wide<W>,
    /// By variable: its group and its lane.
    places: Vec<(usize, usize)>,
    /// The domains of the last start.
    root: Vec<Group<W>>,
    /// The state that the search started at.
    start: Vec<Group<W>>,
    restarts: Restarts,
    descent: Descent<Group<W>>,
    machine: PhantomData<fn() -> M>,
}

/// A search of the network on a machine; `None` if it is no lattice, or if there is something beside it.
pub(in crate::dense) fn by_wide<M: Machine>(network: &Network) -> Option<Box<dyn Search>> {
    let mut lattice = Lattice::of(network)?;
    if lattice.height < lattice.width {
        lattice.transpose();
    }
    if lattice.height > LANES || lattice.width < 2 || !lattice.beside.is_empty() {
        return None;
    }
    match network.values().len() {
        0..=32 => Some(boxed::<u32, M>(&lattice)),
        _ => Some(boxed::<u64, M>(&lattice)),
    }
}

/// The unit of runs, in failures, for so many values.
fn unit(values: usize) -> u64 {
    if values <= 32 { 64 } else { 32 }
}

fn boxed<W: Word + 'static, M: Machine>(lattice: &Lattice) -> Box<dyn Search> {
    let shape = Shape { height: lattice.height, width: lattice.width };
    let places = lattice.places.iter().map(|place| shape.locate(place)).collect();
    let root = vec![Group::EMPTY; shape.width * shape.height * shape.width];
    let wide = Wide::<W>::new(shape);
    let (start, restarts) = (Vec::new(), Restarts::new(unit(lattice.height * lattice.width)));
    let (descent, machine) = (Descent::new(), PhantomData::<fn() -> M>);
    Box::new(ByWide { wide, places, root, start, restarts, descent, machine })
}

impl<W: Word + 'static, M: Machine> Search for ByWide<W, M> {
    fn start(&mut self, domains: &[u64]) {
        for (&(group, lane), &domain) in self.places.iter().zip(domains) {
            self.root[group].0[lane] = W::narrow(domain);
        }
        self.restart(&[]);
    }

    fn restart(&mut self, facts: &[(usize, u64)]) {
        self.wide.forget();
        self.descent.start(|state| {
            state.extend_from_slice(&self.root);
            for &(var, set) in facts {
                let (group, lane) = self.places[var];
                state[group].0[lane] &= W::narrow(set);
            }
        });
        self.start.clone_from(&self.descent.state);
        self.restarts = Restarts::new(unit(self.wide.values()));
    }

    fn advance(&mut self, nodes: u64) -> Step {
        let last = self.descent.counts.nodes.saturating_add(nodes);
        loop {
            let Counts { nodes: now, failures, solutions, .. } = self.descent.counts;
            // A node is one failure at most, so that no run is overrun, wherever the search is paused.
            let run = if solutions == 0 { self.restarts.end - failures } else { u64::MAX };
            let step = M::lead(&mut self.descent, &mut self.wide, run.min(last - now));
            let counts = &self.descent.counts;
            let is_over = step != Step::Paused || counts.nodes == last;
            if step == Step::Paused && solutions == 0 && counts.failures == self.restarts.end {
                self.restarts.advance();
                self.descent.start_again(&self.start);
            }
            if is_over {
                return step;
            }
        }
    }

    fn domain(&self, var: usize) -> u64 {
        let (group, lane) = self.places[var];
        self.descent.state[group].0[lane].wide()
    }

    fn solution(&self, names: &[i32], values: &mut Vec<i32>) {
        let sets = self.places.iter().map(|&(group, lane)| self.descent.state[group].0[lane].wide());
        values.extend(sets.map(|set| names[set.trailing_zeros() as usize]));
    }

    fn counts(&self) -> Counts {
        self.descent.counts
    }

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}
