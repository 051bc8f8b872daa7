//! The propagator of [`diffn`](crate::constraints::diffn), pair by pair.
//!
//! Where two rectangles overlap in one dimension whatever happens, they are two tasks in the other one: where one cannot precede the
//! other, it follows. Sizes count with their least values, and a rectangle that may have a size of 0 does not count, unless the
//! constraint is strict. Rectangles that share variables with others are left alone while these are wide, as in `unary.rs`.
//!
//! | Promise | |
//! |---|---|
//! | Cost | O(n²), `Cost::Quadratic` |
//! | Wakes on | bounds of origins and sizes |
//! | Explains | lazily, by windows of the two rectangles as wide as possible |
//! | Source | Beldiceanu & Carlsson, *Sweep as a Generic Pruning Technique Applied to the Non-overlapping Rectangles Constraint*, CP 2001: its forbidden regions, of one rectangle at a time |

use crate::constraints::scheduling::premises::{Member, Premises};
use crate::constraints::scheduling::task::Task;
use crate::constraints::scheduling::unary::{is_wide, shared};
use crate::constraints::scheduling::window::{Direction, Window};
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Failure, Past, Relation, Store, VarId};

/// A side of a rectangle as it is now.
#[derive(Clone, Copy, Debug)]
struct Side {
    window: Window,
    longest: i64,
}

#[derive(Clone, Debug)]
pub(super) struct Rectangles {
    /// By rectangle: each dimension as a task.
    sides: Box<[[Task; 2]]>,
    is_strict: bool,
    /// By rectangle: its variables that could chase others.
    shared: Box<[Vec<VarId>]>,
    /// Scratch, by rectangle; none of one that is left alone.
    seen: Vec<Option<[Side; 2]>>,
}

/// What was inferred of a side: that it begins no earlier, in that direction, or that it is no longer.
#[derive(Clone, Copy, Debug)]
struct Because {
    rectangle: usize,
    dimension: usize,
    direction: Direction,
    is_size: bool,
}

impl Because {
    fn payload(self) -> u32 {
        let is_backwards = u32::from(self.direction == Direction::Backwards);
        let flags = 4 * self.dimension as u32 + 2 * is_backwards + u32::from(self.is_size);
        8 * self.rectangle as u32 + flags
    }

    fn of_payload(payload: u32) -> Because {
        let direction = if payload & 2 == 0 { Direction::Forwards } else { Direction::Backwards };
        Because {
            rectangle: (payload / 8) as usize,
            dimension: (payload / 4 % 2) as usize,
            direction,
            is_size: payload & 1 == 1,
        }
    }
}

/// Whether one of them cannot precede the other one, either way.
fn overlap(a: &Window, b: &Window) -> bool {
    a.ect() > b.lst && b.ect() > a.lst
}

impl Rectangles {
    pub(super) fn new(sides: Vec<[Task; 2]>, is_strict: bool) -> Rectangles {
        let tasks: Vec<Task> = sides.iter().flatten().copied().collect();
        let of_sides = shared(&tasks);
        Rectangles {
            shared: of_sides.chunks(2).map(<[Vec<VarId>]>::concat).collect(),
            seen: Vec::with_capacity(sides.len()),
            sides: sides.into(),
            is_strict,
        }
    }

    fn look_at(&self, at: usize, store: &Store) -> Option<[Side; 2]> {
        let side = |task: &Task| Side { window: task.window(store), longest: task.duration.max(store) };
        let is_ignored = self.shared[at].iter().any(|&var| is_wide(var, store));
        (!is_ignored).then(|| self.sides[at].each_ref().map(side))
    }

    /// Whether a rectangle of these least durations matters for others, wherever it is: of a side that is left out, whatever its size.
    fn matters(&self, durations: [i64; 2], without: Option<usize>) -> bool {
        let has_size = |dimension: usize| Some(dimension) == without || durations[dimension] > 0;
        self.is_strict || (has_size(0) && has_size(1))
    }

    /// Whether two rectangles do not overlap, whatever happens.
    fn is_settled(&self, a: &[Side; 2], b: &[Side; 2]) -> bool {
        let precedes = |a: &Side, b: &Side| a.window.lst + a.longest <= b.window.est;
        let apart = |dimension: usize| {
            precedes(&a[dimension], &b[dimension]) || precedes(&b[dimension], &a[dimension])
        };
        let is_flat = |own: &[Side; 2]| !self.is_strict && (own[0].longest <= 0 || own[1].longest <= 0);
        apart(0) || apart(1) || is_flat(a) || is_flat(b)
    }

    /// Puts two rectangles in order, in each dimension, where they overlap in the other one; true if that changed anything.
    fn put_apart(&mut self, [a, b]: [usize; 2], store: &mut Store) -> Result<bool, Failure> {
        let mut is_changed = false;
        for dimension in 0..2 {
            let across = 1 - dimension;
            let (Some(first), Some(second)) = (&self.seen[a], &self.seen[b]) else { break };
            if overlap(&first[across].window, &second[across].window) {
                is_changed |= self.put_in_order([a, b], dimension, store)?;
                is_changed |= self.put_in_order([b, a], dimension, store)?;
            }
        }
        Ok(is_changed)
    }

