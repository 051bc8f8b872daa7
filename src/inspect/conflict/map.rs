//! The map of what has been explored: which subsets are not known to clash, nor to be part of a set that does not.
//!
//! Two kinds of clauses hold of an unexplored subset: it lacks a member of each conflict, and it has a member of each
//! correction. One walk through all subsets finds them, depth first, each element taken before it is left out; clauses
//! only come in addition, so that the walk goes on where it stands and never has to come back. Because taking comes
//! first, what it finds cannot be extended to another unexplored subset.
//!
//! | Promise | |
//! |---|---|
//! | Cost | O(clauses) words of bits a step |

use fixedbitset::FixedBitSet;

/// A walk through the unexplored subsets of 0..size.
#[derive(Clone, Debug)]
pub(super) struct Map {
    size: usize,
    conflicts: Vec<FixedBitSet>,
    corrections: Vec<FixedBitSet>,
    /// The way to where the walk stands, a node for each decision; empty when all is explored.
    path: Vec<Node>,
}

#[derive(Clone, Debug)]
struct Node {
    taken: FixedBitSet,
    left_out: FixedBitSet,
    /// The element that was taken to come here; `None` at the start.
    decision: Option<usize>,
}

impl Map {
    pub(super) fn new(size: usize) -> Map {
        let none = FixedBitSet::with_capacity(size);
        let start = Node { taken: none.clone(), left_out: none, decision: None };
        Map { size, conflicts: Vec::new(), corrections: Vec::new(), path: vec![start] }
    }

    /// From now on, only subsets that lack a member of `conflict`.
    pub(super) fn add_conflict(&mut self, conflict: FixedBitSet) {
        self.conflicts.push(conflict);
    }

    /// From now on, only subsets that have a member of `correction`.
    pub(super) fn add_correction(&mut self, correction: FixedBitSet) {
        self.corrections.push(correction);
    }

    /// An unexplored subset that is part of no other; `None` if all are explored.
    pub(super) fn next(&mut self) -> Option<FixedBitSet> {
        loop {
            let node = self.path.last_mut()?;
            if !node.propagate(&self.conflicts, &self.corrections) {
                let decision = self.path.pop().and_then(|node| node.decision);
                if let (Some(element), Some(before)) = (decision, self.path.last_mut()) {
                    before.left_out.insert(element);
                }
                continue;
            }
            let open = |&element: &usize| !node.taken.contains(element) && !node.left_out.contains(element);
            let Some(element) = (0..self.size).find(open) else { return Some(node.taken.clone()) };
            let mut next = Node { decision: Some(element), ..node.clone() };
            next.taken.insert(element);
            self.path.push(next);
        }
    }
}

impl Node {
    /// Unit propagation to the fixpoint; false if some clause is violated.
    fn propagate(&mut self, conflicts: &[FixedBitSet], corrections: &[FixedBitSet]) -> bool {
        loop {
            let lacking = one_outside(conflicts, &self.taken, &mut self.left_out);
            let having = one_outside(corrections, &self.left_out, &mut self.taken);
            match (lacking, having) {
                (None, _) | (_, None) => return false,
                (Some(false), Some(false)) => return true,
                _ => {}
            }
        }
    }
}

/// Sees to it that each clause has an element in `outside`, where all others of it are `inside`: whether there was such
/// a clause; `None` if one is all inside.
fn one_outside(clauses: &[FixedBitSet], inside: &FixedBitSet, outside: &mut FixedBitSet) -> Option<bool> {
    let mut changed = false;
    for clause in clauses {
        if clause.is_disjoint(outside) {
            let mut open = clause.difference(inside);
            let (last, another) = (open.next()?, open.next());
            if another.is_none() {
                outside.insert(last);
                changed = true;
            }
        }
    }
    Some(changed)
}
