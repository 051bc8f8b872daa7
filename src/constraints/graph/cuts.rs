//! Explanations of circuits by cuts: sets of nodes that no other arc leads out of.
//!
//! A set is given by ranks: of all nodes from some rank on. That no arc leads out of it, but to the root, is that each
//! of its nodes lost the values that lead elsewhere. Once a circuit has come into the set, it stays there until it comes to the root.
//!
//! | what is explained | sets from that rank on |
//! |---|---|
//! | an arc between components of the whole graph | that of the end of the arc: there is no way back |
//! | a node outside the component of a node that has to be visited | the higher rank of the two |
//! | an arc past a node that has to be visited | that of the end of the arc, and the one after its start: that node comes neither before nor after |
//!
//! | Promise | |
//! |---|---|
//! | Explains | by the arcs that are lost, of those that there were at first |
//! | Cost | O(n²), for it is run only to explain; nothing is allocated |
//! | Source | Francis & Stuckey, Constraints 19(1), 2014 |

use crate::constraints::graph::components::NONE;
use crate::constraints::graph::nodes::Nodes;
use crate::engine::ExplainRequest;
use crate::store::{Atom, Past};

/// The first number of a note; then a node, or the root; another node; the ranks.
pub(super) mod kind {
    pub(in crate::constraints::graph) const WHOLE: u32 = 0;
    pub(in crate::constraints::graph) const SKIP: u32 = 1;
}

struct Cuts<'a> {
    nodes: &'a Nodes,
    ranks: &'a [u32],
    past: &'a Past<'a>,
}

impl Cuts<'_> {
    /// Writes that the arc was lost.
    fn write_lost(&self, from: usize, to: usize, out: &mut Vec<Atom>) {
        if self.nodes.can(from, to, &self.past.start()) {
            out.extend(self.nodes.views[from].differs(self.nodes.labels[to]));
        }
    }

    /// Writes for each arc between nodes of such ranks that it was lost; the root has none.
    fn write_between(&self, is_lost: &dyn Fn(u32, u32) -> bool, out: &mut Vec<Atom>) {
        for (from, &rank) in self.ranks.iter().enumerate().filter(|(_, rank)| **rank != NONE) {
            for (to, &other) in self.ranks.iter().enumerate().filter(|(_, rank)| **rank != NONE) {
                if from != to && is_lost(rank, other) {
                    self.write_lost(from, to, out);
                }
            }
        }
    }

    /// A node with such a rank that had to be visited: one that always has to be, if there is one.
    fn required(&self, is_met: &dyn Fn(u32) -> bool) -> Option<usize> {
        let met =
            || (0..self.ranks.len()).filter(|&node| self.ranks[node] != NONE && is_met(self.ranks[node]));
        let always = met().find(|&node| !self.nodes.is_optional(node));
        always.or_else(|| met().find(|&node| self.nodes.is_required(node, self.past)))
    }

    /// Why the arc cannot be taken, by the components of the whole graph, where `home` has to be visited; false if they allow it.
    fn whole(&self, from: usize, to: usize, home: u32, out: &mut Vec<Atom>) -> bool {
        let [own, next] = [from, to].map(|node| self.ranks[node]);
        let mut first = next;
        if own >= next {
            let Some(&rank) = self.ranks.get(home as usize).filter(|&&rank| own == next && rank != own)
            else {
                return false;
            };
            self.nodes.why_required(home as usize, out);
            first = own.max(rank);
        }
        self.write_between(&|rank, other| rank >= first && other < first, out);
        true
    }

    /// Why the arc cannot be taken: it leads past a node that has to be visited; false if it does not.
    fn skip(&self, from: usize, to: usize, root: usize, out: &mut Vec<Atom>) -> bool {
        let [own, next] = [from, to].map(|node| self.ranks[node]);
        // None is the root's: as an end, after all; as a start, before all.
        let after = if own == NONE { 0 } else { own + 1 };
        let Some(required) = self.required(&|rank| rank >= after && rank < next) else { return false };
        self.nodes.why_required(required, out);
        self.nodes.why_required(root, out);
        let leads_out = |first: u32, rank: u32, other: u32| rank >= first && other < first;
        self.write_between(&|rank, other| leads_out(after, rank, other) || leads_out(next, rank, other), out);
        true
    }
}

/// Writes why what is requested follows, by a note of [`Components`](super::components::Components).
pub(super) fn explain(
    nodes: &Nodes,
    request: ExplainRequest,
    note: &[u32],
    past: &Past<'_>,
    out: &mut Vec<Atom>,
) {
    let [kind, node, other, ranks @ ..] = note else { return };
    let cuts = Cuts { nodes, ranks, past };
    let var = match request {
        ExplainRequest::Atom(atom) => atom.var(),
        ExplainRequest::Emptied(var) => var,
        ExplainRequest::Failure => {
            let pair = [*node, *other].map(|node| node as usize);
            for node in pair {
                nodes.why_required(node, out);
            }
            let first = ranks[pair[0]].max(ranks[pair[1]]);
            return cuts.write_between(&|rank, other| rank >= first && other < first, out);
        }
    };
    for value in request.removed(past) {
        for from in (0..nodes.len()).filter(|&from| nodes.views[from].var == var) {
            let Some(to) = nodes.at(nodes.views[from].apply(value)).filter(|&to| to != from) else {
                continue;
            };
            let is_explained = if *kind == kind::WHOLE {
                cuts.whole(from, to, *node, out)
            } else {
                cuts.skip(from, to, *node as usize, out)
            };
            if is_explained {
                break;
            }
        }
    }
}