    /// In that dimension, where `b` cannot precede `a`, `a` precedes `b`, as they overlap in the other one; true if that changed
    /// anything.
    fn put_in_order(
        &mut self,
        [a, b]: [usize; 2],
        dimension: usize,
        store: &mut Store,
    ) -> Result<bool, Failure> {
        let (Some(first), Some(second)) = (&self.seen[a], &self.seen[b]) else { return Ok(false) };
        let (own, other) = (first[dimension].window, second[dimension].window);
        if other.ect() <= own.lst {
            return Ok(false);
        }
        let durations = |sides: &[Side; 2]| [sides[0].window.duration, sides[1].window.duration];
        let (first, second) = (durations(first), durations(second));
        if !self.matters(second, None) || !self.matters(first, Some(dimension)) {
            return Ok(false);
        }
        let mut is_changed = self.shorten(a, dimension, other.lst - own.est, store)?;
        if self.matters(first, None) {
            is_changed |= self.raise(b, dimension, own.ect(), Direction::Forwards, store)?;
            is_changed |= self.raise(a, dimension, -other.lst, Direction::Backwards, store)?;
        }
        Ok(is_changed)
    }

    fn shorten(
        &mut self,
        rectangle: usize,
        dimension: usize,
        longest: i64,
        store: &mut Store,
    ) -> Result<bool, Failure> {
        let Some(view) = self.sides[rectangle][dimension].duration.view() else { return Ok(false) };
        // One of size 0 does not matter, unless that is strict.
        let longest = if self.is_strict { longest } else { longest.max(0) };
        let direction = Direction::Forwards;
        let why = store.because(Because { rectangle, dimension, direction, is_size: true }.payload());
        let Some(atom) = view.at_most(longest) else { return Ok(false) };
        let is_changed = store.apply(atom, why)?;
        if is_changed {
            self.seen[rectangle] = self.look_at(rectangle, store);
        }
        Ok(is_changed)
    }

    fn raise(
        &mut self,
        rectangle: usize,
        dimension: usize,
        low: i64,
        direction: Direction,
        store: &mut Store,
    ) -> Result<bool, Failure> {
        let task = self.sides[rectangle][dimension];
        let duration = task.window(store).duration;
        let why = store.because(Because { rectangle, dimension, direction, is_size: false }.payload());
        let Some(atom) = task.no_earlier(low, duration, direction) else { return Ok(false) };
        let is_changed = store.apply(atom, why)?;
        if is_changed {
            self.seen[rectangle] = self.look_at(rectangle, store);
        }
        Ok(is_changed)
    }

    /// Why two rectangles overlap in that dimension.
    fn why_overlapping(&self, pair: [usize; 2], dimension: usize, premises: &mut Premises<'_, '_>) {
        let [a, b] = pair.map(|at| premises.member(at, &self.sides[at][dimension]));
        premises.cannot_precede(a, &[b]);
        premises.cannot_precede(b, &[a]);
    }
}

impl Propagator for Rectangles {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        self.sides.iter().flatten().for_each(|task| task.subscribe(events));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        self.seen.clear();
        for at in 0..self.sides.len() {
            let seen = self.look_at(at, store);
            self.seen.push(seen);
        }
        let (mut is_changed, mut is_open) = (false, false);
        for a in 0..self.sides.len() {
            store.spend(a)?;
            for b in 0..a {
                if let (Some(first), Some(second)) = (&self.seen[a], &self.seen[b]) {
                    if self.is_settled(first, second) {
                        continue;
                    }
                    is_changed |= self.put_apart([a, b], store)?;
                }
                is_open = true;
            }
        }
        Ok(match (is_changed, is_open) {
            (true, _) => Outcome::Again,
            (false, true) => Outcome::Fixpoint,
            (false, false) => Outcome::Entailed,
        })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let Because { rectangle, dimension, direction, is_size } = Because::of_payload(payload);
        let ExplainRequest::Atom(atom) = request else { return };
        let mut premises = Premises { past, direction, out };
        let task = &self.sides[rectangle][dimension];
        let own = premises.member(rectangle, task);
        let asked = if is_size {
            task.duration.view().and_then(|view| view.high_implying(atom))
        } else {
            let low = task.low_implying(atom, own.window.duration, direction);
            low.map(|low| low.min(own.first.lst + 1))
        };
        let Some(asked) = asked else { return };
        let windows = |at: usize| self.sides[at].each_ref().map(|task| task.window(past));
        let durations = |windows: [Window; 2]| windows.map(|window| window.duration);
        // The other one, which this one follows; or, of a size, precedes.
        let is_other = |other: &Member<'_>| {
            let [window, own] = [other, &own].map(|member| member.window);
            let (first, second) = (windows(rectangle), windows(other.at));
            let follows = if is_size {
                window.ect() > own.lst && window.lst - own.est <= asked
            } else {
                own.ect() > window.lst && window.ect() >= asked
            };
            other.at != rectangle
                && follows
                && overlap(&first[1 - dimension], &second[1 - dimension])
                && self.matters(durations(second), None)
                && self.matters(durations(first), is_size.then_some(dimension))
        };
        let mut others = (0..self.sides.len()).map(|at| premises.member(at, &self.sides[at][dimension]));
        let Some(other) = others.find(is_other) else { return };
        drop(others);
        self.why_overlapping([rectangle, other.at], 1 - dimension, &mut premises);
        if is_size {
            premises.cannot_precede(other, &[own]);
            premises.is_short(own, other, asked);
        } else {
            if atom.relation() == Relation::Ne {
                premises.start_before_end(own, asked - 1, &[other]);
            } else {
                premises.cannot_precede(own, &[other]);
            }
            premises.no_earlier(other, asked - other.window.duration);
            premises.takes(other);
        }
    }
}
