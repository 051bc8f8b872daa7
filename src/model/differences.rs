//! Difference constraints `x + gap ≤ y` as a graph: positive cycles, and an order for posting, before anything is propagated.
//!
//! Bounds propagation refutes `x < y` and `y < x` together in as many steps as there are
//! values. In the graph, with an edge from `x` to `y` of length `gap`, they are a cycle of positive length. And a graph without cycles
//! has a topological order: propagators posted in it are at their fixpoint after a sweep in each
//! direction, in whatever order the model has them.
//!
//! | Promise | |
//! |---|---|
//! | Finds | every positive cycle where no gap is negative; with negative ones, unless the cycle is among thousands of inequalities |
//! | Cost | O(inequalities); for those that are in cycles and have negative gaps, that times their variables |
//! | Source | Tarjan, *Depth-First Search and Linear Graph Algorithms*, 1972; Bellman, *On a Routing Problem*, 1958 |

use crate::constraints::{Comparator, Comparison, Operand};
use crate::model::alias::Aliases;
use crate::model::{ConstraintId, Model};

/// `from + gap ≤ to`, of variables that stand for themselves.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: u32,
    to: u32,
    gap: i64,
    /// The number of the posted constraint.
    posted: usize,
}

/// The differences of a model.
#[derive(Debug)]
pub(super) struct Differences {
    edges: Vec<Edge>,
    /// By variable: its strongly connected component; one that can be reached from another one has a lower number.
    component: Vec<u32>,
}

/// More relaxations than this are left to propagation.
const MOST_WORK: usize = 1 << 24;

impl Model {
    /// Some of these constraints that clash, because they are differences in a cycle of positive length; `None`, if no such cycle is found.
    pub(crate) fn clashing_differences(
        &self,
        among: impl Iterator<Item = ConstraintId>,
    ) -> Option<Vec<ConstraintId>> {
        let mut aliases = Aliases::none(self);
        let ids: Vec<ConstraintId> = among.collect();
        let edges = ids.iter().filter_map(|id| {
            let comparison = (**self.constraint(*id)).as_any().downcast_ref::<Comparison>()?;
            edge(comparison, id.index(), &mut aliases)
        });
        let edges: Vec<Edge> = edges.collect();
        let cycle = positive_cycle(&edges.iter().collect::<Vec<_>>())?;
        Some(ids.into_iter().filter(|id| cycle.contains(&id.index())).collect())
    }
}

impl Differences {
    pub(super) fn of(model: &Model, aliases: &mut Aliases) -> Differences {
        let mut edges = Vec::new();
        for (posted, constraint) in model.posted.iter().enumerate() {
            let comparison = (*constraint.constraint).as_any().downcast_ref::<Comparison>();
            edges.extend(comparison.and_then(|comparison| edge(comparison, posted, aliases)));
        }
        let component = if edges.is_empty() { Vec::new() } else { components(&edges, model.domains.len()) };
        Differences { edges, component }
    }

    /// The posted constraints in an order that suits propagation: differences, among the places that they have, from the first of
    /// a chain to the last.
    pub(super) fn order(&self, posted: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..posted).collect();
        let mut sorted: Vec<&Edge> = self.edges.iter().collect();
        sorted.sort_by_key(|edge| std::cmp::Reverse(self.component[edge.from as usize]));
        for (place, edge) in self.edges.iter().zip(sorted) {
            order[place.posted] = edge.posted;
        }
        order
    }

    /// Whether no integers satisfy them all.
    pub(super) fn are_impossible(&self) -> bool {
        let is_inside = |edge: &&Edge| {
            edge.from != edge.to && self.component[edge.from as usize] == self.component[edge.to as usize]
        };
        let mut inside: Vec<&Edge> = self.edges.iter().filter(is_inside).collect();
        inside.sort_by_key(|edge| self.component[edge.from as usize]);
        let same = |a: &&Edge, b: &&Edge| self.component[a.from as usize] == self.component[b.from as usize];
        inside.chunk_by(same).any(has_positive_cycle)
    }
}

fn edge(comparison: &Comparison, posted: usize, aliases: &mut Aliases) -> Option<Edge> {
    let Operand::View(right) = comparison.right else { return None };
    let (x, y, gap) = match comparison.comparator {
        Comparator::Lt => (comparison.left, right, 1),
        Comparator::Le => (comparison.left, right, 0),
        Comparator::Gt => (right, comparison.left, 1),
        Comparator::Ge => (right, comparison.left, 0),
        Comparator::Eq | Comparator::Ne => return None,
    };
    let (scale, gap) = (i64::from(x.scale()), gap + i64::from(x.offset()) - i64::from(y.offset()));
    if x.scale() != y.scale() || scale == 0 {
        return None;
    }
    // `-x + gap ≤ -y` is `y + gap ≤ x`, and `3·x + gap ≤ 3·y` is `x + gap/3 ≤ y`, rounded up.
    let (x, y) = if scale < 0 { (y, x) } else { (x, y) };
    let gap = -(-gap).div_euclid(scale.abs());
    let ((from, to_x), (to, to_y)) = (aliases.find(x.var.index()), aliases.find(y.var.index()));
    // from + to_x + gap ≤ to + to_y
    let gap = gap + i64::from(to_x) - i64::from(to_y);
    Some(Edge { from: from as u32, to: to as u32, gap, posted })
}

