//! Map of unexplored subsets (MARCO): neither above a known conflict, nor below a known satisfiable set.
//!
//! An unexplored subset satisfies two kinds of clauses: it lacks a member of each conflict, and it has a member of
//! each correction. One depth-first walk through all subsets finds them; each element is taken before it is left out.
//! Clauses are only added, never removed, so the walk continues from where it stands and never has to return. Because
//! taking comes first, a subset that it finds cannot be extended to another unexplored subset.
//!
//! | Promise | |
//! |---|---|
//! | Cost | O(clauses) bit-set words per step |

use fixedbitset::FixedBitSet;

/// A walk through the unexplored subsets of 0..size.
#[derive(Clone, Debug)]
pub(super) struct Map {
    size: usize,
    conflicts: Vec<FixedBitSet>,
    corrections: Vec<FixedBitSet>,
    /// The path to the current position of the walk, a node for each decision; empty when all is explored.
    path: Vec<Node>,
}

#[derive(Clone, Debug)]
struct Node {
    taken: FixedBitSet,
    left_out: FixedBitSet,
    /// The element that was taken to get here; `None` at the start.
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

    /// An unexplored subset that is contained in no other unexplored one; `None` if all are explored.
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

/// Unit propagation of the clauses "some element is in `outside`": an element that is the only one of its clause not
/// `inside` is put there. Returns whether there was one; `None` if all of some clause is inside.
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
