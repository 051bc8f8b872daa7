//! Closed share of the tree of a depth-first search: what is searched, by the weights of the branches that are finished.
//!
//! The root weighs 1, and of each node its left side as much as is [expected](left_share) there. So each leaf weighs what a probe would
//! meet it with, and the number of nodes so far, divided by the share that is closed, estimates that of the whole tree: *weighted
//! backtrack*. The branches come in the order of search and not at random, so that this is no unbiased estimate; it gets better toward the
//! end, when it is right.
//!
//! | Source | Kilby, Slaney, Thiébaux & Walsh, *Estimating Search Tree Size*, AAAI 2006 |
//! |---|---|

use crate::model::{IntAtom, Solver};
use crate::search::share::left_share;

/// The closed share, by open decision.
#[derive(Clone, Debug, Default)]
pub(super) struct ClosedShare {
    /// Whether the share is to be computed; set before the first decision.
    is_kept: bool,
    /// From the root to the node at hand.
    nodes: Vec<Node>,
    /// The greatest share that was told: after a restart, and after the last bits of a sum, it is not less.
    told: f64,
}

/// A node on the path, with all that is to the right of its refuted decisions.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// What weighs on the left sides that are finished, and on the rest.
    closed: f64,
    rest: f64,
    /// The part of the rest in the left side of the decision that is open.
    left: f64,
}

impl Node {
    fn new(weight: f64) -> Node {
        Node { closed: 0.0, rest: weight, left: 0.0 }
    }
}

impl ClosedShare {
    /// Computes the share, from the start on.
    pub(super) fn keep(&mut self) {
        self.is_kept = true;
    }

    /// Starts at the root.
    pub(super) fn start(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(1.0));
        self.told = 0.0;
    }

    /// Notes a decision that is to be taken at that depth.
    #[inline]
    pub(super) fn descend(&mut self, depth: usize, decision: IntAtom, solver: &Solver) {
        if self.is_kept {
            self.note(depth, decision, solver);
        }
    }

    fn note(&mut self, depth: usize, decision: IntAtom, solver: &Solver) {
        self.nodes.truncate(depth + 1);
        let node = &mut self.nodes[depth];
        node.left = node.rest * left_share(decision, solver);
        let left = Node::new(node.left);
        self.nodes.push(left);
    }

    /// Notes that the left side of the decision at that depth is finished.
    #[inline]
    pub(super) fn turn(&mut self, depth: usize) {
        if self.is_kept {
            self.nodes.truncate(depth + 1);
            let node = &mut self.nodes[depth];
            node.closed += node.left;
            node.rest -= node.left;
        }
    }

    /// Notes that the search goes back to that depth, and may decide there again.
    pub(super) fn back_to(&mut self, depth: usize) {
        self.nodes.truncate(depth + 1);
    }

    /// The share, of 1; `None` if it is not kept.
    pub(super) fn so_far(&self) -> Option<f64> {
        self.is_kept.then(|| self.nodes.iter().map(|node| node.closed).sum::<f64>().clamp(self.told, 1.0))
    }

    /// The shares of the open subproblems: the last `depth` of them are to the right of the decisions that are open, the deepest one first;
    /// what is below these decisions is divided evenly among those before. All are 0 if they are not kept.
    #[cfg(feature = "threads")]
    pub(super) fn of_open(&self, depth: usize, subproblems: usize) -> Vec<f64> {
        if !self.is_kept {
            return vec![0.0; subproblems];
        }
        let below = self.nodes.get(depth).map_or(1.0, |node| node.rest);
        let here = subproblems.saturating_sub(depth);
        let right = self.nodes.iter().take(depth).rev().map(|node| node.rest - node.left);
        std::iter::repeat_n(below / here.max(1) as f64, here).chain(right).collect()
    }

    /// The share that is told now: no less than what was told before.
    pub(super) fn tell(&mut self) -> Option<f64> {
        self.told = self.so_far()?;
        Some(self.told)
    }
}
