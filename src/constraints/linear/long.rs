//! Incremental bounds of long sums: a run costs what has changed since the last one, until some term is to be cut.
//!
//! A run of `bounds.rs` sweeps over all open terms, so that a search of as many decisions as there are terms takes their number squared.
//! Here the propagator is told which variables change, by atoms that are true of each from its first change on: see
//! [`Propagator::notice`]. The ends of the sum follow backtracking, and so does how wide the widest term is at most, as of the last sweep.
//! As long as there is room for that, no term can be cut.
//!
//! | Promise | |
//! |---|---|
//! | Consistency, explains | as `bounds.rs` |
//! | Cost | O(log n) for each change; a sweep where the widest term has no room |
//! | Wakes on | as `bounds.rs` |

use crate::constraints::linear::addend::Addend;
use crate::constraints::linear::bounds::Sum;
use crate::engine::{Cost, Differences, ExplainRequest, Notice, Outcome, Poster, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Failure, Past, Store, Trailed, TrailedRun, VarId};

/// The propagator.
#[derive(Clone, Debug)]
pub(super) struct Long<T> {
    sum: Sum<T>,
    /// By variable.
    addends: Box<[T]>,
    /// By addend: its least and its width, as they are part of what follows.
    seen: TrailedRun,
    /// The least of the sum, and how wide it is.
    low: Trailed,
    widths: Trailed,
    /// No term is wider than that.
    widest: Trailed,
    /// The addends that have changed, and whether each is listed.
    changed: Vec<u32>,
    is_changed: Box<[bool]>,
}

impl<T: Addend> Long<T> {
    pub(super) fn new(sum: Sum<T>, to: &mut Poster<'_>) -> Long<T> {
        let mut addends: Box<[T]> = sum.addends().collect();
        addends.sort_unstable_by_key(|addend| addend.var());
        let reaches: Vec<(i64, i64)> = addends.iter().map(|addend| addend.reach(to.store())).collect();
        let sum_of = |part: fn(&(i64, i64)) -> i64| reaches.iter().map(part).sum::<i64>();
        let widest = reaches.iter().map(|&(_, width)| width).max().unwrap_or(0);
        Long {
            low: to.new_trailed((sum.offset() + sum_of(|reach| reach.0)) as u64),
            widths: to.new_trailed(sum_of(|reach| reach.1) as u64),
            widest: to.new_trailed(widest as u64),
            seen: to.new_trailed_run(reaches.iter().flat_map(|&(low, width)| [low as u64, width as u64])),
            changed: Vec::new(),
            is_changed: vec![false; addends.len()].into(),
            addends,
            sum,
        }
    }

    fn position(&self, var: VarId) -> Option<usize> {
        self.addends.binary_search_by_key(&var, |addend| addend.var()).ok()
    }

    /// Takes what has changed into account.
    fn catch_up(&mut self, store: &mut Store) {
        let (mut low, mut widths) = (store.get(self.low) as i64, store.get(self.widths) as i64);
        while let Some(at) = self.changed.pop() {
            let at = at as usize;
            self.is_changed[at] = false;
            let (least, width) = self.addends[at].reach(store);
            for (cell, now, total) in [(2 * at, least, &mut low), (2 * at + 1, width, &mut widths)] {
                let cell = self.seen.cell(cell);
                *total += now - store.get(cell) as i64;
                store.set(cell, now as u64);
            }
        }
        store.set(self.low, low as u64);
        store.set(self.widths, widths as u64);
    }
}

impl<T: Addend> Propagator for Long<T> {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        for addend in &self.addends {
            let var = addend.var();
            let (min, max) = (events.store.min(var), events.store.max(var));
            if min == max {
                continue;
            }
            let both = self.sum.is_exact();
            if both || addend.factor() > 0 {
                events.wait_for(Atom::ge(var, min + 1));
            }
            if both || addend.factor() < 0 {
                events.wait_for(Atom::le(var, max - 1));
            }
        }
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn notice(&mut self, atom: Atom, _: &Store) -> Notice {
        if let Some(at) = self.position(atom.var())
            && !std::mem::replace(&mut self.is_changed[at], true)
        {
            self.changed.push(at as u32);
        }
        Notice::Run
    }

    fn propagate(&mut self, store: &mut Store, cost: Cost) -> Result<Outcome, Failure> {
        self.catch_up(store);
        let (low, widths) = (store.get(self.low) as i64, store.get(self.widths) as i64);
        if let Some(outcome) = self.sum.settle(low, widths, store.get(self.widest) as i64, store)? {
            return Ok(outcome);
        }
        let outcome = self.sum.propagate(store, cost)?;
        let widest = self.sum.widest(store);
        store.set(self.widest, widest as u64);
        Ok(outcome)
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        self.sum.explain(request, payload, past, out);
    }

    fn differences(&self, to: &mut Differences<'_>) {
        self.sum.differences(to);
    }
}
