//! Depth first over copied states: what all forms of the engine have in common.

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

use std::fmt::Debug;

use crate::dense::lookahead::{Branch, Lookahead, Next};
use crate::dense::twofold::Twofold;

/// What inference makes of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dense) enum Verdict {
    /// There is no solution in it.
    Failed,
    /// It is a solution.
    Solved,
    /// Neither is known.
    Open,
    /// Neither is known, but all that is open comes in [twos](crate::dense::twofold).
    Twofold,
}

/// Where a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// At another solution.
    Solution,
    /// At the end: there are no more.
    Exhausted,
    /// Nowhere yet, with nodes left to look at.
    Paused,
}

/// What a search took so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// States looked at: the root, both sides of each branch, those that a large search looks at before it branches, and one
    /// for each part of a state whose solutions are put together from parts.
    pub nodes: u64,
    /// Branches, and parts.
    pub decisions: u64,
    /// States without a solution.
    pub failures: u64,
    /// Passes of inference over all scopes.
    pub passes: u64,
    /// Solutions found.
    pub solutions: u64,
    /// The most states that waited at once.
    pub depth: u64,
}

/// What a form of the engine does with its states.
pub(in crate::dense) trait Inference<S> {
    /// How long a state is, where that is known when this is compiled: then it is copied without a call.
    #[inline(always)]
    fn length() -> Option<usize> {
        None
    }

    /// Infers what can be had until nothing more follows, counting the passes.
    fn settle(&mut self, state: &mut [S], passes: &mut u64) -> Verdict;

    /// Splits an open state in two that have its solutions between them: `state` becomes one, `other` the other. It chooses
    /// the branch itself, but for those who look ahead.
    fn split(&mut self, state: &mut [S], other: &mut [S], branch: Option<Branch>);

    /// Whether large searches [look ahead](crate::dense::lookahead).
    const LOOKS_AHEAD: bool = false;

    /// How many candidates a state has.
    #[inline(always)]
    fn candidates(_state: &[S]) -> u32 {
        unreachable!("invariant: asked of those only who look ahead");
    }

    /// Adds the branches of an open state that come into question, the same ones in whatever form it is.
    #[inline(always)]
    fn branches(&self, _state: &[S], _branches: &mut Vec<Branch>) {
        unreachable!("invariant: asked of those only who look ahead");
    }

    /// Makes what flips a part of a twofold state, in place of the other side of the branch that decided it, from the state
    /// that is at rest after it.
    #[inline(always)]
    fn part(_state: &[S], _other: &mut [S]) {
        unreachable!("invariant: asked of those only who call states twofold");
    }

    /// From one solution of a part to the other, or back.
    #[inline(always)]
    fn flip(_state: &mut [S], _flip: &[S]) {
        unreachable!("invariant: asked of those only who call states twofold");
    }
}

/// A search: the state at hand, and those that wait, one after another in one piece of memory.
#[derive(Clone, Debug)]
pub(in crate::dense) struct Descent<S> {
    pub(in crate::dense) state: Vec<S>,
    waiting: Vec<S>,
    twofold: Twofold,
    pub(in crate::dense) lookahead: Lookahead<S>,
    place: Place,
    pub(in crate::dense) counts: Counts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The state at hand is a node that nobody has looked at.
    Fresh,
    /// It is a twofold state with one part more decided, and nobody has looked at it.
    Twofold,
    /// It is a side of a branch that is looked at before one is taken.
    Look,
    /// It is a solution, one of a twofold state's.
    Combination,
    /// It is done with.
    Done,
    /// So are all others.
    Ended,
}

impl<S: Copy + Debug> Descent<S> {
    pub(in crate::dense) fn new() -> Descent<S> {
        Descent {
            state: Vec::new(),
            waiting: Vec::new(),
            twofold: Twofold::default(),
            lookahead: Lookahead::new(),
            place: Place::Ended,
            counts: Counts::default(),
        }
    }

    /// Starts over, at the state that `fill` makes.
    #[inline]
    pub(in crate::dense) fn start(&mut self, fill: impl FnOnce(&mut Vec<S>)) {
        self.state.clear();
        fill(&mut self.state);
        self.lookahead.start(&self.state);
        self.waiting.clear();
        self.counts = Counts::default();
        self.place = Place::Fresh;
    }

    /// Starts over at `root`, without forgetting what it took.
    pub(in crate::dense) fn start_again(&mut self, root: &[S]) {
        self.state.clear();
        self.state.extend_from_slice(root);
        self.waiting.clear();
        self.place = Place::Fresh;
    }

