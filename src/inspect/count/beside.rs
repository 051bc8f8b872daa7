//! Enumeration in turn with a projected count, for the case that the other variables define the projected ones.
//!
//! A projected count fixes the projected variables, and searches whether the others can complete them. Where most assignments cannot be
//! completed, as most pairs of numbers are not a pair of sums, it is faster to decide the others and to remember what they give. So for
//! every node of the one kind there is one of the other, and whichever is done first has the number: at most twice the better of
//! them.

use crate::inspect::count::natural::Natural;
use crate::inspect::count::{Count, Counter};
use crate::model::{IntVar, Model, Options, Solver};
use crate::search::{Dfs, FoundAssignments, Limit, Limits, Plan, Statistics, Status};

/// The enumeration begins after this number of nodes that complete an assignment.
const TRIAL: u64 = 2048;

/// The memory for the assignments found at which the enumeration ends, in bytes, about.
const MEMORY: usize = 64 << 20;

/// The enumeration.
#[derive(Clone, Debug)]
pub(super) struct Beside {
    search: Option<(Solver, Dfs)>,
    plan: Option<Plan>,
    known: FoundAssignments,
    /// The number of nodes that the count has spent on completing assignments, and the number at which the enumeration goes on.
    completing: u64,
    next: u64,
    is_exhausted: bool,
    /// Whether the count is that of the whole model.
    is_asked: bool,
}

impl Beside {
    /// An enumeration of what `vars` can be.
    pub(super) fn new(model: &Model, vars: &[IntVar]) -> Beside {
        Beside {
            search: None,
            plan: Some(Plan::new(model, Options::default(), vars)),
            known: FoundAssignments::new(vars),
            completing: 0,
            next: TRIAL,
            is_exhausted: false,
            is_asked: false,
        }
    }

    /// The number of assignments, once it has found all.
    fn number(&self) -> Option<Natural> {
        self.is_exhausted.then(|| Natural::from(self.known.len() as u64))
    }

    /// Goes on within these limits, and returns what it has done.
    fn go_on(&mut self, limits: Limits) -> Statistics {
        if let Some(plan) = self.plan.take() {
            self.search = Some(plan.start());
        }
        let Some((solver, dfs)) = &mut self.search else { return Statistics::default() };
        let before = dfs.statistics();
        let nodes = self.completing.saturating_sub(before.nodes);
        let nodes = limits.nodes.map_or(nodes, |left| left.min(nodes));
        dfs.limit_to(limits.solutions(None).nodes(nodes));
        loop {
            dfs.pass_over(std::mem::take(&mut self.known));
            let found = dfs.advance(solver);
            self.known = dfs.passed_over();
            if !found || self.known.bytes() > MEMORY {
                break;
            }
            self.known.insert(solver);
        }
        self.is_exhausted = dfs.status() == Some(Status::Exhausted);
        let after = dfs.statistics();
        if self.known.bytes() > MEMORY {
            self.search = None;
            self.known.clear();
        }
        after.without(&before)
    }
}

impl Counter {
    /// The whole count, by the count or the enumeration, whichever ends first.
    pub(super) fn count_beside(&mut self) -> Count {
        self.ask_beside(true);
        let count = self.count_under(&[]);
        self.ask_beside(false);
        let Some(number) = self.beside.as_ref().and_then(Beside::number) else { return count };
        self.stopped = None;
        match &self.cap {
            Some(cap) if number >= *cap => Count::AtLeast(cap.clone(), Limit::Solutions),
            _ => Count::Exact(number),
        }
    }

    fn ask_beside(&mut self, is_asked: bool) {
        if let Some(beside) = &mut self.beside {
            beside.is_asked = is_asked;
        }
    }

    /// Notes that `nodes` nodes have completed an assignment, or have shown that nothing does; then the enumeration has as many.
    pub(super) fn completed(&mut self, nodes: u64) {
        let Some(beside) = self.beside.as_mut().filter(|beside| beside.is_asked) else { return };
        beside.completing += nodes;
        if beside.completing < beside.next {
            return;
        }
        beside.next = 2 * beside.completing;
        let spent = beside.go_on(self.watchdog.left(&self.statistics));
        if beside.is_exhausted {
            self.stopped = Some(Limit::Solutions);
        }
        self.add(&spent);
    }
}
