//! Depth-first search over copied states, common to all forms of the engine.
//!
//! | file | holds |
//! |---|---|
//! | `lookahead.rs` | lookahead branching for large searches |
//! | `twofold.rs` | solutions that are combined from parts |
//! | `search.rs` | a descent, an inference, and the placement of a network's variables in states |

#![allow(clippy::inline_always, reason = "inlined into the search that is compiled for a machine")]

pub(crate) mod lookahead;
pub(crate) mod search;
pub(crate) mod twofold;

use std::fmt::Debug;

use crate::descent::lookahead::{Branch, Lookahead, Next};
use crate::descent::twofold::Twofold;

/// The result of inference on a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// There is no solution in it.
    Failed,
    /// It is a solution.
    Solved,
    /// It is open: neither is decided.
    Open,
    /// It is open, but all open variables and values come in [twos](crate::descent::twofold).
    Twofold,
}

/// The state in which a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advanced {
    /// At another solution.
    Solution,
    /// At the end: there are no more.
    Exhausted,
    /// Neither: the given number of nodes was searched.
    Paused,
}

/// The counters of a search so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// States searched: the root, both sides of each branch, the looks of a lookahead, and one for each part of a
    /// state whose solutions are combined from parts.
    pub nodes: u64,
    /// Branches, and parts.
    pub decisions: u64,
    /// States without a solution.
    pub failures: u64,
    /// Passes of inference over all scopes.
    pub passes: u64,
    /// Solutions found.
    pub solutions: u64,
    /// The most states that were on the stack at once.
    pub depth: u64,
}

/// The operations of a form on its states.
pub(crate) trait Inference<S> {
    /// The length of a state, if it is known at compile time: then a state is copied without a call.
    #[inline(always)]
    fn length() -> Option<usize> {
        None
    }

    /// Propagates to a fixpoint, counting the passes.
    fn settle(&mut self, state: &mut [S], passes: &mut u64) -> Verdict;

    /// Splits an open state in two, which partition its solutions: `state` becomes one side, `other` the other. It
    /// chooses the branch itself, unless lookahead does.
    fn split(&mut self, state: &mut [S], other: &mut [S], branch: Option<Branch>);

    /// Whether large searches [look ahead](crate::descent::lookahead).
    const LOOKS_AHEAD: bool = false;

    /// The number of candidates of a state.
    #[inline(always)]
    fn candidates(_state: &[S]) -> u32 {
        unreachable!("invariant: asked of those only who look ahead");
    }

    /// Adds the candidate branches of an open state, the same ones whatever its form.
    #[inline(always)]
    fn branches(&self, _state: &[S], _branches: &mut Vec<Branch>) {
        unreachable!("invariant: asked of those only who look ahead");
    }

    /// Computes the flip of a part of a twofold state, from the other side of the branch that decided the part and
    /// the state at the fixpoint after that branch; it replaces the former.
    #[inline(always)]
    fn part(_state: &[S], _other: &mut [S]) {
        unreachable!("invariant: asked of those only who call states twofold");
    }

    /// Changes from one solution of a part to the other, or back.
    #[inline(always)]
    fn flip(_state: &mut [S], _flip: &[S]) {
        unreachable!("invariant: asked of those only who call states twofold");
    }
}

/// A search: the current state, and the states on the stack, one after another in one vector.
#[derive(Clone, Debug)]
pub(crate) struct Descent<S> {
    pub(crate) state: Vec<S>,
    waiting: Vec<S>,
    twofold: Twofold,
    pub(crate) lookahead: Lookahead<S>,
    place: Place,
    pub(crate) counts: Counts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The current state is a node that has not been propagated.
    Fresh,
    /// It is a twofold state with one more part decided, and has not been propagated.
    Twofold,
    /// It is one side of a branch, looked at before a branch is chosen.
    Look,
    /// It is a solution, one of a twofold state's.
    Combination,
    /// It is finished.
    Done,
    /// All states are finished.
    Ended,
}

/// How a state is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Split {
    /// Not at all.
    None,
    /// On the branch that the inference chooses.
    Best,
    /// On that branch of the state where the looks began.
    On(Branch),
    /// Take a branch, to look at its sides.
    Look(Branch),
}

