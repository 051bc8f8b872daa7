//! Filtering of a unary resource by sets of tasks: overload, detectable precedences, not last, edge finding.
//!
//! With Ω a set of tasks that take place, ect(Ω) the earliest time at which they can all have ended, one after another, and lct(Ω) the
//! latest at which the last of them can end:
//!
//! | rule | |
//! |---|---|
//! | overload | ect(Ω) ≤ lct(Ω); an optional task that would overload a set is left out |
//! | detectable precedences | where i cannot precede any of Ω, it starts no earlier than ect(Ω) |
//! | not last | where ect(Ω) is later than the latest start of i, i precedes some of Ω |
//! | edge finding | where ect(Ω ∪ i) > lct(Ω), i is the last, and starts no earlier than ect(Ω) |
//!
//! The rules also apply backwards in time. The tasks are taken as they are when a run starts: its own inferences count in the next run.
//!
//! | Promise | |
//! |---|---|
//! | Cost | O(n log n) a run |
//! | Source | Vilím, *O(n log n) Filtering Algorithms for Unary Resource Constraint*, CPAIOR 2004; Vilím, Barták & Čepek, *Extension of O(n log n) Filtering Algorithms for the Unary Resource Constraint to Optional Activities*, Constraints 10(4), 2005 |

use crate::constraints::scheduling::theta_tree::{Colour, ThetaTree};
use crate::constraints::scheduling::unary::{Rule, Unary};
use crate::constraints::scheduling::window::{Direction, Window};
use crate::engine::Outcome;
use crate::store::{Failure, Store};

/// A task that may take place and matters.
#[derive(Clone, Copy, Debug)]
struct Member {
    task: usize,
    /// In the direction looked at.
    window: Window,
    is_present: bool,
}

/// Scratch of [`Unary`].
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// By their earliest start: leaf k of the tree is the k-th.
    members: Vec<Member>,
    /// Members in some order.
    queue: Vec<usize>,
    /// Those that take place, in another one.
    others: Vec<usize>,
    tree: ThetaTree,
}

impl Sets {
    pub(super) fn new(tasks: usize) -> Sets {
        Sets {
            members: Vec::with_capacity(tasks),
            queue: Vec::with_capacity(tasks),
            others: Vec::with_capacity(tasks),
            tree: ThetaTree::new(tasks),
        }
    }

    /// How many steps a change of the tree takes.
    fn depth(&self) -> usize {
        self.members.len().ilog2() as usize + 1
    }

    fn colour(&mut self, leaf: usize, colour: Colour) {
        let Window { est, duration, .. } = self.members[leaf].window;
        self.tree.colour(leaf, est, duration, colour);
    }

    /// All members, by that key, in `queue`.
    fn line_up(&mut self, key: impl Fn(Window) -> i64) {
        self.queue.clear();
        self.queue.extend(0..self.members.len());
        self.queue.sort_unstable_by_key(|&leaf| key(self.members[leaf].window));
    }

    /// Those that take place, by their latest start, in `others`.
    fn line_up_others(&mut self) {
        self.others.clear();
        self.others.extend((0..self.members.len()).filter(|&leaf| self.members[leaf].is_present));
        self.others.sort_unstable_by_key(|&leaf| self.members[leaf].window.lst);
    }
}

impl Unary {
    pub(super) fn look_at_sets(&mut self, store: &mut Store) -> Result<Outcome, Failure> {
        self.gather(Direction::Forwards);
        let mut is_changed = self.overload(store)?;
        for direction in [Direction::Forwards, Direction::Backwards] {
            self.gather(direction);
            is_changed |= self.detect_precedences(direction, store)?;
            is_changed |= self.not_last(direction, store)?;
            is_changed |= self.find_edges(direction, store)?;
        }
        Ok(if is_changed { Outcome::Again } else { Outcome::Fixpoint })
    }

    fn gather(&mut self, direction: Direction) {
        self.sets.members.clear();
        for task in 0..self.tasks.len() {
            if self.counts(task) {
                let seen = self.seen[task];
                let (window, is_present) = (seen.window.towards(direction), seen.is_present == Some(true));
                self.sets.members.push(Member { task, window, is_present });
            }
        }
        self.sets.members.sort_unstable_by_key(|member| member.window.est);
    }

