//! Impacts: how much of the search space the decisions on a variable leave, for [`VariableOrder::Impact`].
//!
//! A decision is measured when the brancher is asked again: one level deeper, if it survived; else it was a failure, which left
//! nothing. Only subjects whose domain changed in between contribute, in the order of their positions, so that the product is the
//! same on every machine.
//!
//! [`VariableOrder::Impact`]: crate::search::brancher::VariableOrder::Impact

use crate::engine::Engine;

/// What decisions have left so far.
#[derive(Clone, Debug)]
pub(super) struct Impacts {
    /// By position: the sum of the shares of the space that decisions left, and the number of these decisions.
    shares: Vec<(f64, u64)>,
    /// By position: the number of values when it was last looked at.
    sizes: Vec<u64>,
    /// The positions to be looked at again, and whether each is listed.
    changed: Vec<u32>,
    is_listed: Vec<bool>,
    /// The newest decision, until it is measured.
    newest: Option<Decision>,
}

#[derive(Clone, Copy, Debug)]
struct Decision {
    at: usize,
    /// The level that its first branch opens.
    level: usize,
    /// The number of that level among all that were ever opened.
    opened: u64,
}

impl Impacts {
    pub(super) fn new(positions: usize) -> Impacts {
        Impacts {
            shares: vec![(0.0, 0); positions],
            sizes: vec![1; positions],
            changed: Vec::new(),
            is_listed: vec![false; positions],
            newest: None,
        }
    }

    /// Prepares for a search.
    pub(super) fn start(&mut self) {
        self.newest = None;
        (0..self.sizes.len()).for_each(|at| self.change(at));
    }

    /// Notes that the number of values at that position may have changed.
    pub(super) fn change(&mut self, at: usize) {
        if !std::mem::replace(&mut self.is_listed[at], true) {
            self.changed.push(at as u32);
        }
    }

    /// Measures the newest decision, at the next node; returns its position.
    pub(super) fn measure(&mut self, engine: &Engine, size: impl Fn(usize) -> u64) -> Option<usize> {
        self.changed.sort_unstable();
        let mut left = 1.0;
        for at in self.changed.drain(..) {
            let at = at as usize;
            let before = std::mem::replace(&mut self.sizes[at], size(at));
            self.is_listed[at] = false;
            left *= self.sizes[at] as f64 / before as f64;
        }
        let Decision { at, level, opened } = self.newest.take()?;
        let survived = engine.level() == level && engine.opened(level) == opened;
        let (total, count) = &mut self.shares[at];
        *total += if survived { left } else { 0.0 };
        *count += 1;
        Some(at)
    }

    /// Notes that a decision at that position follows.
    pub(super) fn decide(&mut self, at: usize, engine: &Engine) {
        self.newest = Some(Decision { at, level: engine.level() + 1, opened: engine.levels_opened() + 1 });
    }

    /// The share that decisions on all values left at that position are expected to leave together.
    pub(super) fn expected(&self, at: usize, size: u64) -> f64 {
        match self.shares[at] {
            (_, 0) => 1.0,
            (total, count) => size as f64 * total / count as f64,
        }
    }
}