impl<S: Copy + Debug> Descent<S> {
    pub(crate) fn new() -> Descent<S> {
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
    pub(crate) fn start(&mut self, fill: impl FnOnce(&mut Vec<S>)) {
        self.state.clear();
        fill(&mut self.state);
        self.lookahead.start(&self.state);
        self.waiting.clear();
        self.counts = Counts::default();
        self.place = Place::Fresh;
    }

    /// Starts over at `root`, keeping the counters.
    pub(crate) fn start_again(&mut self, root: &[S]) {
        self.state.clear();
        self.state.extend_from_slice(root);
        self.waiting.clear();
        self.place = Place::Fresh;
    }

    /// Whether the search is exhausted.
    pub(crate) fn is_exhausted(&self) -> bool {
        match self.place {
            Place::Ended => true,
            Place::Done => self.waiting.is_empty(),
            Place::Combination => {
                self.twofold.base() == 0 && !self.twofold.has_more(&self.state, &self.waiting)
            }
            Place::Fresh | Place::Twofold | Place::Look => false,
        }
    }

    /// The states that are left to be searched, the next one first; `None` while the current one is neither new nor finished.
    pub(crate) fn open_states(&self) -> Option<impl Iterator<Item = &[S]>> {
        let here = match self.place {
            Place::Fresh => Some(self.state.as_slice()),
            Place::Done | Place::Ended => None,
            Place::Twofold | Place::Look | Place::Combination => return None,
        };
        let waiting = self.waiting.chunks_exact(self.state.len().max(1)).rev();
        Some(here.into_iter().chain(waiting))
    }

    /// Advances to the next solution, or until `nodes` more nodes have been searched.
    //
    // Always inlined: so the vector forms compile it, and what it calls, for the machine they run on. Inference and
    // branching have one call site each, because each call site is another copy of the kernel.
    #[inline(always)]
    pub(crate) fn advance<I: Inference<S>>(&mut self, inference: &mut I, nodes: u64) -> Advanced {
        let last = self.counts.nodes.saturating_add(nodes);
        let mut due = last.min(self.lookahead.due);
        loop {
            if self.place == Place::Combination {
                if self.twofold.turn::<S, I>(&mut self.state, &self.waiting) {
                    self.counts.solutions += 1;
                    return Advanced::Solution;
                }
                self.waiting.truncate(self.twofold.base());
                self.place = Place::Done;
            }
            if self.place == Place::Done {
                self.place = self.take_waiting(I::length());
            }
            if self.place == Place::Ended {
                return Advanced::Exhausted;
            }
            if self.counts.nodes == due {
                if self.counts.nodes == last {
                    return Advanced::Paused;
                }
                self.see_whether_large(I::LOOKS_AHEAD);
                due = last.min(self.lookahead.due);
            }
            self.counts.nodes += 1;
            let verdict = inference.settle(&mut self.state, &mut self.counts.passes);
            let split = if I::LOOKS_AHEAD && self.place == Place::Look {
                self.look_on::<I>(verdict)
            } else {
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
                        self.look_ahead(inference)
                    }
                    Verdict::Failed => {
                        self.counts.failures += 1;
                        if is_part {
                            self.waiting.truncate(self.twofold.base());
                        }
                        self.place = Place::Done;
                        Split::None
                    }
                    Verdict::Solved => {
                        self.counts.solutions += 1;
                        self.place = if is_part { Place::Combination } else { Place::Done };
                        return Advanced::Solution;
                    }
                }
            };
            if split != Split::None {
                self.split(inference, split);
            }
        }
    }

    /// Takes a branch, or one side of it to be looked at: the weaker one.
    #[inline(always)]
    fn split<I: Inference<S>>(&mut self, inference: &mut I, split: Split) {
        let (size, at) = (I::length().unwrap_or(self.state.len()), self.waiting.len());
        let on = match split {
            Split::Look(branch) | Split::On(branch) if I::LOOKS_AHEAD => {
                self.state[..size].copy_from_slice(&self.lookahead.base[..size]);
                Some(branch)
            }
            _ => None,
        };
        self.waiting.extend_from_slice(&self.state[..size]);
        inference.split(&mut self.state, &mut self.waiting[at..], on);
        if I::LOOKS_AHEAD && matches!(split, Split::Look(_)) {
            self.lookahead.other[..size].copy_from_slice(&self.state[..size]);
            self.state[..size].copy_from_slice(&self.waiting[at..]);
            self.waiting.truncate(at);
            self.place = Place::Look;
            return;
        }
        if on.is_some() {
            self.place = Place::Fresh;
        }
        self.counts.decisions += 1;
        self.counts.depth = self.counts.depth.max((at / size) as u64 + 1);
    }

    /// Starts over with lookahead if many nodes gave no solution. If there was one before, it continues from where it
    /// is, because a restart would repeat solutions.
    fn see_whether_large(&mut self, looks_ahead: bool) {
        self.lookahead.see(self.counts.nodes, self.counts.solutions);
        self.lookahead.is_on &= looks_ahead;
        if self.lookahead.is_on && self.counts.solutions == 0 {
            let root = std::mem::take(&mut self.lookahead.root);
            self.start_again(&root);
            self.lookahead.root = root;
        }
    }

    /// How to split the current open state: by lookahead, if that pays, or on the best branch.
    #[inline(always)]
    fn look_ahead<I: Inference<S>>(&mut self, inference: &mut I) -> Split {
        if !I::LOOKS_AHEAD || !self.lookahead.is_on || self.place != Place::Fresh {
            return Split::Best;
        }
        let candidates = I::candidates(&self.state);
        if !self.lookahead.wants(candidates, self.counts.nodes) {
            return Split::Best;
        }
        self.lookahead.branches.clear();
        inference.branches(&self.state, &mut self.lookahead.branches);
        self.lookahead.begin(&self.state, candidates).map_or(Split::Best, Split::Look)
    }

    /// Continues after one side of a branch was looked at.
    #[inline(always)]
    fn look_on<I: Inference<S>>(&mut self, verdict: Verdict) -> Split {
        if verdict == Verdict::Failed {
            self.counts.failures += 1;
            self.lookahead.note_failure();
            // The other side holds.
            std::mem::swap(&mut self.state, &mut self.lookahead.other);
            self.place = Place::Fresh;
            return Split::None;
        }
        match self.lookahead.note(I::candidates(&self.state)) {
            Next::OtherSide => {
                std::mem::swap(&mut self.state, &mut self.lookahead.other);
                Split::None
            }
            Next::Look(branch) => Split::Look(branch),
            Next::Take(branch) => Split::On(branch),
        }
    }

    /// Makes the newest state of the stack the current one.
    #[inline(always)]
    fn take_waiting(&mut self, length: Option<usize>) -> Place {
        let size = length.unwrap_or(self.state.len()).max(1);
        let Some(at) = self.waiting.len().checked_sub(size) else { return Place::Ended };
        self.state[..size].copy_from_slice(&self.waiting[at..][..size]);
        self.waiting.truncate(at);
        Place::Fresh
    }
}