    fn overload(&mut self, store: &mut Store) -> Result<bool, Failure> {
        self.sets.line_up(Window::lct);
        self.sets.tree.clear();
        let mut is_changed = false;
        for at in 0..self.sets.queue.len() {
            let leaf = self.sets.queue[at];
            let Member { window, is_present, .. } = self.sets.members[leaf];
            store.spend(self.sets.depth())?;
            self.sets.colour(leaf, if is_present { Colour::White } else { Colour::Gray });
            if self.sets.tree.end() > window.lct() {
                return self.refuse(None, store);
            }
            while let Some(open) = self.sets.tree.later_with(window.lct()) {
                self.sets.colour(open, Colour::None);
                is_changed |= self.refuse(Some(self.sets.members[open].task), store)?;
            }
        }
        Ok(is_changed)
    }

    /// Puts into the tree the others, from `next` on, that start before `time` at the latest.
    fn admit(&mut self, time: i64, next: &mut usize) {
        while let Some(&other) = self.sets.others.get(*next) {
            if time <= self.sets.members[other].window.lst {
                break;
            }
            self.sets.colour(other, Colour::White);
            *next += 1;
        }
    }

    fn detect_precedences(&mut self, direction: Direction, store: &mut Store) -> Result<bool, Failure> {
        self.sets.line_up(Window::ect);
        self.sets.line_up_others();
        self.sets.tree.clear();
        let (mut is_changed, mut next) = (false, 0);
        for at in 0..self.sets.queue.len() {
            let leaf = self.sets.queue[at];
            let Member { task, window, .. } = self.sets.members[leaf];
            store.spend(self.sets.depth())?;
            self.admit(window.ect(), &mut next);
            let low = self.sets.tree.end_without(leaf);
            is_changed |= self.raise(task, low, direction, Rule::After, store)?;
        }
        Ok(is_changed)
    }

    /// That a task is not the last one of a set makes it end no later than the last of the others can start.
    fn not_last(&mut self, direction: Direction, store: &mut Store) -> Result<bool, Failure> {
        self.sets.line_up(Window::lct);
        self.sets.line_up_others();
        self.sets.tree.clear();
        let (mut is_changed, mut next) = (false, 0);
        for at in 0..self.sets.queue.len() {
            let leaf = self.sets.queue[at];
            let Member { task, window, .. } = self.sets.members[leaf];
            store.spend(self.sets.depth())?;
            self.admit(window.lct(), &mut next);
            if self.sets.tree.end_without(leaf) <= window.lst {
                continue;
            }
            let last = self.sets.others[..next].iter().rev().find(|&&other| other != leaf);
            if let Some(&last) = last {
                let low = -self.sets.members[last].window.lst;
                is_changed |= self.raise(task, low, direction.reversed(), Rule::NotLast, store)?;
            }
        }
        Ok(is_changed)
    }

    fn find_edges(&mut self, direction: Direction, store: &mut Store) -> Result<bool, Failure> {
        self.sets.line_up(Window::lct);
        self.sets.tree.clear();
        for leaf in 0..self.sets.members.len() {
            if self.sets.members[leaf].is_present {
                self.sets.colour(leaf, Colour::White);
            }
        }
        let mut is_changed = false;
        // The white tasks are those that end no later than the next of the queue; the others are gray until they are moved.
        for at in (0..self.sets.queue.len()).rev() {
            let leaf = self.sets.queue[at];
            let Member { window, is_present, .. } = self.sets.members[leaf];
            if !is_present {
                continue;
            }
            store.spend(self.sets.depth())?;
            while let Some(last) = self.sets.tree.later_with(window.lct()) {
                let (task, low) = (self.sets.members[last].task, self.sets.tree.end());
                self.sets.colour(last, Colour::None);
                is_changed |= self.raise(task, low, direction, Rule::Last, store)?;
            }
            self.sets.colour(leaf, Colour::Gray);
        }
        Ok(is_changed)
    }
}