    /// Goes on to the next solution, or until it has looked at so many nodes more.
    //
    // Always inlined: so the vector forms compile it, and what it calls, for the machine they run on.
    #[inline(always)]
    pub(in crate::dense) fn advance<I: Inference<S>>(&mut self, inference: &mut I, nodes: u64) -> Step {
        let last = self.counts.nodes.saturating_add(nodes);
        let mut due = last.min(self.lookahead.due);
        loop {
            if self.place == Place::Combination {
                if self.twofold.turn::<S, I>(&mut self.state, &self.waiting) {
                    self.counts.solutions += 1;
                    return Step::Solution;
                }
                self.waiting.truncate(self.twofold.base());
                self.place = Place::Done;
            }
            if self.place == Place::Done {
                self.place = self.take_waiting(I::length());
            }
            if self.place == Place::Ended {
                return Step::Exhausted;
            }
            if self.counts.nodes == due {
                if self.counts.nodes == last {
                    return Step::Paused;
                }
                self.see_whether_large(I::LOOKS_AHEAD);
                due = last.min(self.lookahead.due);
            }
            self.counts.nodes += 1;
            let verdict = inference.settle(&mut self.state, &mut self.counts.passes);
            if I::LOOKS_AHEAD && self.place == Place::Look {
                self.look_on(inference, verdict);
                continue;
            }
            let is_part = self.place == Place::Twofold;
            if is_part {
                let size = I::length().unwrap_or(self.state.len());
                let last = self.waiting.len() - size;
                I::part(&self.state, &mut self.waiting[last..]);
            }
            match verdict {
                Verdict::Open | Verdict::Twofold => {
                    if verdict == Verdict::Twofold && !is_part {
                        self.twofold.begin(self.waiting.len());
                        self.place = Place::Twofold;
                    }
                    if !I::LOOKS_AHEAD || !self.lookahead.is_on || is_part || !self.look_ahead(inference) {
                        self.branch(inference, None);
                    }
                }
                Verdict::Failed => {
                    self.counts.failures += 1;
                    if is_part {
                        self.waiting.truncate(self.twofold.base());
                    }
                    self.place = Place::Done;
                }
                Verdict::Solved => {
                    self.counts.solutions += 1;
                    self.place = if is_part { Place::Combination } else { Place::Done };
                    return Step::Solution;
                }
            }
        }
    }

    #[inline(always)]
    fn branch<I: Inference<S>>(&mut self, inference: &mut I, on: Option<Branch>) {
        let (size, at) = (I::length().unwrap_or(self.state.len()), self.waiting.len());
        self.waiting.extend_from_slice(&self.state[..size]);
        inference.split(&mut self.state, &mut self.waiting[at..], on);
        self.counts.decisions += 1;
        self.counts.depth = self.counts.depth.max((at / size) as u64 + 1);
    }

    /// Starts over, to look ahead, if there was no solution among many nodes. If there was one before, it goes on where it is,
    /// for solutions would come again.
    fn see_whether_large(&mut self, looks_ahead: bool) {
        self.lookahead.see(self.counts.nodes, self.counts.solutions);
        self.lookahead.is_on &= looks_ahead;
        if self.lookahead.is_on && self.counts.solutions == 0 {
            let root = std::mem::take(&mut self.lookahead.root);
            self.start_again(&root);
            self.lookahead.root = root;
        }
    }

    /// Looks ahead from the open state at hand, if that pays.
    #[inline(always)]
    fn look_ahead<I: Inference<S>>(&mut self, inference: &mut I) -> bool {
        let candidates = I::candidates(&self.state);
        if self.place != Place::Fresh || !self.lookahead.wants(candidates, self.counts.nodes) {
            return false;
        }
        self.lookahead.branches.clear();
        inference.branches(&self.state, &mut self.lookahead.branches);
        let Some(first) = self.lookahead.begin(&self.state, candidates) else { return false };
        self.look_at(inference, first);
        true
    }

    /// Puts the side of a branch in place that says less, to be looked at.
    #[inline(always)]
    fn look_at<I: Inference<S>>(&mut self, inference: &mut I, branch: Branch) {
        let size = I::length().unwrap_or(self.state.len());
        let Lookahead { base, other, .. } = &mut self.lookahead;
        let (base, other) = (&base[..size], &mut other[..size]);
        self.state[..size].copy_from_slice(base);
        other.copy_from_slice(base);
        inference.split(&mut self.state, other, Some(branch));
        std::mem::swap(&mut self.state, &mut self.lookahead.other);
        self.place = Place::Look;
    }

    /// Goes on when a side of a branch was looked at.
    #[inline(always)]
    fn look_on<I: Inference<S>>(&mut self, inference: &mut I, verdict: Verdict) {
        if verdict == Verdict::Failed {
            self.counts.failures += 1;
            self.lookahead.note_failure();
            // The other side holds.
            std::mem::swap(&mut self.state, &mut self.lookahead.other);
            self.place = Place::Fresh;
            return;
        }
        match self.lookahead.note(I::candidates(&self.state)) {
            Next::OtherSide => std::mem::swap(&mut self.state, &mut self.lookahead.other),
            Next::Look(branch) => self.look_at(inference, branch),
            Next::Take(branch) => {
                let size = I::length().unwrap_or(self.state.len());
                self.state[..size].copy_from_slice(&self.lookahead.base[..size]);
                self.branch(inference, Some(branch));
                self.place = Place::Fresh;
            }
        }
    }

    /// Puts the newest waiting state in place.
    #[inline(always)]
    fn take_waiting(&mut self, length: Option<usize>) -> Place {
        let size = length.unwrap_or(self.state.len()).max(1);
        let Some(at) = self.waiting.len().checked_sub(size) else { return Place::Ended };
        self.state[..size].copy_from_slice(&self.waiting[at..][..size]);
        self.waiting.truncate(at);
        Place::Fresh
    }
}