/// Whether some cycle of these edges, which are within one strongly connected component, is longer than 0.
fn has_positive_cycle(edges: &[&Edge]) -> bool {
    if edges.iter().all(|edge| edge.gap >= 0) {
        // Each edge is in a cycle.
        return edges.iter().any(|edge| edge.gap > 0);
    }
    positive_cycle(edges).is_some()
}

/// The numbers of the posted constraints of a cycle of these edges that is longer than 0.
fn positive_cycle(edges: &[&Edge]) -> Option<Vec<usize>> {
    let mut names: Vec<u32> = edges.iter().flat_map(|edge| [edge.from, edge.to]).collect();
    names.sort_unstable();
    names.dedup();
    if names.len().saturating_mul(edges.len()) > MOST_WORK {
        return None;
    }
    let number = |var: u32| names.binary_search(&var).expect("invariant: it is an end of an edge");
    let ends: Vec<(usize, usize, i64)> =
        edges.iter().map(|edge| (number(edge.from), number(edge.to), edge.gap)).collect();
    let mut longest = vec![0i64; names.len()];
    // By variable: the last edge of the longest path to it.
    let mut last: Vec<Option<usize>> = vec![None; names.len()];
    let mut grown = None;
    for _ in 0..names.len() {
        grown = None;
        for (at, &(from, to, gap)) in ends.iter().enumerate() {
            if longest[from] + gap > longest[to] {
                longest[to] = longest[from] + gap;
                last[to] = Some(at);
                grown = Some(to);
            }
        }
        let _ = grown?;
    }
    // As many predecessors as variables lead from a variable whose path still grew into the cycle.
    let back = |var: usize| last[var].map(|at| ends[at].0);
    let mut var = grown?;
    for _ in 0..names.len() {
        var = back(var)?;
    }
    let (first, mut cycle) = (var, Vec::new());
    loop {
        let at = last[var]?;
        cycle.push(edges[at].posted);
        var = ends[at].0;
        if var == first {
            return Some(cycle);
        }
    }
}

/// By variable: the number of its strongly connected component, in the order in which Tarjan's algorithm finds them: those
/// at the end of chains first.
fn components(edges: &[Edge], vars: usize) -> Vec<u32> {
    const UNSEEN: u32 = u32::MAX;
    let mut start = vec![0u32; vars + 1];
    for edge in edges {
        start[edge.from as usize + 1] += 1;
    }
    (0..vars).for_each(|var| start[var + 1] += start[var]);
    let mut next = start.clone();
    let mut targets = vec![0u32; edges.len()];
    for edge in edges {
        let at = &mut next[edge.from as usize];
        targets[*at as usize] = edge.to;
        *at += 1;
    }
    // From here on `next` is the next edge of a variable to be followed.
    next.copy_from_slice(&start);
    let (mut seen, mut low) = (vec![UNSEEN; vars], vec![0u32; vars]);
    let mut component = vec![UNSEEN; vars];
    let (mut stack, mut calls): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    let (mut count, mut number) = (0, 0);
    for root in edges.iter().map(|edge| edge.from) {
        if seen[root as usize] != UNSEEN {
            continue;
        }
        calls.push(root);
        while let Some(&var) = calls.last() {
            let at = var as usize;
            if seen[at] == UNSEEN {
                (seen[at], low[at]) = (count, count);
                count += 1;
                stack.push(var);
            }
            if next[at] < start[at + 1] {
                let to = targets[next[at] as usize];
                next[at] += 1;
                if seen[to as usize] == UNSEEN {
                    calls.push(to);
                } else if component[to as usize] == UNSEEN {
                    low[at] = low[at].min(seen[to as usize]);
                }
                continue;
            }
            calls.pop();
            if let Some(&caller) = calls.last() {
                low[caller as usize] = low[caller as usize].min(low[at]);
            }
            if low[at] == seen[at] {
                while let Some(member) = stack.pop() {
                    component[member as usize] = number;
                    if member == var {
                        break;
                    }
                }
                number += 1;
            }
        }
    }
    component
}
