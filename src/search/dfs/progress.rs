//! Search tree size estimation for a depth-first search.
//!
//! A node has as many branches as its variable has values. Those that were searched say how much work one of them is, and so the rest;
//! where none was finished yet, all are taken to be like the one at hand. From the deepest node of the path up, that gives the work of the
//! whole tree.
//!
//! | Source | Knuth, *Estimating the Efficiency of Backtrack Programs*, Mathematics of Computation 29, 1975; Kilby, Slaney, Thiébaux & Walsh, *Estimating Search Tree Size*, AAAI 2006 |
//! |---|---|

use crate::model::{IntAtom, Solver};
use crate::store::{Domains, Relation};

/// The number of branches of the root that a run has to finish before its whole tree is estimated from them. After one or two, what is
/// left may be a thousand times as much: `cable_tree_wiring` was searched depth first alone for half of its time.
const MANY: u32 = 32;

/// The progress of a search, by open decision.
#[derive(Clone, Debug, Default)]
pub(super) struct Progress {
    pub(super) is_kept: bool,
    nodes: Vec<Node>,
    /// The estimate at the end of the newest run that had finished many branches of the root.
    before: Option<f64>,
}

/// A node on the path.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The number of its finished branches, and of the others, including the one at hand.
    finished: u32,
    left: u32,
    /// The work that was done when it was reached, and when its branch at hand was taken.
    reached: u64,
    taken: u64,
}

impl Progress {
    /// Notes a decision that is to be taken at that depth.
    #[inline]
    pub(super) fn descend(&mut self, depth: usize, decision: IntAtom, solver: &Solver) {
        if self.is_kept {
            self.note(depth, decision, solver);
        }
    }

    fn note(&mut self, depth: usize, decision: IntAtom, solver: &Solver) {
        let is_bound = matches!(decision.relation(), Relation::Le | Relation::Ge);
        let left = if is_bound { 2 } else { solver.size(decision.var()).min(u64::from(u32::MAX)) as u32 };
        let taken = solver.engine().work();
        self.nodes.truncate(depth + 1);
        match self.nodes.get_mut(depth) {
            Some(node) => (node.finished, node.left, node.taken) = (node.finished + 1, left, taken),
            None => self.nodes.push(Node { finished: 0, left, reached: taken, taken }),
        }
    }

    /// Notes a restart, at this depth and after this work. Finished branches of the root stay refuted; the rest of the run is lost.
    pub(super) fn start_over(&mut self, depth: usize, work: u64) {
        self.before = self.expected_of_run(depth, work).or(self.before);
        self.nodes.clear();
    }

    /// The work of the whole tree of a search that restarts: without an estimate before a run has finished many branches of the root.
    pub(super) fn expected_with_runs(&self, depth: usize, work: u64) -> f64 {
        self.expected_of_run(depth, work).or(self.before).unwrap_or(f64::INFINITY)
    }

    fn expected_of_run(&self, depth: usize, work: u64) -> Option<f64> {
        let is_known = self.nodes.first().is_some_and(|root| root.finished >= MANY);
        is_known.then(|| self.expected(depth, work))
    }

    /// The work of the whole tree, where `depth` decisions are open and this much work is done.
    pub(super) fn expected(&self, depth: usize, work: u64) -> f64 {
        let open = &self.nodes[..depth.min(self.nodes.len())];
        let since = |taken: u64| work.saturating_sub(taken) as f64;
        let deepest = open.last().map_or(0.0, |node| since(node.taken));
        open.iter().rev().fold(deepest, |below, node| {
            let finished = f64::from(node.finished);
            let branches = finished + f64::from(node.left.max(1));
            ((node.taken - node.reached) as f64 + below) * branches / (finished + 1.0)
        })
    }
}
